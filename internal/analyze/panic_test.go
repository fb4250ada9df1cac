package analyze_test

import (
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// faulty panics when it is asked for the command boom.
type faulty struct{ commands.Table }

func (f faulty) Lookup(name string) *command.Spec {
	if name == "boom" {
		panic(name)
	}
	return f.Table.Lookup(name)
}

// TestPanic: what was found before a panic stands, and the call counts as one that could not be
// checked.
func TestPanic(t *testing.T) {
	a := &analyze.Analyzer{Call: record.Call{Specs: faulty{}, Places: paths.New("/p", "/h", "", true), Home: "/h"}}
	f := a.Shell("rm -rf /srv; boom; ls", "/p")
	if len(f.Commands) == 0 || f.Commands[0].Name != "rm" || len(f.Commands[0].Effects) == 0 {
		t.Errorf("commands: %v", f.Commands)
	}
	if len(f.Hazards) != 1 || f.Hazards[0].ID.Kind() != fact.Failure || len(a.Stack) == 0 {
		t.Errorf("hazards: %v, stack of %d bytes", f.Hazards, len(a.Stack))
	}
	if f := a.Shell("ls \u202e; boom", "/p"); len(f.Hazards) != 2 ||
		f.Hazards[0].ID.Kind() != fact.Suspect || f.Hazards[1].ID.Kind() != fact.Failure {
		t.Errorf("what was found in the text itself: %v", f.Hazards)
	}
}
