package command

import "github.com/fencepost/fencepost/internal/fact"

// Disk is what a look at the files says. It is one interface and no set of optional ones, because
// asking an interface at run time whether it is another one makes a table, and that costs each call
// pages of memory of their own.
type Disk interface {
	HomeDir() string                // "" where it is not known
	Missing(p *fact.Path) bool      // there is certainly nothing
	IsDir(p *fact.Path) bool        // of which only what lies below is printed
	IsText(p *fact.Path) bool       // that nothing of the call writes before
	SetsID(p *fact.Path) bool       // a program that runs with the rights of its owner
	Installed(p *fact.Path) bool    // a program that the project has installed
	Matters(name string) bool       // something of the call depends on a file of that name
	PlainRefs(dirs fact.Dirs) bool  // all names of branches and tags are words
	Expand(p *fact.Path) []string   // what a pattern or an unknown path stands for; nil: unknown
	Repositories() []string         // below the project
	MovesProject(p *fact.Path) bool // a repository there would take the place of the project
	BareRepository(dir string) string
	// RepositoryRuns says what git runs in another repository than that of the project.
	RepositoryRuns(dir string, changes bool) (at, what string)
}
