package eval

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// here is the directory in which the code runs, as os.getcwd gives it: an absolute path.
func (m *machine) here() *Value {
	switch {
	case !m.dir.Set && m.in.Cwd != "":
		return str(m.in.Cwd)
	case !m.dir.Set || m.dir.Word.Kind != fact.Literal || m.dir.Word.Glob:
		return data
	case strings.HasPrefix(m.dir.Word.Text, "/"):
		return str(m.dir.Word.Text)
	case m.in.Cwd == "", !climbs(m.dir.Word.Text):
		return data
	}
	return str(path.Clean(m.in.Cwd + "/" + m.dir.Word.Text))
}

// absolute is a path made absolute, by its text or following links. What lies above a link is not
// known.
func (m *machine) absolute(v *Value, links bool) *Value {
	var out *Value
	v.alts(func(a *Value) { out = join(out, m.absoluteOf(pathText(a), links)) })
	return out
}

func (m *machine) absoluteOf(v *Value, links bool) *Value {
	w, ok := v.asWord()
	if !ok || v.kind != kStr || w.Kind != fact.Literal {
		return v
	}
	if !strings.HasPrefix(w.Text, "/") {
		here, known := m.here().text()
		if !known {
			if w.Glob || strings.Contains(w.Text, "..") {
				return data
			}
			return partial("", "/"+w.Text)
		}
		if links && !climbs(w.Text) {
			return data
		}
		w.Text = here + "/" + w.Text
	} else if links && strings.Contains(w.Text, "..") {
		return data
	}
	w.Text = path.Clean(w.Text)
	return &Value{kind: kStr, word: w}
}

// climbs reports whether a relative path goes up at its beginning alone: a directory above the
// present one has no links on the way.
func climbs(p string) bool {
	for strings.HasPrefix(p, "../") {
		p = strings.TrimLeft(p[3:], "/")
	}
	return p == ".." || !strings.Contains(p, "..")
}
