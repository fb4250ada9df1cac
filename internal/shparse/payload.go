package shparse

import "github.com/fencepost/fencepost/internal/fact"

// Passes judge the commands of a text, and say what these lead to.
type Passes interface {
	// Take judges a command that could run.
	Take(c *fact.Command) Taken
	// Follow returns what the command that was taken last leads to next, of those that are not through.
	// That it returns nothing means that this one is.
	Follow() []Step
}

// Taken is what is known of a command before anything runs that it leads to.
type Taken struct {
	Prints fact.Output // used where somebody takes it
	Writes []Written   // files that hold something else from now on
	Links  bool        // names of files may stand for files with other names from now on
}

// Written is a file that a command writes.
type Written struct {
	Path    string
	Text    string
	Known   bool // Text is all that the command puts into it
	Appends bool
}

// Step is a part of what a command leads to: a payload that runs, a pass that looks at what has run,
// or both. What the pass returns comes before the steps behind it.
type Step struct {
	Payload *Payload      // nil: none
	Then    func() []Step // nil: none
}

// PayloadKind says what a payload is.
type PayloadKind uint8

// The kinds of payloads. What runs of the last two is not known, and so is the state of the shell
// behind it.
const (
	ShellText PayloadKind = iota
	ShellWords
	OwnWords // which stand in the call's own text
	PowerShellText
	UnknownText
	UnknownSettings // which leave the shell in its directory
)

// TrapTime says when the text of a trap runs.
type TrapTime uint8

// The times of traps.
const (
	NoTrap TrapTime = iota
	AnyTime
	AtExit
)

// Payload is something that a command runs: text, or words that are already expanded.
type Payload struct {
	Kind      PayloadKind
	State     bool // in the current shell: assignments, cd and functions persist
	NewShell  bool // in a new process: only what is exported reaches it
	Source    bool // of a file or of what stands for one: return ends it
	Trap      TrapTime
	Maybe     bool   // it may not run
	Functions bool   // words that are looked up among functions and aliases, too
	Foreign   bool   // on another machine or in a container: the directory is not known
	Text      string // of words: what people are shown; "": the words themselves
	Words     []fact.Word
	Via       string      // the wrapper's name
	Shell     string      // the shell that reads the text; "": the one that reads the text around it
	Start     []fact.Word // the words with which that shell is started: its options, then anything
	Params    []fact.Word // $0 and positional parameters; nil: those of the shell
	Dirs      *fact.Dirs  // in which it runs; nil: those of the shell
	Dir       *fact.Word  // directory that the wrapper changes to first
	Stdin     *fact.Stdin
	At        *Place  // where it runs; nil: here
	Env       Env     // how its environment differs from that of the shell
	File      Excerpt // that holds the text; of none it is a part of the text around it
}

// Env is the environment of a payload.
type Env struct {
	Clean   bool        // nothing of the shell reaches it
	Unset   []fact.Word // variables that do not reach it
	Assigns []fact.Assign
}

// Excerpt is a file, or a part of one.
type Excerpt struct {
	Number int     // of the file; 0: none
	Line   int     // in which the text begins; 0: the first one
	Limits *Limits // nil: those of the call
}

// Alone returns the step that runs a payload.
func (p Payload) Alone() []Step {
	x := &struct { // one piece of memory
		steps   [1]Step
		payload Payload
	}{payload: p}
	x.steps[0].Payload = &x.payload
	return x.steps[:]
}

// Limits bound a part of a call. That they are reached is a hazard of the file that is being read,
// and no matter of what stands around it.
type Limits struct{ Commands, Steps int }

// Place is where the interpretation was at some time: variables, directory, wrappers and depth. What
// runs there changes nothing of it.
type Place struct{ run func(f func()) }

// Reader interprets text of another language than the shells'.
type Reader interface {
	// Read hands what the text runs to the host, in order. A call's own text has no Dirs.
	Read(h Host, p *Payload)
}
