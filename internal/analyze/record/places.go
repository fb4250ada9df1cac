package record

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// InScratch reports whether a path certainly lies in the scratch directory, as written and as its
// target.
func (a *Call) InScratch(p *fact.Path) bool {
	if a.Places == nil || a.Places.Scratch() == "" || !p.Known {
		return false
	}
	written, target := a.Places.Inside(p, "$SCRATCH", false)
	return written.And(target) == fact.Yes
}

// ProtectedPaths returns the guard of protected paths.
func (a *Call) ProtectedPaths() *paths.Guard {
	if a.Guard == nil {
		a.Guard = paths.NewGuard(a.Places, "", nil, nil)
	}
	return a.Guard
}

// Matters implements what package command asks of names that are copied: whether one is protected
// wherever it lies.
func (a *Call) Matters(name string) bool {
	return a.Places != nil && a.ProtectedPaths().May("", path.Base(name))
}

func (a *Call) InProject(path string) bool {
	if a.Places == nil {
		return false
	}
	p := paths.Absolute("/", path)
	written, target := a.Places.Inside(&p, ".", false)
	return written.And(target) == fact.Yes
}

// Within is inProject as a value, made once.
func (a *Call) Within() func(path string) bool {
	if a.inside == nil {
		a.inside = a.InProject
	}
	return a.inside
}

// Spelled is the path that a word names, also where a link of the line may lead it anywhere: then
// as it is written.
func (a *Call) Spelled(dirs fact.Dirs, w *fact.Word) fact.Path {
	p := paths.Path(dirs, w)
	if q := a.Linked(p); q.Known {
		return q
	}
	return p
}

// Target is the file to which a path leads through the links on the disk; "" where that is not
// known.
func (a *Call) Target(p *fact.Path) string {
	if a.Places == nil || !p.Known {
		return ""
	}
	to, ok := a.Places.Target(p.Abs)
	if !ok {
		return ""
	}
	return to
}

// InProjectFile is ofProject for files of settings, too.
func (a *Call) InProjectFile(p *fact.Path) (abs, project string, ok bool) {
	written, target := a.Places.Inside(p, ".", true)
	if written != fact.Yes || target != fact.Yes {
		return "", "", false
	}
	project, ok = a.Places.Target(a.Places.Project())
	if !ok {
		return "", "", false
	}
	if abs, ok = a.Places.Target(p.Abs); !ok || !strings.HasPrefix(abs, project+"/") {
		return "", "", false
	}
	rest := strings.ToLower(abs[len(project):])
	return abs, project, (!Installed(rest) || a.tracked(project, abs)) &&
		!strings.Contains(rest+"/", "/.git/")
}

// tracked reports whether git's index has a file among those that package managers install. They
// put none there: it came with the repository, as any script of it.
func (a *Call) tracked(project, abs string) bool {
	left := a.Budget()
	if left.index == nil {
		left.index = map[string]bool{}
		if x, ok := filelists.OpenIndex(project); ok {
			for e := range x.Entries() {
				if Installed(e.Name) {
					left.index[project+"/"+e.Name] = true
				}
			}
		}
	}
	return left.index[abs]
}

// OfProject is where a path leads, and the project's directory, links resolved; ok is false where
// it leads elsewhere, to what a package manager has installed, or to git's own files.
func (a *Call) OfProject(p *fact.Path) (abs, project string, ok bool) {
	abs, project, ok = a.InProjectFile(p)
	if ok && (strings.HasPrefix(path.Base(p.Abs), ".") || strings.HasPrefix(path.Base(abs), ".")) {
		return "", "", false // .env: what it holds are values and no steps
	}
	return abs, project, ok
}

// Installed reports whether a file lies where package managers and build tools keep programs and
// settings of their own, into which nobody writes by hand.
func Installed(name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(name), "/") {
		if InstalledDir(part) {
			return true
		}
	}
	return false
}

func InstalledDir(name string) bool {
	switch name {
	case "node_modules", "site-packages", "dist-packages", ".venv", "venv", ".cargo", ".yarn", ".pnpm",
		".mvn", ".tox", ".nox", ".husky", ".gradle", ".bundle", ".pnp.cjs", ".pnp.loader.mjs":
		return true
	}
	return false
}
