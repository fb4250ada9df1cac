package gate_test

import (
	"fmt"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestShellVariables: what the client sets in its shells is known in the call's own text, and
// nowhere else.
func TestShellVariables(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for _, tt := range []struct{ cmd, client, other string }{
		{`GIT_EDITOR="${GIT_EDITOR:-vi}" git commit`, "allow", "ask"},
		{`GIT_SEQUENCE_EDITOR="$GIT_EDITOR" git rebase --continue`, "allow", "ask"},
		{`git rebase --continue`, "allow", "allow"},
		{`git commit --amend`, "ask", "ask"},       // for what it does, not for the editor
		{`"$GIT_EDITOR" rm -rf ~`, "allow", "ask"}, // true rm -rf ~
		{`if [ "$CLAUDECODE" = 1 ]; then ls; fi`, "allow", "allow"},
		{`GIT_EDITOR=./x; $GIT_EDITOR a`, "ask", "ask"},
		{`unset GIT_EDITOR; $GIT_EDITOR rm -rf ~`, "deny", "deny"},
		{`env -i sh -c '$GIT_EDITOR rm -rf ~'`, "ask", "ask"},
		{`env -u GIT_EDITOR bash -c '$GIT_EDITOR rm -rf ~'`, "ask", "ask"},
		{`. ./x; $GIT_EDITOR rm -rf ~`, "ask", "ask"},
		{`eval "$(cat x)"; $GIT_EDITOR rm -rf ~`, "ask", "ask"},
		{`read GIT_EDITOR; $GIT_EDITOR rm -rf ~`, "ask", "ask"},
		{`f() { local GIT_EDITOR=; $GIT_EDITOR rm -rf ~; }; f`, "deny", "deny"},
		{`f() { $GIT_EDITOR rm -rf ~; }; export -f f; env -u GIT_EDITOR bash -c f`, "ask", "ask"},
		{`ssh host '$GIT_EDITOR rm -rf /srv'`, "ask", "ask"},
	} {
		for _, g := range []struct {
			client bool
			want   string
		}{{true, tt.client}, {false, tt.other}} {
			s.Use(gate.Options{Client: g.client})
			s.ExpectBash(t, fmt.Sprint("client ", g.client), tt.cmd, g.want)
		}
	}
	for i := range agents.All() {
		who := agents.All()[i].Name
		s.Use(gate.Options{Client: true, Agent: who})
		v := s.Judge(t, "Bash", map[string]any{"command": `"$GIT_EDITOR" x`})
		if who != agents.Default && v.Decision == rule.Allow {
			t.Errorf("%s: allowed, though nobody has seen that it sets the variable", who)
		}
	}
}
