//go:build linux || darwin

package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// TestCommandLearnsOfProxy: the command learns of the proxy, and what the person says of ssh stays.
func TestCommandLearnsOfProxy(t *testing.T) {
	said := &proxied{Port: 1, Set: []string{"HTTPS_PROXY=http://127.0.0.1:1"}, Unset: []string{"NO_PROXY"}}
	for _, tt := range []struct {
		env  []string
		want string // of GIT_SSH_COMMAND; "" for ours
	}{
		{[]string{"A=b", "NO_PROXY=x", "HTTPS_PROXY=http://u:p@x"}, ""},
		{[]string{"GIT_SSH_COMMAND=ssh -i k"}, "ssh -i k"},
		{[]string{"GIT_SSH=/my/ssh"}, "none"},
	} {
		p := &plan.Plan{Env: tt.env}
		said.tell(p)
		if !slices.Contains(p.Env, "HTTPS_PROXY=http://127.0.0.1:1") || slices.ContainsFunc(p.Env,
			func(v string) bool { return strings.HasPrefix(v, "NO_PROXY") || strings.Contains(v, "u:p") }) {
			t.Errorf("%q", p.Env)
		}
		i := slices.IndexFunc(p.Env, func(v string) bool { return strings.HasPrefix(v, "GIT_SSH_COMMAND=") })
		switch {
		case tt.want == "none" && i < 0:
		case i < 0, tt.want == "" && !strings.Contains(p.Env[i], connectFlag+" %h %p"),
			tt.want != "" && p.Env[i] != "GIT_SSH_COMMAND="+tt.want:
			t.Errorf("%q", p.Env)
		}
	}
}

// TestSSHThrough has a shell read what git runs, and another one what ssh runs.
func TestSSHThrough(t *testing.T) {
	sh := func(text string) string {
		out, err := exec.Command("sh", "-c", "printf '%s\\n' "+text).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for _, self := range []string{"/usr/bin/fencepost-run", "/my dir/it's%here/$x`y`/fencepost-run"} {
		lines := strings.Split(sh(sshThrough(self)), "\n")
		through, ok := strings.CutPrefix(lines[2], "ProxyCommand=")
		if len(lines) != 4 || lines[0] != "ssh" || lines[1] != "-o" || !ok {
			t.Fatalf("%q", lines)
		}
		want := strings.ReplaceAll(self, "%", "%%") + "\n--connect\n%h\n%p\n"
		if got := sh(through); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
