package envrisk

// Kind is how the value of a variable is judged. The page presets/environment.yaml says what each
// means.
type Kind uint8

const (
	NoKind Kind = iota
	Data
	Never
	Empty
	DevNull
	OneOf
	Word
	Viewer
	Client
	Tool
	Shell
	Options
	Lacks
	InProject
	Existing
	CodePath
	SearchPath
	GitDirectory
	FileWithout
	DirectoryWithout
	DirectoryEmpty
	SystemDirectory
	Temporary
	Host
	GoToolchain
	Prompt
	Blanks
	Place
	Address
	kinds
)

// String returns the name of a kind in presets/environment.yaml.
func (k Kind) String() string {
	return [kinds]string{
		"", "data", "never", "empty", "dev-null", "one-of", "word", "viewer", "client", "tool",
		"shell", "options", "lacks", "in-project", "existing", "code-path", "search-path",
		"git-directory", "file-without", "directory-without", "directory-empty", "system-directory",
		"temporary", "host", "go-toolchain", "prompt", "blanks", "place", "address",
	}[k]
}

// KindNames are the names of all kinds.
func KindNames() (names []string) {
	for k := NoKind + 1; k < kinds; k++ {
		names = append(names, k.String())
	}
	return names
}

// TakesWords reports whether a kind needs words.
func (k Kind) TakesWords() bool {
	switch k {
	case OneOf, Options, Lacks, CodePath, FileWithout, DirectoryWithout:
		return true
	}
	return false
}

// isHome reports whether a value may be the directory in which a tool keeps what it runs.
func (k Kind) isHome() bool {
	switch k {
	case InProject, Existing, SystemDirectory, DevNull, DirectoryWithout, DirectoryEmpty, Place:
		return true
	}
	return false
}

// isPath reports whether a value is a list of directories, to which one adds others.
func (k Kind) isPath() bool {
	return k == SearchPath || k == InProject || k == Existing || k == CodePath
}
