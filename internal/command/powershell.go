package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// powershell adds the effects of the cmdlets on files that stand at the begin of a statement with
// literal paths. The text as a whole stays code that is not read.
func (r *resolver) powershell(text string) {
	split := func(c rune) bool { return c == ';' || c == '|' || c == '\n' || c == '{' || c == '}' || c == '&' }
	for _, stmt := range strings.FieldsFunc(text, split) {
		words := strings.Fields(stmt)
		if len(words) < 2 {
			continue
		}
		var args []string
		for _, w := range words[1:] {
			if w[0] != '-' && w[0] != '$' && w[0] != '(' {
				args = append(args, strings.Trim(w, `'",`))
			}
		}
		if len(args) > 0 {
			r.cmdlet(strings.ToLower(words[0]), args)
		}
	}
}

func (r *resolver) cmdlet(name string, args []string) {
	switch name {
	case "remove-item", "rm", "del", "erase", "rd", "ri", "rmdir", "clear-content", "clc":
		for _, a := range args {
			r.scriptPath(a, fact.Delete)
		}
	case "set-content", "sc", "add-content", "ac", "out-file", "new-item", "ni", "tee-object":
		r.scriptPath(args[0], fact.Write)
	case "copy-item", "cp", "copy", "cpi":
		r.scriptPath(last(args), fact.Write)
	case "move-item", "mv", "move", "mi", "rename-item", "ren", "rni":
		r.scriptPath(args[0], fact.Delete)
		r.scriptPath(last(args), fact.Write)
	}
}
