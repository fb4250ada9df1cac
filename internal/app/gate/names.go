package gate

import (
	"strings"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/rule"
)

// namedTable has the command specs, and finds the interpreters of inline code that the config names.
// A name that has a spec keeps it.
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
