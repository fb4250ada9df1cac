package violation

import (
	"os"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/history"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// Ran is a call that has run.
type Ran struct {
	Store   *history.Store
	Session string
	ToolUse string
	Command string
	Dir     string // of the agent: where it was sent, or where it has ended
	Output  string // as far as the agent tells
	Reach   bool   // a question reaches a person

	Home, Project string // without links

	Protected func(path string) string
	Source    func(key string) string
	Glob      func(path, glob string) bool // nil: of secrets nothing is known
	Host      Host
}

// Report is what the run of a call was stopped from.
type Report struct {
	Stops    []Stop
	Lines    []string // for the agent
	Mismatch bool     // a closed call: what was read of it was wrong
	Text     string   // for the log
	Pending  []history.Right
}

// After finds out what the run of a call was stopped from, and notes what a person may be asked for
// when the same call is sent again. What runs that were in the background then were stopped from is
// found out when they have ended. nil: nothing ran in the sandbox.
func After(c *Ran) *Report {
	session := c.Store.Session(c.Session)
	var r *Report
	if run := session.RunOf(c.ToolUse, c.Command, c.Dir); run != nil && !run.Seen {
		r = c.collect(session, run, c.Output, "The fencepost sandbox stopped this command from:")
	}
	for _, run := range ended(session) {
		late := c.collect(session, run, printed(run.Output), "The fencepost sandbox stopped `"+
			title(run.Command)+"`, which was in the background, from:")
		if r == nil {
			r = &Report{}
		}
		r.join(late)
	}
	return r
}

// collect is what one run was stopped from.
func (c *Ran) collect(session *history.Session, run *history.Run, output, first string) *Report {
	command := c.Command
	if history.Sum(command, run.Dir) != run.Sum {
		command = run.Command
	}
	f := c.fence(run, command)
	seen := Read(output)
	if f.Closed && f.Run.Over() && f.Run.Status == 0 {
		seen = nil // what a call shows that reads files is what stands in them
	}
	r := &Report{Stops: Confirm(f, c.Host, seen)}
	run.Seen, run.GoesOn = true, !f.Run.Over()
	_ = session.Keep(run)
	if len(r.Stops) == 0 {
		return r
	}
	failed := !f.Run.Over() || f.Run.Status != 0
	for i := range r.Stops {
		if s := &r.Stops[i]; s.grantable() && !slices.Contains(r.Pending, s.Right) {
			r.Pending = append(r.Pending, s.Right)
		}
	}
	pending := failed && len(r.Pending) > 0 && note(session, command, run.Dir, r.Pending)
	r.Lines = f.Lines(first, r.Stops, pending, c.Reach, c.Session)
	if !pending {
		r.Pending = nil
	}
	r.Mismatch = f.Closed && slices.ContainsFunc(r.Stops, func(s Stop) bool {
		return s.Kind != "make" && s.Kind != "call"
	})
	r.Text = f.logged(r)
	return r
}

// join adds another report.
func (r *Report) join(o *Report) {
	r.Stops = append(r.Stops, o.Stops...)
	r.Lines = append(r.Lines, o.Lines...)
	r.Pending = append(r.Pending, o.Pending...)
	r.Mismatch = r.Mismatch || o.Mismatch
	if r.Text != "" && o.Text != "" {
		r.Text += "; "
	}
	r.Text += o.Text
}

// mostLate is how many runs are looked at that were in the background, newest first.
const mostLate = 32

// ended are the runs that went on when they were looked at, and do so no more.
func ended(session *history.Session) []*history.Run {
	var out []*history.Run
	n := 0
	session.Each(func(run *history.Run) bool {
		if run.GoesOn {
			if rec, err := report.Read(run.Record); err == nil && rec.Over() {
				out = append(out, run)
			}
		}
		n++
		return n < mostLate
	})
	return out
}

// printed is the output of a run in the background, as far as there is one: its beginning and end.
func printed(name string) string {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	size := info.Size()
	buf := make([]byte, min(size, mostText))
	n, _ := f.ReadAt(buf, 0)
	if n < len(buf) || size <= mostText {
		return string(buf[:n])
	}
	n, _ = f.ReadAt(buf[mostText/2:], size-mostText/2)
	return string(buf[:mostText/2]) + "\n" + string(buf[mostText/2:mostText/2+n])
}

// title is the beginning of a command, for people.
func title(command string) string {
	const most = 60
	command, _, _ = strings.Cut(command, "\n")
	if len(command) > most {
		command = strings.ToValidUTF8(command[:most], "") + "…"
	}
	return command
}

// note notes what is pending of a call; false where a person was asked for it already.
func note(session *history.Session, command, dir string, rights []history.Right) bool {
	p := &history.Pending{Command: command, Dir: dir, Rights: rights}
	if old := session.Pending(command, dir); old != nil && old.Declined &&
		!slices.ContainsFunc(rights, func(r history.Right) bool {
			return !slices.Contains(old.Rights, r)
		}) {
		return false
	}
	return session.SetPending(p) == nil
}

// fence is what a run was kept to.
func (c *Ran) fence(run *history.Run, command string) *Fence {
	f := &Fence{Profile: run.Profile, Closed: run.Closed, Home: c.Home, Project: c.Project,
		Command: command, Agent: os.Getenv("SSH_AUTH_SOCK"), Root: os.Geteuid() == 0,
		Protected: c.Protected, Source: c.Source}
	if c.Glob != nil {
		f.Refuse = (&Judge{Home: c.Home, Protected: c.Protected, Glob: c.Glob, Host: c.Host}).Refuse
	}
	if f.Profile == nil {
		f.Profile = &sandbox.Profile{}
	}
	var err error
	if f.Run, err = report.Read(run.Record); err != nil {
		// Nothing is known but what was asked for: less is confirmed.
		f.Run = &report.Run{Directory: run.Dir, Net: string(f.Profile.Network),
			Level: string(f.Profile.Level),
			Plan:  report.Plan{Write: f.Profile.Write}}
		if f.Profile.Tmp != "shared" {
			f.Run.Plan.Private = []string{"/tmp"}
		}
	}
	for _, d := range append([]string{f.Run.Directory, run.Dir, c.Dir},
		Directories(command, run.Dir, c.Home)...) {
		if strings.HasPrefix(d, "/") && !slices.Contains(f.Dirs, d) {
			f.Dirs = append(f.Dirs, d)
		}
	}
	return f
}

// logged is the text for the log.
func (f *Fence) logged(r *Report) string {
	var b strings.Builder
	b.WriteString("stopped")
	if r.Mismatch {
		b.Reset()
		b.WriteString("mismatch")
	}
	for i := range r.Stops {
		s := &r.Stops[i]
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		b.WriteString(sep + s.Kind + " " + s.Name)
	}
	return b.String()
}
