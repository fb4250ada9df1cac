package gate_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestOwnRules holds calls to what a person's config says of them, in every spelling.
func TestOwnRules(t *testing.T) {
	t.Parallel()
	type row struct {
		Config, Cmd, Tool, Shell, Want string
		Input                          map[string]any
	}
	rows := map[string][]row{}
	for _, r := range gatetest.ReadLines[row](t, "ownrules.jsonl") {
		if r.Tool == "" {
			r.Tool, r.Input = "Bash", map[string]any{"command": r.Cmd}
		}
		rows[r.Config+r.Shell] = append(rows[r.Config+r.Shell], r)
	}
	for _, list := range rows {
		s := gatetest.New(t, list[0].Config)
		s.Use(gate.Options{Trusted: true, Shell: list[0].Shell, Interp: testkit.HelperProgram(t)})
		for _, r := range list {
			s.Expect(t, r.Config, r.Tool, r.Input, r.Want)
		}
	}
}
