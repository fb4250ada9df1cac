package fact

// Output says what a command prints on standard output, whatever its input and the files that it
// reads hold. The zero Output says nothing.
type Output struct {
	Kind  OutputKind
	Names *Names // of files that may be among it
	// patterns: each line that is printed is a name that one of them stands for; nil if other lines
	// may be printed, or a name may be divided
	Listed  *Names
	Within  bool // what is printed are the names in these directories
	Tracked bool // they are names that git knows, whether there are such files or not
	// of Tracked: the revisions and paths that are compared, whose names may be among them
	Compared []Word
	Ends     []string // of LinesOutput: each line ends with one of these; nil: with anything
	One      bool     // of WordsOutput: one word, without pattern characters
	Columns  Columns  // of ColumnsOutput, and which of them FieldOutput takes
	// of TempOutput: the name with RandomPart for what is random, relative to the directory for
	// temporary files; "" where more is not known. Of TextOutput: the line
	Temp    string
	TempDir bool // it is a directory
}

// RandomPart stands for the random part of a name in Output.Temp.
const RandomPart = "\x00"

// Columns are the columns of a text that hold a number, or nothing, in every line: the first two of
// git diff --numstat.
type Columns struct {
	Numbers uint8 // a bit for each, the lowest for the first
	Words   bool  // they are words that begin with a letter or a digit instead
	By      byte  // what divides them: ' ', '\t' or ':'; 'w' takes blanks and tabs alike
}

// Has reports whether all columns of d are such columns if the lines are divided as d says.
func (c Columns) Has(d Columns) bool {
	alike := c.By == d.By || d.By == 'w' && (c.By == ' ' || c.By == '\t')
	return alike && d.Numbers != 0 && c.Numbers&d.Numbers == d.Numbers
}

// OutputKind says what can be relied on.
type OutputKind uint8

const (
	AnyOutput    OutputKind = iota
	NumberOutput            // decimal digits between blanks and line ends, or nothing: wc -l < f
	PartsOutput             // nothing but characters of the standard input: cut -f1, tr -d ' '
	LinesOutput             // whole lines of the standard input: sort, head, grep x
	WordsOutput             // words that begin with a letter or a digit: git rev-list
	// one name without blanks and pattern characters: git branch --show-current
	RefOutput
	NamesOutput   // names of files: find, ls, git ls-files
	TempOutput    // the name of a new temporary file or directory: mktemp -d
	ColumnsOutput // lines with columns that are numbers: uniq -c
	FieldOutput   // one column of the standard input: awk '{print $1}', cut -f1
	ListOutput    // names of files, each on a line, and nothing else: find, rg -l
	// names of branches and tags, which are words where all that the repository has are: git tag
	RefsOutput
	EntriesOutput // the names in a directory, each on a line: ls DIR
	JobsOutput    // numbers of processes that the shell has started: jobs -p
	TopOutput     // the top of the work tree: git rev-parse --show-toplevel
	TextOutput    // a line that is known, which is Temp
	// lines with columns that are words which begin with a letter or a digit: docker ps
	WordColumnsOutput
	WordOutput // one word that begins with a letter or a digit: git merge-base
)
