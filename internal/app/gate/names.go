package gate

import (
	"strings"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/rule"
)

// specsWith returns the command specs, with the names that the config adds to interpreters of
// inline code.
func specsWith(names []rule.InterpreterName) command.Table {
	if len(names) == 0 {
		return commands.Table{}
	}
	return &namedTable{Table: commands.Table{}, names: names}
}

// namedTable finds the interpreters that the config names. A name that has a spec keeps it.
type namedTable struct {
	command.Table
	names []rule.InterpreterName
}

// Lookup returns the spec of a command, or nil.
func (t *namedTable) Lookup(name string) *command.Spec {
	if s := t.Table.Lookup(name); s != nil {
		return s
	}
	if s := t.Table.Lookup(strings.TrimRight(name, "0123456789.-")); s != nil {
		return nil // a version of a command that is known
	}
	for i := range t.names {
		if t.names[i].Name != name {
			continue
		}
		if t.names[i].Lang == "python" {
			return t.Table.Lookup("python")
		}
		return t.Table.Lookup("node")
	}
	return nil
}
