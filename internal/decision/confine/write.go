package confine

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/protected"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// writes says what may be written: what the facts name where all of that is known, else what the
// settings give the project, and what the facts name beside it.
func (d *draft) writes() {
	for _, p := range d.set.WriteAllow {
		if p = d.expand(p); p != "" && (!d.files || !d.narrow() || d.isScratch(p)) {
			d.write(p)
		}
	}
	f := d.c.Facts
	if f == nil {
		return
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Remote {
			continue
		}
		for k := range c.Effects {
			d.writeEffect(c, &c.Effects[k])
		}
		for k := range c.Redirects {
			r := &c.Redirects[k]
			if (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) && !r.Exempt && !r.Net {
				if !d.touch(&r.Path) {
					d.named(c, &r.Path, d.target(&r.Path, true))
				}
			}
		}
	}
	for i := range f.Effects {
		d.writeEffect(nil, &f.Effects[i])
	}
}

// writeEffect takes what one effect needs. Writes of git are those of its repository.
func (d *draft) writeEffect(c *fact.Command, e *fact.Effect) {
	switch e.Kind {
	case fact.Write, fact.Append, fact.Delete, fact.Meta:
	case fact.Read:
		// A database is locked and journalled beside its file, also where it is only read.
		if c != nil && opensDatabase(c) && !e.Path.Glob {
			d.named(c, &e.Path, d.above(d.literal(&e.Path)))
		}
		return
	default:
		return
	}
	if c != nil && c.Name == "git" && !e.Tree && !e.Create {
		if top := d.repository(d.literal(&e.Path)); top != "" {
			d.named(c, &e.Path, top)
			return
		}
	}
	switch {
	case e.Path.Glob:
		name := d.literal(&e.Path)
		if d.kind(name) != Dir {
			name = d.above(name)
		}
		d.named(c, &e.Path, name)
	case e.Kind == fact.Delete, e.Create, e.Mkdir, e.Whole:
		d.named(c, &e.Path, d.above(d.literal(&e.Path)))
	case !d.seen && d.touch(&e.Path): // the directory would be more than the person has seen
	default:
		inPlace := e.Kind != fact.Write || c != nil && (c.Is(fact.Plain) || c.Is(fact.CopiesInput))
		d.named(c, &e.Path, d.target(&e.Path, inPlace))
	}
}

func opensDatabase(c *fact.Command) bool {
	return slices.ContainsFunc(c.Operands, func(o fact.Operand) bool {
		return o.Role == fact.RoleDatabase
	})
}

// target is what has to be writable for a file to be written: the file, where it is there and is
// written in place; else the directory, as programs put a new file where the old one was.
func (d *draft) target(p *fact.Path, inPlace bool) string {
	name := d.literal(p)
	switch d.kind(name) {
	case Dir:
		return name
	case File:
		if inPlace && !p.Glob {
			return name
		}
	}
	return d.above(name)
}

// above is the nearest directory above a path that is there.
func (d *draft) above(name string) string {
	for len(name) > 1 {
		if name = path.Dir(name); d.kind(name) == Dir {
			break
		}
	}
	return name
}

// literal is the path as far as it is known; of a pattern the directory that its letters name.
func (d *draft) literal(p *fact.Path) string {
	name := p.Abs
	if p.Glob {
		if i := strings.IndexAny(name, "*?[{"); i >= 0 {
			name = strings.TrimSuffix(name[:strings.LastIndexByte(name[:i], '/')+1], "/")
		}
	}
	return name
}

// named adds what a path of the facts needs, if the settings have it or the call was let pass with
// it. What protects a file of the project a person was asked about; then it is lifted for this run.
func (d *draft) named(c *fact.Command, p *fact.Path, target string) {
	if target == "" || !p.Known {
		return
	}
	if !d.allowed(target) {
		// beside unseen code nothing else is opened than what is named
		if !d.c.Vouched || !d.confinable(target) || !d.seen && target != p.Abs {
			return
		}
	}
	asked := c != nil && c.Places != nil && !p.Glob && d.asked(c, p)
	if asked && !d.c.Vouched {
		return // the question may have reached nobody
	}
	if d.files && d.narrow() || !d.allowed(target) {
		d.write(target)
	}
	if !d.c.Vouched || c == nil || c.Places == nil || p.Glob {
		return
	}
	if asked {
		d.p.Lift = add(d.p.Lift, p.Abs)
	}
	if d.kind(p.Abs) == File && secret(c, p) {
		d.read(p.Abs) // hidden, it could not be written either
	}
}

// touch opens a file outside of the settings that a redirection makes, by itself: the directory
// would be more than was asked about.
func (d *draft) touch(p *fact.Path) bool {
	if !d.c.Vouched || !p.Known || p.Glob || d.c.Disk == nil || d.kind(p.Abs) != None ||
		d.kind(path.Dir(p.Abs)) != Dir || d.allowed(p.Abs) || !d.confinable(p.Abs) {
		return false
	}
	d.p.Touch = add(d.p.Touch, p.Abs)
	d.write(p.Abs)
	return true
}

// asked reports whether the path is one that is protected by a question.
func (d *draft) asked(c *fact.Command, p *fact.Path) bool {
	is := false
	for i := range protected.Entries {
		e := &protected.Entries[i]
		if e.Open {
			continue
		}
		if written, _ := c.Places.Glob(p, e.Glob, true); written == fact.Yes {
			if e.Decision == rule.Deny {
				return false
			}
			is = true
		}
	}
	return is
}

// confinable reports whether a path outside of the settings can be opened for a run: no directory
// that holds the home directory, or is one of the machine's.
func (d *draft) confinable(p string) bool {
	if p == "/" || d.c.Home != "" && subpath.In(d.c.Home, p) || strings.Count(p, "/") < 2 {
		return false
	}
	for _, dir := range [...]string{"/proc", "/sys", "/dev"} {
		if subpath.In(p, dir) {
			return false
		}
	}
	return true
}

// allowed reports whether the settings have a path writable.
func (d *draft) allowed(p string) bool {
	return slices.ContainsFunc(d.set.WriteAllow, func(w string) bool {
		w = d.expand(w)
		return w != "" && subpath.In(p, w)
	})
}

func (d *draft) write(p string) {
	if subpath.In(p, "/tmp") && d.set.Tmp == "private" && p == "/tmp" {
		return // it has one of its own
	}
	d.p.Write = add(d.p.Write, p)
}

// repository is the directory that holds .git, from a path upwards; "" for none.
func (d *draft) repository(p string) string {
	if d.c.Disk == nil {
		if d.c.Project != "" && subpath.In(p, d.c.Project) {
			return d.c.Project
		}
		return p
	}
	for ; len(p) > 1; p = path.Dir(p) {
		if k := d.kind(p + "/.git"); k == Dir || k == File {
			return p
		}
	}
	return ""
}
