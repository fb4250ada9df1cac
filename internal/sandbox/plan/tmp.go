package plan

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// privates finds the directories that a run has of its own: those in which programs of the machine
// leave sockets and files for each other.
func (b *builder) privates() error {
	runtime := "/run/user/" + strconv.Itoa(b.r.UID)
	for _, dir := range [...]string{"/tmp", runtime} {
		to, ok := b.fs.Resolve(dir)
		shared := dir == "/tmp" && b.r.Tmp == "shared"
		if !ok || shared || b.typeOf(to) != Dir || slices.Contains(b.roots, to) {
			continue
		}
		b.private = append(b.private, to)
	}
	return nil
}

// privateOf returns the private directory that p lies in, "" for none.
func (b *builder) privateOf(p string) string {
	for _, dir := range b.private {
		if subpath.Below(p, dir) {
			return dir
		}
	}
	return ""
}

// openings returns what stays visible in a private directory: where the command is and what it may
// write, and what the flags name. One that lies in another one is left to that.
func (b *builder) openings(private string) []Opening {
	var all []Opening
	open := func(p string, write bool) {
		if !subpath.Below(p, private) {
			return
		}
		if t := b.typeOf(p); t == Dir || t == File || t == Socket {
			all = append(all, Opening{Path: p, Type: t, Write: write})
		}
	}
	for _, p := range b.roots {
		open(p, true)
	}
	for _, p := range b.reads {
		open(p, false)
	}
	for _, p := range sortedKeys(b.sockets) {
		open(p, false)
	}
	for _, p := range [...]string{b.r.Dir, b.home(), path.Dir(b.r.Path)} {
		if to, ok := b.fs.Resolve(p); ok && p != "." {
			open(to, false)
		}
	}
	slices.SortStableFunc(all, func(x, y Opening) int { return comparePaths(x.Path, y.Path) })
	var out []Opening
	for _, o := range all {
		if !slices.ContainsFunc(out, func(x Opening) bool { return subpath.In(o.Path, x.Path) }) {
			out = append(out, o)
		}
	}
	return out
}

// hidden reports whether p lies in a private directory and is not shown there.
func (b *builder) hidden(p string) bool {
	private := b.privateOf(p)
	if private == "" {
		return false
	}
	return !slices.ContainsFunc(b.openings(private), func(o Opening) bool {
		return subpath.In(p, o.Path)
	})
}

// hideSockets hides the sockets of the machine: neither a read-only mount nor another network keeps a
// command from connecting to one that has a path.
func (b *builder) hideSockets() error {
	for _, p := range b.fs.Sockets() {
		if !strings.HasPrefix(p, "/") || subpath.In(p, "/dev") { // nothing is left of the machine's /dev
			continue
		}
		to, ok := b.fs.Resolve(p)
		if !ok || b.sockets[to] || b.hidden(to) || b.inHidden(to) || b.typeOf(to) != Socket {
			continue
		}
		if s := b.r.Scratch; s != "" && subpath.In(to, s) {
			continue
		}
		b.hides[to] = &hiding{path: to, typ: Socket, why: "a socket of the machine"}
		for _, other := range b.fs.Aliases(to) {
			if !b.sockets[other] && !b.inHidden(other) && b.typeOf(other) == Socket {
				b.hides[other] = &hiding{path: other, typ: Socket, why: "a socket of the machine"}
			}
		}
	}
	return nil
}
