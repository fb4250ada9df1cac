package plan

// FS is what a plan knows of the machine. Paths are absolute and clean.
type FS interface {
	// Lstat returns what a path is, itself; None if nothing is there or nobody may look.
	Lstat(path string) Type
	// Resolve returns the path without links; ok is false if it leads nowhere.
	Resolve(path string) (to string, ok bool)
	// Names returns what a directory holds, sorted by name; nil if it cannot be read.
	Names(dir string) []Entry
	// Text returns a short file, of one line or a few.
	Text(path string) string
	// Roots reports whether a file belongs to root, and nobody else can write it.
	Roots(path string) bool
	// Aliases returns other paths that lead to the same file, by other mounts of its file system.
	Aliases(path string) []string
	// Sockets returns the Unix sockets of the machine that have a path.
	Sockets() []string
}

// Entry is a name in a directory.
type Entry struct {
	Name string
	Type Type
}
