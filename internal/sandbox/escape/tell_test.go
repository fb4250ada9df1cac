//go:build linux

package escape

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// atTerminal is a command with a terminal.
func (w *place) atTerminal(t *testing.T, args ...string) *exec.Cmd {
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("not run: script is not installed")
	}
	return w.command(t, "script", "-qec", shellquote.Join(args), "/dev/null")
}

// TestKeptFromGit: a person at a terminal is told that git could not write its settings, also by a command that ends
// with status 0, and of nothing else.
func TestKeptFromGit(t *testing.T) {
	bothEngines(t, func(t *testing.T, w *place) {
		git := func(dir string) string {
			return "cd " + dir + " && git init -q . && git config user.email a@b && git config user.name n && " +
				"git commit -q --allow-empty -m x && "
		}
		setup := git("$P") + "mkdir n && " + git("$P/n") + "true"
		if out, err := w.command(t, "sh", "-c", setup).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		for _, r := range []struct {
			script string
			flags  []string
			want   string
		}{
			{"git config a.b c; true", nil, "/p/.git/config, which git has tried to write (EBUSY): --git-config"},
			{"git -C n config a.b c; true", nil, "/p/n/.git/config, which"},
			{"git commit -q --allow-empty -m y && git branch x && git status", nil, ""},
			{"touch .git/other.lock config.lock; git config -l; true", nil, ""},
			{"git config a.b c", []string{"--git-config"}, ""},
		} {
			out, err := w.atTerminal(t, w.boxed(t, r.script, r.flags...).Args...).CombinedOutput()
			said := strings.Contains(string(out), "git has tried")
			if err != nil || said != (r.want != "") || !strings.Contains(string(out), r.want) {
				t.Errorf("%s: %v %s, want %q", r.script, err, out, r.want)
			}
		}
		if out, err := w.boxed(t, "git config a.b c; true").CombinedOutput(); err != nil ||
			strings.Contains(string(out), "git has tried") {
			t.Errorf("a program pays for the look: %v %s", err, out)
		}
		c := w.atTerminal(t, w.m.dir+"/fencepost-run", "--engine", w.m.engine, "--profile",
			`{"write":["`+w.vars["P"]+`"]}`, "--", "sh", "-c", "git config a.b d; true")
		if out, err := c.CombinedOutput(); err != nil || strings.Contains(string(out), "git has tried") {
			t.Errorf("the agent is told what the hook tells: %v %s", err, out)
		}
	})
}
