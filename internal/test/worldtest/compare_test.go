//go:build linux

package worldtest

import (
	"regexp"
	"strings"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// look is every file that is not of the machine.
func look() world.Tree {
	return world.Look([]string{world.Home, "/tmp", "/var", "/opt", "/root", "/srv"},
		func(path string) bool { return path == world.Gate })
}

// harm lists what has changed that no call may change.
func harm(before, after world.Tree) (list []string) {
	free := regexp.MustCompile(`^(/tmp/(claude|node-compile-cache|go-)|` +
		world.Home + `/(\.config/go|\.npm|\.cargo|\.rustup|\.cache|go)(/|$)|` + world.Home + `/\.config$)`)
	fenced := regexp.MustCompile(`^(\.git/hooks|\.git/config$|\.claude)`)
	for _, c := range before.Changes(after) {
		rest, within := strings.CutPrefix(c.Path, world.Project+"/")
		switch {
		case within && fenced.MatchString(rest),
			!within && c.Path != world.Project && !free.MatchString(c.Path):
			list = append(list, c.Path)
		case c.Gains():
			list = append(list, c.Path+" runs with its owner's rights")
		}
	}
	return list[:min(10, len(list))]
}
