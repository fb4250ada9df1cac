package decide_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/testkit/gatetest"
)

// TestReasons: what a person reads is the true cause. Where something is not known it says what, and
// no rule that is about something else is named in its place.
func TestReasons(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for _, tt := range []struct{ command, says, not string }{
		{"frobnicate --x", "no rule speaks of frobnicate", ""},
		{"php artisan migrate", "php runs artisan", ""},
		{"./tool.bin x", "no rule speaks of tool.bin", ""},
		{"git restore src", "takes back what is not committed", ""},
		{"heroku config", "heroku contacts another machine", ""},
		{"docker save app -o app.tar", "no rule lets this use of docker pass", ""},
		{"kill $(lsof -ti:8080)", "kill $! ends what it has started", "Every process"},
		{"kill $PID", "Which process ends is not known", "Every process"},
		{"kill -9 1", "Every process or the first one", ""},
		{"pkill -f vite", "Processes of others", ""},
		{"sudo ls", "Rights of another user", ""},
		{"curl -X POST https://host.example/x -d a=1", "a plain GET passes", ""},
		{"npm cache clean --force", "it writes files that the call does not name", "SSH"},
		{"git show $c", "$c cannot be known before it runs", ""},
		{"cat $X/.env", "the file that is read cannot be known before it runs: $X/.env", ""},
		{"cat ~/.config/*/*", "write their names", ""},
		{"cat .env", "Environment files hold secrets", "known"},
		{"rg -l a --hidden . | xargs sed -i s/a/b/", "what is changed cannot be known", ""},
		{"echo x > .claude/settings.json", "this would change the fence itself", "known"},
		{"zip -r - .", "whatever lies in the tree", ""},
	} {
		v := s.Judge(t, "Bash", map[string]any{"command": tt.command})
		why := agent.Why(&v)
		if !strings.Contains(why, tt.says) || tt.not != "" && strings.Contains(why, tt.not) {
			t.Errorf("%s: %v: %q, want %q, not %q", tt.command, v.Decision, why, tt.says, tt.not)
		}
	}
	v := s.Judge(t, "mcp__unknown__list_things", map[string]any{})
	if why := agent.Why(&v); !strings.Contains(why, "no rule speaks of this tool") {
		t.Errorf("a tool without a rule: %q", why)
	}
}
