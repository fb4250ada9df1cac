package fact

// Origin is where the value of a word comes from. The zero Origin is a word as it was written.
type Origin struct {
	Name  string // of a variable, a mark, a pipe or a directory; else as written
	Names *Names // of files that the value may be, or hold; nil where nothing is known of them
	Kind  OriginKind

	Columns Columns // of its lines: those that are numbers
	Listed  *Names  // patterns: each of its lines is a name that one of them stands for
}

// OriginKind tells origins apart.
type OriginKind uint8

const (
	TextOrigin     OriginKind = iota
	ComputedOrigin            // of an expansion, or of several
	// the value that a variable had before, and nothing else: $PATH in $PATH:/x
	VariableOrigin
	PipeOrigin // the name of the pipe of a process substitution
	TempOrigin // the name of a new temporary file or directory: $(mktemp)
	// words that begin with a letter or a digit and lead to no directory above, such as names of
	// commits
	WordsOrigin
	// a name without blanks and pattern characters, such as that of a branch
	RefOrigin
	// words that begin without a dash and have a known part: main..$branch, $commit:file
	UndashedOrigin
	MarkOrigin  // what replaces a mark, such as {} of find and xargs
	InputOrigin // standard input, divided by xargs or read
	JobOrigin   // the process that the shell has started last: $!
	// a file's content; Name is the directory that the file's name is relative to
	FileOrigin
)

// Show returns the expansion for people; "" where there is none.
func (o *Origin) Show() string {
	switch o.Kind {
	case VariableOrigin:
		return "$" + o.Name
	case ComputedOrigin, UndashedOrigin, MarkOrigin, JobOrigin:
		return o.Name
	case InputOrigin:
		return "standard input"
	}
	return ""
}

// Undashed reports whether no word of the value begins with a dash.
func (o *Origin) Undashed() bool { return o.Kind == WordsOrigin || o.Kind == UndashedOrigin }

// Is reports whether the value is that of the origin with this kind and name.
func (o *Origin) Is(kind OriginKind, name string) bool { return o.Kind == kind && o.Name == name }

// Names are names of files that a value may be: what find, ls, git ls-files or a list of files may
// have printed. Each is a text or a pattern, relative to whatever uses it. A value with names may
// be anything else, too, such as a part of a name that has a blank.
type Names struct {
	List []Word
}

// NewNames returns no names, with room for those of most commands.
func NewNames() *Names {
	n := new(struct {
		names Names
		few   [3]Word
	})
	n.names.List = n.few[:0]
	return &n.names
}

// MaxNames bounds the names that one value is known to have.
const MaxNames = 32

// Words are the names as words that stand for all of a list.
func (n *Names) Words() []Word {
	words := append([]Word(nil), n.List...)
	for i := range words {
		words[i].Origin.Listed = n
	}
	return words
}

// Or returns the names of both.
func (n *Names) Or(m *Names) *Names {
	switch {
	case n == nil || n == m:
		return m
	case m == nil:
		return n
	}
	both := &Names{List: n.List[:len(n.List):len(n.List)]}
	for i := range m.List {
		both.Add(m.List[i].Text, m.List[i].Glob)
	}
	return both
}

// Add adds a name that is not there yet.
func (n *Names) Add(text string, pattern bool) {
	if len(n.List) < MaxNames && !n.Has(text, pattern) {
		n.List = append(n.List, Word{Text: text, Glob: pattern})
	}
}

// Has reports whether a name is there.
func (n *Names) Has(text string, pattern bool) bool {
	for i := range n.List {
		if n.List[i].Text == text && n.List[i].Glob == pattern {
			return true
		}
	}
	return false
}
