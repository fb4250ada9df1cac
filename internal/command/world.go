package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// world is what a command is resolved in.
type world struct {
	*Input
	specs  Table
	dirs   fact.Dirs // where operands are relative to
	within int       // so many commands whose options hold those of this one
}

func (w *world) installed(at *fact.Path) bool {
	return w.Disk != nil && w.Disk.Installed(at)
}

// Pather resolves a word that names a file, relative to the directories in which a command may run.
type Pather interface {
	Path(dirs fact.Dirs, w *fact.Word) fact.Path
}

// Input is what Resolve needs beside the command itself.
type Input struct {
	Paths    Pather
	Disk     Disk      // nil: nothing is known of files
	Settings []Setting // of git, that commands before this one have made
	Text     string    // of the call: what its commands print may be any word of it
}

// Setting is a key of git's configuration with its value.
type Setting struct {
	Key   string
	Value fact.Word
}

// Disk is what a look at the files says. It is one interface, not a set of optional ones: to ask an
// interface at run time whether it is another one costs each call pages of memory.
type Disk interface {
	HomeDir() string                // "" if it is unknown
	Missing(p *fact.Path) bool      // there is certainly nothing
	IsDir(p *fact.Path) bool        // a directory
	IsText(p *fact.Path) bool       // a file of text, which the call has not written before
	SetsID(p *fact.Path) bool       // a program that runs with the rights of its owner
	Installed(p *fact.Path) bool    // a program that the project has installed
	Matters(name string) bool       // something of the call depends on a file of that name
	PlainRefs(dirs fact.Dirs) bool  // all names of branches and tags are words
	Expand(p *fact.Path) []string   // what a pattern or an unknown path stands for; nil: unknown
	Repositories() []string         // below the project
	MovesProject(p *fact.Path) bool // a repository there would take the place of the project
	BareRepository(dir string) string
	// RepositoryRuns says what git runs in another repository than the project's.
	RepositoryRuns(dir string, changes bool) (at, what string)
}

// home returns the home directory; "" if it is unknown.
func (w *world) home() string {
	if w.Disk != nil {
		return w.Disk.HomeDir()
	}
	return ""
}

// mayExist reports whether there is, or may be, something at a path.
func (w *world) mayExist(p *fact.Path) bool {
	return w.Disk == nil || !w.Disk.Missing(p)
}

// fromHome replaces the ~ of a spec's path. With an unknown home the effect stays: protected names
// are compared with the rest of the path.
func (w *world) fromHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	if !ok {
		return path
	}
	if w.Disk != nil {
		return strings.TrimSuffix(w.Disk.HomeDir(), "/") + "/" + rest
	}
	return "/" + rest
}

// tilde replaces the ~ at the begin of a path.
func (w *world) tilde(text string) string {
	if text != "~" && !strings.HasPrefix(text, "~/") {
		return text
	}
	if home := w.home(); home != "" {
		return strings.TrimSuffix(home, "/") + text[1:]
	}
	return text
}
