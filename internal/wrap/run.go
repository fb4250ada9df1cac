package wrap

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/claude/shellline"
	"github.com/fencepost/fencepost/internal/beside"
	"github.com/fencepost/fencepost/internal/confine"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/fence"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/ledger"
	"github.com/fencepost/fencepost/internal/sandbox/setting"
	"github.com/fencepost/fencepost/internal/violation"
)

// runner is the program that makes the sandbox.
const runner = "fencepost-run"

// run is a line that is about to be run.
type run struct {
	opt   fence.Options
	line  shellline.Line
	text  string // the whole line
	dir   string
	shell string
	store *ledger.Store

	gate    *fence.Gate
	note    *ledger.Call // what the hook has left of the call; nil for nothing
	session *ledger.Session
	result  *fence.Result
	set     *setting.Settings
}

func (r *run) run() int {
	r.recall()
	r.gate = fence.New(r.opt)
	policy, _, _ := r.gate.Policy(r.dir)
	if !policy.Effective().Sandbox.On() && policy.Failure() == "" {
		return r.plain()
	}
	r.result = r.gate.Judge(r.call())
	v := &r.result.Verdict
	if v.Decision == rule.Deny {
		return refuse(agent.Told(v, "Bash"))
	}
	r.set = r.result.Settings.Sandbox.Effective()
	if r.outside() {
		return r.plain()
	}
	p := r.profile()
	if r.line.Form == shellline.Call && !p.Wants(r.set.Scope) {
		return r.plain()
	}
	return r.confined(p)
}

// recall finds what the hook has left of the call. The session is the one of the environment, which
// the client makes; only where it has none is it the hook's.
func (r *run) recall() {
	command := r.line.Command
	for _, dir := range r.dirs() {
		if r.note = r.store.Find(command, dir); r.note != nil {
			r.dir = dir
			break
		}
	}
	id := os.Getenv(sessionVariable)
	switch {
	case r.note == nil:
	case id == "":
		id = r.note.Session
	case id != r.note.Session:
		r.note = nil // the same command of another session
	}
	r.session = r.store.Session(id)
	if r.note != nil && r.note.Started != "" {
		r.opt.Started = r.note.Started
	}
	r.opt.Confined, r.opt.Unconfined = true, ""
	if r.note != nil && r.note.Unconfined != "" {
		r.opt.Confined, r.opt.Unconfined = false, r.note.Unconfined
	}
}

// dirs are the names of the directory, as the agent may know it.
func (r *run) dirs() []string {
	dirs := []string{r.dir}
	if real, err := filepath.EvalSymlinks(r.dir); err == nil && real != r.dir {
		dirs = append(dirs, real)
	}
	return dirs
}

// call is the call that the agent has made, as far as it is known. Of a line that is not understood
// it is the whole line.
func (r *run) call() *fact.Call {
	command := r.line.Command
	if r.line.Form == shellline.Odd {
		command = r.text
	}
	input := map[string]any{"hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": r.dir,
		"tool_input": map[string]string{"command": command}}
	if r.session != nil {
		input["session_id"] = r.session.ID
	}
	if r.note != nil {
		input["tool_use_id"], input["permission_mode"] = r.note.ToolUse, r.note.Mode
	}
	data, _ := json.Marshal(input)
	who, _ := agents.Find("")
	call, err := who.Decode(data)
	if err != nil {
		call.Suspicious = err.Error()
	}
	return &call
}

// outside reports whether the line runs without a sandbox although there is one: a part of it is
// excepted, or a person was told that there is none for it, and has let it run.
func (r *run) outside() bool {
	if r.line.Form == shellline.Odd {
		return false
	}
	return r.opt.Unconfined != ""
}

// vouched reports whether the call passes by what is known of it, or by a person's word: not because
// the sandbox keeps what it does. In bypassPermissions an ask can be lost.
func (r *run) vouched() bool {
	v := &r.result.Verdict
	switch {
	case r.line.Form == shellline.Odd || v.Confined != "":
		return false
	case v.Decision == rule.Ask:
		return r.note != nil && r.note.Mode != "bypassPermissions"
	}
	return v.Decision == rule.Allow
}

// profile is what the run may do. What the agent's own line needs comes on top: the snapshot of the
// person's shell, and the client's temporary files. They are read and not written, but for the
// directory in which its model may write.
func (r *run) profile() *confine.Profile {
	set := *r.set
	if r.line.Form == shellline.Odd {
		set.Profile = "project"
	}
	set.ReadAllow, set.WriteAllow = slices.Clone(set.ReadAllow), slices.Clone(set.WriteAllow)
	for _, dir := range r.gate.TempDirs() {
		set.ReadAllow = append(set.ReadAllow, dir)
		set.WriteAllow = append(set.WriteAllow, scratchpads(dir, r.session)...)
	}
	set.WriteAllow = append(set.WriteAllow, r.gate.WorkDirs(r.result.Project)...)
	if r.line.Snapshot != "" {
		set.ReadAllow = append(set.ReadAllow, r.line.Snapshot)
	}
	c := &confine.Call{Facts: r.result.Facts, Set: &set, Home: r.opt.Home, Project: r.result.Project,
		Dir: r.dir, Scratch: r.result.Settings.RedirectTarget, Vouched: r.vouched(),
		Disk: &confine.OS{}, Getenv: os.Getenv}
	if r.session != nil {
		c.Session = r.session.ID
	}
	_ = violation.Make(r.session.Started(r.line.Command, r.dir)) // what fails is not there to be opened
	c.Rights = r.store.Rights(r.session, r.result.Project)
	return confine.For(c)
}

// scratchpads are the directories below the client's temporary one in which the model of a session
// may write what is temporary. The outputs of its tasks lie beside them.
func scratchpads(dir string, s *ledger.Session) []string {
	if s == nil || s.ID != filepath.Base(s.ID) {
		return nil
	}
	found, _ := filepath.Glob(filepath.Join(dir, "*", s.ID, "scratchpad"))
	return found
}

// plain runs the line without a sandbox.
func (r *run) plain() int { return start(r.shell, r.words()) }

// words are the arguments of the shell. Without a snapshot the client has it read the person's start
// files.
func (r *run) words() []string {
	if r.line.Form == shellline.Call && r.line.Snapshot == "" {
		return []string{"-c", "-l", r.text}
	}
	return []string{"-c", r.text}
}

// confined runs the line in the sandbox.
func (r *run) confined(p *confine.Profile) int {
	program, err := beside.Find(runner)
	if err != nil {
		return refuse("fencepost: this command is to run confined, and " + runner +
			" is not there to do it, so nothing has run (" + err.Error() +
			"). Tell the person to run `fencepost doctor`.")
	}
	p.Prepare()
	args := p.Flags()
	if r.cwdFile() {
		args = append(args, "-w", r.line.CwdFile)
	}
	args = append(args, r.record(p)...)
	args = append(args, "--", r.shell)
	return start(program, append(args, r.words()...))
}

// record notes the run for the hook after it. Where it cannot be noted it runs nevertheless: what it
// is stopped from is not told then.
func (r *run) record(p *confine.Profile) []string {
	n := &ledger.Run{Command: r.line.Command, Dir: r.dir, Closed: p.Closed, Level: p.Level,
		Text: p.String(), Flags: p.Flags()}
	if r.note != nil {
		n.ToolUse = r.note.ToolUse
	}
	n.Profile, _ = json.Marshal(p)
	if r.session.Begin(n) != nil {
		return nil
	}
	return []string{"--report-run", n.Record}
}

// cwdFile makes the file to which the line writes its last directory, as a sandbox opens files that
// are there. It holds what the client would take from a line that ends early: the directory as it
// was.
func (r *run) cwdFile() bool {
	name := r.line.CwdFile
	if name == "" {
		return false
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		info, err := os.Lstat(name)
		return err == nil && info.Mode().IsRegular() && ownFile(info)
	}
	_, err = f.WriteString(r.dir + "\n")
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err == nil
}

// Leave notes a call that the hook has let pass, or asked a person about, for the wrapper that will
// run it. Why it will not run in the sandbox is "" where it will.
func Leave(home string, call *fact.Call, dir, started, unconfined string) error {
	return ledger.In(home).Leave(call.Text("command"), dir, &ledger.Call{Session: call.Session,
		ToolUse: call.ToolUse, Mode: call.Mode, Started: started, Unconfined: unconfined})
}
