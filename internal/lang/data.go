package lang

import (
	"strings"

	"github.com/fencepost/fencepost/gen/languages"
)

// What words of a language mean and what its functions do stands in presets/languages.

// Word reports whether a word is in a set of a language: Word("ruby", "methods", "upcase").
func Word(lang, set, word string) bool { return languages.Word(lang, set, word) }

// Says reports whether a name, as those of tasks, has a part that is in a set of words about names
// (presets/languages/any.yaml).
func Says(set, name string) bool {
	name = strings.ToLower(name)
	for at := range len(name) {
		for n := 3; n <= 9 && at+n <= len(name); n++ {
			word := name[at : at+n]
			if Word("any", set, word) && (word != "prod" || !strings.HasPrefix(name[at:], "produc")) {
				return true
			}
		}
	}
	return false
}

// Joins reports whether several pieces of code for an interpreter are the lines of one program.
func Joins(lang string) bool { return Word(lang, "is", "joined") }

// looksFor is what a call does in code that is searched; of the languages' own names first.
func looksFor(lang, name string) languages.Effect {
	if c := languages.Search(lang, name); c.Verb != languages.None {
		return c
	}
	return languages.Search("any", name)
}

// perform adds what a call with literal arguments does. It reports whether that is all: not where a
// name may be more than that of a file.
func (a *actions) perform(c languages.Effect, args []string) bool {
	if len(args) < int(c.Least) || len(args) > int(c.Most) {
		return false
	}
	if c.Verb == languages.Run {
		a.run(args)
		return true
	}
	on := args[c.On : c.On+1]
	if c.Rest || c.Verb == languages.Move {
		on = args[c.On:]
	}
	for _, f := range on {
		if !fileName(f) || f[0] == '|' {
			return false
		}
	}
	switch c.Verb {
	case languages.Move:
		a.acts = append(a.acts, Action{Kind: Move, Text: args[0], To: args[1]})
		return true
	case languages.Opens:
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
func pathAction(v languages.Verb, path string) Action {
	a := Action{Text: path}
	switch v {
	case languages.Write, languages.WriteLast:
		a.Kind = Write
	case languages.Append:
		a.Kind = Append
	case languages.Delete:
		a.Kind = Delete
	case languages.DeleteTree, languages.DeleteNamed:
		a.Kind, a.Tree = Delete, true
	case languages.DeleteGlob:
		a.Kind, a.Glob = Delete, true
	case languages.Mkdir:
		a.Kind = Mkdir
	case languages.Meta:
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
