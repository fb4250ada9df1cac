package core

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Here is the directory in which the code runs, as os.getcwd gives it: an absolute path.
func (m *Machine) Here() *Value {
	switch {
	case !m.dir.Set && m.input.Cwd != "":
		return Str(m.input.Cwd)
	case !m.dir.Set || m.dir.Word.Kind != fact.Literal || m.dir.Word.Glob:
		return Data
	case strings.HasPrefix(m.dir.Word.Text, "/"):
		return Str(m.dir.Word.Text)
	case m.input.Cwd == "", !climbs(m.dir.Word.Text):
		return Data
	}
	return Str(path.Clean(m.input.Cwd + "/" + m.dir.Word.Text))
}

// Base is the directory of the file that holds the code; "" for inline code.
func (m *Machine) Base() string { return m.input.Base }

// Absolute is a path made absolute, by its text or following links. What lies above a link is not
// known.
func (m *Machine) Absolute(v *Value, links bool) *Value {
	var out *Value
	v.Alts(func(a *Value) { out = Join(out, m.absoluteOf(PathText(a), links)) })
	return out
}

func (m *Machine) absoluteOf(v *Value, links bool) *Value {
	w, ok := v.AsWord()
	if !ok || v.Kind != KindStr || w.Kind != fact.Literal {
		return v
	}
	if !strings.HasPrefix(w.Text, "/") {
		here, known := m.Here().Text()
		if !known {
			if w.Glob || strings.Contains(w.Text, "..") {
				return Data
			}
			return Partial("", "/"+w.Text)
		}
		if links && !climbs(w.Text) {
			return Data
		}
		w.Text = here + "/" + w.Text
	} else if links && strings.Contains(w.Text, "..") {
		return Data
	}
	w.Text = path.Clean(w.Text)
	return &Value{Kind: KindStr, Word: w}
}

// climbs reports whether a relative path goes up at its beginning alone: a directory above the
// present one has no links on the way.
func climbs(p string) bool {
	for strings.HasPrefix(p, "../") {
		p = strings.TrimLeft(p[3:], "/")
	}
	return p == ".." || !strings.Contains(p, "..")
}
