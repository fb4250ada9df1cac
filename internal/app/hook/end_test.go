package hook

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestEndSession: the runner is told to end what a session has left, by the name that the agent gives
// it, and by none that means more.
func TestEndSession(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the runner of the test is a shell script")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	said := filepath.Join(t.TempDir(), "said")
	t.Setenv("FENCEPOST_TEST_SAID", said)
	script := "#!/bin/sh\necho \"$@\" > \"$FENCEPOST_TEST_SAID\"\necho out; echo err >&2; exit 125\n"
	at := filepath.Join(filepath.Dir(exe), runner)
	if err := os.WriteFile(at, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(at) })
	for _, tt := range []struct{ session, want string }{
		{"731275c7-006e-4627-b303-7e94f0464dbd", "--stop 731275c7-006e-4627-b303-7e94f0464dbd\n"},
		{"a.b_c:1", "--stop a.b_c:1\n"},
		{"", ""}, {"all", ""}, {"-x", ""}, {"a b", ""}, {"a/b", ""}, {strings.Repeat("a", 129), ""},
	} {
		os.Remove(said)
		var out strings.Builder
		in := `{"hook_event_name":"SessionEnd","reason":"other","session_id":"` + tt.session + `"}`
		if code := Main(strings.NewReader(in), &out, nil, nil); code != 0 || out.String() != "" {
			t.Errorf("%q: exit status %d, %s", tt.session, code, out.String())
		}
		if got, _ := os.ReadFile(said); string(got) != tt.want {
			t.Errorf("%q: the runner is called with %q, want %q", tt.session, got, tt.want)
		}
	}
}
