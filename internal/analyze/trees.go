package analyze

import (
	"os"
	"path"
	"slices"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Some commands write files under names that their words do not hold: git apply, tar -x, cp -r, git
// merge. What the names come from is read here, and each name becomes an effect like that of a
// command which has it in its words. Where it cannot be read, a hazard says so.

const (
	maxExact  = 256 // names of one call that all become effects
	maxOnDisk = 256 // directories of a large tree that are looked at where they exist
	maxTreed  = 2000
)

// grove is what the trees of one call have in common.
type grove struct {
	names int // that have become effects
}

// trees is what may still be read of trees for the call.
func (a *Analyzer) trees() *filelists.Budget {
	left := a.spend()
	if left.trees == nil {
		left.trees = filelists.NewBudget(a.Deadline)
	}
	return left.trees
}

// tree finds out what the command that was resolved last writes under names that its words do not
// hold.
func (a *Analyzer) tree(in *shparse.Interp, i int) []fact.Effect {
	t := a.resolver.Tree()
	if t == nil {
		return nil
	}
	t.Command = i
	return a.plant(in, t)
}

// plant returns the effects of a tree, and reports what cannot be known of it.
func (a *Analyzer) plant(in *shparse.Interp, t *fact.Tree) []fact.Effect {
	if a.brief && (t.Kind.History() || t.Kind.Unpacks() && t.Kind != fact.TreePatch) {
		a.unpacked = a.unpacked || t.Kind.Unpacks() && !a.inScratch(&t.Into)
		return nil // the past is on the disk
	}
	p := &planting{a: a, in: in, t: t}
	if t.Kind == fact.TreeCopy && !t.Deep && !p.has("-l") && !a.copiesName(t) {
		return nil
	}
	t.Before = a.facts.Trees
	a.facts.Trees = t
	if a.grove == nil {
		a.grove = &grove{}
	}
	p.scratch = a.inScratch(&t.Into)
	switch {
	case t.Kind == fact.TreeRefs:
	case t.Kind.History():
		p.history()
	case t.Kind == fact.TreeCopy || t.Kind == fact.TreeLink:
		p.copies()
	case t.Kind == fact.TreePatch || t.Kind == fact.TreeMail || t.Kind == fact.TreeEdits:
		p.patches()
	case t.Kind == fact.TreeZip || t.Kind == fact.TreeTar:
		p.archives()
	default:
		p.unknown("the format is not read")
	}
	return p.effects
}

// planting is one tree on its way to effects.
type planting struct {
	a       *Analyzer
	in      *shparse.Interp
	t       *fact.Tree
	scratch bool // it is written into the scratch directory, where names that stay below do not matter

	effects []fact.Effect
	said    bool // that not all names can be known
	fetched bool // a command before it changes what the names of branches on remotes mean
}

func (p *planting) command() *fact.Command { return &p.a.facts.Commands[p.t.Command] }

// unknown reports that not all names can be known.
func (p *planting) unknown(why string) {
	if p.said || p.scratch {
		return
	}
	p.said, p.t.Unsure = true, true
	c := p.command()
	c.Hazards = append(c.Hazards, fact.Hazard{ID: hazards.TreeNames, Text: c.Text,
		Why: "fencepost cannot know the names of the files that it writes: " + why})
}

// nowhere stands for a directory that is not known.
const nowhere = ""

// into returns the directories below which the names are written.
func (p *planting) into() []string {
	switch at := &p.t.Into; {
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

// put makes effects of the names below a directory.
func (p *planting) put(root string, list *filelists.List) {
	if list.Why != "" {
		p.unknown(list.Why)
	}
	if p.scratch {
		return
	}
	if root == nowhere {
		for i := range list.Entries {
			p.adrift(list.Entries[i].Name)
		}
		return
	}
	p.brings(root, list.Entries)
	g := p.a.grove
	if g.names+len(list.Entries) <= maxExact {
		for i := range list.Entries {
			p.name(root, &list.Entries[i])
		}
		return
	}
	p.many(root, list.Entries)
}

// adrift asks about a name that could be protected wherever it is written, where that is not known.
func (p *planting) adrift(name string) {
	if p.a.guard().May("", name) {
		p.unknown("fencepost cannot know where it writes them, and " + name + " is one of them")
	}
}

// name makes an effect of one name.
func (p *planting) name(root string, e *filelists.Entry) {
	p.effect(fact.Effect{Kind: kindOf(e), Path: fact.Path{Written: e.Name, Abs: path.Join(root,
		e.Name), Known: true},
		Create: e.Kind == filelists.Dir, Mkdir: e.Kind == filelists.Dir})
}

func kindOf(e *filelists.Entry) fact.EffectKind {
	if e.Kind == filelists.Gone {
		return fact.Delete
	}
	return fact.Write
}

func (p *planting) effect(e fact.Effect) {
	if p.a.grove.names >= maxTreed {
		p.unknown("there are more that matter than this program judges")
		return
	}
	p.a.grove.names++
	e.Path = p.a.linked(e.Path)
	e.Tree, e.History, e.InCode, e.Command = true, p.t.Kind.History(), p.t.InCode, p.t.Command
	p.effects = append(p.effects, e)
}

// changes notes the names that may be protected: a sandbox keeps those files, and has to let this
// command change them.
func (g *movement) changes(root string, list *filelists.List) {
	g.t.Unsure = g.t.Unsure || list.Why != ""
	for i := range list.Entries {
		if name := list.Entries[i].Name; g.a.guard().May(root, name) {
			g.t.Changes = append(g.t.Changes, path.Join(root, name))
		}
	}
}

// fresh notes all files of a commit, for a work tree that has none yet.
func (g *movement) fresh(id string) {
	if g.worktree() {
		list := g.repo.Files(g.a.trees(), id)
		g.changes(g.t.Into.Abs, &list)
	}
}

// many makes effects of a large tree: of its directories, and of those names that could be
// protected, as written or through a link that lies there already.
func (p *planting) many(root string, entries []filelists.Entry) {
	dirs := make(map[string]bool)
	for i := range entries {
		e := &entries[i]
		if p.a.guard().May(root, e.Name) {
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
		if looked < maxOnDisk && exists(at) {
			looked++
			p.throughLinks(root, at, entries)
		}
	}
}

// throughLinks makes effects of names that are links on the disk already: what is written goes to
// where they point.
func (p *planting) throughLinks(root, dir string, entries []filelists.Entry) {
	list, _ := p.a.Places.List(dir)
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

// inScratch reports whether a path certainly lies in the scratch directory, as written and as its
// target.
func (a *Analyzer) inScratch(p *fact.Path) bool {
	if a.Places == nil || a.Places.Scratch() == "" || !p.Known {
		return false
	}
	written, target := a.Places.Inside(p, "$SCRATCH", false)
	return written.And(target) == fact.Yes
}

// guard returns the guard of protected paths.
func (a *Analyzer) guard() *paths.Guard {
	if a.Guard == nil {
		a.Guard = paths.NewGuard(a.Places, "", nil)
	}
	return a.Guard
}
