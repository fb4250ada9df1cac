package trees

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

const (
	whyInput  = "fencepost cannot see its standard input"
	whySource = "fencepost cannot see where they come from"
	whyFresh  = "what they come from is written by the same call"
)

// patches makes effects of the names in patches.
func (p *Planting) patches() {
	if p.scratch && p.T.Kind != fact.TreeEdits {
		return
	}
	if p.T.Loose != "" {
		p.unknown("the option " + p.T.Loose + " reads the patch in another way")
		return
	}
	files := 0
	for i := range p.T.From {
		if o := &p.T.From[i]; o.IsPath {
			files++
			p.patchFile(&o.Path)
		} else if p.T.Kind == fact.TreeEdits {
			files++
			p.patchText(&o.Word)
		}
	}
	if files > 0 && files == len(p.T.From) { // a dash among them is standard input
		return
	}
	switch stdin := p.command().Stdin; stdin.Kind {
	case fact.StdinText:
		p.patchText(&stdin.Text)
	case fact.StdinFile:
		if at, ok := p.InputFile(); ok {
			p.patchFile(&at)
			return
		}
		p.unknown(whyInput)
	default:
		if name := p.Piped(); name != "" {
			p.patchFile(&fact.Path{Written: name, Abs: name, Known: true})
			return
		}
		p.unknown(whyInput)
	}
}

// Piped is the file that cat prints into standard input; "" for anything else.
func (p *Planting) Piped() string {
	file := &p.command().Stdin.Text
	switch {
	case p.command().Stdin.Kind != fact.StdinPipe || file.Text == "":
		return ""
	case path.IsAbs(file.Text):
		return path.Clean(file.Text)
	}
	return path.Join(file.Origin.Name, file.Text)
}

// InputFile is the file from which standard input is redirected.
func (p *Planting) InputFile() (at fact.Path, ok bool) {
	for i := range p.command().Redirects {
		if r := &p.command().Redirects[i]; r.Mode == fact.RedirRead && (r.FD == "" || r.FD == "0") &&
			!r.Net {
			at, ok = r.Path, true
		}
	}
	return at, ok
}

func (p *Planting) patchFile(at *fact.Path) {
	if !at.Known || at.Glob || len(at.Dirs) > 1 {
		p.unknown(whySource)
		return
	}
	if texts, written, known := p.A.Call.Shell.WrittenFile(at.Abs); written {
		for _, text := range texts {
			w := fact.Lit(text)
			p.patchText(&w)
		}
		if !known || len(texts) == 0 {
			p.unknown(whyFresh)
		}
		return
	}
	if p.A.brought(p.T.Command, at, true) {
		p.unknown(whyFresh)
		return
	}
	if p.nothing(at.Abs) {
		return
	}
	if p.T.Kind == fact.TreeEdits {
		p.edits(filelists.EditsFile(at.Abs, p.A.Call.TreeBudget()))
		return
	}
	p.below(filelists.PatchFile(at.Abs, p.how(), p.A.Call.TreeBudget()))
}

func (p *Planting) patchText(w *fact.Word) {
	if !w.Known() {
		p.unknown(whyInput)
		return
	}
	if p.T.Kind == fact.TreeEdits {
		p.edits(filelists.Edits(w.Text, p.A.Call.TreeBudget()))
		return
	}
	p.below(filelists.Patch(w.Text, p.how(), p.A.Call.TreeBudget()))
}

// edits makes effects of names that may also be absolute, or climb: apply_patch follows them.
func (p *Planting) edits(list filelists.List) {
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
func (p *Planting) how() filelists.Names {
	if !p.T.Prefix.Known() {
		p.unknown("fencepost cannot know what stands before them")
	}
	return filelists.Names{Strip: p.T.Strip, Guess: p.T.Guess, Prefix: p.T.Prefix.Text,
		Mail: p.T.Kind == fact.TreeMail}
}

// below makes effects of names that are relative to the destination. Programs refuse those that are
// not, or write where they say.
func (p *Planting) below(list filelists.List) {
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
func (p *Planting) nothing(name string) bool {
	if record.Exists(name) || record.Exists(name+".zip") {
		return false
	}
	for k := range p.A.Call.Facts.Commands[:p.T.Command] {
		if c := &p.A.Call.Facts.Commands[k]; len(c.Nested) > 0 ||
			c.Kind == fact.Simple && !c.ReadOnly && !changes.PlainWriter(c) {
			return false
		}
	}
	return !record.Concurrent(p.A.Call.Text)
}

// leads reports whether a name is absolute or climbs.
func leads(name string) bool {
	return strings.HasPrefix(name, "/") || slices.Contains(strings.Split(name, "/"), "..")
}

// shows makes reads of what is shown of an archive: of all, where no word names a member.
func (p *Planting) shows(list *filelists.List) {
	if list.Why != "" {
		p.unknown(list.Why)
	}
	for i := range list.Entries {
		e := &list.Entries[i]
		at := fact.Path{Written: e.Name, Abs: path.Join(p.T.Into.Abs, e.Name), Known: true}
		p.effect(fact.Effect{Kind: fact.Read, Path: at, Guess: true})
	}
}

// namesMembers reports whether words say which members of an archive are meant.
func (p *Planting) namesMembers() bool {
	words := 0
	for i := range p.command().Operands {
		if p.command().Operands[i].Flag == "" {
			words++
		}
	}
	for i := range p.T.From {
		if p.T.From[i].Flag == "" {
			words--
		}
	}
	return words > 0
}

// archives makes effects of the names in an archive.
func (p *Planting) archives() {
	if p.T.Loose != "" {
		p.unknown("the option " + p.T.Loose + " gives them other ones")
		return
	}
	at, ok := p.InputFile()
	if name := p.Piped(); name != "" {
		at, ok = fact.Path{Written: name, Abs: name, Known: true}, true
	}
	for i := range p.T.From {
		if o := &p.T.From[i]; o.IsPath {
			at, ok = o.Path, true
		}
	}
	switch {
	case p.T.Shown && (!ok || p.namesMembers() || p.A.brought(p.T.Command, &at, true)):
		// words name the members, or another command of the call its trees: reads.Archived
	case len(p.T.From) > 1:
		p.unknown("more than one archive is named")
	case !ok:
		p.unknown(whyInput)
	case !at.Known || at.Glob || len(at.Dirs) > 1:
		p.unknown(whySource)
	case p.A.brought(p.T.Command, &at, true):
		p.unknown(whyFresh)
	default:
		p.archive(at.Abs)
	}
}

func (p *Planting) archive(name string) {
	var list filelists.List
	if p.nothing(name) {
		return
	}
	if p.T.Kind == fact.TreeZip {
		if !record.Exists(name) && record.Exists(name+".zip") {
			name += ".zip"
		}
		list = filelists.ZipFile(name, p.A.Call.TreeBudget())
	} else {
		list = filelists.TarFile(name, p.A.Call.TreeBudget())
	}
	if p.T.Shown {
		p.shows(&list)
		return
	}
	p.below(*p.without(p.shortened(&list)))
}

// shortened is a list with the names as options make them.
func (p *Planting) shortened(l *filelists.List) *filelists.List {
	switch {
	case p.T.Strip < 0:
		l.Why = whySource
	case p.T.Strip == 0 && !p.T.Flat:
		return l
	}
	kept := filelists.List{Why: l.Why}
	for _, e := range l.Entries {
		if p.T.Flat {
			e.Name = path.Base(e.Name)
		}
		name, ok := filelists.CutOff(strings.TrimLeft(e.Name, "/"), max(p.T.Strip, 0))
		if e.Name = name; ok && name != "" {
			kept.Entries = append(kept.Entries, e)
		}
	}
	return &kept
}
