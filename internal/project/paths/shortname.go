package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// NTFS and FAT give a file whose name is no name of DOS a second one: CLAUDE~1 for .claude,
// SETTIN~1.JSO for settings.json. Which one cannot be told from the letters, only for what names it
// may stand. So a restrictive glob asks for its own.

// isShort reports whether a component has the form of a short name.
func isShort(c string) bool {
	name, ext, _ := strings.Cut(c, ".")
	base, n, ok := strings.Cut(name, "~")
	if !ok || base == "" || n == "" || len(name) > 8 || len(ext) > 3 {
		return false
	}
	return strings.Trim(n, "0123456789") == "" && !strings.ContainsAny(ext, ".~")
}

func holdsShort(p string) bool {
	if !strings.Contains(p, "~") {
		return false
	}
	for c := range strings.FieldsFuncSeq(p, isSlash) {
		if isShort(bare(c)) {
			return true
		}
	}
	return false
}

func isSlash(c rune) bool { return c == '/' || c == '\\' }

// shortFor reports whether a short name may be that of a file.
func shortFor(short, long string) bool {
	base, ext, needs := dosName(long)
	if !needs {
		return false // it is a name of DOS, and has no other
	}
	name, have, _ := strings.Cut(subpath.Fold(short), ".")
	name, _, _ = strings.Cut(name, "~")
	if have != ext {
		return false
	}
	if len(name) == 6 && len(base) >= 2 && name[:2] == base[:2] &&
		strings.Trim(name[2:], "0123456789abcdef") == "" {
		return true // of the fifth one on the rest is a checksum
	}
	return strings.HasPrefix(base, name) && (len(name) > 1 || len(base) == 1)
}

// dosName returns what a file system makes short names of, folded; needs is false for a name that
// is short already.
func dosName(long string) (base, ext string, needs bool) {
	long = subpath.Fold(long)
	name := strings.TrimLeft(long, ". ")
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name, ext = name[:i], name[i+1:]
	}
	needs = len(name) > 8 || len(ext) > 3 || long[:1] == "." || strings.ContainsAny(name, ". +,;=[]")
	squeeze := strings.NewReplacer(".", "", " ", "", "+", "_", ",", "_", ";", "_", "=", "_", "[", "_",
		"]", "_")
	base, ext = squeeze.Replace(name), squeeze.Replace(ext)
	return base, ext[:min(len(ext), 3)], needs
}

// unsure reports whether the path that was asked about last may stand for more than its forms.
func (r *Resolver) unsure() bool {
	as := r.spelled.as
	return as != nil && (as.short || as.users)
}

// more asks a restrictive glob about what the forms of a path may stand for that only the glob can
// tell: its own names by their short ones, and the home by the one that the person has on Windows.
func (r *Resolver) more(p *fact.Path, pattern string) (written, target fact.Tri) {
	written, target = fact.No, fact.No
	var buf [1]string
	inHome := strings.HasPrefix(pattern, "~/")
	for _, form := range r.forms(p, &buf) {
		for _, name := range [...]string{longNames(form, pattern), r.otherHome(form, inHome)} {
			if name == "" {
				continue
			}
			if inHome {
				if other := r.otherHome(name, true); other != "" {
					name = other
				}
			}
			q := fact.Path{Written: name, Abs: name, Known: true, Glob: p.Glob, Entry: p.Entry}
			w, t := r.globOne(&q, name, r.glob(pattern, true), false)
			written, target = written.Or(w), target.Or(t)
		}
	}
	return written, target
}

// longNames puts the names of a glob for short names that may be theirs; "" where there are none.
func longNames(form, pattern string) string {
	if !strings.Contains(form, "~") {
		return ""
	}
	comps, found := strings.Split(form, "/"), false
	for i, c := range comps {
		if c = bare(c); !isShort(c) {
			continue
		}
		for long := range strings.SplitSeq(pattern, "/") {
			if long != "" && long != "~" && !strings.ContainsAny(long, "*?") && shortFor(c, long) {
				comps[i], found = long, true
				break
			}
		}
	}
	if !found {
		return ""
	}
	return strings.Join(comps, "/")
}

// otherHome returns the path in the home directory that one in a home directory of Windows stands
// for; "" for any other. A person of WSL has two.
func (r *Resolver) otherHome(form string, wanted bool) string {
	if !wanted || r.home == "" {
		return ""
	}
	if rest, ok := inUsers(form); ok {
		return join(r.home, rest)
	}
	return ""
}

// inUsers reports whether a path lies in a home directory of Windows that is not known as the home.
func (r *Resolver) inUsers(p string) bool {
	if !strings.HasPrefix(p, drives) && volume(p) == "" {
		return false
	}
	if _, ok := inUsers(p); !ok {
		return false
	}
	return (r.project == "" || !subpath.In(p, r.project)) &&
		(r.home == "" || !subpath.In(p, r.home))
}

// inUsers cuts the home directory of a user of Windows off a path.
func inUsers(p string) (rest string, ok bool) {
	switch {
	case volume(p) != "":
		p = p[len(volume(p)):]
	case strings.HasPrefix(p, drives) && len(p) > len(drives)+1 && letter(p[len(drives)]):
		p = p[len(drives)+1:]
	default:
		return "", false
	}
	const users, settings = "/users/", "/documents and settings/"
	switch {
	case len(p) > len(users) && subpath.Fold(p[:len(users)]) == users:
		p = p[len(users):]
	case len(p) > len(settings) && subpath.Fold(p[:len(settings)]) == settings:
		p = p[len(settings):]
	default:
		return "", false
	}
	_, rest, ok = strings.Cut(p, "/")
	return rest, ok
}
