package gate_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTypedInto shows that a program into which commands can be typed does not start with a
// terminal, as no hook sees what Codex types.
func TestTypedInto(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	s.Use(gate.Options{Trusted: true, Agent: "codex"})
	for _, tt := range []struct {
		cmd  string
		tty  bool
		want rule.Decision
	}{
		{"less package.json", true, rule.Deny},
		{"less package.json", false, rule.Allow},
		{"env A=1 less package.json", true, rule.Deny},
		{"cat a | less", true, rule.Deny},
		{"ed a.txt", true, rule.Deny},
		{"man ls", true, rule.Deny},
		{"git -c core.pager=less log", true, rule.Deny},
		{"git add -p", true, rule.Deny},
		{"pytest --pdb", true, rule.Deny},
		{"pytest", true, rule.Allow},
		{"npm test", true, rule.Allow},
		{"ls -la", true, rule.Allow},
		{"git log", true, rule.Allow},
	} {
		input := map[string]any{"command": tt.cmd, "tty": tt.tty}
		if v := s.Judge(t, "Bash", input); v.Decision != tt.want {
			t.Errorf("%s, terminal %v: got %v (%s), want %v", tt.cmd, tt.tty, v.Decision, v.Description,
				tt.want)
		}
	}
}
