// Package history keeps what is known of a session's confined runs between the programs that take
// part: the hook before a call, the wrapper that runs it, the hook after it, and the person's
// commands. Its files lie below the directory of the user's config, which is a protected path:
//
//	.claude/fencepost/run/SESSION/     of one session: runs, grants, what is pending, what was told
//	.claude/fencepost/run/calls/       calls that were let pass, for a wrapper without a session
//	.claude/fencepost/grants/          standing grants: of the user, and of each project
//	.claude/fencepost/sessions/        empty files that are as old as the sessions
//
// A matter is a file of its own, which is written whole and then renamed into place, so that
// programs that run side by side need no lock. A file that is damaged, too large or somebody else's
// is none: what is lost is a grant or a right, and the gate asks once more. There are bounds on how
// many files a directory has; the oldest go.
package history

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/digest"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// Right is one thing that a run may do beyond its settings.
type Right struct {
	Kind string `json:"kind"` // write, read, host, port (of localhost) or socket
	Name string `json:"name"` // an absolute path, HOST[:PORT], or a number
}

func (r Right) String() string { return r.Kind + " " + r.Name }

// Kinds are the kinds of rights.
func Kinds() []string { return []string{"write", "read", "host", "port", "socket"} }

// Store is the ledger of a user.
type Store struct {
	dir string
	now func() time.Time // nil: time.Now
}

// Bounds of the ledger.
const (
	maxFile     = 256 << 10
	maxSessions = 64
	maxRuns     = 256 // of a session
	maxPending  = 64
	maxGrants   = 256 // of a session, a project, the user
	maxTold     = 256
	maxCalls    = 512
	maxBegun    = 2048 // sessions of which the start is known

	// keepCalls is how long a call that was let pass waits for its run: a person may have been asked,
	// and away.
	keepCalls = 12 * time.Hour

	// keepSessions is how long a session is kept in which nothing happens any more.
	keepSessions = 14 * 24 * time.Hour
)

// In is the ledger below a directory whose .claude holds the user's config (gate.Options).
func In(configHome string) *Store {
	return &Store{dir: filepath.Join(configHome, confighome.Own)}
}

func (s *Store) time() time.Time {
	if s.now != nil {
		return s.now()
	}
	return time.Now()
}

// Sum identifies a call in a session: its command and the directory in which it is run.
func Sum(command, dir string) string {
	return digest.List([]byte(command), []byte(dir))
}

// nameOf is a name for a file that stands for a text.
func nameOf(text string) string {
	return digest.List([]byte(text))
}

// read reads a file of the ledger; false where there is none that counts.
func read(file string, into any) bool {
	data, err := owner.Read(file, maxFile, owner.Own)
	return err == nil && json.Unmarshal(data, into) == nil
}

// write writes a file of the ledger, and keeps its directory to so many files.
func write(file string, of any, most int) error {
	data, err := json.Marshal(of)
	if err != nil {
		return err
	}
	if len(data) > maxFile {
		return errTooLarge
	}
	if err := owner.Write(file, append(data, '\n')); err != nil {
		return err
	}
	bound(filepath.Dir(file), most)
	return nil
}

type text string

func (t text) Error() string { return string(t) }

const (
	errTooLarge  = text("too large for the ledger")
	errNoSession = text("the agent names no session")
	errNoRight   = text("not a right that can be granted")
	errMany      = text("there are too many grants already; revoke some")
)

// bound removes the oldest of a directory's files where there are more than so many: a quarter of
// them, so that not every call has to look which these are.
func bound(dir string, most int) {
	list, err := os.ReadDir(dir)
	if err != nil || len(list) <= most {
		return
	}
	var all []string // the time before the name
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			at := info.ModTime().UTC().Format("20060102T150405.000000000")
			all = append(all, at+" "+e.Name())
		}
	}
	slices.Sort(all)
	for i := 0; i < len(all)-most+most/4; i++ {
		_, name, _ := strings.Cut(all[i], " ")
		os.RemoveAll(filepath.Join(dir, name))
	}
}

// files are the files of a directory that count, by name.
func files(dir string) []string {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range list {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}
