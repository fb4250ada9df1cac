package decide_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestReasons: what a person reads is the true cause. Where something is not known it says what, and
// no rule that is about something else is named in its place.
func TestReasons(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for _, tt := range []struct{ command, says, not string }{
		{"frobnicate --x", "does not know what it does", ""},
		{"php artisan migrate", "It runs artisan", ""},
		{"./tool.bin x", "does not know what it does", ""},
		{"git restore src", "It discards changes that are not committed", ""},
		{"heroku config", "It contacts another machine", ""},
		{"docker save app -o app.tar", "No rule allows it", ""},
		{"kill $(lsof -ti:8080)", "kill $! ends what the line itself started", "Every process"},
		{"kill $PID", "cannot tell whose process this ends", "Every process"},
		{"kill -9 1", "Every process or the first one", ""},
		{"pkill -f vite", "Other people's processes", ""},
		{"sudo ls", "It runs with the rights of another user", ""},
		{"curl -X POST https://host.example/x -d a=1", "A plain GET passes", ""},
		{"npm cache clean --force", "It writes files that the call does not name", "SSH"},
		{"git show $c", "cannot know the value of $c", ""},
		{"cat $X/.env", "It reads $X/.env, and fencepost cannot know which file that is", ""},
		{"cat ~/.config/*/*", "What programs keep in the home may be a login", "Name the files"},
		{"cat ~/*/c*", "Name the files", ""},
		{"cat .env", "Environment files hold secrets", "known"},
		{"rg -l a --hidden . | xargs sed -i s/a/b/", "cannot know which files it changes", ""},
		{"echo x > .claude/settings.json", "This would change the fence itself", "known"},
		{"zip -r - .", "whatever lies in the tree", ""},
	} {
		v := s.Judge(t, "Bash", map[string]any{"command": tt.command})
		why := agent.Why(&v)
		if !strings.Contains(why, tt.says) || tt.not != "" && strings.Contains(why, tt.not) {
			t.Errorf("%s: %v: %q, want %q, not %q", tt.command, v.Decision, why, tt.says, tt.not)
		}
	}
	v := s.Judge(t, "mcp__unknown__list_things", map[string]any{})
	if why := agent.Why(&v); !strings.Contains(why, "does not know what this tool does") {
		t.Errorf("a tool without a rule: %q", why)
	}
}
