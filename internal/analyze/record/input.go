package record

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

func Hazard(id hazards.ID, text, why string) []fact.Hazard {
	return []fact.Hazard{{ID: id, Text: text, Why: why}}
}

// Input is what commands are resolved with.
func (a *Call) Input() command.Input { return command.Input{Paths: a, Disk: a, Text: a.Text} }

// Missing reports whether there is certainly nothing at a path.
func (a *Call) Missing(p *fact.Path) bool { return a.Places != nil && a.Places.Missing(p) }

// SetsID reports whether a path leads to a program that runs with the rights of its owner.
func (a *Call) SetsID(p *fact.Path) bool { return a.Places != nil && a.Places.SetsID(p) }

// HomeDir is the home directory of the user, for files that commands find there.
func (a *Call) HomeDir() string { return a.Home }

// Tilde expands the home directory at the beginning of a name.
func (a *Call) Tilde(name string) string {
	if a.Home != "" && (name == "~" || strings.HasPrefix(name, "~/")) {
		return strings.TrimSuffix(a.Home, "/") + name[1:]
	}
	return name
}

// Begin forgets what was found of another text, and has the counts start anew. An earlier call has
// those of the call which runs.
func (a *Call) Begin(text string) {
	a.Facts, a.Text = &fact.Facts{}, text
	a.Links, a.Settings, a.dirs = nil, nil, nil
	a.Resolver.Specs, a.Resolver.Input = a.Specs, a.Input()
	if !a.Past {
		a.Counts = nil
	}
}
