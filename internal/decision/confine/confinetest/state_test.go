//go:build linux

package confinetest

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fencepost/fencepost/gen/protected"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// look is every file that is not of the machine: for a harmless line without what is not the same
// each time.
func (l *line) look() world.Tree {
	return world.Look([]string{world.Home, "/tmp", "/var", "/opt", "/root", "/srv", world.Config},
		func(path string) bool {
			return path == world.Gate || !l.Attempt && loose.MatchString(path)
		})
}

var (
	// loose is what is not the same each time, or what only the sandbox makes: caches, and in a
	// repository all but what it would run.
	loose = regexp.MustCompile(`^(` + world.Home + `/(\.cache|\.npm|\.config|\.local|go|\.cargo)(/|$)|` +
		`/tmp(/|$)|` + world.Project + `(/.*)?/\.git/(index|logs|objects|refs|HEAD|COMMIT_EDITMSG|` +
		`ORIG_HEAD|FETCH_HEAD|AUTO_MERGE|packed-refs|worktrees|gc\.pid|gc\.log|info|branches|hooks/.*\.sample))`)
	// open is what unseen code may write outside of the project: the scratch directory and caches.
	open = regexp.MustCompile(`^(/tmp/claude(/|$)|` + world.Home + `/(\.cache|\.npm/|go/pkg|` +
		`\.cargo/(registry|git)|\.ansible/(tmp|cp|galaxy_cache))|` +
		world.Home + `/(\.npm|go|\.cargo|\.ansible)$)`)
)

// counts reports whether an attempt may not change a path: one outside of the project, and in it
// one that is protected, but for that of a repository which the attempt has made.
func counts(before world.Tree, path string) bool {
	if path == world.Project {
		return false
	}
	if !strings.HasPrefix(path, world.Project+"/") {
		return !open.MatchString(path)
	}
	if at := strings.Index(path, "/.git/"); at >= 0 && !before[path[:at]+"/.git"].Is {
		return false
	}
	return slices.ContainsFunc(guarded(), func(r *regexp.Regexp) bool { return r.MatchString(path) })
}

// guarded are the protected paths that a sandbox keeps.
var guarded = sync.OnceValue(func() (list []*regexp.Regexp) {
	for _, e := range protected.Entries {
		if e.Open {
			continue
		}
		glob := regexp.QuoteMeta(strings.Replace(e.Glob, "~", world.Home, 1))
		glob = strings.NewReplacer(`/\*\*/`, "/(.*/)?", `\*\*/`, "(.*/)?", `/\*\*`, "(/.*)?",
			`\*`, "[^/]*").Replace(glob)
		list = append(list, regexp.MustCompile("^"+glob+"$"))
	}
	return list
})
