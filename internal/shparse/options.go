package shparse

import (
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Options are what the interpreter has to know of the outside.
type Options struct {
	Dialect dialect.Dialect
	Home    string // value of ~ and $HOME
	// where the script starts; "" where that is not known
	Dir   string
	Users func(name string) (home string, ok bool) // for ~name; nil: every name is unknown
	// the last resort: when the analysis ends; zero: never
	Deadline time.Time
	Left     *effort.Budget // steps of this text and others; nil: no bound
	Passes   Passes         // get every command that could run, in order
	// interprets PowerShell; nil: there is none
	PowerShell Reader
	Environ    Environ // judges variables; nil: none is judged
	// what the agent sets in its shells; nil: nothing is known of it
	Shell Variables
	Look  func(w fact.Word, path bool) // see shell.look; nil: nobody asks
	Paths Paths                        // nil: redirections have no paths
	Links Links                        // nil: where links lead is not known
	Temps Temps                        // nil: there are no directories for temporary files
}

// Paths knows which files words name.
type Paths interface {
	// Path is the file that a word names in the directories.
	Path(dirs fact.Dirs, w *fact.Word) fact.Path
}

// Temps knows the directories for temporary files.
type Temps interface {
	// TempDir is the one that TMPDIR of the agent names; "" where it is not set, or names another.
	TempDir() string
	// ForTemps reports whether new files can be made in a directory, which is one of them.
	ForTemps(dir string) bool
	// Nonce is a text that nobody can have written into the call.
	Nonce() string
}

// Links knows where the links in a path lead.
type Links interface {
	Target(dir string) (to string, ok bool)
}

// Variables knows the values of environment variables.
type Variables interface {
	// Variable returns the value that the shell of the call begins with; false where it may be any.
	Variable(name string) (value string, ok bool)
}

// Environ judges what a variable does to the programs that start.
type Environ interface {
	// Steers says why an environment variable with this value can make programs run other code; ""
	// if it cannot.
	Steers(name string, value *fact.Word) string
}
