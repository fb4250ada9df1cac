package interp

import "github.com/fencepost/fencepost/internal/fact"

// Request is one snippet to be read.
type Request struct {
	Lang string // "python", "javascript" or "typescript"
	Code string
	Home string // value of ~, or ""
	Cwd  string // absolute path of the directory in which it runs, or "" where that is not known
	Base string // absolute path of the directory in which the code lies, of a file; "" for inline code
	// what the code finds as its arguments (sys.argv, process.argv), from the first on; nil: not known
	Args []fact.Word
	// files that the code may load, and that these may load; in all the text of one call
	Modules []Module
}

// Module is a file that code may load.
type Module struct {
	File    int    // its number, from 1
	Name    string // of Python, the module's; of JavaScript, the absolute path
	Lang    string
	Path    string // of the file, absolute
	Package bool   // of Python: it stands for a directory
	Code    string
	Opaque  bool // its text is not read
}

// Unknown stands in the code of a Request for text that is not known. Inside a string it makes the
// string a partial one.
const Unknown = "FENCEPOST_UNKNOWN_0"

// Facts is what a snippet would do, before its paths are resolved.
type Facts struct {
	Problem string // why the snippet could not be read, or not all of it; "" if it could
	Calls   []Call
	Imports []Import

	// of the environment, whose values it takes; "" is one with a name that is not known
	Variables []string

	// where the code has modules looked for besides the usual places, before these
	Places []string
	// the code of the request changes what the modules that it was given do: it sets what is theirs
	Steers bool
}

// Import is one module that is loaded.
type Import struct {
	Name    string
	Unknown bool   // the name is not known
	Foreign bool   // the tables do not know the module: importing it runs code that is not seen
	Dir     Dir    // the code's directory at that time, where Python looks first
	File    int    // that loads it: a Module's, or 0
	Path    string // of a file that is loaded by its path: that path, absolute; "" where it is not known
}

// Call is one call that has a name.
type Call struct {
	Names   []string // resolved first, then as written and other spellings
	Text    string   // as written, cut
	Line    int
	File    int  // in which it stands: a Module's, or 0
	Runs    bool // it runs a Module's file, whose calls are reported
	Into    bool // code that is no Module's calls a function or class of one
	Args    []Arg
	Effects []Effect
	Spawns  []Spawn
	Dir     Dir
	Does    fact.CodeDoes
	Unseen  string // why what it runs cannot be known, such as "eval"; "" if it can
}

// Arg is one argument.
type Arg struct {
	Name   string
	Word   fact.Word
	IsPath bool
	Gone   bool
}

// Effect is one effect of a call.
type Effect struct {
	Kind      fact.EffectKind
	Word      fact.Word // the path, or the host or URL of a network effect
	HasWord   bool
	Recursive bool
	Create    bool
	Mkdir     bool
	Listed    bool // of a read: one of the files in a tree, or of the hidden ones in a directory, that was listed
	Names     bool // of a read: what the file holds is not, but its name or attributes
	Detail    string

	Tree  fact.TreeKind // of a write: names below the path come from another place
	Named bool          // of a read: the path, which is not known, is one that a file holds
	From  fact.Word     // that place or file; its path
}

// Spawn is a program that a call starts: shell text, or the words of a command.
type Spawn struct {
	Shell    bool
	Words    []fact.Word
	Assigns  []fact.Assign
	Dir      Dir
	Input    fact.Word // its standard input, if HasInput
	HasInput bool
	Open     bool // there is more to how it is started than is known here
}

// Dir is the directory that the code has changed to, relative to where it started; the zero Dir is
// that place itself.
type Dir struct {
	Set  bool
	Word fact.Word
}
