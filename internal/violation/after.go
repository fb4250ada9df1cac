package violation

import (
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox/ledger"
	"github.com/fencepost/fencepost/internal/sandbox/record"
)

// Ran is a call that has run.
type Ran struct {
	Store   *ledger.Store
	Session string
	ToolUse string
	Command string
	Dir     string // of the agent: where it was sent, or where it has ended
	Output  string // as far as the agent tells
	Reach   bool   // a question reaches a person

	Home, Project string // without links

	Protected func(path string) string
	Source    func(key string) string
	Host      Host
}

// Report is what the run of a call was stopped from.
type Report struct {
	Stops    []Stop
	Lines    []string // for the agent
	Mismatch bool     // a closed call: what was read of it was wrong
	Text     string   // for the log
	Pending  []ledger.Right
}

// After finds out what the run of a call was stopped from, and notes what a person may be asked for
// when the same call is sent again. nil: it did not run in the sandbox.
func After(c *Ran) *Report {
	session := c.Store.Session(c.Session)
	run := session.RunOf(c.ToolUse, c.Command, c.Dir)
	if run == nil || run.Seen {
		return nil
	}
	f := c.fence(run)
	seen := Read(c.Output)
	if f.Profile.Closed && f.Run.Over() && f.Run.Status == 0 {
		seen = nil // what a call shows that reads files is what stands in them
	}
	r := &Report{Stops: Confirm(f, c.Host, seen)}
	run.Seen = true
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
	pending := failed && len(r.Pending) > 0 && c.note(session, run.Dir, r.Pending)
	r.Lines = f.Lines(r.Stops, pending, c.Reach, c.Session)
	if !pending {
		r.Pending = nil
	}
	r.Mismatch = f.Profile.Closed && slices.ContainsFunc(r.Stops, func(s Stop) bool {
		return s.Kind != "make" && s.Kind != "call"
	})
	r.Text = f.logged(r)
	return r
}

// note notes what is pending of a call; false where a person was asked for it already.
func (c *Ran) note(session *ledger.Session, dir string, rights []ledger.Right) bool {
	p := &ledger.Pending{Command: c.Command, Dir: dir, Rights: rights}
	if old := session.Pending(c.Command, dir); old != nil && old.Declined &&
		!slices.ContainsFunc(rights, func(r ledger.Right) bool {
			return !slices.Contains(old.Rights, r)
		}) {
		return false
	}
	return session.SetPending(p) == nil
}

// fence is what a run was kept to.
func (c *Ran) fence(run *ledger.Run) *Fence {
	f := &Fence{Profile: &Profile{}, Home: c.Home, Project: c.Project, Command: c.Command,
		Agent: os.Getenv("SSH_AUTH_SOCK"), Root: os.Geteuid() == 0,
		Protected: c.Protected, Source: c.Source}
	_ = json.Unmarshal(run.Profile, f.Profile)
	var err error
	if f.Run, err = record.Read(run.Record); err != nil {
		// Nothing is known but what was asked for: less is confirmed.
		f.Run = &record.Run{Directory: run.Dir, Net: f.Profile.Net, Level: run.Level,
			Plan: record.Plan{Write: f.Profile.Write}}
		if f.Profile.Tmp != "shared" {
			f.Run.Plan.Private = []string{"/tmp"}
		}
	}
	for _, d := range append([]string{f.Run.Directory, run.Dir, c.Dir},
		Directories(c.Command, run.Dir, c.Home)...) {
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
