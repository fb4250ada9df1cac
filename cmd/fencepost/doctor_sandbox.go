package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// againSandbox is what mends most of it.
const againSandbox = "run `fencepost install --sandbox`"

// sandbox checks that what the config says of the sandbox is so: that the client starts the wrapper,
// that this machine can keep what it promises, and that a real call is confined.
func (d *doctor) sandbox(e entry) {
	in, value := d.prefix()
	set := confinement()
	if !set.On() {
		if _, ours := shellprefix.Parse(value); ours {
			d.note("%s has the client start the sandbox, and the config says that it is off: "+
				"`fencepost sandbox on`, or `fencepost install --no-sandbox`", in.name)
		}
		return
	}
	w, ok := d.wrapper(in, value, e)
	if !ok {
		return
	}
	if v := d.version(); !e.handler.Exec && !v.AtLeast(settings.OnFailureSince) {
		report := d.bad
		if !v.Known() {
			report = d.warn
		}
		report("put claude into PATH and "+againSandbox, "the hook is in shell form, and the client "+
			"puts the wrapper before it: where that cannot be started, older clients go on without the "+
			"hook")
	}
	d.sandboxEvents(e)
	d.clientSandbox()
	if d.runner(w.Exe, set.Require) {
		d.confines(w, value)
	}
}

// prefix is what the client starts in place of its shell, and the file that says so: nil and "" for
// none. Where several set it, an administrator's counts, then the project's, then the person's.
func (d *doctor) prefix() (*settingsFile, string) {
	for _, scope := range []settings.Scope{settings.Managed, settings.Local, settings.Project,
		settings.User, settings.Named} {
		for i := range d.files {
			f := &d.files[i]
			if f.scope != scope || f.dropped || f.file == nil {
				continue
			}
			for _, v := range settings.Env(f.file.Root) {
				if v.Name == shellprefix.Variable {
					return f, v.Value
				}
			}
		}
	}
	return nil, ""
}

// wrapper holds what the client starts against what it should.
func (d *doctor) wrapper(in *settingsFile, value string, e entry) (shellprefix.Wrapper, bool) {
	const open = "; the hook sees that, and the calls count as not confined"
	w, ours := shellprefix.Parse(value)
	switch {
	case in == nil:
		d.bad(againSandbox, "the config says that the sandbox is on, and no settings have the client "+
			"start it (%s)"+open, shellprefix.Variable)
	case in.scope.FromRepository() && value == "":
		d.bad("remove it, or do not work in this project", "%s empties %s: nothing that the agent "+
			"runs in this project is confined"+open, in.name, shellprefix.Variable)
	case in.scope.FromRepository():
		d.bad("remove it, or do not work in this project", "%s sets %s=%s, so that the project "+
			"chooses what runs the agent's commands"+open, in.name, shellprefix.Variable, value)
	case !ours:
		d.bad("remove it and "+againSandbox, "%s sets %s=%s, which is not fencepost's"+open, in.name,
			shellprefix.Variable, value)
	case len(e.handler.Argv()) > 0 && e.handler.Argv()[0] != w.Exe:
		d.bad(againSandbox, "%s has the client start %s, and the hook is %s"+open, in.name, w.Exe,
			e.handler.Argv()[0])
	case w.Home != e.handler.Home() || w.Managed != e.handler.Managed():
		d.bad(againSandbox, "%s has the client start the sandbox for another config than the hook's: %s",
			in.name, value)
	default:
		d.good("the client starts the sandbox in place of its shell (%s)", in.name)
		return w, true
	}
	return w, false
}

// ownPrefix reports whether the client starts the wrapper that belongs to the hook.
func (d *doctor) ownPrefix(value string, e entry) bool {
	w, ours := shellprefix.Parse(value)
	argv := e.handler.Argv()
	return ours && len(argv) > 0 && argv[0] == w.Exe && w.Home == e.handler.Home() &&
		w.Managed == e.handler.Managed()
}

// sandboxEvents looks at the hooks that a sandbox needs besides the one before a call.
func (d *doctor) sandboxEvents(e entry) {
	for _, event := range settings.SandboxEvents() {
		found, async := false, false
		for _, h := range entriesIn(e.in, &event) {
			found, async = true, async || h.handler.Async
		}
		switch {
		case event.Name == "SessionEnd" && !found:
			d.warn(againSandbox, "there is no hook for SessionEnd: what runs leave in the background "+
				"goes on after the session")
		case event.Name == "PostToolUse" && (!found || async):
			d.warn(againSandbox, "the hook for PostToolUse is missing or asynchronous: the agent is "+
				"not told what the sandbox has stopped")
		}
	}
}

// clientSandbox looks for the client's own sandbox, which is another one around the same commands.
func (d *doctor) clientSandbox() {
	for _, f := range d.files {
		if f.file == nil || f.dropped {
			continue
		}
		own, err := hookfile.ParseObject(f.file.Root.Get("sandbox"))
		if err == nil && string(own.Get("enabled")) == "true" {
			d.warn("use one of them: `fencepost install --no-sandbox`, or \"sandbox\": "+
				"{\"enabled\": false}", "%s switches the client's own sandbox on, too: one in the "+
				"other is not tried", f.name)
		}
	}
}

// runner looks at the program that confines, and at what it can keep here.
func (d *doctor) runner(wrapper, require string) bool {
	m, err := machineOf(wrapper, true)
	if err != nil {
		d.bad("until then no command that is to be confined runs", "%v", err)
		return false
	}
	if err := keeps(m.engine, require); err != nil {
		d.bad("until then calls count as not confined (sandbox.onUnavailable)", "%v", err)
		return false
	}
	d.good("%s", m.text())
	for _, lost := range m.engine.Lost {
		d.note("not kept here: %s", lost)
	}
	if untested := m.report.Untested; len(untested) > 0 {
		d.note("not tried, as it fails here without a sandbox, too: %s", strings.Join(untested, "; "))
	}
	return true
}

// confinedLimit is how long the call may take.
const confinedLimit = 20 * time.Second

// confines runs a call through the wrapper as the client does: it writes into a project of its own,
// which it may, and into the home directory, which it may not. What counts is what is there after it.
func (d *doctor) confines(w shellprefix.Wrapper, prefix string) {
	c, err := newConfinedCall()
	if err != nil {
		d.bad("look at HOME and TMPDIR", "the confined call cannot be set up: %s", cause(err))
		return
	}
	defer c.remove()
	took, err := c.run(w, prefix, d.given())
	switch ran, wrote := c.ran(), c.wroteOutside(); {
	case wrote:
		d.bad(againSandbox+", and report this if it stays", "a call that has to be confined wrote "+
			"into %s", c.outside)
	case !ran && err != nil:
		d.bad("`fencepost explain` and `fencepost-run --explain` say more", "a confined call did not "+
			"run: %v", err)
	case !ran:
		d.bad(againSandbox+", and report this if it stays", "a confined call did not write into its "+
			"own project")
	default:
		d.good("a confined call ran through the client's entry and stayed inside (%s)",
			took.Round(100*time.Microsecond))
	}
}

// confinedCall is a call with a place that it may write to, and one that it may not.
type confinedCall struct{ dir, project, outside string }

// untouched is what stands in the file outside.
const untouched = "nothing may change this: fencepost doctor\n"

func newConfinedCall() (*confinedCall, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "fencepost-doctor-")
	if err != nil {
		return nil, err
	}
	c := &confinedCall{dir: dir, project: filepath.Join(dir, "project")}
	f, err := os.CreateTemp(home, ".fencepost-doctor-")
	if err == nil {
		c.outside = f.Name()
		_, err = f.WriteString(untouched)
		err = errors.Join(err, f.Close())
	}
	if err = errors.Join(err, os.MkdirAll(filepath.Join(c.project, ".git"), 0o700)); err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *confinedCall) remove() {
	os.RemoveAll(c.dir)
	if c.outside != "" {
		os.Remove(c.outside)
	}
}

func (c *confinedCall) ran() bool {
	_, err := os.Stat(filepath.Join(c.project, "ran"))
	return err == nil
}

func (c *confinedCall) wroteOutside() bool {
	text, err := os.ReadFile(c.outside)
	return err != nil || string(text) != untouched
}

// hiddenText is the variable with what the call runs, which the gate cannot know.
const hiddenText = "FENCEPOST_DOCTOR_LINE"

// run starts the call as the client does: the line that it assembles around a command is the last
// word of a shell line that begins with the prefix.
func (c *confinedCall) run(w shellprefix.Wrapper, prefix string, env []string) (time.Duration, error) {
	const command = `sh -c "$` + hiddenText + `"`
	line := "shopt -u extglob 2>/dev/null || true && eval " + shellquote.Word(command) +
		" < /dev/null && pwd -P >| " + shellquote.Word(filepath.Join(c.dir, "claude-cwd"))
	text := shellquote.Word(w.Exe) + prefix[strings.LastIndex(prefix, " -"):] + " " +
		shellquote.Word(line)
	hidden := "echo > ran; echo changed > " + shellquote.Word(c.outside)
	env = append([]string{hiddenText + "=" + hidden, "CLAUDE_PROJECT_DIR=" + c.project,
		shellprefix.Variable + "=" + prefix, "CLAUDE_CODE_SHELL=", "SHELL=/bin/bash"}, env...)
	got := runProgram(process{argv: []string{"/bin/sh", "-c", text}, dir: c.project, env: env,
		limit: confinedLimit})
	if got.err != nil && len(got.said) > 0 {
		return got.took, fmt.Errorf("%w: %s", got.err, strings.TrimSpace(string(got.said)))
	}
	return got.took, got.err
}
