package trees

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/rule"
)

// copiesName reports whether a copy of single files could put one under a name that matters into a
// directory: cp x/.mcp.json . It costs a plain copy no look at the disk.
func (a *Trees) copiesName(t *fact.Tree) bool {
	for i := range t.From {
		w := &t.From[i].Word
		if w.IsLiteral() && a.Call.ProtectedPaths().May(t.Into.Abs, path.Base(w.Text)) || w.Glob && w.IsLiteral() {
			return true
		}
	}
	return false
}

// copies makes effects of directories and files that are copied, moved or linked.
func (p *Planting) copies() {
	p.secondNames()
	if p.scratch {
		return
	}
	for i := range p.T.From {
		p.source(&p.T.From[i])
	}
}

// secondNames makes effects of protected files that get another name by a hard link: what is
// written under that changes them.
func (p *Planting) secondNames() {
	if p.has("-s") || p.T.Kind == fact.TreeCopy && !p.has("-l") {
		return
	}
	for i := range p.T.From {
		e := fact.Effect{Kind: fact.Meta, Path: p.T.From[i].Path}
		if d, _ := p.A.Call.ProtectedPaths().Protected(&e); d != rule.Unset {
			p.effect(e)
		}
	}
}

// source takes one operand that names what is copied.
func (p *Planting) source(o *fact.Operand) {
	switch {
	case !o.IsPath:
		p.remoteSource(&o.Word)
	case !o.Path.Known:
		if p.T.Deep && p.T.Kind != fact.TreeLink {
			p.unknown("fencepost cannot know what it copies")
		}
	default:
		if p.T.Deep && p.A.brought(p.T.Command, &o.Path, false) {
			p.unknown("the same call makes what it copies")
			return
		}
		for _, form := range record.Forms(&o.Path) {
			p.copyOf(path.Clean(form), o.Word.Text, o.Path.Glob)
		}
	}
}

// remoteSource takes an operand that names files of another machine.
func (p *Planting) remoteSource(w *fact.Word) {
	base := path.Base(w.Text[strings.IndexByte(w.Text, ':')+1:])
	switch {
	case p.T.Deep || !w.Known():
		p.unknown("it comes from another machine")
	case base != "/" && base != ".":
		for _, root := range p.into() {
			p.put(root, &filelists.List{Entries: []filelists.Entry{{Name: base}}})
		}
	}
}

// copyOf takes one source by its path, or all that a pattern names.
func (p *Planting) copyOf(abs, written string, glob bool) {
	if glob && !p.T.Deep && strings.Contains(abs, "**") {
		p.anywhere(abs)
		return
	}
	if glob {
		found, ok := p.A.Call.ExpandPattern(abs)
		if !ok && p.T.Deep {
			p.unknown("there are more names for the pattern than this program reads")
		}
		for _, f := range found {
			p.copyOne(f, strings.HasSuffix(written, "/"), false)
		}
		return
	}
	inside := written == "." || written == ".." || strings.HasSuffix(written, "/.") ||
		strings.HasSuffix(written, "/..")
	p.copyOne(abs, strings.HasSuffix(written, "/"), inside)
}

// anywhere takes single files that lie anywhere below a directory, as those of find -exec cp {}.
// Only those matter whose names are protected where they are copied to.
func (p *Planting) anywhere(pattern string) {
	dir, last := path.Clean(pattern[:strings.Index(pattern, "**")]), path.Base(pattern)
	if !p.T.Keeps && !p.A.Call.ProtectedPaths().MayName(last) {
		return
	}
	l := filelists.Walk(dir, p.A.Call.TreeBudget())
	if l.Why != "" {
		p.unknown(l.Why)
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.Kind == filelists.Dir {
			continue // those are left out
		}
		name := path.Base(e.Name)
		if p.T.Keeps {
			name = e.Name
		}
		if ok, err := path.Match(last, path.Base(e.Name)); err == nil && !ok && last != "**" ||
			!p.A.Call.ProtectedPaths().May("", name) {
			continue
		}
		p.copyOne(path.Join(dir, e.Name), false, false)
	}
}

// copyOne takes one source. inside says that what is in it is copied and not itself, slash that
// this may be so.
func (p *Planting) copyOne(abs string, slash, inside bool) {
	info, err := os.Lstat(abs)
	if err != nil {
		return // nothing is copied
	}
	if info.Mode()&os.ModeSymlink != 0 && (slash || inside || p.T.Follows ||
		p.T.Kind == fact.TreeLink) {
		if info, err = os.Stat(abs); err != nil {
			return
		}
	}
	var below *filelists.List
	if info.IsDir() && p.T.Deep {
		l := filelists.Walk(abs, p.A.Call.TreeBudget())
		p.followed(abs, &l)
		below = p.without(&l)
	}
	for _, into := range p.into() {
		if into == nowhere {
			p.adrift(path.Base(abs))
			if below != nil {
				p.put(nowhere, below)
			}
			continue
		}
		for _, at := range p.names(into, abs, slash, inside) {
			if at != into || !inside {
				p.name("/", &filelists.Entry{Name: at})
			}
			if below != nil {
				p.put(at, below)
				p.copiedLinks(abs, at, below.Entries)
			}
		}
	}
}

// followed says so where a link to a directory is followed: what lies below that is not listed.
func (p *Planting) followed(abs string, l *filelists.List) {
	if !p.T.Follows {
		return
	}
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Kind == filelists.Link && record.IsDir(filepath.Join(abs, e.Name)) {
			l.Why = "links to directories are followed"
		}
	}
}

// without is a list without the names that options leave out.
func (p *Planting) without(l *filelists.List) *filelists.List {
	if len(p.T.Except) == 0 {
		return l
	}
	kept := filelists.List{Why: l.Why}
	for _, e := range l.Entries {
		out := false
		for part := range strings.SplitSeq(e.Name, "/") {
			out = out || slices.Contains(p.T.Except, part)
		}
		if !out {
			kept.Entries = append(kept.Entries, e)
		}
	}
	return &kept
}

// names returns the paths that the copy of a source gets: in a directory its own name, else the
// name that is given.
func (p *Planting) names(into, abs string, slash, inside bool) []string {
	own := path.Join(into, path.Base(abs))
	list := []string{own}
	switch {
	case p.T.Bare || inside:
		list = []string{into}
	case p.T.Slash:
		if slash {
			list = []string{into}
		}
	case len(p.T.From) == 1 && !p.A.Call.IsDirectory(into) && !p.A.Changes.Made(p.T.Command, into):
		list = []string{into}
	case slash:
		list = []string{own, into} // in some systems what is in it
	}
	if p.T.Keeps {
		list = append(list, path.Join(into, abs))
	}
	return list
}

// brought reports whether an earlier command of the call brings a file or tree from elsewhere, so
// that what is on the disk now is not what will be read. one says that it is a single file, which
// any write changes, and which may get its name from an address.
func (a *Trees) brought(i int, p *fact.Path, one bool) bool {
	for k := range a.Call.Facts.Commands[:i] {
		c := &a.Call.Facts.Commands[k]
		network := record.Does(c, fact.Network)
		for e := range c.Effects {
			w := &c.Effects[e]
			switch {
			case w.Kind != fact.Write && w.Kind != fact.Append || w.Mkdir || w.Tree:
			case !w.Path.Known && network && one, w.Path.Known && (network || one) && holds(w.Path.Abs,
				p.Abs, c.Dirs):
				return true
			}
		}
		for r := range c.Redirects {
			w := &c.Redirects[r]
			if one && (w.Mode == fact.RedirWrite || w.Mode == fact.RedirAppend) && w.Path.Known &&
				w.Path.Abs == p.Abs {
				return true
			}
		}
		for o := range c.Operands {
			if w := &c.Operands[o].Word; network && one && path.Base(w.Text) == path.Base(p.Abs) {
				return true // curl -O https://example.org/a.zip
			}
		}
	}
	return false
}

// holds reports whether what is written is the file or tree, or holds it. That a command writes
// somewhere in its own directory, as git fetch does, says nothing of a file there.
func holds(written, abs string, dirs fact.Dirs) bool {
	return written == abs || !slices.Contains(dirs.List, written) && strings.HasPrefix(abs,
		strings.TrimSuffix(written, "/")+"/")
}
