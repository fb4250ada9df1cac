package history

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// Session is what is known of one session. Every method may be called on nil, which is a session
// that nobody names: it holds nothing, and nothing can be put into it.
type Session struct {
	ID    string
	dir   string
	store *Store
}

const (
	runDir     = "run"
	runsDir    = "runs"
	recordsDir = "records"
	pendingDir = "pending"
	grantsDir  = "grants"
	toldDir    = "told"
)

// Session returns the session of an id that an agent names; nil where it names none.
func (s *Store) Session(id string) *Session {
	if id == "" {
		return nil
	}
	return &Session{ID: id, dir: filepath.Join(s.dir, runDir, sessionName(id)), store: s}
}

// sessionName is the name of a session's directory. An id that is no plain word is replaced by its
// sum: it comes from outside.
func sessionName(id string) string {
	if len(id) > 64 || id == "calls" || strings.TrimLeft(id, "-_") != id {
		return nameOf(id)
	}
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return nameOf(id)
		}
	}
	return id
}

// Run is one confined run.
type Run struct {
	ID      string `json:"id"`             // set by Begin
	ToolUse string `json:"tool,omitempty"` // the agent's name of the call, where it is known
	Sum     string `json:"sum"`            // of the command and the directory
	Command string `json:"command"`
	Dir     string `json:"dir"`
	Time    string `json:"time"` // RFC 3339

	Closed  bool             `json:"closed,omitempty"`
	Text    string           `json:"text,omitempty"` // the profile, for people
	Profile *sandbox.Profile `json:"profile,omitempty"`
	Record  string           `json:"record,omitempty"` // file that fencepost-run writes (--report-run)
	Output  string           `json:"output,omitempty"` // file to which it prints
	Seen    bool             `json:"seen,omitempty"`   // what it was stopped from was collected
	GoesOn  bool             `json:"goesOn,omitempty"` // it had not ended then
}

// Begin notes a run that is about to start, and gives it an id and the file of its record.
func (s *Session) Begin(r *Run) error {
	if s == nil {
		return errNoSession
	}
	now := s.store.time().UTC()
	r.ID = now.Format("20060102T150405.000000") + "-" + strconv.Itoa(os.Getpid())
	r.Time = now.Format(time.RFC3339)
	r.Sum = Sum(r.Command, r.Dir)
	if len(r.Command) > maxCommand {
		r.Command = r.Command[:maxCommand]
	}
	records := filepath.Join(s.dir, recordsDir)
	if err := os.MkdirAll(records, 0o700); err != nil {
		return err
	}
	bound(records, maxRuns-1)
	r.Record = filepath.Join(records, r.ID+".json")
	return s.Keep(r)
}

// maxCommand bounds what is kept of the text of a command, which is for people.
const maxCommand = 4 << 10

// Keep writes a run again, for example when its violations have been seen.
func (s *Session) Keep(r *Run) error {
	if s == nil {
		return errNoSession
	}
	return write(filepath.Join(s.dir, runsDir, r.ID+".json"), r, maxRuns)
}

// Each calls f for the runs of the session, newest first, as long as it says so. Their names begin
// with the time, so that those that nobody asks for are not read.
func (s *Session) Each(f func(*Run) bool) {
	if s == nil {
		return
	}
	dir := filepath.Join(s.dir, runsDir)
	for _, file := range slices.Backward(files(dir)) {
		r := &Run{}
		if read(filepath.Join(dir, file), r) && r.ID+".json" == file && !f(r) {
			return
		}
	}
}

// RunOf is the newest run of a call: that of its name, if the run knows it, else that of its command
// and directory whose violations nobody has seen. nil: there is none.
func (s *Session) RunOf(toolUse, command, dir string) *Run {
	sum := Sum(command, dir)
	var found *Run
	s.Each(func(r *Run) bool {
		if toolUse != "" && r.ToolUse == toolUse ||
			r.Sum == sum && !r.Seen && (toolUse == "" || r.ToolUse == "") {
			found = r
		}
		return found == nil
	})
	return found
}

// Tell notes that something was said in the session. It reports whether that is the first time.
func (s *Session) Tell(what string) bool {
	if s == nil {
		return true
	}
	file := filepath.Join(s.dir, toldDir, nameOf(what)+".json")
	var was string
	if read(file, &was) && was == what {
		return false
	}
	_ = write(file, what, maxTold)
	return true
}

// Pending is what a call was stopped from. The same call again is asked about, and if it is then run
// a person has granted it.
type Pending struct {
	Command string  `json:"command"`
	Dir     string  `json:"dir"`
	Rights  []Right `json:"rights"`
	Time    string  `json:"time"`
	Asked   string  `json:"asked,omitempty"` // tool use of the call that asked a person; "-" if it has none
	// Declined says that a person was asked, or could not be, and it was not granted: the call runs
	// without, and nobody is asked again.
	Declined bool `json:"declined,omitempty"`
}

func (s *Session) pendingFile(command, dir string) string {
	return filepath.Join(s.dir, pendingDir, Sum(command, dir)+".json")
}

// SetPending notes what a call was stopped from, in place of what was noted before.
func (s *Session) SetPending(p *Pending) error {
	if s == nil {
		return errNoSession
	}
	if p.Time == "" {
		p.Time = s.store.time().UTC().Format(time.RFC3339)
	}
	return write(s.pendingFile(p.Command, p.Dir), p, maxPending)
}

// Pending is what a call was stopped from; nil for nothing.
func (s *Session) Pending(command, dir string) *Pending {
	if s == nil {
		return nil
	}
	p := &Pending{}
	if !read(s.pendingFile(command, dir), p) || p.Command != command || p.Dir != dir {
		return nil
	}
	return p
}

// AllPending is all that is pending in the session, newest first.
func (s *Session) AllPending() []*Pending {
	if s == nil {
		return nil
	}
	var list []*Pending
	dir := filepath.Join(s.dir, pendingDir)
	for _, file := range files(dir) {
		p := &Pending{}
		if read(filepath.Join(dir, file), p) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *Pending) int { return cmp.Compare(b.Time, a.Time) })
	return list
}

// Asked notes that a person is asked for what is pending of a call.
func (s *Session) Asked(p *Pending, toolUse string) error {
	p.Asked = cmp.Or(toolUse, "-")
	return s.SetPending(p)
}

// Started settles what is pending of a call that is being run: if a person was asked, being run
// is the answer, and what was missing is granted for the session. It returns what was granted.
func (s *Session) Started(command, dir string) []Right {
	p := s.Pending(command, dir)
	if p == nil || p.Asked == "" {
		return nil
	}
	var granted []Right
	for _, r := range p.Rights {
		if s.Grant(&Grant{Right: r, Command: command}) == nil {
			granted = append(granted, r)
		}
	}
	s.Settle(command, dir)
	return granted
}

// Settle forgets what is pending of a call.
func (s *Session) Settle(command, dir string) {
	if s != nil {
		os.Remove(s.pendingFile(command, dir))
	}
}

// Forget removes all that is kept of the session, which has ended.
func (s *Session) Forget() error {
	if s == nil {
		return nil
	}
	return os.RemoveAll(s.dir)
}

// Sessions are the names of the sessions that have something here.
func (s *Store) Sessions() []string {
	list, err := os.ReadDir(filepath.Join(s.dir, runDir))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range list {
		if e.IsDir() && e.Name() != callsDir {
			names = append(names, e.Name())
		}
	}
	return names
}

// Prune removes sessions in which nothing has happened for long, and the oldest of too many.
func (s *Store) Prune() {
	dir := filepath.Join(s.dir, runDir)
	for _, name := range s.Sessions() {
		at := filepath.Join(dir, name)
		if s.time().Sub(newest(at)) > keepSessions {
			os.RemoveAll(at)
		}
	}
	bound(dir, maxSessions)
}

// newest is when something was last put into a directory of a session.
func newest(dir string) time.Time {
	var last time.Time
	for _, name := range []string{"", runsDir, pendingDir, grantsDir, toldDir} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}
