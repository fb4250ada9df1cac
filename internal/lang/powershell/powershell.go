// Package powershell reads text of PowerShell: a part of the language, of which every construct is
// understood, and nothing else.
//
// It is a parser and an abstract interpreter over its trees, after the pattern of package shparse:
// it carries variables, functions, aliases, the environment and the directory through the text,
// joins what branches leave, and hands every command that could run to its caller, with the values
// of its arguments as far as they are known. What is outside of the part is a problem, which the
// caller turns into a question; what stands before it and behind it is read all the same.
//
// The grammar is that of PowerShell 7 and Windows PowerShell 5.1 (language specification 3.0,
// appendix B; about_Parsing, about_Quoting_Rules, about_Redirection). Where the two differ, or the
// systems on which they run, the text is a problem or both readings are taken.
package powershell

import "github.com/fencepost/fencepost/internal/fact"

// World is what the interpreter has to know of the outside, and where it reports what it finds.
type World interface {
	// Canonical returns the full name, in lower case, of the cmdlet that a name or alias stands for;
	// "" where no name is known.
	Canonical(name string) string
	// Run is called for every command that could run, in order. It returns what the command writes
	// to the pipeline, as far as that is known.
	Run(c *Command) Value
	// Chdir returns where a change of directory leads.
	Chdir(dirs fact.Dirs, to *fact.Word) fact.Dirs
	// Home is the home directory; "" where it is not known.
	Home() string
}

// Command is one command of a pipeline.
type Command struct {
	Name   fact.Word
	Args   []Arg
	Text   string        // as written
	Dirs   fact.Dirs     // where it runs
	Env    []fact.Assign // variables of the environment that the text has set
	Takes  []string      // variables of the environment whose values were taken for it; "" for any
	Input  *Value        // what comes from the pipeline; nil for nothing
	Call   byte          // the operator before the name: '&', '.', or 0
	Inner  bool          // it does not stand in the text itself: of a text that is read again
	Lost   bool          // something unknown ran before, which may have changed what names mean
	Quoted bool          // the name is the value of an expression, and no bare word
}

// Arg is one argument: the name of a parameter, or a value.
type Arg struct {
	Param   string      // the name of a parameter, without its dash; "" for a value
	Colon   bool        // the next argument is its value, whatever it is: -Recurse:$false
	Words   []fact.Word // of a value: its elements
	Written string
	Spaced  bool // of a parameter with a colon: there is a blank before its value
	List    bool // elements with commas between them, which a program gets in another form
	Bare    bool // no string in quotes: for a program it may be a pattern
	Block   bool // a script block, whose commands were reported
}

// Value is what an expression gives, or a command writes to the pipeline. A word that is not known
// and has Many set stands for any number of elements.
type Value struct {
	Words []fact.Word
	Kind  Kind
	Hash  []Entry // of a hash table
	block *block
	empty bool // nothing at all: $null
}

// Kind says what is known of the elements of a value.
type Kind uint8

const (
	Any   Kind = iota // objects of any type
	Text              // strings and numbers, whose methods change nothing
	Files             // files and directories with these names, or patterns for them
	Table             // a hash table
)

// Entry is one entry of a hash table.
type Entry struct {
	Key   string
	Value Value
}

// Problem is a place in a text that is not read.
type Problem struct {
	Text string
	Why  string // completes the sentence "This PowerShell text …"
}

const (
	maxText   = 256 << 10 // characters
	maxDepth  = 64        // nesting of what is written
	maxSteps  = 40_000    // expressions and commands that are evaluated
	maxAgain  = 16        // texts that are read again, one in the other
	maxWords  = 256       // elements of one value
	maxLength = 64 << 10  // bytes of one value
)

// Options are where a text starts.
type Options struct {
	World World
	Dirs  fact.Dirs
}

// Read interprets a text. It returns what of it is not read.
func Read(text string, o Options) Summary {
	ev := &evaluator{world: o.World, st: newState(o.Dirs)}
	body := ev.parse(text)
	ev.statements(body)
	return Summary{Problems: ev.problems, Joined: ev.joined(body), Control: ev.control,
		Lost: ev.st.lost}
}

// Summary is what is known of a text as a whole.
type Summary struct {
	Problems []Problem
	Joined   bool // it has more than one statement
	Control  bool // it has a loop, a condition or a function
	Lost     bool // something unknown ran in it
}
