package agents

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/shparse"
)

// TestClientOf: no agent is forgotten there.
func TestClientOf(t *testing.T) {
	for _, a := range All() {
		c := ClientOf(a)
		_, sets := a.(agent.Setter)
		_, places := a.(agent.Placer)
		_, variables := a.(shparse.Variables)
		if sets != (c.Setter != nil) || places != (c.Placer != nil) ||
			variables != (c.Variables != nil) {
			t.Errorf("%s: ClientOf has %+v", a.Name(), c)
		}
	}
}
