package gate

import (
	"os"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// What an earlier call of a session wrote is on the disk when a later one runs it. Editing sources,
// makefiles and package.json and then running the tests is what agents do all day, and stays
// allowed. Where programs are installed (node_modules, .venv) nobody writes by hand: a file that a
// call has written there is not the program that a rule trusts. The audit log tells, where there is
// one.

const (
	earlierBytes = 64 << 10  // of the log's end that are read
	earlierCalls = 64        // that are looked at
	askedBytes   = 256 << 10 // of the log's end in which calls are looked for that were asked about
)

// sessionCalls are the earlier calls of the session of a call. The log is read once, for all
// readings of the call's text.
type sessionCalls struct {
	log     string
	of      *fact.Call
	allowed []fact.Call
	asked   []planted.Asked
}

// Calls implements planted.Earlier: it reads the log.
func (s *sessionCalls) Calls() []fact.Call {
	if s.allowed == nil {
		s.allowed = []fact.Call{}
		for _, e := range audit.Allowed(s.log, s.of.Session, earlierBytes, earlierCalls) {
			if s.isEarlier(&e) {
				s.allowed = append(s.allowed, pastCall(&e))
			}
		}
	}
	return s.allowed
}

// Asked implements planted.Earlier. A clone is asked about, and so are most downloads: they stand
// further back in the log than what the session has written last.
func (s *sessionCalls) Asked() []planted.Asked {
	if s.asked == nil {
		s.asked = []planted.Asked{}
		for _, e := range audit.AskedOf(s.log, s.of.Session, rule.OutsideRun.String(), askedBytes) {
			if s.isEarlier(&e.Entry) {
				s.asked = append(s.asked, planted.Asked{Call: pastCall(&e.Entry),
					Approved: e.Ran && strings.HasSuffix(e.Rule, rule.OutsideRun.String())})
			}
		}
	}
	return slices.Clone(s.asked)
}

// Let implements planted.Earlier.
func (s *sessionCalls) Let() (at int64) {
	field := agent.ToolOf(s.of.Tool).Field
	for _, e := range audit.AskedOf(s.log, s.of.Session, "", askedBytes) {
		if past := pastCall(&e.Entry); e.Ran && s.isEarlier(&e.Entry) && past.Tool == s.of.Tool &&
			past.Cwd == s.of.Cwd && past.Text(field) == s.of.Text(field) {
			at = max(at, past.At)
		}
	}
	return at
}

func (s *sessionCalls) isEarlier(e *audit.Entry) bool {
	return e.ToolUse == "" || e.ToolUse != s.of.ToolUse
}

func pastCall(e *audit.Entry) fact.Call {
	return fact.Call{Tool: e.Tool, Cwd: e.Cwd, Input: e.Input, At: e.Time.UnixNano()}
}

// changedSince returns what reports whether a file may have been changed since the session began:
// written, linked, renamed or checked out. Of a session whose start is not known it may have been.
func (s *sessionCalls) changedSince(store *history.Store) func(os.FileInfo) bool {
	return func(info os.FileInfo) bool {
		began := store.Began(s.of.Session)
		return began == nil || !record.ChangedAt(info).Before(record.ChangedAt(began))
	}
}
