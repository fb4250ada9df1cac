// Package reduced confines a command where no namespace can be made: the process restricts itself
// with Landlock and seccomp, and becomes the command.
//
// Landlock allows below a path and cannot except a part of it. So a secret is hidden by allowing
// what lies beside it, from the root down; and what is protected or secret below a writable path is
// not kept. What every plan loses here is said by Lost, and the whole is the level "reduced".
package reduced

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Layout is what Landlock is told for a plan.
type Layout struct {
	Read  []plan.Rule // may be read, with all below it
	List  []string    // directories whose names may be read: something below them is hidden
	Write []plan.Rule // may be written
}

// mostRules is how many paths are allowed at most. More would be slow, and no home directory has
// them.
const mostRules = 20000

// devices may be written although no plan names them. Terminals are not among them: those of others
// are in the same directory.
var devices = [...]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/dev/tty", "/dev/ptmx"}

// FS is what a layout knows of the machine.
type FS interface {
	Lstat(path string) plan.Type
	Names(dir string) []plan.Entry
}

// layout is made for one plan.
type layout struct {
	Layout
	fs     FS
	roots  []string
	hidden map[string]bool // what is not read
	above  map[string]bool // directories that something hidden lies in
}

// Of returns what Landlock is told for a plan.
func Of(p *plan.Plan, fs FS) (*Layout, error) {
	l := &layout{fs: fs, hidden: map[string]bool{}, above: map[string]bool{}}
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Do == plan.Writable {
			l.roots = append(l.roots, s.Path)
			l.Write = append(l.Write, plan.Rule{Path: s.Path, Type: s.Type})
		}
	}
	var openings []plan.Opening
	for i := range p.Steps {
		if err := l.keeps(&p.Steps[i]); err != nil {
			return nil, err
		}
		openings = append(openings, l.step(&p.Steps[i])...)
	}
	for _, d := range devices {
		if fs.Lstat(d) == plan.Other {
			l.Write = append(l.Write, plan.Rule{Path: d, Type: plan.File})
		}
	}
	l.allow("/", plan.Dir)
	for _, o := range openings {
		if o.Type != plan.Socket { // something may be hidden in it again
			l.allow(o.Path, o.Type)
		}
	}
	if len(l.Read) > mostRules {
		return nil, &plan.Error{What: "Landlock would have to allow more than " +
			strconv.Itoa(mostRules) + " paths one by one", Mend: "Hide fewer files with --hide, or use another engine"}
	}
	return &l.Layout, nil
}

// keeps refuses what a person wrote for a path below a writable one, and what would be lost.
func (l *layout) keeps(s *plan.Step) error {
	if s.Why != plan.FlagHide && s.Why != plan.FlagReadOnly || !l.inRoot(s.Path) {
		return nil
	}
	return &plan.Error{What: s.Why + " " + plan.Quote(s.Path) +
		" lies below what may be written, where --engine landlock cannot keep it",
		Mend: "Name with -w what lies beside it, or use another engine"}
}

// step takes what a step hides, and returns what stays open in it. What is protected or hidden below a
// writable path is lost.
func (l *layout) step(s *plan.Step) []plan.Opening {
	switch {
	case strings.HasPrefix(s.Path, "/proc/"): // of the kernel's, which needs rights that are gone
	case s.Do == plan.Hide && s.Type == plan.Socket: // see Sockets
	case s.Do == plan.Hide && l.inRoot(s.Path):
	case s.Do == plan.Device:
		return []plan.Opening{{Path: s.Path, Type: plan.File}}
	case s.Do == plan.Dev: // of the machine's, what a command needs and nothing else
		l.hide(s.Path)
		var open []plan.Opening
		for _, name := range [...]string{"/pts", "/ptmx"} {
			if t := l.fs.Lstat(s.Path + name); t == plan.Dir || t == plan.Other {
				open = append(open, plan.Opening{Path: s.Path + name, Type: t})
			}
		}
		return open
	case s.Do == plan.Hide, s.Do == plan.Private:
		l.hide(s.Path)
		return s.Openings
	}
	return nil
}

func (l *layout) inRoot(p string) bool {
	return slices.ContainsFunc(l.roots, func(root string) bool {
		return subpath.In(p, root)
	})
}

func (l *layout) hide(p string) {
	l.hidden[p] = true
	for i := len(p) - 1; i > 0; i-- {
		if p[i] == '/' {
			l.above[p[:i]] = true
		}
	}
	l.above["/"] = true
}

// allow lets a path be read, or where something below it is hidden, all else that it holds. What a
// link leads to is allowed where it is itself.
func (l *layout) allow(p string, t plan.Type) {
	switch {
	case l.hidden[p] || t == plan.Link || t == plan.None || len(l.Read) > mostRules:
	case !l.above[p]:
		l.Read = append(l.Read, plan.Rule{Path: p, Type: t})
	default:
		l.List = append(l.List, p)
		dir := strings.TrimSuffix(p, "/")
		for _, e := range l.fs.Names(p) {
			l.allow(dir+"/"+e.Name, e.Type)
		}
	}
}
