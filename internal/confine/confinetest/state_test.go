//go:build linux

package confinetest

import (
	"regexp"

	"github.com/fencepost/fencepost/internal/testkit/world"
)

// look is every file that is not of the machine. For an attempt that is all but what the sandbox
// lets be written; else what is told of a run, without what programs keep for themselves.
func (l *line) look() world.Tree {
	skip := loose
	if l.Attempt {
		skip = open
	}
	return world.Look([]string{world.Home, "/tmp", "/var", "/opt", "/root", "/srv", world.Config},
		func(path string) bool { return path == world.Gate || skip.MatchString(path) })
}

var (
	// loose is what is not the same each time, or what only the sandbox makes: caches, and in a
	// repository all but what it would run.
	loose = regexp.MustCompile(`^(` + world.Home + `/(\.cache|\.npm|\.config|\.local|go|\.cargo)(/|$)|` +
		`/tmp(/|$)|` + world.Project + `(/.*)?/\.git/(index|logs|objects|refs|HEAD|COMMIT_EDITMSG|` +
		`ORIG_HEAD|FETCH_HEAD|AUTO_MERGE|packed-refs|worktrees|gc\.pid|gc\.log|info|branches|hooks/.*\.sample))`)
	// open is what unseen code may write: the project, but for what is protected in it, the scratch
	// directory and caches.
	open = regexp.MustCompile(`^(/tmp/claude(/|$)|` + world.Home + `/(\.cache|\.npm/|go/pkg|` +
		`\.cargo/(registry|git)|\.ansible/(tmp|cp|galaxy_cache))|` +
		world.Home + `/(\.npm|go|\.cargo|\.ansible)$|` + regexp.QuoteMeta(world.Project) +
		`/(\.git/(index|logs|objects|refs|HEAD|COMMIT_EDITMSG|ORIG_HEAD|FETCH_HEAD|packed-refs|` +
		`worktrees|info/(exclude|refs)|gc\.)|[^.]|\.[^gc]|\.git[^/]|\.c[^l]))`)
)
