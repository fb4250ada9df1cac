package main

import (
	"encoding/json"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

const (
	statusWait  = 200 * time.Millisecond // for the agent's JSON on standard input
	statusInput = 1 << 20                // bytes of it that are read
	statusTail  = 256 << 10              // bytes of the log that are looked at
)

// statusCommand says what the fence is in a directory. With --line it never fails: an agent's status
// line shows what it prints.
func statusCommand(s stdio) *cobra.Command {
	var line bool
	c := newCommand("status", "say which fence holds here",
		func([]string) int { return runStatus(s, line) })
	boolFlag(c, &line, "line", "print one line, for the agent's status line")
	return c
}

func runStatus(s stdio, line bool) int {
	at := shown{}
	if line {
		at = readShown(s.in)
	}
	st := statusAt(at)
	if line {
		s.printf("%s\n", oneLine(st.line()))
		return exitOK
	}
	st.print(s)
	return brokenIf(st.policy)
}

// brokenIf is the exit status of what shows a policy: not 0 if the config is broken.
func brokenIf(p *policy.Policy) int {
	if len(p.Errors) > 0 {
		return exitFailed
	}
	return exitOK
}

// shown is what the agent says of the session whose status line it draws.
type shown struct {
	Session   string `json:"session_id"`
	Cwd       string `json:"cwd"`
	Workspace struct {
		Current string `json:"current_dir"`
		Project string `json:"project_dir"`
	} `json:"workspace"`
}

// readShown reads the agent's JSON, if it comes soon. A terminal has none.
func readShown(in io.Reader) shown {
	if f, ok := in.(*os.File); ok && isTerminal(f) {
		return shown{}
	}
	got := make(chan shown, 1)
	go func() {
		var at shown
		data, _ := io.ReadAll(io.LimitReader(in, statusInput))
		if json.Unmarshal(data, &at) != nil {
			at = shown{}
		}
		got <- at
	}()
	select {
	case at := <-got:
		return at
	case <-time.After(statusWait):
		return shown{}
	}
}

// statusOf is what is known of the fence in a directory.
type statusOf struct {
	policy  *policy.Policy
	set     rule.Settings
	project string
	ignored int
	mixed   string // which programs are of another build; "" for none
	session bool   // the session is known
	counts  map[string]int
}

func statusAt(at shown) *statusOf {
	opt := optionsHere()
	if at.Workspace.Project != "" {
		opt.Project = at.Workspace.Project
	}
	cwd := at.Cwd
	if at.Workspace.Current != "" {
		cwd = at.Workspace.Current
	}
	if cwd == "" {
		cwd, _ = os.Getwd() // without one there is no project
	}
	p, project, _ := gate.New(opt).Policy(cwd)
	st := &statusOf{policy: p, set: p.Effective(), project: project, ignored: len(p.Ignored()),
		mixed: siblings.Mixed()}
	if at.Session != "" && st.set.AuditEnabled.Or(true) {
		st.session = true
		st.counts = audit.Count(st.set.AuditPath, at.Session, statusTail)
	}
	return st
}

// level names how much is fenced: the mode, or the rules that apply.
func (st *statusOf) level() string {
	p := st.policy
	switch {
	case len(p.Errors) > 0:
		return "config broken, every call is denied"
	case st.set.Mode != rule.ModeUnset:
		return "mode " + st.set.Mode.String()
	case p.Default:
		return p.Standard()
	case st.set.Default == rule.Allow:
		return "own rules, allows by default"
	}
	return "own rules"
}

func (st *statusOf) trust() string {
	p := st.policy
	switch {
	case p.Trust == policy.Trusted:
		return "project trusted"
	case p.Trust == policy.Changed:
		return "project changed since trusted (" + strconv.Itoa(st.ignored) + " ignored)"
	case p.Trust == policy.NotTrusted && st.ignored > 0:
		return "project not trusted (" + strconv.Itoa(st.ignored) + " ignored)"
	}
	return ""
}

// line is the status in one short line.
func (st *statusOf) line() string {
	text := "fencepost: " + st.level()
	if t := st.trust(); t != "" && len(st.policy.Errors) == 0 {
		text += " · " + t
	}
	if st.set.Sandbox.On() && len(st.policy.Errors) == 0 {
		text += " · sandbox"
	}
	if st.mixed != "" {
		text += " · programs of several builds (`fencepost doctor`)"
	}
	if st.session {
		text += " · " + plural(st.counts["ask"], "ask")
		if n := st.counts["deny"]; n > 0 {
			text += ", " + strconv.Itoa(n) + " denied"
		}
	}
	return text
}

// print writes the status for people.
func (st *statusOf) print(s stdio) {
	row := func(name, value string) { s.row(name, value, "") }
	printBroken(s, st.policy)
	row("project", st.project)
	if len(st.policy.Errors) == 0 { // else nothing of it is in force
		row("fence", st.level())
		row("trust", st.trust())
		row("default", st.set.Default.String())
	}
	if st.set.Sandbox.On() {
		row("sandbox", st.set.Sandbox.Mode+" (`fencepost sandbox status`)")
	}
	row("log", st.set.AuditPath)
	row("build", st.mixed)
	printIgnored(s, st.policy)
	s.printf("`fencepost config` shows every setting. `fencepost doctor` checks that the hook blocks.\n")
}
