package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fencepost/fencepost/internal/activity"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/fence"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// probeCommand is a command that only the config of the probe knows.
const probeCommand = "fencepost-doctor-probe"

// blocks gives the hook, as it is registered, a call that a config of its own denies, one that the
// person's config has to answer, and one that it has to let through.
func (d *doctor) blocks(e entry) {
	dir, err := os.MkdirTemp("", "fencepost-doctor-")
	if err != nil {
		d.bad("look at TMPDIR", "no temporary directory: %s", cause(err))
		return
	}
	defer os.RemoveAll(dir)
	project := filepath.Join(dir, "project")
	config := filepath.Join(project, ".claude", "fencepost.yaml")
	if err = os.MkdirAll(filepath.Dir(config), 0o700); err == nil {
		err = os.WriteFile(config, []byte("audit: {enabled: false}\ntools: {bash: {deny: "+
			"["+probeCommand+"]}}\n"), 0o600)
	}
	if err != nil {
		d.bad("look at TMPDIR", "the probe cannot be set up: %s", cause(err))
		return
	}
	run := registered{handler: &e.handler, env: d.given()}
	if _, value := d.prefix(); d.ownPrefix(value, e) {
		run.env = append([]string{shellprefix.Variable + "=" + value}, run.env...)
		run.confined = true
	}
	took, got, err := run.answer(probeCommand+" --now", project, project)
	switch {
	case err != nil:
		d.bad("run `fencepost install`", "the hook does not answer: %v", err)
		return
	case got != rule.Deny.String():
		d.bad("run `fencepost install`", "a call that has to be denied came back as %q", orWord(got,
			"allow"))
		return
	}
	d.good("a denied call is blocked (%s)", took.Round(100*time.Microsecond))
	here := projectHere()
	if here == "" {
		here = d.cwd
	}
	d.answers(&run, here)
}

// answers compares what the hook says with what this program says about the same call.
func (d *doctor) answers(run *registered, project string) {
	// Only text: nothing runs it. Not the home itself: it holds protected paths, which no config
	// gives away.
	for _, command := range []string{"rm -rf ~/Documents", "pwd"} {
		_, got, err := run.answer(command, d.cwd, project)
		if err != nil {
			d.bad("run `fencepost verify`", "the hook does not answer with your config: %v", err)
			return
		}
		got = orWord(got, "allow")
		if want := run.expect(command, d.cwd, project); want != got && want != "" {
			d.bad("look at the environment that the settings give to the hook, and `fencepost "+
				"install` again",
				"the hook answers %s with %s, and by your config it is %s: it reads another "+
					"config, or is another version",
				command, got, want)
			return
		}
		switch {
		case command != "pwd" && got == rule.Allow.String():
			d.warn("import the preset recommended, or `fencepost explain 'rm -rf ~/Documents'`",
				"your config allows rm -rf ~/Documents")
		case command == "pwd" && got == rule.Deny.String():
			d.warn("`fencepost explain pwd` says why", "your config denies even pwd")
		default:
			d.good("your config answers %s with %s", command, got)
		}
	}
}

// given is the environment that the client adds for a hook: its own variables, and those of the
// settings. What would run other code is left out: it is reported, and not tried.
func (d *doctor) given() []string {
	env := []string{"CLAUDECODE=1"}
	for _, scope := range []settings.Scope{settings.User, settings.Project, settings.Local,
		settings.Managed} {
		for _, f := range d.files {
			if f.file == nil || f.dropped || f.scope != scope {
				continue
			}
			for _, v := range settings.Env(f.file.Root) {
				if settings.ReachOf(v.Name) != settings.Moves {
					env = append([]string{v.Name + "=" + v.Value}, env...)
				}
			}
		}
	}
	return env
}

// registered is a hook that is started as the client starts it.
type registered struct {
	handler  *settings.Handler
	env      []string
	confined bool // the client starts the wrapper in place of its shell
}

func callOf(command, cwd string) ([]byte, error) {
	return encode(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": activity.DoctorSession, "tool_use_id": activity.DoctorSession,
		"permission_mode": "default", "cwd": cwd, "tool_name": "Bash",
		"tool_input": map[string]string{"command": command},
	}, "")
}

// answer is the hook's decision about a command; "" is silence, which allows.
func (r *registered) answer(command, cwd, project string) (took time.Duration, decision string,
	err error) {
	call, err := callOf(command, cwd)
	if err != nil {
		return 0, "", err
	}
	argv := append([]string{r.handler.Command}, r.handler.Args...)
	if !r.handler.Exec {
		argv = []string{"/bin/sh", "-c", r.handler.Command}
	}
	env := append([]string{"CLAUDE_PROJECT_DIR=" + project}, r.env...)
	got := runProgram(process{argv, cwd, call, env, settings.HookTimeout * time.Second})
	decision, err = decisionOf(got)
	return got.took, decision, err
}

// decisionOf is the decision in what a hook has printed; "" is silence, which allows.
func decisionOf(got result) (string, error) {
	if got.err != nil || len(got.out) == 0 {
		return "", got.err
	}
	var answer struct {
		Out struct {
			Event    string `json:"hookEventName"`
			Decision string `json:"permissionDecision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(got.out, &answer); err != nil || got.out[0] != '{' ||
		answer.Out.Event != "PreToolUse" {
		return "", fmt.Errorf("what it prints is no decision: %.80q", got.out)
	}
	return answer.Out.Decision, nil
}

// expect is the decision of this program, "" where the hook is another program.
func (r *registered) expect(command, cwd, project string) string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	entered, err1 := os.Stat(r.handler.Argv()[0])
	call, err2 := callOf(command, cwd)
	if err1 != nil || err2 != nil || !sameFile(exe, entered) && !sameFile(hookBeside(exe), entered) {
		return ""
	}
	opt := optionsOf(r.handler.Home())
	if r.handler.Managed() {
		opt.Managed = policy.ManagedFile()
	}
	opt.Started, opt.Confined = project, r.confined
	decoded, err := claude.Decode(call)
	if err != nil {
		return ""
	}
	return fence.New(opt).Judge(&decoded).Verdict.Decision.String()
}

func orWord(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
