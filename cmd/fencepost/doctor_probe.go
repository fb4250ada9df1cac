package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// probeCommand is a command that only the config of the probe knows.
const probeCommand = "fencepost-doctor-probe"

// strangeCommand is a command for which nobody has a rule.
const strangeCommand = "fencepost-doctor-unknown --now"

// asked is the hook as an agent starts it.
type asked interface {
	// answer is the hook's decision about a command.
	answer(command, cwd, project string) (time.Duration, rule.Decision, error)
	// expect is what this program decides about it, nil if it cannot tell, and whether the hook is of
	// this installation, so that it has to decide the same.
	expect(command, cwd, project string) (want *rule.Verdict, same bool)
}

// blocks gives Claude Code's hook the calls of a probe.
func (d *doctor) blocks(e entry) {
	run := registered{handler: &e.handler, env: d.given()}
	if _, value := d.prefix(); d.ownPrefix(value, e) {
		run.env = append([]string{shellprefix.Variable + "=" + value}, run.env...)
		run.confined = true
	}
	d.probe(&run)
}

// probe gives the hook, as it is registered, a call that a config of its own denies, calls that the
// person's config has to stop, and one that it has to let through.
func (d *doctor) probe(run asked) {
	dir, err := os.MkdirTemp("", "fencepost-doctor-")
	if err != nil {
		d.bad("look at TMPDIR", "no temporary directory: %s", cause(err))
		return
	}
	defer os.RemoveAll(dir)
	project := filepath.Join(dir, "project")
	config := filepath.Join(project, confighome.File)
	if err = os.MkdirAll(filepath.Dir(config), 0o700); err == nil {
		err = os.WriteFile(config, []byte("tools: {bash: {deny: ["+probeCommand+"]}}\n"), 0o600)
	}
	if err != nil {
		d.bad("look at TMPDIR", "the probe cannot be set up: %s", cause(err))
		return
	}
	took, got, err := run.answer(probeCommand+" --now", project, project)
	switch {
	case err != nil:
		d.bad(d.again(), "the hook does not answer: %v", err)
		return
	case got != rule.Deny:
		d.bad(d.again(), "a call that has to be denied came back as %q", got)
		return
	}
	d.good("a denied call is blocked (%s)", took.Round(100*time.Microsecond))
	d.answers(run, cmp.Or(projectHere(), d.cwd))
}

// again is the command that writes the entry anew.
func (d *doctor) again() string {
	if d.Agent == agents.Default {
		return "run `fencepost install`"
	}
	return "run `fencepost install --agent " + d.Agent + "`"
}

// answers compares what the hook says with what this program says about the same call.
func (d *doctor) answers(run asked, project string) {
	// Only text: nothing runs it. Not the home itself: it holds protected paths, which no config
	// gives away.
	for _, command := range []string{"rm -rf ~/Documents", strangeCommand, "pwd"} {
		_, got, err := run.answer(command, d.cwd, project)
		if err != nil {
			d.bad("run `fencepost verify`", "the hook does not answer with your config: %v", err)
			return
		}
		want, same := run.expect(command, d.cwd, project)
		if want != nil && same && want.Decision != got {
			d.bad("look at the environment that the settings give to the hook, and "+d.again(),
				"the hook answers %s with %s, and by your config it is %s: it reads another "+
					"config, or is another version", command, got, want.Decision)
			return
		}
		switch {
		case want != nil && want.Confined != "": // the sandbox is the fence
		case command != "pwd" && got == rule.Allow:
			d.allowed(command, want)
			return
		case command == "pwd" && got == rule.Deny:
			d.warn("`fencepost explain pwd` says why", "your config denies even pwd")
		case command != strangeCommand:
			d.good("your config answers %s with %s", command, got)
		}
	}
}

// allowed reports a config that lets everything pass, and names the line.
func (d *doctor) allowed(command string, by *rule.Verdict) {
	from := "the config"
	if r, err := reportOf("", false); err == nil {
		i := slices.IndexFunc(r.Settings, func(v policy.Value) bool { return v.Key == "default" })
		from = r.Settings[max(i, 0)].Src
	}
	if by != nil && by.Src != "" {
		from = by.Src
	}
	d.bad("take that out: without it such a call asks; `fencepost explain '"+command+"'` says more",
		"your config allows %s (%s)", command, from)
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
		"hook_event_name": "PreToolUse", "session_id": audit.DoctorSession, "tool_use_id": audit.DoctorSession,
		"permission_mode": "default", "cwd": cwd, "tool_name": "Bash",
		"tool_input": map[string]string{"command": command},
	}, "")
}

// answer gives the call to the hook. Silence allows.
func (r *registered) answer(command, cwd, project string) (time.Duration, rule.Decision, error) {
	call, err := callOf(command, cwd)
	if err != nil {
		return 0, rule.Ask, err
	}
	argv := append([]string{r.handler.Command}, r.handler.Args...)
	if !r.handler.Exec {
		argv = []string{"/bin/sh", "-c", r.handler.Command}
	}
	env := append([]string{"CLAUDE_PROJECT_DIR=" + project}, r.env...)
	got := runProgram(process{argv, cwd, call, env, hookfile.HookTimeout * time.Second})
	decision, err := decisionOf(got)
	return got.took, decision, err
}

// decisionOf is the decision in what a hook has printed.
func decisionOf(got result) (rule.Decision, error) {
	if got.err != nil || len(got.out) == 0 {
		return rule.Allow, got.err
	}
	var answer struct {
		Out struct {
			Event    string `json:"hookEventName"`
			Decision string `json:"permissionDecision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(got.out, &answer); err != nil || got.out[0] != '{' ||
		answer.Out.Event != "PreToolUse" {
		return rule.Ask, fmt.Errorf("what it prints is no decision: %.80q", got.out)
	}
	return decisionNamed(answer.Out.Decision)
}

// decisionNamed reads a decision; no word allows.
func decisionNamed(word string) (rule.Decision, error) {
	for _, d := range []rule.Decision{rule.Allow, rule.Ask, rule.Deny} {
		if word == d.String() || word == "" {
			return d, nil
		}
	}
	return rule.Ask, fmt.Errorf("its decision is no word that an agent knows: %.80q", word)
}

func (r *registered) expect(command, cwd, project string) (want *rule.Verdict, same bool) {
	call, err := callOf(command, cwd)
	if err != nil {
		return nil, false
	}
	opt := optionsOf(r.handler.Home())
	if r.handler.Managed() {
		opt.Managed = policy.ManagedFile()
	}
	opt.Started, opt.Confined = project, r.confined
	decoded, err := claude.Agent{}.Decode(call)
	if err != nil {
		return nil, false
	}
	return &gate.New(opt).Judge(&decoded).Verdict, isThisHook(r.handler.Argv())
}

// isThisHook reports whether an entry starts this program or the hook beside it.
func isThisHook(argv []string) bool {
	own, err := os.Executable()
	return err == nil && len(argv) > 0 && ofThisInstallation(argv[0], own)
}
