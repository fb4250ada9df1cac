package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

const (
	maxLinks = 40 // symlinks followed for one path, as in the Linux kernel
	// bytes of a path that is followed: a directory and a name, each at most PATH_MAX
	maxPath = 2 * 4096
)

// link is what one directory entry is.
type link struct {
	kind   linkKind
	target string
}

type linkKind uint8

const (
	noLink linkKind = iota
	isLink
	missing
	unreadable // no permission, or a name too long: what it is cannot be known
)

// entries are directory entries that were read, by their paths. Most calls read a few, and need no
// map.
type entries struct {
	few   [5]entry
	first int // so many of them
	more  map[string]link
}

type entry struct {
	name string
	link
}

func (r *Resolver) link(name string) link {
	if r.links == nil {
		r.links = new(entries)
	}
	all := r.links
	for i := range all.first {
		if e := &all.few[i]; e.name == name {
			return e.link
		}
	}
	if l, ok := all.more[name]; ok {
		return l
	}
	l := readlink(name)
	switch {
	case all.first < len(all.few):
		all.few[all.first] = entry{name, l}
		all.first++
	case all.more == nil:
		all.more = map[string]link{name: l}
	default:
		all.more[name] = l
	}
	return l
}

// Missing reports whether there is certainly nothing at the path, in each of its forms.
func (r *Resolver) Missing(p *fact.Path) bool {
	if !p.Known || p.Glob || p.Abs == "" {
		return false
	}
	for _, rd := range r.readings(p) {
		to, ok := r.resolve(rd.form)
		if !ok || r.link(to).kind != missing {
			return false
		}
	}
	return true
}

// Target is the file that an absolute path leads to, links followed; ok is false where that cannot
// be known.
func (r *Resolver) Target(abs string) (target string, ok bool) { return r.resolve(abs) }

// resolve follows an absolute path component by component, as the kernel does. What does not exist
// is kept as written, and `..` behind it goes back to where it would have been made. The result is
// false where the target cannot be known: too many links, a directory that cannot be read, or a
// link below /proc, which means another file to every process.
func (r *Resolver) resolve(abs string) (string, bool) {
	p, links := abs, 0
	top := len(volume(p)) // p[:top] is the volume
	n := top              // p[:n] is resolved, p[n:] is empty or begins with a slash
	gone := -1            // length of a resolved prefix that does not exist, or -1
	for n < len(p) {
		if len(p) > maxPath {
			return clean(p), false
		}
		end := n + 1
		for end < len(p) && p[end] != '/' {
			end++
		}
		comp := p[n+1 : end]
		switch {
		case comp == "" || comp == ".":
			p = p[:n] + p[end:]
			continue
		case comp == "..":
			up := max(strings.LastIndexByte(p[:n], '/'), top)
			p, n = p[:up]+p[end:], up
			if n < gone {
				gone = -1
			}
			continue
		case gone >= 0:
			n = end
			continue
		case onWindows && mayBeShort(comp):
			return clean(p), false
		}
		switch l := r.link(p[:end]); l.kind {
		case noLink:
			n = end
		case missing:
			n, gone = end, end
		case unreadable:
			return clean(p), false
		case isLink:
			links++
			if links > maxLinks || strings.HasPrefix(p, "/proc/") {
				return clean(p), false
			}
			if to := native(l.target); isAbs(to) {
				p = to + p[end:]
				top = len(volume(p))
				n = top
			} else {
				p = p[:n] + "/" + to + p[end:]
			}
		}
	}
	if n == top {
		p += "/"
	}
	return p, true
}
