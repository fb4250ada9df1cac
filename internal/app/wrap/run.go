package wrap

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/claude/shellline"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// runner is the program that makes the sandbox.
const runner = "fencepost-run"

// run is a line that is about to be run.
type run struct {
	opt   gate.Options
	line  shellline.Line
	text  string // the whole line
	dir   string
	shell string
	store *history.Store

	gate    *gate.Gate
	command string        // as the agent sent it: what is granted and told is told of that
	note    *history.Call // what the hook has left of the call; nil for nothing
	session *history.Session
	result  *gate.Result
}

func (r *run) run() int {
	r.findNote()
	r.gate = gate.New(r.opt)
	policy, _, _ := r.gate.Policy(r.dir)
	if !policy.Effective().Sandbox.On() && policy.Failure() == "" {
		return r.plain()
	}
	if r.line.Form == shellline.Call {
		// Being run is a person's answer. What cannot be made is not there to be opened.
		_ = violation.Make(r.session.Started(r.command, r.dir))
	}
	r.result = r.gate.Judge(r.call())
	if v := &r.result.Verdict; v.Decision == rule.Deny {
		return refuse(agent.Told(v, "Bash"))
	}
	s := r.result.Sandbox
	switch {
	case r.line.Form == shellline.Odd || s == nil || r.result.Facts == nil:
		return r.confined(r.project())
	case s.Runs:
		return r.confined(s.Profile)
	case !runsLeft():
		return r.plain()
	}
	// What git changes is told to the runs that go on: they have not planted it.
	if s.Why == "" && confine.Moves(r.result.Facts) {
		if p := r.result.Confined(r.gate, nil); p.Refused == "" {
			return r.confined(p)
		}
	}
	r.settleRuns()
	return r.plain()
}

// runsLeft reports whether confined runs have left something to look for.
func runsLeft() bool {
	cache, _ := os.UserCacheDir()
	entries, _ := filepath.Glob(cache + "/fencepost/runs/*.json")
	return len(entries) > 0
}

// settleRuns has the runner look for what confined runs have left before something runs outside. A
// confined run does that itself.
func (r *run) settleRuns() {
	if program, err := siblings.Find(runner); err == nil {
		p, err := os.StartProcess(program, []string{runner, "--settle", r.dir},
			&os.ProcAttr{Files: []*os.File{nil, nil, os.Stderr}})
		if err == nil {
			_, _ = p.Wait()
		}
	}
}

// findNote finds the note that the hook has left of the call. The session is that of the
// environment, which the client makes; the note's counts only if there is none.
func (r *run) findNote() {
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
	r.command = command
	if r.note != nil {
		r.command = cmp.Or(r.note.Sent, command)
		r.opt.Started = cmp.Or(r.note.Started, r.opt.Started)
	}
	r.opt.Confined, r.opt.Unconfined = true, ""
	r.opt.Unheard = r.note == nil || !r.note.Heard
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
// it is what that does behind its beginning.
func (r *run) call() *fact.Call {
	command := r.line.Command
	if r.line.Form == shellline.Odd {
		command = r.line.Rest
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

// project is the profile of a line if only the directory is known in which it runs.
func (r *run) project() *confine.Profile {
	set := *r.result.Settings.Sandbox.Effective()
	set.Profile = "project"
	c := &confine.Call{Set: &set, Home: r.opt.Home, Project: r.result.Project, Dir: r.dir,
		Scratch: gate.Scratch(r.result.Settings.RedirectTarget),
		Rights:  r.store.Rights(r.session, r.result.Project),
		Disk:    &confine.OS{}, Getenv: os.Getenv}
	if r.session != nil {
		c.Session = r.session.ID
	}
	return confine.For(c)
}

// addDirs gives a profile what the agent's own line needs, and where the agent may work: the
// snapshot of the person's shell, and the client's temporary files, which are read and not written
// but for the directory in which its model may write.
func (r *run) addDirs(p *confine.Profile) {
	unknown := !p.Closed && slices.Contains(p.Write, r.result.Project)
	for _, dir := range r.gate.TempDirs() {
		if _, err := os.Stat(dir); err == nil {
			p.Read = append(p.Read, dir)
		}
		if dir == r.result.Settings.RedirectTarget { // it took the place of another one
			p.ReadOnly = append(p.ReadOnly, filepath.Join(dir, "*", "*", "tasks"))
		}
		if unknown {
			p.Write = append(p.Write, scratchpads(dir, r.session)...)
		}
	}
	if unknown {
		p.Write = append(p.Write, r.gate.WorkDirs(r.result.Project)...)
	}
	if r.line.Snapshot != "" {
		p.Read = append(p.Read, r.line.Snapshot)
	}
}

// scratchpads are the directories below the client's temporary one in which the model of a session
// may write what is temporary. The outputs of its tasks lie beside them.
func scratchpads(dir string, s *history.Session) []string {
	if s == nil || s.ID != filepath.Base(s.ID) {
		return nil
	}
	found, _ := filepath.Glob(filepath.Join(dir, "*", s.ID, "scratchpad"))
	return found
}

// plain runs the line without a sandbox.
func (r *run) plain() int { return start(r.shell, r.words()) }

// words are the arguments of the shell. Without a snapshot the client has it read the person's
// start files.
func (r *run) words() []string {
	if r.line.Form == shellline.Call && r.line.Snapshot == "" {
		return []string{"-c", "-l", r.text}
	}
	return []string{"-c", r.text}
}

// confined runs the line in the sandbox.
func (r *run) confined(p *confine.Profile) int {
	program, err := siblings.Find(runner)
	if err != nil {
		return refuse("fencepost: this command is to run confined, and " + runner +
			" is not there to do it, so nothing has run (" + err.Error() +
			"). Tell the person to run `fencepost doctor`.")
	}
	p.Prepare()
	text := p.String()
	r.addDirs(p)
	args := append([]string{"--build", siblings.ThisBuild()}, r.record(p, text)...)
	if r.cwdFile() {
		p.Write = append(p.Write, r.line.CwdFile)
	}
	r.result.Exact(&p.Profile)
	fd, err := handOver(&p.Profile)
	if err != nil {
		return refuse("fencepost: what this command may do cannot be handed over to " + runner +
			", so nothing has run: " + err.Error())
	}
	args = append(args, "--profile-fd", strconv.Itoa(fd), "--", r.shell)
	return start(program, append(args, r.words()...))
}

// record notes the run for the hook after it. Where it cannot be noted it runs nevertheless: what
// it is stopped from is not told then.
func (r *run) record(p *confine.Profile, text string) []string {
	n := &history.Run{Command: r.command, Dir: r.dir, Closed: p.Closed, Text: text,
		Profile: &p.Profile}
	if r.note != nil {
		n.ToolUse = r.note.ToolUse
	}
	if out, err := os.Readlink("/proc/self/fd/1"); err == nil && filepath.IsAbs(out) {
		n.Output = out
	}
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
		return err == nil && info.Mode().IsRegular() && owner.Mine(info) && owner.OneName(info)
	}
	_, err = f.WriteString(r.dir + "\n")
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err == nil
}
