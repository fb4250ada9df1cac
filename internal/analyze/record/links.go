package record

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// Path implements command.Pather: the path that a word names, links that the line made included.
func (a *Call) Path(dirs fact.Dirs, w *fact.Word) (p fact.Path) {
	if len(a.Links) == 0 {
		p = paths.Path(dirs, w)
	} else {
		p = a.Linked(paths.Path(a.linkedDirs(dirs), w))
	}
	if p.Glob && p.Known {
		a.where(&p)
	}
	return p
}

// linkedDirs are directories, and those to which links of the line lead from them.
func (a *Call) linkedDirs(dirs fact.Dirs) fact.Dirs {
	switch {
	case dirs.Pattern:
		return fact.Dirs{}
	case !dirs.Known:
		return dirs
	}
	more := fact.Dirs{Known: true, List: dirs.List[:len(dirs.List):len(dirs.List)]}
	for _, d := range dirs.List {
		p := a.Linked(fact.Path{Abs: d, Known: true})
		if !p.Known {
			return fact.Dirs{}
		}
		for _, form := range p.Dirs {
			if form != d {
				more.List = append(more.List, form)
			}
		}
	}
	return more
}

// where notes of a pattern in what directory the names lie that it stands for.
func (a *Call) where(p *fact.Path) {
	dir := paths.Literal(p.Abs)
	p.Homes = paths.HoldsHome(dir, a.Home)
	if a.Places != nil && !p.Homes && strings.Contains(p.Abs, "/**/*") {
		root := fact.Path{Written: dir, Abs: dir, Known: true}
		written, target := a.Places.Inside(&root, ".", false)
		p.Far = written.And(target) != fact.Yes && !subpath.In(dir, a.Places.Scratch())
	}
}

// Forms are the paths that a known path may mean.
func Forms(p *fact.Path) []string {
	if len(p.Dirs) > 0 {
		return p.Dirs
	}
	return []string{p.Abs}
}

// Linked adds to a path what it means through the links that the line made.
func (a *Call) Linked(p fact.Path) fact.Path {
	if !p.Known || len(a.Links) == 0 {
		return p
	}
	forms := p.Dirs
	if len(forms) == 0 {
		if !a.leadsOn(p.Abs) {
			return p // as most paths, without a list of their forms
		}
		forms = []string{p.Abs}
	}
	forms = forms[:len(forms):len(forms)]
	for round := 0; round < len(forms) && round < MaxLinks; round++ {
		for i := range a.Links {
			l := &a.Links[i]
			if !l.leads(forms[round]) {
				continue
			}
			if l.Target == "" {
				p.Known = false
				p.Abs, p.Dirs = "", nil
				return p
			}
			form := l.Target + forms[round][len(l.At):]
			if !slices.Contains(forms, form) && len(form) < maxForm {
				forms = append(forms, form)
			}
		}
	}
	if len(forms) > 1 {
		p.Dirs = forms
	}
	return p
}

// leadsOn reports whether a path is a link that the line made, or lies below one.
func (a *Call) leadsOn(name string) bool {
	return slices.ContainsFunc(a.Links, func(l Link) bool { return l.leads(name) })
}

// Link records ln, mv, cp and mount: from then on the last operand, or a name below it, means what
// the others meant.
func (a *Call) Link(c *fact.Command) {
	symbolic := false
	var words []fact.Word
	dest := -1
	for i := range c.Operands {
		o := &c.Operands[i]
		switch {
		case o.Flag == "":
			words = append(words, o.Word)
		case o.Flag == "-t" || o.Flag == "--target-directory":
			words = append(words, o.Word)
			dest = len(words) - 1
		}
	}
	for _, f := range c.Flags {
		symbolic = symbolic || c.Name == "ln" && (f.Name == "-s" || f.Name == "--symbolic")
	}
	if len(words) == 0 {
		return
	}
	if dest < 0 {
		dest = len(words) - 1
	}
	for i := range words {
		if i == dest && len(words) > 1 {
			continue
		}
		a.linkTo(c, &words[i], &words[dest], len(words) == 1, symbolic)
	}
}

// linkTo records one link. The last operand may be the new name itself, or the directory that gets
// it.
func (a *Call) linkTo(c *fact.Command, target, dest *fact.Word, here, symbolic bool) {
	to := a.Path(c.Dirs, target)
	if !target.Known() {
		to = fact.Path{}
	}
	names := []string{""}
	if dest.Known() || here {
		at := a.Path(c.Dirs, dest)
		base := path.Base(to.Abs)
		switch {
		case here && c.Dirs.Known:
			names = []string{c.Dirs.List[0] + "/" + base}
		case at.Known && to.Abs != "" && !Does(c, fact.Delete) && a.Places != nil && a.Places.MadeDir(at.Abs):
			names = []string{path.Join(at.Abs, base)}
		case at.Known && to.Abs != "":
			names = []string{at.Abs, path.Join(at.Abs, base)}
		case at.Known:
			names = []string{at.Abs}
		}
	}
	for _, at := range names {
		l := Link{At: at, Target: to.Abs}
		if !to.Known {
			l.Target = ""
		}
		// relative to where the link lies
		if symbolic && to.Known && !strings.HasPrefix(target.Text, "/") {
			l.Target = path.Join(path.Dir(at), target.Text)
		}
		if l.At != l.Target {
			a.addLink(l)
		}
	}
}

// addLink records a link once. One too many may lead anywhere, as may all that lies beside it.
func (a *Call) addLink(l Link) {
	if slices.Contains(a.Links, l) {
		return
	}
	if len(a.Links) < MaxLinks {
		a.Links = append(a.Links, l)
		return
	}
	a.Leads(l.At)
}

func (l *Link) leads(name string) bool { return l.At != "" && subpath.In(name, l.At) }

// Leads says that a name may lead anywhere from now on.
func (a *Call) Leads(name string) {
	a.Unsettle()
	if len(a.Links) < MaxLinks {
		a.Links = append(a.Links, Link{At: name})
		return
	}
	a.Links[MaxLinks-1] = Link{At: path.Dir(name)}
}

// maxLinks bounds the links of one line that are followed.
const MaxLinks = 64

// maxForm bounds the length of a path that links make longer.
const maxForm = 4096

// Does reports whether a command has an effect of one of some kinds.
func Does(c *fact.Command, kinds ...fact.EffectKind) bool {
	for i := range c.Effects {
		if slices.Contains(kinds, c.Effects[i].Kind) {
			return true
		}
	}
	return false
}

// MakesLinks reports whether a command gives files other names.
func MakesLinks(c *fact.Command) bool {
	switch {
	case c.Is(fact.Links), c.Name == "symlink":
		return true
	case c.Name == "cp":
		for _, f := range c.Flags {
			switch f.Name {
			case "-l", "--link", "-s", "--symbolic-link":
				return true
			}
		}
	}
	return false
}

// Unsettle says that the call gives places other names.
func (a *Call) Unsettle() {
	if a.Places != nil {
		a.Places.Unsettle()
	}
}
