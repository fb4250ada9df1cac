package fact

// Snippet is inline code of another language in the words or the standard input of a command, with
// what it would do.
type Snippet struct {
	Lang  string // "python", "javascript", "perl", …
	File  int    // that holds it, as a place in Facts.Files from 1; 0: the call itself
	Facts []CodeFact
}

// CodeFact is one thing that inline code does: a call, a file that it opens for writing, or an
// import.
//
// Effects of a call are among the effects of the command that holds the code, too: rules on effects
// judge them there.
type CodeFact struct {
	Kind CodeKind
	// the callee or module: as resolved, as written, and what else a person may call it
	Names []string
	Text  string // as written, for people
	Line  int    // in the file that holds it; 0: not known
	Args  []CodeArg
	Path  Path // of a CodeWrite
	Call  int  // of a CodeWrite: index of the call that writes, or -1
	Does  CodeDoes
	// of a CodeCall: it only writes the files of the CodeWrites that name it
	Writes bool
	// of a CodeCall: it only starts programs that are known to their last word; they are commands of
	// their own
	Starts  bool
	Hazards []Hazard // what could not be known about it
}

// CodeKind tells the facts of inline code apart. The names are those of the keys of interpreter
// rules.
type CodeKind uint8

const (
	CodeCall CodeKind = iota
	CodeWrite
	CodeImport
)

// CodeDoes says how much a call does: what is greater has to be vouched for by more.
type CodeDoes uint8

const (
	CodeComputes CodeDoes = iota // it touches nothing
	CodeReads
	CodeActs // it has another effect, starts a program, or could not be resolved
)

// CodeArg is one argument of a call.
type CodeArg struct {
	Name   string // of a keyword argument, or ""
	Word   Word
	Path   Path
	IsPath bool // the call takes it for a path, or may
	Gone   bool // the path is deleted or moved: no root contains itself
}

// Name is the callee for people.
func (f *CodeFact) Name() string {
	for _, n := range f.Names {
		if n != "" {
			return n
		}
	}
	return "the code"
}

// Imports returns a file that code of the call loads and that was looked at, as a place in
// Facts.Files from 1; 0: none. The code stands in the words or the input of a command, or in a file
// that the call writes.
func (f *Facts) Imports(c *Command) int {
	if c.Runs > 0 && f.Files[c.Runs-1].Writer == 0 {
		return 0
	}
	for k := range c.Code {
		if n := c.Code[k].File; n > 0 && f.Files[f.Files[n-1].Root-1].Writer == 0 {
			return n
		}
	}
	return 0
}

// Tests reports whether the call writes a file that a command finds and runs among others: a test.
func (f *Facts) Tests(c *Command, file int) bool {
	return file > 0 && file != c.Runs && f.Files[file-1].Writer > 0
}
