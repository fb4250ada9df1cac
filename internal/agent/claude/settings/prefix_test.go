package settings

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// TestPrefix: what an entry puts into the variable reaches the program as the client starts it, and
// is known again.
func TestPrefix(t *testing.T) {
	const exe = "/usr/local/bin/fencepost-hook"
	tests := []struct {
		entry Entry
		want  string // "" for an error
		arg   string
	}{
		{Entry{Exe: exe, Home: "/home/you"}, exe + " --agent-shell=/home/you",
			"--agent-shell=/home/you"},
		{Entry{Exe: exe}, exe + " --agent-shell", "--agent-shell"},
		{Entry{Exe: exe, Home: "~", Managed: true}, exe + " --agent-shell-managed='~'",
			"--agent-shell-managed=~"},
		{Entry{Exe: exe, Home: "/home/o'neil dir"}, exe + ` --agent-shell='/home/o'\''neil dir'`,
			"--agent-shell=/home/o'neil dir"},
		{Entry{Exe: "/opt/my - own/fencepost-hook", Home: "/h"},
			"/opt/my - own/fencepost-hook --agent-shell=/h", "--agent-shell=/h"},
		{Entry{Exe: exe, Home: "/home/a -b"}, "", ""},
		{Entry{Exe: "/usr/local/bin/fencepost", Home: "/home/you"}, "", ""},
	}
	for _, tt := range tests {
		got, err := tt.entry.Prefix()
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%+v: %q, %v, want %q", tt.entry, got, err, tt.want)
			continue
		}
		if tt.want == "" {
			continue
		}
		w, ok := ParsePrefix(got)
		want := Wrapper{tt.entry.Exe, tt.entry.Home, tt.entry.Managed}
		if !ok || w != want {
			t.Errorf("%q is read as %+v, %v", got, w, ok)
		}
		// The client quotes what is before the last " -", and the line.
		at := strings.LastIndex(got, " -")
		line := `printf '%s\n' ` + got[at+1:] + " 'LINE'"
		out, err := exec.Command("/bin/sh", "-c", line).Output()
		if err != nil || string(out) != tt.arg+"\nLINE\n" || got[:at] != tt.entry.Exe {
			t.Errorf("%q starts %q with %q (%v)", got, got[:at], out, err)
		}
	}
	for _, other := range []string{"", "/opt/wrap", "/opt/wrap -x", exe, exe + " --home=/x",
		exe + " --agent-shell=$HOME", exe + " --agent-shell=/a /b", exe + " --agent-shellx",
		"/opt/x --agent-shell", exe + " --agent-shell=/a;id"} {
		if w, ok := ParsePrefix(other); ok {
			t.Errorf("%q is read as %+v", other, w)
		}
	}
}

// TestSwitchSandbox: an installation gets a sandbox and loses it, and the file is as it was before
// that; what somebody else has put into the variable stays.
func TestSwitchSandbox(t *testing.T) {
	plain := Entry{Exe: "/usr/local/bin/fencepost-hook", Home: "/home/you"}
	with := plain
	with.Sandbox = true
	for _, text := range odd() {
		file := t.TempDir() + "/settings.json"
		before := install(t, &plain, []byte(text))
		on := install(t, &with, before)
		for _, part := range []string{`--agent-shell=/home/you"`, `"SessionEnd"`} {
			if !strings.Contains(string(on), part) {
				t.Errorf("%q lacks %s:\n%s", text, part, on)
			}
		}
		if strings.Contains(string(on), `"async"`) {
			t.Errorf("%q: asynchronous:\n%s", text, on)
		}
		tree := &hookfile.Tree{Text: on}
		if err := hookfile.Take(tree, WithoutSandbox()); err != nil {
			t.Fatal(err)
		}
		off := install(t, &plain, tree.Text)
		if err := os.WriteFile(file, off, 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(off), "agent-shell") ||
			strings.Count(string(off), `"async"`) != 2 {
			t.Errorf("%q: without a sandbox again\n%s", text, off)
		}
	}
	tree := &hookfile.Tree{Text: []byte(`{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/opt/wrap"}}`)}
	all := plans(t, &with)
	if err := hookfile.Put(tree, all); err == nil || !strings.Contains(err.Error(), "/opt/wrap") {
		t.Errorf("%v: %s", err, tree.Text)
	}
	if err := hookfile.Take(tree, all); err != nil || !strings.Contains(string(tree.Text), "wrap") {
		t.Errorf("%v: %s", err, tree.Text)
	}
}
