package shellprefix

import (
	"os/exec"
	"strings"
	"testing"
)

// TestPrefix: the value of the variable reaches the program as the client starts it, and
// is known again.
func TestPrefix(t *testing.T) {
	const exe = "/usr/local/bin/fencepost-hook"
	tests := []struct {
		wrapper Wrapper
		want    string // "" for an error
		arg     string
	}{
		{Wrapper{Exe: exe, Home: "/home/you"}, exe + " --agent-shell=/home/you",
			"--agent-shell=/home/you"},
		{Wrapper{Exe: exe}, exe + " --agent-shell", "--agent-shell"},
		{Wrapper{Exe: exe, Home: "~", Managed: true}, exe + " --agent-shell-managed='~'",
			"--agent-shell-managed=~"},
		{Wrapper{Exe: exe, Home: "/home/o'neil dir"}, exe + ` --agent-shell='/home/o'\''neil dir'`,
			"--agent-shell=/home/o'neil dir"},
		{Wrapper{Exe: "/opt/my - own/fencepost-hook", Home: "/h"},
			"/opt/my - own/fencepost-hook --agent-shell=/h", "--agent-shell=/h"},
		{Wrapper{Exe: exe, Home: "/home/a -b"}, "", ""},
		{Wrapper{Exe: "/usr/local/bin/fencepost", Home: "/home/you"}, "", ""},
	}
	for _, tt := range tests {
		got, err := tt.wrapper.Value()
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%+v: %q, %v, want %q", tt.wrapper, got, err, tt.want)
			continue
		}
		if tt.want == "" {
			continue
		}
		w, ok := Parse(got)
		if !ok || w != tt.wrapper {
			t.Errorf("%q is read as %+v, %v", got, w, ok)
		}
		// The client quotes what is before the last " -", and the line.
		at := strings.LastIndex(got, " -")
		line := `printf '%s\n' ` + got[at+1:] + " 'LINE'"
		out, err := exec.Command("/bin/sh", "-c", line).Output()
		if err != nil || string(out) != tt.arg+"\nLINE\n" || got[:at] != tt.wrapper.Exe {
			t.Errorf("%q starts %q with %q (%v)", got, got[:at], out, err)
		}
	}
	for _, other := range []string{"", "/opt/wrap", "/opt/wrap -x", exe, exe + " --home=/x",
		exe + " --agent-shell=$HOME", exe + " --agent-shell=~", exe + " --agent-shell=/a /b", exe + " --agent-shellx",
		"/opt/x --agent-shell", exe + " --agent-shell=/a;id"} {
		if w, ok := Parse(other); ok {
			t.Errorf("%q is read as %+v", other, w)
		}
	}
}
