package confine

import (
	"encoding/hex"
	"hash/fnv"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/needs"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
)

// programs adds what the specs of the programs name.
func (d *draft) programs() {
	for i := range d.needs {
		n := &d.needs[i]
		for _, c := range slices.Concat(n.Caches, n.Fills, n.Own) {
			if n.opens() {
				d.cache(c)
			}
		}
		for _, v := range n.Sets {
			d.p.Set = add(d.p.Set, v)
		}
		if !d.foreign {
			d.personal(n)
		}
		if d.p.Network == sandbox.NetFiltered {
			for _, h := range n.Hosts {
				d.p.Allow = add(d.p.Allow, h)
			}
		}
		d.p.GitConfig = d.p.GitConfig || n.Settings && !n.idle && !d.foreign && (d.c.Vouched || d.c.Settled)
	}
	if !d.seen {
		d.project()
	}
	for _, s := range d.set.Sockets {
		d.socket(s)
	}
	if !d.foreign && d.c.Facts != nil {
		for i := range d.c.Facts.Commands {
			d.keeps(&d.c.Facts.Commands[i])
		}
	}
}

// project opens the caches of the tools that work in a project of this kind, as code that is not
// seen may start them: make, which runs go, and a script that runs cargo. What runs or is compiled as it
// lies there, without a check, is left to commands that fill it, unless it is the project's own. A tool
// that does nothing without such a cache gets one of the project's. ./gradlew of the project fills what
// gradle fills: both run what the project says.
func (d *draft) project() {
	if d.c.Disk == nil || d.c.Project == "" {
		return
	}
	dirs := []string{d.c.Project}
	if d.c.Dir != "" && subpath.In(d.c.Dir, d.c.Project) {
		dirs = add(dirs, d.c.Dir)
	}
	for i := range needs.Table {
		n := &needs.Table[i]
		if slices.ContainsFunc(n.Files, func(f string) bool {
			return slices.ContainsFunc(dirs, func(dir string) bool { return d.kind(dir+"/"+f) == File })
		}) {
			for _, c := range n.Caches {
				d.cache(c)
			}
			for _, c := range n.Fills {
				if d.set.Caches == "own" || d.starts(n) {
					d.cache(c)
				}
			}
			for _, c := range n.Own {
				if !slices.ContainsFunc(d.needs, func(n need) bool {
					return n.opens() && slices.Contains(n.Own, c)
				}) {
					d.ownCache(c)
				}
			}
		}
	}
}

// starts reports whether the line runs a file of the project by which the project starts the program.
func (d *draft) starts(n *needs.Need) bool {
	return d.c.Facts != nil && slices.ContainsFunc(d.c.Facts.Commands, func(c fact.Command) bool {
		return slices.Contains(n.Starts, path.Base(c.Name))
	})
}

// personal opens what holds credentials, for a command that contacts something; gpg needs its agent
// for that at any time.
func (d *draft) personal(n *need) {
	if !n.contacts {
		if slices.Contains(n.Sockets, "gpg-agent") {
			d.socket("gpg-agent")
		}
		return
	}
	for _, w := range n.Writes {
		if w = d.place(w); w != "" && d.kind(w) != None {
			d.write(w)
		}
	}
	for _, r := range n.Reads {
		d.read(d.place(r))
	}
	for _, s := range n.Sockets {
		d.socket(s)
	}
}

// keeps adds the variables that a command keeps by its nature. Where code runs that is not seen
// nobody does.
func (d *draft) keeps(c *fact.Command) {
	if c.Known && c.System && !c.Built && contacts(c) {
		for _, name := range envscrub.Keeps(append([]string{c.Name}, c.Sub...)...) {
			d.p.Keep = add(d.p.Keep, name)
		}
	}
}

// cache opens a directory in which a program keeps what it has fetched or made, and has it made
// where it is not there.
func (d *draft) cache(entry string) {
	if strings.Contains(entry, "=") && d.set.Caches == "own" {
		d.ownCache(entry)
		return
	}
	d.make(d.place(entry))
}

// ownCache opens one of the project's own, and names it in the variable of the entry.
func (d *draft) ownCache(entry string) {
	name, _, _ := strings.Cut(entry, "=")
	_, below, _ := strings.Cut(entry, "//")
	own := d.own(strings.ToLower(name))
	d.p.Set = add(d.p.Set, name+"="+own)
	d.make(path.Join(own, below))
}

func (d *draft) make(dir string) {
	if dir == "" || !d.confinable(dir) {
		return
	}
	if d.kind(dir) == None {
		d.p.Make = add(d.p.Make, dir)
	}
	d.write(dir)
}

// place is where an entry of a spec leads, "" for nowhere.
func (d *draft) place(entry string) string {
	if at := sandbox.Place(entry, d.env); at != "" {
		return d.expand(at)
	}
	return ""
}

// own is a directory below that of the project's own caches.
func (d *draft) own(name string) string {
	base := d.env("XDG_CACHE_HOME")
	if !strings.HasPrefix(base, "/") {
		base = d.c.Home + "/.cache"
	}
	return path.Join(base, "fencepost/caches", sum(d.c.Project), name)
}

// sum is a short name for a long one.
func sum(name string) string {
	h := fnv.New64a()
	_, _ = io.WriteString(h, name)
	return hex.EncodeToString(h.Sum(nil))
}

// socket opens one by its path, or the one of an agent, wherever that is. The machine's are not
// named by any.
func (d *draft) socket(name string) {
	switch name {
	case "ssh-agent":
		name = d.env("SSH_AUTH_SOCK")
	case "gpg-agent":
		home := d.env("GNUPGHOME")
		if home == "" {
			home = d.c.Home + "/.gnupg"
		}
		name = home + "/S.gpg-agent.extra"
		if run := d.env("XDG_RUNTIME_DIR"); d.kind(name) != Socket && run != "" {
			name = run + "/gnupg/S.gpg-agent.extra"
		}
	default:
		if name != "" {
			name = d.expand(name)
		}
	}
	if strings.HasPrefix(name, "/") && (d.c.Disk == nil || d.kind(name) == Socket) {
		d.p.Sockets = add(d.p.Sockets, name)
	}
}

// finish leaves out what says nothing, and what is not there.
func (d *draft) finish() *Profile {
	p := d.p
	p.Write = slices.DeleteFunc(p.Write, func(w string) bool {
		made := slices.Contains(p.Make, w) || slices.Contains(p.Touch, w)
		return !wild(w) && !made && d.kind(w) == None && !d.makes(w) ||
			d.c.Home != "" && subpath.In(d.c.Home, w) || w == "/"
	})
	p.Write = outermost(p.Write)
	slices.Sort(p.Read)
	slices.Sort(p.Allow)
	slices.Sort(p.Sockets)
	slices.Sort(p.Keep)
	return p
}

// makes has the scratch directory made where it is not there.
func (d *draft) makes(w string) bool {
	if w == d.c.Scratch {
		d.p.Make = add(d.p.Make, w)
		return true
	}
	return false
}
