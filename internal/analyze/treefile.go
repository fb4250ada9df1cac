package analyze

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

const (
	whyInput  = "fencepost cannot see its standard input"
	whySource = "fencepost cannot see where they come from"
	whyFresh  = "what they come from is written by the same call"
)

// patches makes effects of the names in patches.
func (p *planting) patches() {
	if p.scratch && p.t.Kind != fact.TreeEdits {
		return
	}
	if p.t.Loose != "" {
		p.unknown("the option " + p.t.Loose + " reads the patch in another way")
		return
	}
	files := 0
	for i := range p.t.From {
		if o := &p.t.From[i]; o.IsPath {
			files++
			p.patchFile(&o.Path)
		} else if p.t.Kind == fact.TreeEdits {
			files++
			p.patchText(&o.Word)
		}
	}
	if files > 0 && files == len(p.t.From) { // a dash among them is standard input
		return
	}
	switch stdin := p.command().Stdin; stdin.Kind {
	case fact.StdinText:
		p.patchText(&stdin.Text)
	case fact.StdinFile:
		if at, ok := p.inputFile(); ok {
			p.patchFile(&at)
			return
		}
		p.unknown(whyInput)
	default:
		if name := p.piped(); name != "" {
			p.patchFile(&fact.Path{Written: name, Abs: name, Known: true})
			return
		}
		p.unknown(whyInput)
	}
}

// piped is the file that cat prints into standard input; "" for anything else.
func (p *planting) piped() string {
	file := &p.command().Stdin.Text
	switch {
	case p.command().Stdin.Kind != fact.StdinPipe || file.Text == "":
		return ""
	case path.IsAbs(file.Text):
		return path.Clean(file.Text)
	}
	return path.Join(file.Origin.Name, file.Text)
}

// inputFile is the file from which standard input is redirected.
func (p *planting) inputFile() (at fact.Path, ok bool) {
	for i := range p.command().Redirects {
		if r := &p.command().Redirects[i]; r.Mode == fact.RedirRead && (r.FD == "" || r.FD == "0") &&
			!r.Net {
			at, ok = r.Path, true
		}
	}
	return at, ok
}

func (p *planting) patchFile(at *fact.Path) {
	if !at.Known || at.Glob || len(at.Dirs) > 1 {
		p.unknown(whySource)
		return
	}
	if texts, written, known := p.in.WrittenFile(at.Abs); written {
		for _, text := range texts {
			w := fact.Lit(text)
			p.patchText(&w)
		}
		if !known || len(texts) == 0 {
			p.unknown(whyFresh)
		}
		return
	}
	if p.a.brought(p.t.Command, at, true) {
		p.unknown(whyFresh)
		return
	}
	if p.nothing(at.Abs) {
		return
	}
	if p.t.Kind == fact.TreeEdits {
		p.edits(filelists.EditsFile(at.Abs, p.a.trees()))
		return
	}
	p.below(filelists.PatchFile(at.Abs, p.how(), p.a.trees()))
}

func (p *planting) patchText(w *fact.Word) {
	if !w.Known() {
		p.unknown(whyInput)
		return
	}
	if p.t.Kind == fact.TreeEdits {
		p.edits(filelists.Edits(w.Text, p.a.trees()))
		return
	}
	p.below(filelists.Patch(w.Text, p.how(), p.a.trees()))
}

// edits makes effects of names that may also be absolute, or climb: apply_patch follows them.
func (p *planting) edits(list filelists.List) {
	scratch := p.scratch
	for _, root := range p.into() {
		inner, outer := filelists.List{Why: list.Why}, filelists.List{}
		for _, e := range list.Entries {
			switch {
			case !leads(e.Name):
				inner.Entries = append(inner.Entries, e)
				continue
			case !path.IsAbs(e.Name) && root == nowhere:
				p.unknown("fencepost cannot know where it writes them")
				continue
			case !path.IsAbs(e.Name):
				e.Name = path.Join(root, e.Name)
			}
			e.Name = strings.TrimLeft(path.Clean(e.Name), "/")
			outer.Entries = append(outer.Entries, e)
		}
		p.put(root, &inner)
		if len(outer.Entries) > 0 {
			p.scratch = false
			p.put("/", &outer)
			p.scratch = scratch
		}
	}
}

// how says how the names of a patch are read.
func (p *planting) how() filelists.Names {
	if !p.t.Prefix.Known() {
		p.unknown("fencepost cannot know what stands before them")
	}
	return filelists.Names{Strip: p.t.Strip, Guess: p.t.Guess, Prefix: p.t.Prefix.Text,
		Mail: p.t.Kind == fact.TreeMail}
}

// below makes effects of names that are relative to the destination. Programs refuse those that are
// not, or write where they say.
func (p *planting) below(list filelists.List) {
	scratch := p.scratch
	for i := 0; i < len(list.Entries); i++ {
		if leads(list.Entries[i].Name) {
			p.scratch = false
			p.unknown("the name " + list.Entries[i].Name + " leads out of the directory")
			p.scratch = scratch
		}
	}
	for _, root := range p.into() {
		p.put(root, &list)
	}
}

// nothing reports whether there is no such file, and no command before this one that could make it.
func (p *planting) nothing(name string) bool {
	if exists(name) || exists(name+".zip") {
		return false
	}
	for k := range p.a.facts.Commands[:p.t.Command] {
		if c := &p.a.facts.Commands[k]; len(c.Nested) > 0 ||
			c.Kind == fact.Simple && !c.ReadOnly && !plainWriter(c) {
			return false
		}
	}
	return !concurrent(p.a.text)
}

// leads reports whether a name is absolute or climbs.
func leads(name string) bool {
	if strings.HasPrefix(name, "/") {
		return true
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}

// archives makes effects of the names in an archive.
func (p *planting) archives() {
	if p.t.Loose != "" {
		p.unknown("the option " + p.t.Loose + " gives them other ones")
		return
	}
	at, ok := p.inputFile()
	if name := p.piped(); name != "" {
		at, ok = fact.Path{Written: name, Abs: name, Known: true}, true
	}
	for i := range p.t.From {
		if o := &p.t.From[i]; o.IsPath {
			at, ok = o.Path, true
		}
	}
	switch {
	case len(p.t.From) > 1:
		p.unknown("more than one archive is named")
	case !ok:
		p.unknown(whyInput)
	case !at.Known || at.Glob || len(at.Dirs) > 1:
		p.unknown(whySource)
	case p.a.brought(p.t.Command, &at, true):
		p.unknown(whyFresh)
	default:
		p.archive(at.Abs)
	}
}

func (p *planting) archive(name string) {
	var list filelists.List
	if p.nothing(name) {
		return
	}
	if p.t.Kind == fact.TreeZip {
		if !exists(name) && exists(name+".zip") {
			name += ".zip"
		}
		list = filelists.ZipFile(name, p.a.trees())
	} else {
		list = filelists.TarFile(name, p.a.trees())
	}
	p.below(*p.without(p.shortened(&list)))
}

// shortened is a list with the names as options make them.
func (p *planting) shortened(l *filelists.List) *filelists.List {
	switch {
	case p.t.Strip < 0:
		l.Why = whySource
	case p.t.Strip == 0 && !p.t.Flat:
		return l
	}
	kept := filelists.List{Why: l.Why}
	for _, e := range l.Entries {
		if p.t.Flat {
			e.Name = path.Base(e.Name)
		}
		name, ok := filelists.CutOff(strings.TrimLeft(e.Name, "/"), max(p.t.Strip, 0))
		if e.Name = name; ok && name != "" {
			kept.Entries = append(kept.Entries, e)
		}
	}
	return &kept
}
