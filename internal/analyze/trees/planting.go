package trees

import (
	"os"
	"path"
	"slices"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

// pass names the findings of this package.
const pass fact.Pass = "trees"

// Planting is one tree on its way to effects.
type Planting struct {
	A       *Trees
	T       *fact.Tree
	scratch bool // it is written into the scratch directory, where names that stay below do not matter

	effects []fact.Effect
	said    bool // that not all names can be known
	fetched bool // a command before it changes what the names of branches on remotes mean
}

// grove is what the trees of one call have in common.
type grove struct {
	names int // that have become effects
}

func (p *Planting) command() *fact.Command { return &p.A.Call.Facts.Commands[p.T.Command] }

// unknown reports that not all names can be known.
func (p *Planting) unknown(why string) {
	if p.said || p.scratch {
		return
	}
	p.said, p.T.Unsure = true, true
	c, does := p.command(), "writes: "
	if p.T.Shown {
		does = "shows: "
	}
	c.Doubt(pass, fact.Hazard{ID: hazards.TreeNames, Text: c.Text,
		Why: "fencepost cannot know the names of the files that it " + does + why})
}

// nowhere stands for a directory that is not known.
const nowhere = ""

// into returns the directories below which the names are written.
func (p *Planting) into() []string {
	switch at := &p.T.Into; {
	case !at.Known || at.Glob || at.Abs == "":
		return []string{nowhere}
	case len(at.Dirs) > 1:
		var list []string
		for _, dir := range at.Dirs {
			if dir = path.Clean(dir); !slices.Contains(list, dir) {
				list = append(list, dir)
			}
		}
		return list
	default:
		return []string{at.Abs}
	}
}

// adrift asks about a name that could be protected wherever it is written, where that is not known.
func (p *Planting) adrift(name string) {
	if p.A.Call.ProtectedPaths().May("", name) {
		p.unknown("fencepost cannot know where it writes them, and " + name + " is one of them")
	}
}

// name makes an effect of one name.
func (p *Planting) name(root string, e *filelists.Entry) {
	kind := fact.Write
	if e.Kind == filelists.Gone {
		kind = fact.Delete
	}
	at := fact.Path{Written: e.Name, Abs: path.Join(root, e.Name), Known: true}
	p.effect(fact.Effect{Kind: kind, Path: at, Create: e.Kind == filelists.Dir, Mkdir: e.Kind == filelists.Dir})
}

func (p *Planting) effect(e fact.Effect) {
	if p.A.grove.names >= maxTreed {
		p.unknown("there are more that matter than this program judges")
		return
	}
	p.A.grove.names++
	e.Path = p.A.Call.Linked(e.Path)
	e.Tree, e.History, e.InCode, e.Command = true, p.T.Kind.History(), p.T.InCode, p.T.Command
	e.Pass = pass
	p.effects = append(p.effects, e)
}

// many makes effects of a large tree: of its directories, and of those names that could be
// protected, as written or through a link that lies there already.
func (p *Planting) many(root string, entries []filelists.Entry) {
	dirs := make(map[string]bool)
	for i := range entries {
		e := &entries[i]
		if p.A.Call.ProtectedPaths().May(root, e.Name) {
			p.name(root, e)
			continue
		}
		dir := path.Dir(e.Name)
		for dir != "." && !dirs[dir] {
			dirs[dir] = true
			dir = path.Dir(dir)
		}
	}
	dirs["."] = true
	looked, made := 0, 0
	for dir := range dirs {
		at := path.Join(root, dir)
		if made < maxExact {
			made++
			p.effect(fact.Effect{Kind: fact.Write, Create: true, Mkdir: true,
				Path: fact.Path{Written: dir, Abs: at, Known: true}})
		}
		if looked < record.MaxOnDisk && record.Exists(at) {
			looked++
			p.throughLinks(root, at, entries)
		}
	}
}

// throughLinks makes effects of names that are links on the disk already: what is written goes to
// where they point.
func (p *Planting) throughLinks(root, dir string, entries []filelists.Entry) {
	list, _ := p.A.Call.Places.List(dir)
	for _, link := range list {
		if link.Type()&os.ModeSymlink == 0 {
			continue
		}
		at := path.Join(dir, link.Name())
		for i := range entries {
			if subpath.In(path.Join(root, entries[i].Name), at) {
				p.name(root, &entries[i])
			}
		}
	}
}

// Trees reads what commands write under names that no word holds.
type Trees struct {
	Call     *record.Call
	Changes  *changes.Changes
	grove    grove
	Unpacked bool // of an earlier call: names that were not looked at
}

const (
	maxExact = 256 // names of one call that all become effects
	maxTreed = 2000
)

// has reports whether an option is given, by its first name.
func (p *Planting) has(name string) bool {
	return slices.ContainsFunc(p.command().Flags, func(f fact.Flag) bool { return f.Name == name })
}

// dirs returns the directories in which git runs, nil where they are not known.
func (p *Planting) dirs() []string {
	if p.worktree() { // its operand is the directory that is made
		if d := p.command().Dirs; d.Known {
			return d.List
		}
		return nil
	}
	if at := &p.T.Into; at.Known && at.Abs != "" {
		if len(at.Dirs) > 1 {
			return at.Dirs
		}
		return []string{at.Abs}
	}
	return nil
}

// isRepo reports whether there is a repository for a directory. A directory .git without a HEAD is
// none for git either.
func (p *Planting) isRepo(dir string) bool {
	top := path.Join(p.A.Call.Places.WorkTree(dir), ".git")
	return !record.IsDir(top) || record.Exists(path.Join(top, "HEAD"))
}

func (p *Planting) worktree() bool {
	c := p.command()
	return len(c.Sub) > 0 && c.Sub[0] == "worktree"
}
