package core

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// World is the world of the code as far as it is known: what it was started with, and what it has
// changed of that since.
type World struct {
	input         *Input
	texts         map[string]*Value // that were written to files, by path
	dir           interp.Dir
	moved         bool          // a chdir was seen
	environ       []fact.Assign // variables of the environment that the code has set
	TempElsewhere bool          // TMPDIR may be another one than it was
	Homeless      bool          // HOME may be another one than it was
}

// unknownDir is a directory. Nothing is known of it.
var unknownDir = interp.Dir{Set: true, Word: fact.Word{Kind: fact.Partial}}

// chdir moves the code's directory.
func (wd *World) chdir(v *Value) {
	wd.moved = true
	words := v.Words()
	w := words[0]
	if len(words) != 1 || w.Kind != fact.Literal || w.Glob || strings.HasPrefix(w.Text, Fresh) {
		wd.dir = unknownDir
		return
	}
	if wd.dir.Set && !strings.HasPrefix(w.Text, "/") {
		if wd.dir.Word.Kind != fact.Literal {
			return // relative to a directory that is not known
		}
		w.Text = wd.dir.Word.Text + "/" + w.Text
	}
	wd.dir = interp.Dir{Set: true, Word: w}
}

// WorkingDir is the directory in which the code runs, as os.getcwd gives it: an absolute path.
func (wd *World) WorkingDir() *Value {
	switch {
	case !wd.dir.Set && wd.input.Cwd != "":
		return Str(wd.input.Cwd)
	case !wd.dir.Set || wd.dir.Word.Kind != fact.Literal || wd.dir.Word.Glob:
		return Data
	case strings.HasPrefix(wd.dir.Word.Text, "/"):
		return Str(wd.dir.Word.Text)
	case wd.input.Cwd == "", !climbsFirst(wd.dir.Word.Text):
		return Data
	}
	return Str(path.Clean(wd.input.Cwd + "/" + wd.dir.Word.Text))
}

// Base is the directory of the file that holds the code; "" for inline code.
func (wd *World) Base() string { return wd.input.Base }

// Absolute is a path made absolute, by its text or following links. What lies above a link is not
// known.
func (wd *World) Absolute(v *Value, links bool) *Value {
	var out *Value
	v.Alts(func(a *Value) { out = Join(out, wd.absoluteOf(PathText(a), links)) })
	return out
}

func (wd *World) absoluteOf(v *Value, links bool) *Value {
	w, ok := v.AsWord()
	if !ok || v.Kind != KindStr || w.Kind != fact.Literal {
		return v
	}
	if !strings.HasPrefix(w.Text, "/") {
		here, known := wd.WorkingDir().Text()
		if !known {
			if w.Glob || strings.Contains(w.Text, "..") {
				return Data
			}
			return Partial("", "/"+w.Text)
		}
		if links && !climbsFirst(w.Text) {
			return Data
		}
		w.Text = here + "/" + w.Text
	} else if links && strings.Contains(w.Text, "..") {
		return Data
	}
	w.Text = path.Clean(w.Text)
	return &Value{Kind: KindStr, Word: w}
}

// climbsFirst reports whether a relative path goes up only at its beginning: on the way up from the
// present directory there are no links.
func climbsFirst(p string) bool {
	for strings.HasPrefix(p, "../") {
		p = strings.TrimLeft(p[3:], "/")
	}
	return p == ".." || !strings.Contains(p, "..")
}

// Home is the home directory, or "" where it is not known.
func (wd *World) Home() string {
	if wd.Homeless {
		return ""
	}
	return wd.input.Home
}

// HomeDir is the home directory as a value.
func (wd *World) HomeDir() *Value {
	if home := wd.Home(); home != "" {
		return Str(home)
	}
	return Data
}

// SetVariable notes that the code changes a variable of its environment: what it starts later gets
// it, and its home may be another one.
func (wd *World) SetVariable(name string, known bool, val *Value) {
	if !known || name == "HOME" || name == "USERPROFILE" {
		wd.Homeless = true
	}
	if !known || name == "TMPDIR" || name == "TEMP" || name == "TMP" {
		wd.TempElsewhere = true
	}
	if !known {
		any := fact.Assign{Name: "LD_PRELOAD", Value: fact.Unknown("")} // or another one
		wd.environ = append(wd.environ, any)
		return
	}
	for _, w := range val.Words() {
		wd.environ = append(wd.environ, fact.Assign{Name: name, Value: w})
	}
}

// ExpandUser replaces a leading tilde.
func (wd *World) ExpandUser(v *Value) *Value {
	if v.Kind != KindStr {
		return v
	}
	w := v.Word
	if strings.Contains(w.Text, "$") {
		return Data
	}
	if w.Text != "~" && !strings.HasPrefix(w.Text, "~/") {
		if strings.HasPrefix(w.Text, "~") {
			return Data
		}
		return v
	}
	if wd.Home() == "" {
		return Data
	}
	w.Text = wd.Home() + w.Text[1:]
	return &Value{Kind: KindStr, Word: w}
}

// Argv is the list of arguments that the code was started with.
func (wd *World) Argv() *Value {
	if len(wd.input.Args) == 0 {
		return Data
	}
	out := &Value{Kind: KindList}
	var any *Value
	for _, w := range wd.input.Args {
		word := fact.Word{Text: w.Text, Suffix: w.Suffix, Kind: w.Kind, Glob: w.Glob}
		v := &Value{Kind: KindStr, Word: word}
		if w.Many {
			v = Data
		}
		any = Join(any, v)
		out.List = append(out.List, v)
	}
	if !exactArgv(wd.input.Args) {
		return SomeOf(any) // one of these, but which is not known
	}
	return out
}

// exactArgv reports whether the place of each argument is known: that of the first is, and none
// stands for several.
func exactArgv(words []fact.Word) bool {
	for i := range words {
		if words[i].Glob || words[i].Many {
			return false
		}
	}
	return words[0].Kind == fact.Literal
}
