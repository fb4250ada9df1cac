//go:build linux

package confinetest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox/flags"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

const (
	patience  = 6 * time.Second // for a line
	lateLimit = time.Second     // for what it leaves behind
	output    = 1 << 16         // of a run, which is compared
	captured  = "/dev/shm/out"  // where a run's output goes: a file, as the client has it
)

// inside runs lines in a box.
func inside() {
	limit()
	world.Serve(func(list []line, tell func(int, *result)) {
		for i := range list {
			list[i].play(func(r *result) { tell(i, r) })
		}
	})
}

// environ is the environment of the agent. Dates are set, so that commits have the same names.
func environ(shell string) []string {
	return world.Environ(shell, "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z",
		"GIT_COMMITTER_DATE=2026-01-01T00:00:00Z", "GOFLAGS=-mod=mod", "GOPROXY=off",
		"GOTOOLCHAIN=local", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/go/bin:"+toolsDir)
}

func furnish(l *line) {
	world.Furnish(world.AtHome(nil), l.Pre, environ(l.Shell))
}

// limit bounds what a line may take.
func limit() {
	const processes = 6 // RLIMIT_NPROC
	for which, n := range map[int]uint64{syscall.RLIMIT_FSIZE: 2e8, processes: 4000} {
		_ = syscall.Setrlimit(which, &syscall.Rlimit{Cur: n, Max: n})
	}
}

// play runs a line without the sandbox, and in it, and tells what came of it. Of a harmless one it
// has to be certain first that it does the same each time; an attempt may end the world where
// nothing holds it, and is told of before.
func (l *line) play(tell func(*result)) {
	r := &result{}
	defer func() { tell(r) }()
	if len(l.Steps) > 0 {
		l.playSteps(r, tell)
		return
	}
	furnish(l)
	p := l.profile(r)
	if r.Skip != "" {
		return
	}
	r.Flags, r.Closed, r.Profile = flags.Of(&p.Profile), p.Closed, p.String()
	if l.Attempt {
		r.Confined = l.confined(p)
		tell(r)
		furnish(l)
		r.Plain = l.run(nil)
		return
	}
	if r.Plain = l.run(nil); r.Plain.Late {
		r.Skip = "takes too long"
		return
	}
	// once more where the two differ, as what depends on the time may have been the same twice
	for range 2 {
		furnish(l)
		if again := l.run(nil); !same(l.Cmd, &r.Plain, &again) {
			r.Skip = "is not the same each time"
			return
		}
		furnish(l)
		if r.Confined = l.confined(p); same(l.Cmd, &r.Plain, &r.Confined) {
			return
		}
	}
}

func (l *line) confined(p *confine.Profile) run {
	p.Prepare()
	data, _ := json.Marshal(&p.Profile) // as the wrapper hands it over
	return l.run([]string{world.Gate + "/fencepost-run", "--profile", string(data), "--"})
}

// profile judges the line, and derives the profile of it.
func (l *line) profile(r *result) *confine.Profile {
	g := gate.New(gate.Options{Home: world.Home, ConfigHome: world.Config, Project: world.Project,
		Shell: l.Shell, Interp: world.Gate + "/fencepost-interp", Timeout: patience})
	raw, _ := json.Marshal(l.Cmd)
	v := g.Judge(&fact.Call{Tool: "Bash", Cwd: world.Project,
		Input: []fact.Field{{Name: "command", Raw: raw, Text: l.Cmd, String: true}}})
	r.Decision = v.Verdict.Decision.String()
	l.Cmd = v.Call.Text("command") // as it is after the redirect of temporary files
	want := "allow"
	if l.Attempt {
		want = "ask"
	}
	switch {
	case r.Decision != want:
		r.Skip = "the gate says " + r.Decision
	case v.Facts == nil:
		r.Skip = "has no facts"
	case !l.Attempt && contacts(v.Facts):
		r.Skip = "needs a network"
	}
	set := sandboxconf.Default()
	set.Mode, set.Scope = "auto", "all"
	return confine.For(&confine.Call{Facts: v.Facts, Set: &set, Home: world.Home,
		Project: world.Project, Dir: world.Project, Scratch: "/tmp/claude", Vouched: !l.Attempt,
		Disk:   &confine.OS{},
		Getenv: func(name string) string { return value(environ(l.Shell), name) }})
}

func contacts(f *fact.Facts) bool {
	for i := range f.Commands {
		for k := range f.Commands[i].Effects {
			if f.Commands[i].Effects[k].Kind == fact.Network {
				return true
			}
		}
	}
	return false
}

func value(env []string, name string) string {
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			return v
		}
	}
	return ""
}

// run runs the line behind a wrapper, and says what came of it.
func (l *line) run(wrapper []string) (r run) {
	before := l.look()
	out, err := os.OpenFile(captured, os.O_CREATE|os.O_TRUNC|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		panic(err)
	}
	defer out.Close()
	args := append(slices.Clone(wrapper), "/usr/bin/"+l.Shell, "-c", l.Cmd)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = world.Project, environ(l.Shell), out, out
	if !l.Attempt {
		cmd.Env = append(cmd.Env, "TMPDIR=/tmp/claude")
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	end := time.AfterFunc(patience, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	err = cmd.Wait()
	r.Late = !end.Stop()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if r.Code = exit.ExitCode(); r.Code < 0 {
			r.Code = 128 + int(exit.Sys().(syscall.WaitStatus).Signal())
		}
	}
	world.WaitForAll(lateLimit)
	for _, c := range before.Changes(l.look()) {
		if !l.Attempt || counts(before, c.Path) {
			r.Changed = append(r.Changed, c.String())
		}
	}
	_, _ = out.Seek(0, io.SeekStart)
	text, _ := io.ReadAll(io.LimitReader(out, output))
	r.Out = strings.ToValidUTF8(string(text), "?")
	return r
}
