// Package fact holds the nouns that every other package shares: what a tool call is, and what it
// would do as far as that can be known without running it. It knows no shell, no rule and no file
// system.
package fact

import "github.com/fencepost/fencepost/gen/hazards"

// Facts is what a tool call would do.
type Facts struct {
	// every simple command that could run, wrappers and payloads included, in source order
	Commands []Command
	Effects  []Effect // effects that belong to no command: those of a file tool or of WebFetch
	Hazards  []Hazard // places where reader and shell may disagree, or where nothing can be known
	Chain    Chain    // joins and control flow written in the call's own text
	Files    []File   // of the project, whose text was read
	Trees    *Tree    // that commands write under names not in their words, the last one first
}

// Command is one simple command (POSIX XCU 2.9.1) that could run, in three records. Each phase
// makes one of them, and no phase changes the record of an earlier one (TestPhases).
type Command struct {
	Invocation
	Resolution
	Findings
	Places Places // resolves the roots and globs of rules for this call; never nil after analysis
}

// Invocation is a command as the shell produces it. Package shparse makes it, and package cmdlets
// that of a cmdlet of PowerShell.
type Invocation struct {
	Argv      []Word     // argv[0] first; empty for assignments or redirections alone
	Assigns   []Assign   // prefix assignments, or the assignments themselves where Argv is empty
	Redirects []Redirect // in source order, those of enclosing compound commands not included
	Text      string     // as written, redirections included
	Via       []string   // names of the wrappers that lead here, outermost first
	Dirs      Dirs       // where it would run
	Stdin     Stdin      // what it would read from standard input
	Cmdlet    *Cmdlet    // how the words of a cmdlet of PowerShell belong together; nil for others
	File      int        // the file that holds it, as a place in Facts.Files from 1; 0: the call itself
	Line      int        // in that file
	Own       bool       // written in the call's own text, not in the payload of a wrapper
	Remote    bool       // on another machine or with another root: its paths are not ours
	Kind      CommandKind
	// where Kind is Redirected: a compound command has the redirections, and its parts are commands of
	// their own
	Enclosing bool
	// where Kind is Redirected: it is $(<FILE), in whose place the shell puts what the file holds
	ReadsFile bool
}

// Resolution is what the spec of a command says of its words. Package command makes it.
type Resolution struct {
	Name string // base name of the program; "" where it is not known
	// canonical form: name, then the words without the global options before a subcommand
	Canon    []Word
	Sub      []string    // known subcommand words, such as ["stash", "drop"]
	Flags    []Flag      // options as parsed, in order
	Operands []Operand   // operands and option-arguments, in order, with roles
	Nested   []Nested    // programs that it would run, as found in its words
	Traits   Trait       // further properties that its spec names
	Reach    Reach       // the hidden or ignored files that it reads of a tree as well
	Includes IncludeLang // how the files that it reads can have it read others
	Wrapper  Wrapper     // how a command that runs others is judged
	Known    bool        // a command spec exists
	System   bool        // written without a directory, or with a system one such as /usr/bin
	Lossless bool        // only options that the spec calls neutral were removed to make Canon
	ReadOnly bool        // the spec proves that it only reads
	Follows  bool        // it reads what the links in a tree lead to
	// an option makes it run other code, which is not seen: an allow for its name does not cover that
	RunsUnseenCode bool
	// it gets an option that its spec does not know: an allow for its name does not cover that
	UnknownOption bool
	Unlisted      bool // no table says which options and operands it has
	// an option or operand that its spec does not have: an allow of a preset does not cover it; "" for
	// none
	UnknownWord string
}

// Findings is what the passes of the analysis found about a command. An effect or a hazard names
// the pass that found it.
type Findings struct {
	Effects []Effect  // from operands and options; redirections are judged on their own
	Hazards []Hazard  // what could not be known about this command
	Code    []Snippet // inline code that it would run, in the order in which it was found
	Planted *Planted  // a file that it may run and that the agent has just written; nil: none
	// a variable that it gets and that could make it run other, unknown code; "": there is none
	Unjudged string
	// the words, with the file that it runs named from the project's directory: ./x for ../p/x; nil if
	// Argv names it so
	FromProject *[]Word
	// another command that does the same, by which rules go in place of Canon: git switch NAME for
	// git checkout NAME; nil: none. These are pointers: eight bytes
	// more cost some calls 6 % more memory
	Equivalent *[]Word
	// the text of the program that it takes from a file, if the call has written that: awk -f FILE;
	// nil: none
	Program   *Word
	Runs      int  // the file that it runs and that was looked at, a place in Facts.Files; 0: none
	NameGiven bool // its name comes from what the file that holds it was given
	Built     bool // its program was built from the project, and is the project's own code
}

// Pass names the pass of the analysis that found something, for people: "trees". "" is the
// command's spec for an effect, and the shell's grammar for a hazard.
type Pass string

// Find adds effects that a pass has found.
func (f *Findings) Find(by Pass, effects ...Effect) {
	for i := range effects {
		effects[i].Pass = by
	}
	f.Effects = append(f.Effects, effects...)
}

// Doubt adds hazards that a pass has found.
func (f *Findings) Doubt(by Pass, list ...Hazard) {
	for i := range list {
		list[i].Pass = by
	}
	f.Hazards = append(f.Hazards, list...)
}

// Planted is a file that a command may run and that the same call, or an earlier one, has written.
// An allow for the command was meant for the file that was there before.
type Planted struct {
	Name   string // for people
	Source bool   // a source or settings file that tools look for; else the program itself
	Before bool   // an earlier call of the session has written it
	// Foreign says that an earlier call has cloned, unpacked or downloaded it: nobody has seen it.
	Foreign bool
}

// CommandKind tells the simple command apart from things that need no rule of their own.
type CommandKind uint8

const (
	Simple     CommandKind = iota // a command with a name, known or not
	Assignment                    // assignments alone, [[ ]], (( )), a keyword
	// redirections without a command name, or those of a compound command
	Redirected
	Function // a call of a function that the script defines: its body decides
	Empty    // nothing at all: an empty or blank text
)

// Trait is a set of properties of a command that matter beyond what its words do.
type Trait uint32

// The properties, as the specs have them under is.
const (
	Runner        Trait = 1 << iota // runs programs of a project's environment: uv run python -c CODE
	Installed                       // runs what was installed, whatever the directory: cargo
	CleanEnv                        // starts programs with another environment than its own: sudo
	Copies                          // gives files other names or places: cp, mv, ln
	Links                           // gives files other names, and copies nothing: ln, mount
	Inert                           // nothing that could be run is in what it makes: mkdir
	Plain                           // changes the files that its operands name and no others: chmod
	Lines                           // prints lines of the files that it reads as they are: grep
	Substitutes                     // shows the variables that its input names: envsubst
	Makefile                        // runs the recipes of a makefile
	Typed                           // takes TypeScript: deno
	Python                          // an interpreter of Python; specs say so with lang
	JavaScript                      // an interpreter of JavaScript; specs say so with lang
	CopiesInput                     // writes its standard input into files
	MakesNewNames                   // makes files with a new name each time: mktemp
	Compiles                        // makes a program of sources, under the name that -o says: cc
	Shows                           // prints all, or much, of the files that it reads: cat
	Trees                           // does what it does to whole trees: rimraf
	Searches                        // prints lines that match: grep
	Unfiltered                      // searches hidden and ignored files as it does others: grep -r
	Cased                           // compares letters with their case, but with -i: grep
	Stages                          // takes files that git does not know yet: git add, git stash -u
	Reports                         // shows the environment among much else, if at all: php -i
)

// Canonical is the form of the command by which rules go.
func (c *Command) Canonical() []Word {
	if c.Equivalent != nil {
		return *c.Equivalent
	}
	return c.Canon
}

// WithProgram returns the words as written, and the text of its program if that stands in a file.
func (c *Command) WithProgram() []Word {
	if c.Program == nil {
		return c.Argv
	}
	return append(c.Argv[:len(c.Argv):len(c.Argv)], *c.Program)
}

// Is reports whether a command has a property.
func (c *Command) Is(t Trait) bool { return c.Traits&t != 0 }

// IncludeLang is a language in which a file can have its reader read others.
type IncludeLang uint8

const (
	NoIncludes   IncludeLang = iota
	CIncludes                // what compilers and assemblers read: #include "FILE", .incbin "FILE"
	RoffIncludes             // manual pages: .so FILE
	NameIncludes             // whatever a text names may be read: file(".env"), !include .env
)

// Wrapper says how a command that runs another command is judged.
type Wrapper uint8

const (
	NoWrapper   Wrapper = iota
	Transparent         // needs no rule of its own: the payload decides (env, timeout, bash -c)
	Escalating          // is judged itself, too (sudo, ssh, docker exec)
)

// Assign is one variable assignment.
type Assign struct {
	Name   string
	Value  Word
	Append bool // +=
}

// Flag is one option as found on the command line: its spelling in the spec, or as written where
// there is no spec.
type Flag struct {
	Name    string // canonical: the first name that the spec lists, such as --recursive for -r
	Written string // such as -r, --recurs
	Value   int    // index into Operands of its option-argument, or -1
	Known   bool   // the spec has it
	Off     bool   // a later word takes it back, or may: --no-NAME, --NAME=false
	Names   []string
}

// Operand is an operand or an option-argument with the role that the spec gives it.
type Operand struct {
	Word   Word
	Role   Role
	Flag   string // canonical name of the option whose argument it is; "" for an operand
	Path   Path   // set where Role is a path role
	IsPath bool
	Behind bool // behind the mark that ends options: it is no option, whatever its text
}

// Nested is a program found in the words of a command.
type Nested struct {
	Kind  NestedKind
	Words []Word // an argv (NestedArgv) or one word that holds text (the other kinds)
	Args  []Word // positional parameters from $0 on, for shell text
	Lang  string // interpreter language for NestedCode; the shell's name for NestedShell
	Dir   Word   // directory that an option of the wrapper changes to; zero: none
	Piped bool   // what it reads on standard input is not known: the command writes it
	More  bool   // further arguments that are not known are appended (xargs, find {} +)
	// the environment is cleared or the shell is a new process: shell variables do not reach it
	Clear bool
	State bool // runs in the current shell (eval, source, trap): its assignments persist

	Assigns []Assign // variables that the wrapper sets for it (env A=1 ls)
	// runs on another machine or with another root (ssh, docker exec, chroot): its paths are not ours
	Remote bool
}

// NestedKind says what a nested program is.
type NestedKind uint8

const (
	NestedArgv    NestedKind = iota // words of a command
	NestedShell                     // shell text
	NestedCode                      // code of another language
	NestedFile                      // a file that is executed or sourced: not seen here
	NestedUnknown                   // something runs, nothing is known of it
)

// Chain is what the call's own text joins.
type Chain struct {
	Commands int  // simple commands in the call's own text
	Joined   bool // two steps are joined with &&, || or ;
	Control  bool // there is a loop, an if or a case
	Loop     bool // there is a loop, also in a substitution: a command may run before one above it
}

// Hazard is a place where reader and shell may disagree, or where nothing can be known.
type Hazard struct {
	ID   hazards.ID // of presets/hazards.yaml; it has the kind
	Text string     // what was found, for people
	Why  string     // one sentence: the reason that a person reads
	Pos  Pos

	File int // the file that it was found in, as a place in Facts.Files from 1; 0: the call itself
	Line int // in that file
	Pass Pass
}

// The kinds of hazards, which select the policy that one falls under.
const (
	Dynamic = hazards.KindDynamic // a name, payload or path that cannot be known: `dynamic`
	Failure = hazards.KindFailure // a text that could not be checked: `onError`
	Suspect = hazards.KindSuspect // reader and shell may disagree: ask
)

// Pos is a place in a text: byte offset from 0, line and column from 1. The zero Pos is "no place".
type Pos struct{ Offset, Line, Col int }
