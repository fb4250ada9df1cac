package analyze

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/rule"
)

// copiesName reports whether a copy of single files could put one under a name that matters into a
// directory: cp x/.mcp.json . It costs a plain copy no look at the disk.
func (a *Analyzer) copiesName(t *fact.Tree) bool {
	for i := range t.From {
		w := &t.From[i].Word
		if w.IsLiteral() && a.guard().May(t.Into.Abs, path.Base(w.Text)) || w.Glob && w.IsLiteral() {
			return true
		}
	}
	return false
}

// Matters implements what package command asks of names that are copied: whether one is protected
// wherever it lies.
func (a *Analyzer) Matters(name string) bool {
	return a.Places != nil && a.guard().May("", path.Base(name))
}

// copies makes effects of directories and files that are copied, moved or linked.
func (p *planting) copies() {
	p.secondNames()
	if p.scratch {
		return
	}
	for i := range p.t.From {
		p.source(&p.t.From[i])
	}
}

// secondNames makes effects of protected files that get another name by a hard link: what is
// written under that changes them.
func (p *planting) secondNames() {
	if p.has("-s") || p.t.Kind == fact.TreeCopy && !p.has("-l") {
		return
	}
	for i := range p.t.From {
		e := fact.Effect{Kind: fact.Meta, Path: p.t.From[i].Path}
		if d, _ := p.a.guard().Protected(&e); d != rule.Unset {
			p.effect(e)
		}
	}
}

// source takes one operand that names what is copied.
func (p *planting) source(o *fact.Operand) {
	switch {
	case !o.IsPath:
		p.remoteSource(&o.Word)
	case !o.Path.Known:
		if p.t.Deep && p.t.Kind != fact.TreeLink {
			p.unknown("fencepost cannot know what it copies")
		}
	default:
		if p.t.Deep && p.a.brought(p.t.Command, &o.Path, false) {
			p.unknown("the same call makes what it copies")
			return
		}
		for _, form := range formsOf(&o.Path) {
			p.copyOf(path.Clean(form), o.Word.Text, o.Path.Glob)
		}
	}
}

// remoteSource takes an operand that names files of another machine.
func (p *planting) remoteSource(w *fact.Word) {
	base := path.Base(w.Text[strings.IndexByte(w.Text, ':')+1:])
	switch {
	case p.t.Deep || !w.Known():
		p.unknown("it comes from another machine")
	case base != "/" && base != ".":
		for _, root := range p.into() {
			p.put(root, &filelists.List{Entries: []filelists.Entry{{Name: base}}})
		}
	}
}

// copyOf takes one source by its path, or all that a pattern names.
func (p *planting) copyOf(abs, written string, glob bool) {
	if glob && !p.t.Deep && strings.Contains(abs, "**") {
		p.anywhere(abs)
		return
	}
	if glob {
		found, ok := p.a.expand(abs)
		if !ok && p.t.Deep {
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
func (p *planting) anywhere(pattern string) {
	dir, last := path.Clean(pattern[:strings.Index(pattern, "**")]), path.Base(pattern)
	if !p.t.Keeps && !p.a.guard().MayName(last) {
		return
	}
	l := filelists.Walk(dir, p.a.trees())
	if l.Why != "" {
		p.unknown(l.Why)
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.Kind == filelists.Dir {
			continue // those are left out
		}
		name := path.Base(e.Name)
		if p.t.Keeps {
			name = e.Name
		}
		if ok, err := path.Match(last, path.Base(e.Name)); err == nil && !ok && last != "**" ||
			!p.a.guard().May("", name) {
			continue
		}
		p.copyOne(path.Join(dir, e.Name), false, false)
	}
}

// copyOne takes one source. inside says that what is in it is copied and not itself, slash that
// this may be so.
func (p *planting) copyOne(abs string, slash, inside bool) {
	info, err := os.Lstat(abs)
	if err != nil {
		return // nothing is copied
	}
	if info.Mode()&os.ModeSymlink != 0 && (slash || inside || p.t.Follows ||
		p.t.Kind == fact.TreeLink) {
		if info, err = os.Stat(abs); err != nil {
			return
		}
	}
	var below *filelists.List
	if info.IsDir() && p.t.Deep {
		l := filelists.Walk(abs, p.a.trees())
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
func (p *planting) followed(abs string, l *filelists.List) {
	if !p.t.Follows {
		return
	}
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Kind == filelists.Link && isDir(filepath.Join(abs, e.Name)) {
			l.Why = "links to directories are followed"
		}
	}
}

// without is a list without the names that options leave out.
func (p *planting) without(l *filelists.List) *filelists.List {
	if len(p.t.Except) == 0 {
		return l
	}
	kept := filelists.List{Why: l.Why}
	for _, e := range l.Entries {
		out := false
		for part := range strings.SplitSeq(e.Name, "/") {
			out = out || slices.Contains(p.t.Except, part)
		}
		if !out {
			kept.Entries = append(kept.Entries, e)
		}
	}
	return &kept
}

// names returns the paths that the copy of a source gets: in a directory its own name, else the
// name that is given.
func (p *planting) names(into, abs string, slash, inside bool) []string {
	own := path.Join(into, path.Base(abs))
	list := []string{own}
	switch {
	case p.t.Bare || inside:
		list = []string{into}
	case p.t.Slash:
		if slash {
			list = []string{into}
		}
	case len(p.t.From) == 1 && !p.a.isDir(into) && !p.a.made(p.t.Command, into):
		list = []string{into}
	case slash:
		list = []string{own, into} // in some systems what is in it
	}
	if p.t.Keeps {
		list = append(list, path.Join(into, abs))
	}
	return list
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// isDir is isDir for what several commands of a line may name.
func (a *Analyzer) isDir(name string) bool {
	is, asked := a.dirs[name]
	if !asked {
		is = isDir(name)
		if a.dirs == nil {
			a.dirs = make(map[string]bool)
		}
		a.dirs[name] = is
	}
	return is
}

// maxExpanded bounds the names that a pattern stands for.
const maxExpanded = 4096

// expand returns the names that a pattern stands for now. A name with a leading dot needs one in
// the pattern, unless the text sets the option that says otherwise.
func (a *Analyzer) expand(pattern string) (names []string, ok bool) {
	if strings.Contains(pattern, "**") {
		return nil, false
	}
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) > maxExpanded {
		return nil, false
	}
	text := strings.ToLower(strings.ReplaceAll(a.text, "_", ""))
	dots := strings.Contains(text, "dotglob") || strings.Contains(text, "globdots")
	for _, f := range found {
		if dots || !hiddenBy(pattern, f) {
			names = append(names, f)
		}
	}
	return names, true
}

// hiddenBy reports whether a name has a leading dot where the pattern has a pattern character.
func hiddenBy(pattern, name string) bool {
	for name != "" && pattern != "" {
		var p, n string
		p, pattern, _ = strings.Cut(pattern, "/")
		n, name, _ = strings.Cut(name, "/")
		if strings.HasPrefix(n, ".") && !strings.HasPrefix(p, ".") {
			return true
		}
	}
	return false
}

// made reports whether an earlier command may have made a directory.
func (a *Analyzer) made(i int, dir string) bool {
	for k := range a.facts.Commands[:i] {
		c := &a.facts.Commands[k]
		for e := range c.Effects {
			if w := &c.Effects[e]; w.Mkdir && (!w.Path.Known || subpath.In(w.Path.Abs, dir)) {
				return true
			}
		}
	}
	return false
}

// brought reports whether an earlier command of the call brings a file or tree from elsewhere, so
// that what is on the disk now is not what will be read. one says that it is a single file, which
// any write changes, and which may get its name from an address.
func (a *Analyzer) brought(i int, p *fact.Path, one bool) bool {
	for k := range a.facts.Commands[:i] {
		c := &a.facts.Commands[k]
		network := reaches(c)
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

// reaches reports whether a command contacts another machine.
func reaches(c *fact.Command) bool {
	for k := range c.Effects {
		if c.Effects[k].Kind == fact.Network {
			return true
		}
	}
	return false
}
