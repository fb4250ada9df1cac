// Package callee says what a call of a function does with its arguments. What functions of a
// language do stands in presets/languages; rulegen makes static data of this package from it.
package callee

import (
	"fmt"
	"strings"
)

// Call is what a call does.
type Call struct {
	Verb  Verb
	Least uint8  // number of arguments
	Most  uint8  // and no more than that
	On    uint8  // the argument that it is about
	Rest  bool   // and all behind it
	Flag  string // a named argument that says that a tree is meant: recursive
}

// Verb is what is done with an argument.
type Verb uint8

// The verbs, as the tables have them.
const (
	None        Verb = iota
	Read             // read PATH
	Write            // write PATH
	WriteLast        // write-last PATH...: the last one
	Append           // append PATH
	Delete           // delete PATH
	DeleteTree       // delete-tree PATH: with all that is below
	DeleteNamed      // delete-named PATH: the same, but not the sign / alone
	DeleteGlob       // delete-glob PATH [FLAG]: what matches; with the flag all that is below
	Move             // move FROM TO
	Mkdir            // mkdir PATH
	Meta             // meta PATH: its mode or owner
	Run              // run COMMAND...: one argument is shell text, several are words
	Opens            // opens PATH MODE: by the mode
)

// verb returns the verb of that name.
func verb(name string) Verb {
	switch name {
	case "read":
		return Read
	case "write":
		return Write
	case "write-last":
		return WriteLast
	case "append":
		return Append
	case "delete":
		return Delete
	case "delete-tree":
		return DeleteTree
	case "delete-named":
		return DeleteNamed
	case "delete-glob":
		return DeleteGlob
	case "move":
		return Move
	case "mkdir":
		return Mkdir
	case "meta":
		return Meta
	case "run":
		return Run
	case "opens":
		return Opens
	}
	return None
}

// maxRest bounds the arguments of a parameter that takes any number of them.
const maxRest = 64

// Parse reads the parameters of a function, "path, mode=" or "path...", and what it does, "opens
// path mode".
func Parse(params, clause string) (c Call, err error) {
	words := strings.Fields(clause)
	if len(words) < 2 {
		return c, fmt.Errorf("%q: a verb and a parameter are needed", clause)
	}
	if c.Verb = verb(words[0]); c.Verb == None {
		return c, fmt.Errorf("unknown verb %q", words[0])
	}
	found := 0
	for i, p := range strings.Split(params, ",") {
		name := strings.TrimSpace(p)
		name, rest := strings.CutSuffix(name, "...")
		name, optional := strings.CutSuffix(name, "=")
		if c.Most++; !optional {
			c.Least++
		}
		if rest {
			c.Most = maxRest
		}
		if name == words[1] {
			c.On, c.Rest, found = uint8(i), rest, found+1
		}
		if len(words) > 2 && name == words[2] {
			found++
			if c.Verb == DeleteGlob {
				c.Flag, c.Most = name, c.Most-1
			}
		}
	}
	if found != len(words)-1 {
		return c, fmt.Errorf("%s: there is no such parameter in (%s)", clause, params)
	}
	return c, nil
}
