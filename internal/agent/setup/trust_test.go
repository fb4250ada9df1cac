package setup

import (
	"strings"
	"testing"
)

// TestCodexHash holds the sum of an entry to the one that Codex 0.171.0 printed for it (hooks/list of
// its app server).
func TestCodexHash(t *testing.T) {
	a, err := Of("codex")
	if err != nil {
		t.Fatal(err)
	}
	const line = `/usr/bin/timeout -s KILL 5 '/usr/local/bin/fencepost-hook' codex --home '/home/you' || ` +
		"{ r=$?; [ $r = 2 ] || echo 'Fencepost: the guard gave no answer; run `fencepost doctor` in a " +
		`terminal.' >&2; exit 2; }`
	for matcher, want := range map[string]string{
		``:                    "sha256:a28476904dc93fbff4b29c5a2b1f9196f6831b31ee80cb48cffd1de668c7ec1e",
		`"matcher": "Bash", `: "sha256:dcd5245",
	} {
		hooks, err := a.Hooks([]byte(`{"hooks": {"PreToolUse": [{` + matcher +
			`"hooks": [{"type": "command", "command": "` + line + `", "timeout": 10}]}]}}`))
		if err != nil || len(hooks) != 1 {
			t.Fatal(hooks, err)
		}
		if got := hooks[0].codexHash(); !strings.HasPrefix(got, want) {
			t.Errorf("%s%s, want %s", matcher, got, want)
		}
	}
}
