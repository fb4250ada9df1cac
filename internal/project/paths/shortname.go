package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// NTFS and FAT give a file a second name if its own is not a name of DOS: CLAUDE~1 for .claude,
// SETTIN~1.JSO for settings.json. The letters alone do not tell the file. They tell for which names
// the short one may stand, so a restrictive glob asks about its own names.

// isShort reports whether a component has the form of a short name.
func isShort(c string) bool {
	name, ext, _ := strings.Cut(c, ".")
	base, n, ok := strings.Cut(name, "~")
	if !ok || base == "" || n == "" || len(name) > 8 || len(ext) > 3 {
		return false
	}
	return strings.Trim(n, "0123456789") == "" && !strings.ContainsAny(ext, ".~")
}

// mayBeShort reports whether a component may be the short name of a file that is there.
func mayBeShort(c string) bool {
	_, n, ok := strings.Cut(c, "~")
	return ok && n != "" && '0' <= n[0] && n[0] <= '9'
}

func holdsShort(p string) bool {
	if !strings.Contains(p, "~") {
		return false
	}
	for c := range strings.FieldsFuncSeq(p, isSlash) {
		if isShort(withoutStream(c)) {
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

// dosName returns the base and extension from which a file system makes short names, folded. needs
// is false for a name that is short already.
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

// matchUnsure compares a restrictive glob with what a path may stand for that only the glob can
// tell. Its names may have the short names in the path, and the home may be the one that the person
// has on Windows.
func (r *Resolver) matchUnsure(p *fact.Path, pattern string) (written, target fact.Tri) {
	written, target = fact.No, fact.No
	inHome := strings.HasPrefix(pattern, "~/")
	for _, rd := range r.readings(p) {
		form := rd.form
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
			w, t := r.match([]reading{r.read(&q, name)}, r.glob(pattern, true), false)
			written, target = written.Or(w), target.Or(t)
		}
	}
	return written, target
}

// longNames replaces short names by names of a glob that they may stand for; "" where there are
// none.
func longNames(form, pattern string) string {
	if !strings.Contains(form, "~") {
		return ""
	}
	comps, found := strings.Split(form, "/"), false
	for i, c := range comps {
		if c = withoutStream(c); !isShort(c) {
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

// otherHome returns the path in the home directory that a path in a home directory of Windows
// stands for; "" for any other path. A person of WSL has two homes.
func (r *Resolver) otherHome(form string, wanted bool) string {
	if !wanted || r.home == "" {
		return ""
	}
	if rest, ok := cutWindowsHome(form); ok {
		return join(r.home, rest)
	}
	return ""
}

// inOtherHome reports whether a path lies in a home directory of Windows that is not known as the
// home.
func (r *Resolver) inOtherHome(p string) bool {
	if _, ok := cutWindowsHome(p); !ok {
		return false
	}
	return (r.project == "" || !subpath.In(p, r.project)) &&
		(r.home == "" || !subpath.In(p, r.home))
}

// cutWindowsHome cuts the home directory of a user of Windows off a path.
func cutWindowsHome(p string) (rest string, ok bool) {
	switch {
	case volume(p) != "":
		p = p[len(volume(p)):]
	case strings.HasPrefix(p, drives) && len(p) > len(drives)+1 && isLetter(p[len(drives)]):
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
