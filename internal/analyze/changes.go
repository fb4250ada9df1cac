package analyze

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// What a line writes is not what a rule knew when it let a program pass: after `cp x
// node_modules/.bin/tsc` the words `npx tsc` mean another program. This file collects what the
// commands of a line may write, planted.go finds the commands that may run some of it.

// change is a file that the line may write, or a directory below which anything may be new.
type change struct {
	path     string // absolute
	command  int    // index into Facts.Commands; -1: an earlier call of the session
	edited   bool   // the edit stands in the call, or the content in the history of the repository
	unpacked bool   // one of the names in an archive or a patch
	whole    bool   // a directory of installed programs that gets a copy or link under its own name
	around   bool   // the directory into which they are put
	compiled bool   // what a compiler made of files of the project

	kind changeKind // what programs may do with it; set by sortChanges
}

// changeKind is what the name of a change, and the disk, say of it.
type changeKind uint8

const (
	isInstalled changeKind = 1 << iota // it lies where programs are installed
	isProgram                          // it takes the place of an executable file
	isSettings                         // builds and tests look for a file of that name
	isCode                             // it is a source file or a library
)

// maxChanges bounds the changes of one line. Beyond it the directory around all of them counts.
const maxChanges = 2048

// changed adds a change.
func (a *Analyzer) changed(c change) {
	if c.path = path.Clean(c.path); len(a.changes) < maxChanges && c.path != "/" {
		a.changes = append(a.changes, c)
	}
}

// maxJudged bounds the different changes that are compared with each command.
const maxJudged = 256

// sortChanges drops what is there twice, and says of each change what it is. Where there are too
// many, one stands for all.
func (a *Analyzer) sortChanges() {
	seen := make(map[change]int, min(len(a.changes), maxJudged))
	kept := a.changes[:0]
	for _, c := range a.changes {
		key := change{path: c.path, edited: c.edited, around: c.around, compiled: c.compiled}
		if at := seen[key]; at > 0 { // the first one counts for all commands behind it
			kept[at-1].command = min(kept[at-1].command, c.command)
			continue
		}
		if len(kept) == maxJudged {
			kept[maxJudged-1] = change{path: kept[0].path, command: kept[0].command, around: true}
			break
		}
		kept = append(kept, c)
		seen[key] = len(kept)
	}
	a.changes = kept
	for i := range a.changes {
		a.changes[i].kind = kindOfChange(&a.changes[i])
	}
}

func kindOfChange(c *change) (k changeKind) {
	if c.around {
		return 0
	}
	if installed(c.path) {
		k |= isInstalled
	}
	if !c.edited && executable(c.path) {
		k |= isProgram
	}
	name := strings.ToLower(path.Base(c.path))
	if steersBuild(name) {
		k |= isSettings
	}
	if isSource(name) {
		k |= isCode
	}
	return k
}

// followChanges adds the files to which changes lead through links that are on the disk already.
func (a *Analyzer) followChanges() {
	if a.Places == nil {
		return
	}
	for i := range min(len(a.changes), maxOnDisk) {
		c := a.changes[i]
		if to, ok := a.Places.Target(c.path); ok && to != c.path {
			c.path = to
			a.changed(c)
		}
	}
}

// brings adds the names of a tree that a command puts below a directory.
func (p *planting) brings(root string, list []filelists.Entry) {
	if root == nowhere {
		return
	}
	c := change{command: p.t.Command, edited: p.t.Kind.History(), unpacked: p.t.Kind.Unpacks()}
	if len(p.a.changes)+len(list) > maxChanges/2 {
		c.path = root
		p.a.changed(c)
		p.linksBelow(root, list)
		return
	}
	for i := range list {
		if e := &list[i]; e.Kind != filelists.Gone && e.Kind != filelists.Dir {
			c.path = path.Join(root, e.Name)
			c.edited = p.t.Kind.History() || e.Kind == filelists.Edit
			p.a.changed(c)
		}
	}
	p.linksBelow(root, list)
}

// copiedLinks records the links in a directory that is copied as they are: those that lead out of
// it mean the same place under a new name.
func (p *planting) copiedLinks(from, at string, list []filelists.Entry) {
	for i := range list {
		e := &list[i]
		if e.Kind != filelists.Link || len(p.a.links) >= maxLinks {
			continue
		}
		to, err := os.Readlink(path.Join(from, e.Name))
		name := path.Join(at, e.Name)
		if !path.IsAbs(to) {
			to = path.Join(path.Dir(name), to)
		}
		p.a.unsettle()
		if err != nil || !strings.HasPrefix(to, at+"/") {
			p.a.links = append(p.a.links, link{at: name, target: to})
		}
	}
}

// linksBelow makes the paths at and below links that a tree brings unknown: where they lead is
// written in the tree alone.
func (p *planting) linksBelow(root string, list []filelists.Entry) {
	if p.t.Kind == fact.TreeCopy || p.t.Kind == fact.TreeLink {
		return // see copiedLinks
	}
	for i := range list {
		if e := &list[i]; e.Kind == filelists.Link {
			p.a.leads(path.Join(root, e.Name))
		}
	}
}

// leads says that a name may lead anywhere from now on.
func (a *Analyzer) leads(name string) {
	a.unsettle()
	if len(a.links) < maxLinks {
		a.links = append(a.links, link{at: name})
		return
	}
	a.links[maxLinks-1] = link{at: path.Dir(name)}
}

// unsettle says that the call gives places other names.
func (a *Analyzer) unsettle() {
	if a.Places != nil {
		a.Places.Unsettle()
	}
}

// written collects what command i may write under names that stand in its words.
func (a *Analyzer) written(i int) {
	c := &a.facts.Commands[i]
	for k := range c.Redirects {
		r := &c.Redirects[k]
		if !r.Exempt && !r.Net && (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) {
			a.writes(&r.Path, change{command: i})
		}
	}
	switch {
	case c.Is(fact.Copies):
		a.copied(i)
		return
	case c.Is(fact.Inert):
		return
	}
	runs := runsOthers(c)
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case e.Kind != fact.Write && e.Kind != fact.Append, e.Tree, e.Mkdir:
		case runs && (e.Create || installedDir(path.Base(e.Path.Abs))):
			// what an installer or `python3 -m venv` makes is its own
		case edits(c, e) && (e.Recursive || a.isDir(e.Path.Abs)): // gofmt -w src
		case !e.InCode && !a.named(c, e): // formatters and git write below their own directory
		default:
			a.writes(&e.Path, change{command: i, edited: edits(c, e), compiled: a.compiles(i, e)})
		}
	}
}

// named reports whether an effect is on a path that stands in the words of the command, or on a
// file that its options make.
func (a *Analyzer) named(c *fact.Command, e *fact.Effect) bool {
	for k := range c.Operands {
		if o := &c.Operands[k]; o.IsPath && o.Path.Abs == e.Path.Abs && o.Path.Written == e.Path.Written {
			return true
		}
	}
	return e.Path.Abs != "" && !a.isDir(e.Path.Abs)
}

// writes adds the files that a path may mean.
func (a *Analyzer) writes(p *fact.Path, c change) {
	if !p.Known || p.Abs == "" {
		return // asked about as such
	}
	if p.Glob {
		names, ok := a.expand(p.Abs)
		if !ok || len(names) > maxChanges/8 {
			names = []string{path.Clean(p.Abs[:strings.IndexAny(p.Abs+"*", "*?[")])}
		}
		for _, name := range names {
			c.path = name
			a.changed(c)
		}
		return
	}
	for _, form := range formsOf(p) {
		c.path = form
		a.changed(c)
	}
}

// copied adds the names that cp, mv, ln and their like give to what they are told.
func (a *Analyzer) copied(i int) {
	c := &a.facts.Commands[i]
	sources, dest := copyOperands(c)
	if len(sources) == 0 || dest == nil {
		return
	}
	into := a.spelled(c.Dirs, dest)
	if !into.Known {
		return
	}
	for _, form := range formsOf(&into) {
		form = path.Clean(form)
		if a.isSource(c, sources, form) {
			continue // a copy stands for what it was made of, and is not written over that
		}
		if len(sources) == 1 && !sources[0].Glob && !a.isDir(form) && !a.made(i, form) {
			whole := installedDir(path.Base(form)) && path.Base(sources[0].Text) == path.Base(form)
			a.changed(change{path: form, command: i, whole: whole})
			continue
		}
		for k := range sources {
			a.copiedInto(i, form, &sources[k])
		}
	}
}

// isSource reports whether a path is that of a file which is copied itself.
func (a *Analyzer) isSource(c *fact.Command, sources []fact.Word, name string) bool {
	for k := range sources {
		if p := paths.Path(c.Dirs, &sources[k]); p.Known && !p.Glob && len(p.Dirs) <= 1 &&
			path.Clean(p.Abs) == name {
			return true
		}
	}
	return false
}

// copiedInto adds the names that a source gets in a directory.
func (a *Analyzer) copiedInto(i int, dir string, source *fact.Word) {
	c := &a.facts.Commands[i]
	from := a.spelled(c.Dirs, source)
	switch {
	case !from.Known:
		a.changed(change{path: dir, command: i})
	case from.Glob:
		names, ok := a.expand(from.Abs)
		if !ok || len(names) == 0 || len(names) > maxChanges/8 {
			names = nil
			a.changed(change{path: dir, command: i})
		}
		for _, name := range names {
			a.changed(change{path: path.Join(dir, path.Base(name)), command: i})
		}
	default:
		switch base := path.Base(source.Text); base {
		case ".", "..", "/": // its entries are names of a tree
		default:
			a.changed(change{path: path.Join(dir, base), command: i, whole: installedDir(base)})
		}
	}
}

// copyOperands are the sources and the destination of cp and its like; dest is nil where there is
// only one operand, which ln puts into its directory.
func copyOperands(c *fact.Command) (sources []fact.Word, dest *fact.Word) {
	for i := range c.Operands {
		switch o := &c.Operands[i]; {
		case o.Flag == "", o.Flag == "-Path", o.Flag == "-LiteralPath":
			sources = append(sources, o.Word)
		case o.Flag == "-t", o.Flag == "--target-directory", o.Flag == "-Destination":
			dest = &o.Word
		}
	}
	switch {
	case dest != nil || len(sources) == 0:
	case len(sources) == 1:
		here := fact.Lit(".")
		dest = &here
	default:
		dest = &sources[len(sources)-1]
		sources = sources[:len(sources)-1]
	}
	return sources, dest
}

// runsOthers reports whether a command runs code that its words need not name, as a build does.
func runsOthers(c *fact.Command) bool {
	if c.Kind != fact.Simple || len(c.Argv) == 0 {
		return false
	}
	if !c.Known {
		return c.Name != "" && !shparse.IsBuiltin(c.Name)
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Exec && !e.InCode {
			return true
		}
	}
	return false
}

func edits(c *fact.Command, e *fact.Effect) bool {
	for k := range c.Effects {
		if r := &c.Effects[k]; r.Kind == fact.Read && r.Path.Abs == e.Path.Abs {
			return true
		}
	}
	return false
}
