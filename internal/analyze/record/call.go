package record

import (
	"os"
	"path"
	"time"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Budget is what may still be done. An earlier call has that of the call which runs.
func (a *Call) Budget() *Counts {
	if a.Counts == nil {
		a.Counts = &Counts{Earlier: earlierSteps}
	}
	return a.Counts
}

// earlierSteps bounds what the earlier calls of a session may do, all of them together.
const earlierSteps = 100_000

// Counts is what may still be done for a call, and for the earlier calls that are read again.
type Counts struct {
	Earlier effort.Budget     // steps of those
	trees   *filelists.Budget // nil before the first
	index   map[string]bool   // installed files that git tracks; nil before the first look
}

// TreeBudget is what may still be read of trees for the call.
func (a *Call) TreeBudget() *filelists.Budget {
	left := a.Budget()
	if left.trees == nil {
		left.trees = filelists.NewBudget(a.Deadline)
	}
	return left.trees
}

// Call is a call of a tool as the passes see it: what it is judged with, and what they have found.
type Call struct {
	Specs     command.Table
	Places    *paths.Resolver
	Guard     *paths.Guard // says which names of a tree matter; nil: one without a config's globs
	Home      string
	Deadline  time.Time         // the last resort: when the analysis has to end; zero: never
	Variables shparse.Variables // what the agent sets in its shells; nil: nothing is known of it
	Dialect   dialect.Dialect
	Follow    bool // scripts of the project are read
	Vouch     Vouch

	Facts    *fact.Facts
	Shell    shparse.View // the shell that is interpreted, as it is now
	Text     string       // of the call
	Past     bool         // an earlier call: what it writes is wanted, and nothing else
	Resolver command.Resolver
	Links    []Link            // names that the call made stand for other places
	Settings []command.Setting // of git, that the call made
	Counts   *Counts           // see Budget

	repositories []string               // in the project, once they were looked for
	inside       func(path string) bool // see within
	dirs         map[string]bool        // see IsDirectory
}

// Vouch says which scripts of the project are taken for the person's own.
type Vouch struct {
	Unchanged bool // what the last commit has of them is looked up
	// Changed reports whether a file may have been changed since the session began. nil: nobody knows.
	Changed func(os.FileInfo) bool
}

// InSession reports whether a file may have been changed since the session began, or come to its
// place with a directory: the agent may have made it, whatever the last commit has.
func (v *Vouch) InSession(name string) bool { return v.Changed != nil && changed(name, v.Changed) }

// ChangedSince reports whether a file may have been changed since a time, or come to its place with a
// directory.
func ChangedSince(name string, at time.Time) bool {
	return changed(name, func(info os.FileInfo) bool { return !ChangedAt(info).Before(at) })
}

func changed(name string, since func(os.FileInfo) bool) bool {
	info, err := os.Lstat(name)
	if err != nil || since(info) {
		return true
	}
	for dir := path.Dir(name); dir != path.Dir(dir); dir = path.Dir(dir) {
		// an entry that comes or goes sets both times of a directory, and a new name only one
		if at, err := os.Lstat(dir); err != nil || since(at) && !ChangedAt(at).Equal(at.ModTime()) {
			return true
		}
	}
	return false
}

// Link is a name that the line made stand for another place.
type Link struct {
	At     string // absolute; "" where it may be any name
	Target string // absolute; "" where it is not known
}
