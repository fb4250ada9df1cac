package lang

import (
	"strings"

	"github.com/fencepost/fencepost/gen/languages"
	"github.com/fencepost/fencepost/internal/lang/callee"
)

// What words of a language mean and what its functions do stands in presets/languages.

// is reports whether a word is in a set of a language: is("ruby", "methods", "upcase").
func is(lang, set, word string) bool { return languages.Word(lang, set, word) }

// Word is is for other packages: Word("python", "modules", "json").
func Word(lang, set, word string) bool { return is(lang, set, word) }

// Says reports whether a name, as those of tasks, has a part that is in a set of words about names
// (presets/languages/any.yaml).
func Says(set, name string) bool {
	name = strings.ToLower(name)
	for at := range len(name) {
		for n := 3; n <= 9 && at+n <= len(name); n++ {
			word := name[at : at+n]
			if is("any", set, word) && (word != "prod" || !strings.HasPrefix(name[at:], "produc")) {
				return true
			}
		}
	}
	return false
}

// Joins reports whether several pieces of code for an interpreter are the lines of one program.
func Joins(lang string) bool { return is(lang, "is", "joined") }

// looksFor is what a call does in code that is searched; of the languages' own names first.
func looksFor(lang, name string) callee.Call {
	if c := languages.Search(lang, name); c.Verb != callee.None {
		return c
	}
	return languages.Search("any", name)
}

// perform adds what a call with literal arguments does. It reports whether that is all: not where a
// name may be more than that of a file.
func (a *actions) perform(c callee.Call, args []string) bool {
	if len(args) < int(c.Least) || len(args) > int(c.Most) {
		return false
	}
	if c.Verb == callee.Run {
		a.run(args)
		return true
	}
	on := args[c.On : c.On+1]
	if c.Rest || c.Verb == callee.Move {
		on = args[c.On:]
	}
	for _, f := range on {
		if !fileName(f) || f[0] == '|' {
			return false
		}
	}
	switch c.Verb {
	case callee.Move:
		a.acts = append(a.acts, Action{Kind: Move, Text: args[0], To: args[1]})
		return true
	case callee.Opens:
		k, ok := openMode(args)
		a.act(k, args[0])
		return ok
	}
	for _, f := range on {
		a.acts = append(a.acts, pathAction(c.Verb, f))
	}
	return true
}

// pathAction is what a verb does to one file.
func pathAction(v callee.Verb, path string) Action {
	a := Action{Text: path}
	switch v {
	case callee.Write, callee.WriteLast:
		a.Kind = Write
	case callee.Append:
		a.Kind = Append
	case callee.Delete:
		a.Kind = Delete
	case callee.DeleteTree, callee.DeleteNamed:
		a.Kind, a.Tree = Delete, true
	case callee.DeleteGlob:
		a.Kind, a.Glob = Delete, true
	case callee.Mkdir:
		a.Kind = Mkdir
	case callee.Meta:
		a.Kind = Meta
	}
	return a
}

// openMode is what opening a file does with a mode of C: r, w+, ab.
func openMode(args []string) (Kind, bool) {
	if len(args) < 2 {
		return Read, true
	}
	switch strings.Replace(args[1], "b", "", 1) {
	case "r":
		return Read, true
	case "w", "r+", "w+":
		return Write, true
	case "a", "a+":
		return Append, true
	}
	return Read, false
}

// PicksLines reports whether a program in a language that is made of line numbers alone, and of
// what fact.PicksLines knows, does the same whatever the numbers are.
func PicksLines(lang string) bool { return lang == "sed" }
