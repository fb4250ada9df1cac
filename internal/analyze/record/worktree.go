package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// GitDir returns the directory in which git runs the shell text of one of its settings, options or
// operands, and whether that is another one than that of the call: git goes to the top of the work
// tree before it does anything (git(1), "alias" in git-config(1)), and into each submodule for
// submodule foreach.
func (a *Call) GitDir(c *fact.Command, n *fact.Nested) (dir fact.Word, other bool) {
	if len(c.Sub) > 0 && (c.Sub[0] == "submodule" || c.Sub[0] == "filter-branch") {
		return fact.Unknown(""), true
	}
	if !c.Dirs.Known || !n.Dir.Known() {
		return dir, false // it is unknown already
	}
	top := ""
	for i, d := range c.Dirs.List {
		if n.Dir.Text != "" { // -C
			if filepath.IsAbs(n.Dir.Text) {
				d = n.Dir.Text
			} else {
				d = filepath.Join(d, n.Dir.Text)
			}
		}
		t := a.Places.WorkTree(d)
		if i > 0 && t != top {
			return fact.Unknown(""), true
		}
		top, other = t, other || t != d
	}
	if top == "" {
		return dir, false // no work tree: git reports an error, or the repository is bare
	}
	return fact.Lit(top), other
}

// BareRepository returns the repository without .git that git would use in a directory; "" for
// none.
func (a *Call) BareRepository(dir string) string {
	if a.Places == nil {
		return ""
	}
	return a.Places.BareRepository(dir)
}

// RepositoryRuns says what the repository that git finds for a directory makes it run: the name of
// a setting or of a hook, and where the repository lies. It is "" for the project's own repository,
// which a person knows, and where there is none. Hooks count where a call changes something; one
// runs for others, too.
func (a *Call) RepositoryRuns(dir string, changes bool) (at, what string) {
	if a.Places == nil || dir == a.Places.Project() {
		return "", ""
	}
	top := a.Places.WorkTree(dir)
	if top == "" || top == a.Places.WorkTree(a.Places.Project()) {
		return "", ""
	}
	own, common := gitDirsOf(top)
	if project := a.Places.WorkTree(a.Places.Project()); project != "" &&
		common == filepath.Join(project, ".git") {
		return "", "" // a work tree of the project
	}
	for _, file := range [...]string{filepath.Join(common, "config"),
		filepath.Join(own, "config.worktree")} {
		text, err := ReadSmall(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return top, "the file " + filepath.Base(file)
		default:
			if key := gitconfig.TextRuns(text); key != "" {
				return top, "the setting " + key
			}
		}
	}
	if hook := hookIn(filepath.Join(common, "hooks"), changes); hook != "" {
		return top, "the hook " + hook
	}
	return "", ""
}

// gitDirsOf returns the directory with the files of a work tree's own and that of its repository,
// as the files .git and commondir say (gitrepository-layout(5)).
func gitDirsOf(top string) (own, common string) {
	own = filepath.Join(top, ".git")
	if text, err := ReadSmall(own); err == nil {
		own = subpath.From(top, strings.TrimSpace(strings.TrimPrefix(text, "gitdir:")))
	}
	common = own
	if text, err := ReadSmall(filepath.Join(own, "commondir")); err == nil {
		common = subpath.From(own, strings.TrimSpace(text))
	}
	return own, common
}

// hookIn returns the name of a hook that git would run.
func hookIn(dir string, all bool) string {
	list, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	for _, e := range list {
		switch name := e.Name(); {
		case strings.HasSuffix(name, ".sample"), !all && name != "post-index-change":
		case Executable(filepath.Join(dir, name)):
			return name
		}
	}
	return ""
}

// maxDirs bounds the directories of a pattern that are looked into.
const maxDirs = 256

// Expand returns what the pattern of a path stands for now, but nothing where that is too much.
func (a *Call) Expand(p *fact.Path) []string {
	if !p.Glob || !p.Known {
		return nil
	}
	names, ok := a.ExpandPattern(p.Abs)
	if !ok || len(names) > maxDirs {
		return nil
	}
	return names
}

const (
	maxDepth  = 5    // of directories in which repositories are looked for
	maxLooked = 4096 // entries of those directories
)

// Repositories returns the directories in the project that are repositories of their own, as far as
// a short look finds them.
func (a *Call) Repositories() []string {
	if a.Places == nil {
		return nil
	}
	if a.repositories == nil {
		a.repositories = make([]string, 0, 4)
		left := maxLooked
		a.findRepositories(a.Places.Project(), maxDepth, &left)
	}
	return a.repositories
}

// settingsRun reports whether the settings or hooks in a directory of git's run programs.
func settingsRun(dir string) bool {
	text, err := ReadSmall(filepath.Join(dir, "config"))
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return err != nil || gitconfig.TextRuns(text) != "" ||
		hookIn(filepath.Join(dir, "hooks"), true) != ""
}

func (a *Call) findRepositories(dir string, depth int, left *int) {
	list, err := a.Places.List(dir)
	if *left -= len(list); err != nil || *left < 0 {
		return
	}
	work, head, parts := false, false, false
	for _, e := range list {
		switch e.Name() {
		case ".git":
			work = true
		case "HEAD":
			head = true
		case "objects", "refs", "commondir":
			parts = true
		}
	}
	if work || head && parts && settingsRun(dir) {
		a.repositories = append(a.repositories, dir)
	}
	for _, e := range list {
		if e.IsDir() && depth > 0 && e.Name() != ".git" && e.Name() != "node_modules" {
			a.findRepositories(filepath.Join(dir, e.Name()), depth-1, left)
		}
	}
}

// MovesProject reports whether a repository in a directory would be found before that of the
// project.
func (a *Call) MovesProject(p *fact.Path) bool {
	return a.Places != nil && a.Places.MovesProject(p)
}
