package main

import (
	"fmt"
	"strings"

	"github.com/fencepost/fencepost/gen/languages"
)

// verb returns the verb of that name.
func verb(name string) languages.Verb {
	switch name {
	case "read":
		return languages.Read
	case "write":
		return languages.Write
	case "write-last":
		return languages.WriteLast
	case "append":
		return languages.Append
	case "delete":
		return languages.Delete
	case "delete-tree":
		return languages.DeleteTree
	case "delete-named":
		return languages.DeleteNamed
	case "delete-glob":
		return languages.DeleteGlob
	case "move":
		return languages.Move
	case "mkdir":
		return languages.Mkdir
	case "meta":
		return languages.Meta
	case "run":
		return languages.Run
	case "opens":
		return languages.Opens
	}
	return languages.None
}

// maxRest bounds the arguments of a parameter that takes any number of them.
const maxRest = 64

// parseEffect reads the parameters of a function, "path, mode=" or "path...", and what it does, "opens
// path mode".
func parseEffect(params, clause string) (c languages.Effect, err error) {
	words := strings.Fields(clause)
	if len(words) < 2 {
		return c, fmt.Errorf("%q: a verb and a parameter are needed", clause)
	}
	if c.Verb = verb(words[0]); c.Verb == languages.None {
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
			if c.Verb == languages.DeleteGlob {
				c.Flag, c.Most = name, c.Most-1
			}
		}
	}
	if found != len(words)-1 {
		return c, fmt.Errorf("%s: there is no such parameter in (%s)", clause, params)
	}
	return c, nil
}
