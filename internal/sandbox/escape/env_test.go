//go:build linux

package escape

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/scrub"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
	"github.com/fencepost/fencepost/internal/sandbox/reduced"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// engines runs a test with each engine that the machine has.
func engines(t *testing.T, f func(t *testing.T, w *place)) {
	m := newMachine(t)
	for _, name := range []string{"native", "bwrap", "landlock"} {
		t.Run(name, func(t *testing.T) {
			e := &machine{dir: m.dir, engine: name, first: m.first}
			if name == "landlock" {
				if _, err := reduced.New(); err != nil {
					t.Skip("not run: " + err.Error())
				}
			}
			e.works(t, os.Geteuid())
			f(t, e.place(t, os.Geteuid()))
		})
	}
}

// example is a name that a pattern is for.
func example(pattern string) string { return strings.ReplaceAll(pattern, "*", "_X_") }

// printed is what a command in the sandbox says, with more variables.
func (w *place) printed(t *testing.T, env, flags []string, command ...string) string {
	t.Helper()
	args := append([]string{w.m.dir + "/fencepost-run", "-w", w.vars["P"]}, w.m.engineFlags()...)
	c := w.command(t, append(append(args, flags...), append([]string{"--"}, command...)...)...)
	c.Env = append(c.Env, env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", command, err, out)
	}
	return string(out)
}

// TestScrubbed: no name of the table is seen, by a command or by what it starts (E01).
func TestScrubbed(t *testing.T) {
	var env []string
	named := 0
	for i, v := range scrub.Variables() {
		env = append(env, fmt.Sprintf("%s=s3cret%d", example(v.Name), i))
		if v.Class == envscrub.Named {
			named++
		}
	}
	const look = "env; cat /proc/self/environ /proc/$$/environ; sh -c 'env; cat /proc/self/environ'"
	engines(t, func(t *testing.T, w *place) {
		all := []string{"--scrub", strings.Join(envscrub.Classes(), ",")}
		if out := w.printed(t, env, all, "sh", "-c", look); strings.Contains(out, "s3cret") {
			t.Errorf("%s", out)
		}
		if out := w.printed(t, env, nil, "env"); strings.Count(out, "s3cret") != named {
			t.Errorf("without a flag %d variables stay, and %d are of the class named",
				strings.Count(out, "s3cret"), named)
		}
		out := w.printed(t, env, []string{"--env-keep"}, "env")
		for i := range env {
			if !strings.Contains(out, fmt.Sprintf("=s3cret%d\n", i)) {
				t.Errorf("--env-keep: %s is not there", env[i])
			}
		}
	})
}

// TestEnvKeep: with names, --env-keep keeps these and no others, and nothing else stays as it is
// (E01).
func TestEnvKeep(t *testing.T) {
	env := []string{"AWS_SECRET_ACCESS_KEY=s3cret1", "AWS_SESSION_TOKEN=s3cret2", "NPM_TOKEN=s3cret3",
		"OPENAI_API_KEY=s3cret4", "https_proxy=http://u:s3cret5@127.0.0.1:9"}
	engines(t, func(t *testing.T, w *place) {
		for _, c := range []struct {
			flags []string
			kept  string
		}{
			{nil, ""},
			{[]string{"--env-keep=AWS_SECRET_ACCESS_KEY"}, "1"},
			{[]string{"--env-keep", "NPM_TOKEN,OPENAI_API_KEY"}, "34"},
			{[]string{"--env-keep=AWS_*", "--env-keep", "NPM_TOKEN"}, "123"},
			{[]string{"--env-keep=aws_secret_access_key"}, "1"},
			{[]string{"--env-keep=https_proxy,NOT_THERE"}, ""},
			{[]string{"--env-keep", "-n", "good.test"}, "1234"},
			{[]string{"--scrub", "agent,session"}, "123"},
			{[]string{"--scrub", "cloud", "--scrub", "ci"}, "4"},
			{[]string{"--scrub", "none"}, "1234"},
			{[]string{"--set", "NPM_TOKEN=s3cret3"}, "3"},
		} {
			out, got := w.printed(t, env, c.flags, "env"), ""
			for i := range env {
				if strings.Contains(out, fmt.Sprintf("s3cret%d", i+1)) {
					got += fmt.Sprint(i + 1)
				}
			}
			if got != c.kept {
				t.Errorf("%q: %s stay, want %s", c.flags, got, c.kept)
			}
		}
	})
}

// TestProgramKeepsWhatItsSpecNames: a program keeps what its spec names, unless the run could write it
// (E01).
func TestProgramKeepsWhatItsSpecNames(t *testing.T) {
	env := []string{"GITHUB_TOKEN=s3cret"}
	engines(t, func(t *testing.T, w *place) {
		sock := w.path("run/victim.sock")
		for _, dir := range []string{w.path("bin"), w.vars["P"]} {
			must(t, os.MkdirAll(dir, 0o755))
			must(t, os.WriteFile(dir+"/gh", []byte("#!/bin/sh\nenv\n"), 0o755))
		}
		path := "PATH=" + w.path("bin") + ":/usr/bin:/bin"
		must(t, os.Symlink(w.vars["P"]+"/gh", w.path("bin/glab")))
		must(t, os.Symlink(w.path("bin"), w.path("link")))
		for _, c := range []struct {
			env     []string
			flags   []string
			command []string
			want    bool
		}{
			{append(env, path), nil, []string{"gh", "pr", "list"}, true},
			{append(env, path), nil, []string{"./gh", "pr", "list"}, false},
			{append(env, "PATH=.:/usr/bin:/bin"), nil, []string{"gh", "pr", "list"}, false},
			{append(env, "PATH="+w.vars["P"]+":/usr/bin:/bin"), nil, []string{"gh"}, false},
			{append([]string{"GITLAB_TOKEN=s3cret"}, path), nil, []string{"glab", "ci"}, false},
			{append(env, path), []string{"-w", w.dir + "/b?n"}, []string{"gh"}, false},
			{append(env, path), []string{"-w", w.path("link")}, []string{"gh"}, false},
			{append(env, path), []string{"-w", "~/../bin"}, []string{"gh"}, false},
			{append(env, path), nil, []string{"env"}, false},
			{append(env, path), nil, []string{"sh", "-c", "gh"}, false},
			{[]string{"SSH_AUTH_SOCK=" + sock}, nil, []string{"env"}, false},
			{[]string{"SSH_AUTH_SOCK=" + sock}, []string{"--socket", sock}, []string{"env"}, true},
			{[]string{"TMUX=" + sock}, []string{"--socket", sock}, []string{"env"}, false},
		} {
			name, value, _ := strings.Cut(c.env[0], "=")
			out := w.printed(t, c.env, c.flags, c.command...)
			if got := strings.Contains(out, name+"="+value+"\n"); got != c.want {
				t.Errorf("%q %q: kept %v, want %v", c.env, c.command, got, c.want)
			}
		}
	})
}

// TestNeverScrubbed: what decides how programs run stays as it is (E02).
func TestNeverScrubbed(t *testing.T) {
	own := []string{"PATH", "HOME", "TMPDIR"} // the world and the sandbox set these
	var env []string
	for _, name := range scrub.Never() {
		if !slices.Contains(own, name) {
			env = append(env, example(name)+"= a value = ")
		}
	}
	engines(t, func(t *testing.T, w *place) {
		out := "\n" + w.printed(t, env, nil, "env")
		for _, v := range env {
			if !strings.Contains(out, "\n"+v+"\n") {
				t.Errorf("%q is not there:\n%s", v, out)
			}
		}
	})
}

// TestNothingServes: when a run with a filtered network has ended, or its front was killed, nothing
// is left of what served it.
func TestNothingServes(t *testing.T) {
	engines(t, func(t *testing.T, w *place) {
		must(t, w.boxed(t, "true", "-n", "good.test").Run())
		left := func() bool { return len(world.Running(w.vars["P"])) == 0 }
		testkit.WaitFor(t, "no process is left", left)
		c := w.boxed(t, "echo ready; sleep 60", "-n", "good.test")
		world.Ready(t, c)
		must(t, c.Process.Kill())
		_ = c.Wait()
		testkit.WaitFor(t, "no process is left of one that was killed", left)
	})
}
