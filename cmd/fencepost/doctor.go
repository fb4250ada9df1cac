package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/rule"
)

// runDoctor checks an installation from end to end: the entry in the agent's settings, the program that it names, the
// config, and whether a call that is denied comes back denied.
func runDoctor(s stdio, args []string) int {
	o := newOptions("doctor")
	var file string
	o.text("settings", &file)
	operands, err := o.parse(s, args)
	if err != nil {
		return status(err)
	}
	if len(operands) > 0 {
		return s.fail("doctor takes no arguments, and got %q", operands[0])
	}
	d := &doctor{stdio: s}
	h, ok := d.entry(file)
	if ok && d.program(&h) {
		d.blocks(&h)
	}
	d.config()
	if d.failed {
		return exitFailed
	}
	return exitOK
}

type doctor struct {
	stdio
	failed bool
}

func (d *doctor) good(format string, args ...any) {
	d.printf("%s  %s\n", d.style.green("ok  "), fmt.Sprintf(format, args...))
}

func (d *doctor) warn(mend, format string, args ...any) {
	d.printf("%s  %s\n      %s\n", d.style.yellow("warn"), fmt.Sprintf(format, args...), mend)
}

func (d *doctor) bad(mend, format string, args ...any) {
	d.failed = true
	d.printf("%s  %s\n      %s\n", d.style.red("FAIL"), fmt.Sprintf(format, args...), mend)
}

// entry looks for the PreToolUse hook in the agent's settings files.
func (d *doctor) entry(file string) (handler, bool) {
	var files []string
	if file != "" {
		files = []string{file}
	} else {
		user, err := userSettings()
		if err != nil {
			d.bad("set HOME", "the home directory is not known: %v", err)
			return handler{}, false
		}
		files = append(files, user)
		if dir, err := configDir(false); err == nil {
			files = append(files, filepath.Join(dir, ".claude", "settings.json"), filepath.Join(dir, ".claude", "settings.local.json"))
		}
	}
	for _, f := range files {
		st, err := readSettings(f)
		if err != nil {
			d.bad("mend the file: the agent cannot read it either", "%v", err)
			continue
		}
		if string(st.root.get("disableAllHooks")) == "true" {
			d.bad("remove the key", "%s switches all hooks off (disableAllHooks)", f)
		}
		_, groups, err := st.hooks("PreToolUse")
		if err != nil {
			d.bad("mend the file", "%v", err)
			continue
		}
		for _, g := range groups {
			for _, raw := range g.handlers {
				var h handler
				if json.Unmarshal(raw, &h) == nil && h.ours("hook") {
					d.good("the hook stands in %s", f)
					d.handler(&h, string(g.raw.get("matcher")))
					return h, true
				}
			}
		}
	}
	d.bad("run `fencepost install`", "there is no fencepost hook for PreToolUse in %s", strings.Join(files, ", "))
	return handler{}, false
}

// handler looks at how the hook is entered.
func (d *doctor) handler(h *handler, matcher string) {
	const again = "run `fencepost install`"
	if h.OnFailure != "block" {
		d.bad(again, "the hook has no \"onFailure\": \"block\": a call goes on when the hook cannot be started")
	}
	if h.Args == nil {
		d.warn(again, "the hook is in shell form: each call starts a shell that reads the path")
	}
	if h.Async {
		d.bad(again, "the hook is asynchronous, and cannot block")
	}
	if h.Timeout == 0 || h.Timeout > 60 {
		d.warn(again, "the hook has no short time-out: the agent would wait for minutes")
	}
	if matcher != "" && matcher != `"*"` && matcher != `""` {
		d.warn(again, "the hook sees only the tools that match %s", matcher)
	}
}

// program looks at the file that the hook names.
func (d *doctor) program(h *handler) bool {
	if h.Args == nil {
		return true // a shell will look for it
	}
	if !filepath.IsAbs(h.Command) {
		d.bad("run `fencepost install`", "the hook names the program %s without its directory: whoever can change PATH can change the guard", h.Command)
		return false
	}
	info, err := os.Stat(h.Command)
	switch {
	case err != nil:
		d.bad("run `fencepost install` with the program that is to guard", "the hook names %s: %s", h.Command, cause(err))
		return false
	case info.IsDir() || info.Mode()&0o111 == 0:
		d.bad("run chmod +x on it", "%s cannot be executed", h.Command)
		return false
	case info.Mode()&0o022 != 0:
		d.warn("run chmod go-w on it", "%s can be written by others", h.Command)
	}
	if exe, err := os.Executable(); err == nil {
		if own, err := os.Stat(exe); err == nil && !os.SameFile(own, info) {
			d.warn("run `fencepost install` with the one that you mean", "the hook starts %s, and this is %s", h.Command, exe)
		}
	}
	return true
}

// probe is a command that only the config of the probe knows.
const probe = "fencepost-doctor-probe"

// blocks gives the installed hook a call that a config of its own denies, and one that the person's config decides.
func (d *doctor) blocks(h *handler) {
	dir, err := os.MkdirTemp("", "fencepost-doctor-")
	if err != nil {
		d.bad("look at TMPDIR", "no temporary directory: %s", cause(err))
		return
	}
	defer os.RemoveAll(dir)
	project := filepath.Join(dir, "project")
	config := filepath.Join(project, ".claude", "fencepost.yaml")
	err = os.MkdirAll(filepath.Dir(config), 0o700)
	if err == nil {
		err = os.WriteFile(config, []byte("audit: {enabled: false}\ntools: {bash: {deny: ["+probe+"]}}\n"), 0o600)
	}
	if err != nil {
		d.bad("look at TMPDIR", "the probe cannot be set up: %s", cause(err))
		return
	}
	own := []string{"HOME=" + dir, "FENCEPOST_HOME=" + dir, "CLAUDE_PROJECT_DIR=" + project}
	took, got, err := answerOfHook(h, probe+" --now", project, dir, own)
	switch {
	case err != nil:
		d.bad("run `fencepost install`", "the hook does not answer: %v", err)
		return
	case got != rule.Deny.String():
		d.bad("run `fencepost install`", "a call that has to be denied came back as %q", orWord(got, "allow"))
		return
	}
	d.good("a denied call is blocked (%s)", took.Round(100*time.Microsecond))
	cwd, err := os.Getwd()
	if err != nil {
		return
	}
	// Only text: nothing runs it. Not the home itself: it holds protected paths, which no config gives away.
	if _, got, err = answerOfHook(h, "rm -rf ~/Documents", cwd, dir, nil); err != nil {
		d.bad("run `fencepost verify`", "the hook does not answer with your config: %v", err)
	} else if got == "" || got == rule.Allow.String() {
		d.warn("import the preset recommended, or `fencepost explain 'rm -rf ~/Documents'`", "your config allows rm -rf ~/Documents")
	} else {
		d.good("your config answers rm -rf ~/Documents with %s", got)
	}
}

// answerOfHook starts the hook as the agent does and returns its decision; "" is silence, which allows. What goes in
// and comes out lies in files of the directory tmp.
func answerOfHook(h *handler, command, cwd, tmp string, env []string) (took time.Duration, decision string, err error) {
	call, err := encode(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "doctor", "tool_use_id": "doctor", "permission_mode": "default",
		"cwd": cwd, "tool_name": "Bash", "tool_input": map[string]string{"command": command},
	}, "")
	if err != nil {
		return 0, "", err
	}
	argv := append([]string{h.Command}, h.Args...)
	if h.Args == nil {
		argv = []string{"/bin/sh", "-c", h.Command}
	}
	start := time.Now()
	out, err := output(argv, cwd, tmp, call, env)
	took = time.Since(start)
	if err != nil || len(out) == 0 {
		return took, "", err
	}
	var answer struct {
		Out struct {
			Event    string `json:"hookEventName"`
			Decision string `json:"permissionDecision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(out, &answer); err != nil || out[0] != '{' || answer.Out.Event != "PreToolUse" {
		return took, "", fmt.Errorf("what it prints is no decision: %.80q", out)
	}
	return took, answer.Out.Decision, nil
}

// output runs a program for at most as long as the agent would. It is os/exec in small, which, like package flag, would
// cost every start of this program.
func output(argv []string, dir, tmp string, stdin []byte, env []string) ([]byte, error) {
	in, out := filepath.Join(tmp, "in"), filepath.Join(tmp, "out")
	if err := os.WriteFile(in, stdin, 0o600); err != nil {
		return nil, err
	}
	from, err := os.Open(in)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	to, err := os.Create(out)
	if err != nil {
		return nil, err
	}
	defer to.Close()
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Dir: dir, Env: environ(env), Files: []*os.File{from, to, nil}})
	if err != nil {
		return nil, err
	}
	timer := time.AfterFunc(hookTimeout*time.Second, func() { p.Kill() })
	state, err := p.Wait()
	switch late := !timer.Stop(); {
	case err != nil:
		return nil, err
	case late:
		return nil, fmt.Errorf("no answer in %d s", hookTimeout)
	case !state.Success():
		return nil, errors.New(state.String())
	}
	return os.ReadFile(out)
}

// environ is the environment of this process with other values for some variables.
func environ(other []string) []string {
	env := slices.Clone(other)
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !slices.ContainsFunc(other, func(o string) bool { return strings.HasPrefix(o, name+"=") }) {
			env = append(env, v)
		}
	}
	return env
}

func orWord(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// config looks at the config that applies here.
func (d *doctor) config() {
	r, err := reportOf("", false)
	if err != nil {
		d.bad("go to a directory that exists", "%v", err)
		return
	}
	for _, p := range r.policy.Errors {
		d.bad("mend it: every call is denied until then", "%s", p)
	}
	for _, p := range r.policy.Warnings {
		d.warn("mend it: the rule has no effect", "%s", p)
	}
	switch {
	case len(r.policy.Errors) > 0:
	case len(r.Layers) == 0:
		d.good("there is no config file: the bundled preset recommended applies")
	default:
		d.good("the config is in order: %s", plural(len(r.Layers), "file"))
	}
}
