package fact

// Output is what is known of what a command prints on standard output, whatever its input and the
// files that it reads hold. The zero Output is that nothing is known.
type Output struct {
	Kind  OutputKind
	Names *Names // of files that may be among it
}

// OutputKind says what can be relied on.
type OutputKind uint8

const (
	AnyOutput    OutputKind = iota
	NumberOutput            // decimal digits between blanks and line ends, or nothing: wc -l < f
	PartsOutput             // nothing but characters of the standard input: cut -f1, tr -d ' '
	LinesOutput             // whole lines of the standard input: sort, head, grep x
	WordsOutput             // words that begin with a letter or a digit: git rev-list
	NamesOutput             // names of files: find, ls, git ls-files
	TempOutput              // the name of a new temporary file or directory: mktemp -d
)
