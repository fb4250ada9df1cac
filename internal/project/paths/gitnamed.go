package paths

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
	"github.com/fencepost/fencepost/internal/rule"
)

const (
	whyNamed = "git runs or reads this, as its settings say"
	whyDrive = "git's settings name programs, and this file says which files go through them"
)

// gitNames are what the settings of the project's repository name.
type gitNames struct {
	globs  []string // of files that git runs, or reads settings from
	drives bool     // a program is run on the files that attributes name
}

// Bounds of what is read of git's settings.
const (
	mostGitFiles = 16
	mostGitText  = 256 << 10
)

// judgeGitNamed asks about a change of what git's settings name: hooks of another directory than
// .git/hooks, scripts that files are piped through, and files of further settings.
func (g *Guard) judgeGitNamed(e *fact.Effect, worse func(rule.Decision, string)) {
	if e.History {
		return // what the repository itself brings
	}
	if g.git == nil {
		g.git = &gitNames{}
		g.readGitNames(g.git)
	}
	for _, glob := range g.git.globs {
		worse(g.decision(e, glob, rule.Ask), whyNamed)
	}
	if g.git.drives && e.Kind != fact.Delete {
		worse(g.decision(e, "**/.gitattributes", rule.Ask), whyDrive)
	}
}

func (g *Guard) readGitNames(n *gitNames) {
	top := g.r.project
	if top == "" || !g.r.There(join(top, ".git")) {
		return
	}
	files := []string{join(g.r.home, ".gitconfig"), join(g.r.home, ".config/git/config"),
		join(top, ".git/config"), join(top, ".git/config.worktree")}
	for i := 0; i < len(files) && i < mostGitFiles; i++ {
		for _, setting := range gitconfig.Runners(smallText(files[i])) {
			key, value, _ := strings.Cut(setting, "=")
			if file := n.take(g, top, files[i], key, value); file != "" {
				files = append(files, file)
			}
			n.drives = n.drives || strings.HasPrefix(key, "filter.") || strings.HasPrefix(key, "diff.") ||
				strings.HasPrefix(key, "merge.")
		}
	}
}

// take takes one setting. It returns the file of further settings that it names, if it does.
func (n *gitNames) take(g *Guard, top, file, key, value string) (include string) {
	switch {
	case value == "":
	case gitconfig.IsInclude(key):
		include = g.gitPath(filepath.Dir(file), value)
		n.add(g, include, "")
	case gitconfig.IsHooks(key):
		dir := g.gitPath(top, value)
		if !subpath.In(top, dir) {
			n.add(g, dir, "/**")
			break
		}
		for _, name := range gitconfig.Hooks() {
			n.add(g, join(dir, name), "")
		}
	default:
		for _, word := range gitconfig.Named(key, value) {
			n.add(g, g.gitPath(top, word), "")
		}
	}
	return include
}

// add adds a path below the project; below is /** for all that a directory holds. What lies
// elsewhere other rules keep. A star in a name counts as one of a glob: that is more than it names.
func (n *gitNames) add(g *Guard, p, below string) {
	if subpath.Below(p, g.r.project) {
		n.globs = append(n.globs, p+below)
	}
}

// gitPath is a path of git's settings as an absolute one.
func (g *Guard) gitPath(base, p string) string {
	if rest, ok := strings.CutPrefix(p, "~/"); ok {
		return join(g.r.home, rest)
	}
	return subpath.From(base, p)
}

func smallText(name string) string {
	if readlink(name).kind == missing {
		return ""
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostGitText {
		return ""
	}
	text, _ := os.ReadFile(name)
	return string(text)
}
