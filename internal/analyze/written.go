package analyze

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A line can change what the names in its rest mean: it writes a script and runs it, or links a
// name to another place.

// runWritten interprets shell text that the line wrote to a file which command i now runs.
func (a *Analyzer) runWritten(in *shparse.Interp, i int, file *fact.Path, run shparse.Nested) {
	if !file.Known {
		return
	}
	all := true
	for _, form := range formsOf(file) {
		texts, _, known := in.WrittenFile(path.Clean(form))
		all = all && known && len(texts) > 0
		for _, text := range texts {
			in.RunText(text, run)
		}
	}
	if all {
		a.understood = append(a.understood, i)
	}
}

// runsShell reports whether a command runs a file that it is given as shell text.
func runsShell(name string) bool {
	switch name {
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "rbash", "mksh", ".", "source":
		return true
	}
	return false
}

// shellOf is the shell that reads a program's text: sh unless it is another one.
func shellOf(name string) string {
	switch name {
	case "bash", "rbash", "zsh", "ksh", "mksh", "dash", "ash":
		return name
	}
	return "sh"
}

// started runs a file that the line wrote, where its name is the name of the command.
func (a *Analyzer) started(in *shparse.Interp, i int, argv []fact.Word, dirs fact.Dirs,
	stdin fact.Stdin) {
	if len(argv) == 0 || !argv[0].Known() || !strings.Contains(argv[0].Text, "/") {
		return
	}
	p := a.Path(dirs, &argv[0])
	texts, _, known := in.WrittenFile(p.Abs)
	if known && len(texts) == 1 && len(p.Dirs) <= 1 && strings.HasSuffix(interpreter(texts[0]), "sh") {
		a.understood = append(a.understood, i)
	}
	for _, text := range texts {
		if !strings.HasSuffix(interpreter(text), "sh") {
			continue
		}
		in.RunText(text, shparse.Nested{Via: argv[0].Text, Shell: shellOf(path.Base(interpreter(text))),
			NewShell: true, Params: argv, SetParams: true, Stdin: &stdin})
	}
}

// interpreter is the last word of a script's first line; a script without one is run by sh.
func interpreter(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if !strings.HasPrefix(line, "#!") || len(words) == 0 {
		return "sh"
	}
	return words[len(words)-1]
}

// note records what a command changes: the files that it writes, and the names that it gives to
// other places.
func (a *Analyzer) note(in *shparse.Interp, c *fact.Command) {
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case !e.Path.Known || e.Path.Glob:
		case c.Is(fact.Tees) && c.Stdin.Kind == fact.StdinText && c.Stdin.Text.Kind == fact.Literal:
			in.WroteText(e.Path.Abs, c.Stdin.Text.Text, e.Kind == fact.Append)
		case e.Kind == fact.Write || e.Kind == fact.Append || e.Kind == fact.Delete:
			in.Wrote(e.Path.Abs)
		}
	}
	if s, ok := command.SettingMade(c); ok && len(a.settings) < maxLinks {
		a.settings = append(a.settings, s)
	}
	if makesLinks(c) {
		a.unsettle()
		in.Linked()
	}
	if c.Is(fact.Copies) || c.Is(fact.Links) || c.Name == "symlink" {
		a.link(c)
	}
}

// makesLinks reports whether a command gives files other names.
func makesLinks(c *fact.Command) bool {
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

// link is a name that the line made stand for another place.
type link struct {
	at     string // absolute; "" where it may be any name
	target string // absolute; "" where it is not known
}

// link records ln, mv, cp and mount: from then on the last operand, or a name below it, means what
// the others meant.
func (a *Analyzer) link(c *fact.Command) {
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
func (a *Analyzer) linkTo(c *fact.Command, target, dest *fact.Word, here, symbolic bool) {
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
		case at.Known && to.Abs != "" && !moves(c) && a.Places != nil && a.Places.MadeDir(at.Abs):
			names = []string{path.Join(at.Abs, base)}
		case at.Known && to.Abs != "":
			names = []string{at.Abs, path.Join(at.Abs, base)}
		case at.Known:
			names = []string{at.Abs}
		}
	}
	for _, at := range names {
		l := link{at: at, target: to.Abs}
		if !to.Known {
			l.target = ""
		}
		// relative to where the link lies
		if symbolic && to.Known && !strings.HasPrefix(target.Text, "/") {
			l.target = path.Join(path.Dir(at), target.Text)
		}
		if l.at != l.target {
			a.addLink(l)
		}
	}
}

// moves reports whether what a command copies is gone from where it was.
func moves(c *fact.Command) bool {
	for i := range c.Effects {
		if c.Effects[i].Kind == fact.Delete {
			return true
		}
	}
	return false
}

// addLink records a link once. One too many may lead anywhere, as may all that lies beside it.
func (a *Analyzer) addLink(l link) {
	if slices.Contains(a.links, l) {
		return
	}
	if len(a.links) < maxLinks {
		a.links = append(a.links, l)
		return
	}
	a.leads(l.at)
}

// maxLinks bounds the links of one line that are followed.
const maxLinks = 64

// formsOf are the paths that a known path may mean.
func formsOf(p *fact.Path) []string {
	if len(p.Dirs) > 0 {
		return p.Dirs
	}
	return []string{p.Abs}
}

// linked adds to a path what it means through the links that the line made.
func (a *Analyzer) linked(p fact.Path) fact.Path {
	if !p.Known || len(a.links) == 0 {
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
	for round := 0; round < len(forms) && round < maxLinks; round++ {
		for i := range a.links {
			l := &a.links[i]
			if !l.leads(forms[round]) {
				continue
			}
			if l.target == "" {
				p.Known = false
				p.Abs, p.Dirs = "", nil
				return p
			}
			form := l.target + forms[round][len(l.at):]
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
func (a *Analyzer) leadsOn(name string) bool {
	for i := range a.links {
		if a.links[i].leads(name) {
			return true
		}
	}
	return false
}

func (l *link) leads(name string) bool { return l.at != "" && subpath.In(name, l.at) }

// maxForm bounds the length of a path that links make longer.
const maxForm = 4096

// Path implements command.Pather: the path that a word names, links that the line made included.
func (a *Analyzer) Path(dirs fact.Dirs, w *fact.Word) fact.Path {
	p := a.path(dirs, w)
	if p.Glob && p.Known {
		a.where(&p)
	}
	return p
}

// where notes of a pattern in what directory the names lie that it stands for.
func (a *Analyzer) where(p *fact.Path) {
	dir := paths.Literal(p.Abs)
	p.Homes = paths.HoldsHome(dir, a.Home)
	if a.Places != nil && !p.Homes && strings.Contains(p.Abs, "/**/*") {
		root := fact.Path{Written: dir, Abs: dir, Known: true}
		written, target := a.Places.Inside(&root, ".", false)
		p.Far = written.And(target) != fact.Yes && !subpath.In(dir, a.Places.Scratch())
	}
}

func (a *Analyzer) path(dirs fact.Dirs, w *fact.Word) fact.Path {
	if len(a.links) == 0 {
		return paths.Path(dirs, w)
	}
	if dirs.Pattern {
		dirs = fact.Dirs{}
	}
	if dirs.Known {
		more := fact.Dirs{Known: true, List: dirs.List[:len(dirs.List):len(dirs.List)]}
		for _, d := range dirs.List {
			p := a.linked(fact.Path{Abs: d, Known: true})
			if !p.Known {
				more = fact.Dirs{}
				break
			}
			for _, form := range p.Dirs {
				if form != d {
					more.List = append(more.List, form)
				}
			}
		}
		dirs = more
	}
	return a.linked(paths.Path(dirs, w))
}
