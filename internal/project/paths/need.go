package paths

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// A policy can have hundreds of globs such as **/NAME/**, and each is asked about each path of a
// call. A path that does not hold the name cannot match: looking for it costs a twentieth of
// preparing and running the glob.

// foldedPath is a path as written and as its target, folded, for the glob that asks next.
type foldedPath struct {
	form            string
	entry           bool // target is that of the directory entry
	written, target string
	known           bool // target is
	short           bool // written may hold a short name of something that is called otherwise
	inWritten       letters
	inTarget        letters
}

// foldedOf returns a path in one of its forms, folded. That of the path that was asked about last
// is kept.
func (r *Resolver) foldedOf(p *fact.Path, form string) *foldedPath {
	if r.folded.form != form || r.folded.entry != p.Entry {
		r.foldForm(p, form)
	}
	return &r.folded
}

// foldForm reads a path in one of its forms.
func (r *Resolver) foldForm(p *fact.Path, form string) {
	to, ok := r.follow(p, form)
	abs := clean(form)
	f := foldedPath{form: form, entry: p.Entry, written: subpath.Fold(abs), known: ok}
	if f.target = f.written; to != abs {
		f.target = subpath.Fold(to)
	}
	f.short = strings.Contains(f.written, "~")
	f.inWritten, f.inTarget = lettersOf(f.written), lettersOf(f.target)
	r.folded = f
}

// letters is a set of ASCII characters.
type letters [2]uint64

func lettersOf(s string) (l letters) {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x80 {
			l[c>>6] |= 1 << (c & 63)
		}
	}
	return l
}

func (l *letters) has(c byte) bool { return l[c>>6]&(1<<(c&63)) != 0 }

// lacksLetter reports whether neither reading of the path has all letters of a glob. Most globs are
// told from most paths by their first letters.
func (f *foldedPath) lacksLetter(glob string) bool {
	written, target := false, false
	for i := 0; i < len(glob); i++ {
		c := glob[i]
		if !plainName(c) {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		written = written || !f.inWritten.has(c)
		target = target || !f.inTarget.has(c)
		if written && target {
			return true
		}
	}
	return false
}

// lacks reports whether a path, in each of its forms, certainly does not match a restrictive glob,
// because the glob begins anywhere and a part of it stands in neither reading of the path.
func (r *Resolver) lacks(p *fact.Path, pattern string) bool {
	if !strings.HasPrefix(pattern, "**/") || !p.Known || p.Abs == "" || p.Glob {
		return false // a glob that begins at a directory, which may be a link
	}
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		f := r.foldedOf(p, form)
		if !f.known || f.short {
			return false
		}
		if f.lacksLetter(pattern[len("**/"):]) {
			continue
		}
		need := needed(pattern)
		if need == "" || containsFolded(f.written, need) || containsFolded(f.target, need) {
			return false
		}
	}
	return true
}

// Glance implements fact.Places. A component that begins with a dot counts in any of the path's forms,
// or, for globs that end in /**, among the files that a pattern stands for now, as Glob has it.
func (r *Resolver) Glance(p *fact.Path) fact.Glance {
	l := fact.AnyGlance()
	switch {
	case !p.Known || p.Abs == "":
	case p.Glob:
		l.Below = r.mayFindHidden(p)
		if end, ok := literalEnd(p.Abs); ok && end != "" && os.PathSeparator == '/' {
			l.End = subpath.Lower(end[len(end)-1])
		}
	default:
		r.lookKnown(p, &l)
	}
	return l
}

// lookKnown looks at a path that is no pattern.
func (r *Resolver) lookKnown(p *fact.Path, l *fact.Glance) {
	var seen fact.Glance
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		f := r.foldedOf(p, form)
		if !f.known || f.short {
			return
		}
		seen.AddPairs(f.written)
		hidden := strings.Contains(f.written, "/.")
		if f.target != f.written {
			seen.AddPairs(f.target)
			hidden = hidden || strings.Contains(f.target, "/.")
		}
		seen.Hidden = seen.Hidden || hidden
	}
	seen.Below = seen.Hidden
	*l = seen
}

// hidden reports whether a path may have such a component, as written or as its target.
func (r *Resolver) hidden(p *fact.Path) bool {
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		f := r.foldedOf(p, form)
		if !f.known || f.short || strings.Contains(f.written, "/.") || strings.Contains(f.target, "/.") {
			return true
		}
	}
	return false
}

// mayFindHidden reports whether a pattern, or a file that it stands for, may have such a component.
func (r *Resolver) mayFindHidden(p *fact.Path) bool {
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		if strings.Contains(form, "/.") {
			return true
		}
	}
	if r.unsure() {
		return true
	}
	files, ok := r.foundFiles(p)
	if !ok {
		return true
	}
	for _, name := range files {
		name = strings.TrimSuffix(name, "/")
		if r.hidden(&fact.Path{Written: name, Abs: name, Known: true, Entry: p.Entry}) {
			return true
		}
	}
	return false
}

// containsFolded reports whether a folded path holds a text of plain characters, whatever their
// case.
func containsFolded(s, text string) bool {
	first := text[0]
	if 'A' <= first && first <= 'Z' {
		first |= 0x20
	}
	for {
		i := strings.IndexByte(s, first)
		if i < 0 || len(s)-i < len(text) {
			return false
		}
		if s = s[i:]; strings.EqualFold(s[:len(text)], text) {
			return true
		}
		s = s[1:]
	}
}

// endsOtherwise reports whether a known path has another last component than the literal one of an
// allowing glob, so that it is not what is allowed, whatever it leads to.
func endsOtherwise(p *fact.Path, pattern string) bool {
	last := pattern[strings.LastIndexByte(pattern, '/')+1:]
	return p.Known && !p.Glob && !dots(last) && !strings.ContainsAny(last, "*?~$") &&
		!strings.HasSuffix(p.Abs, last)
}

// standsForOthers reports whether a pattern stands for no name that a restrictive glob speaks of,
// since the two end differently: *.go, and **/.netrc or **/*.pem.
func standsForOthers(p *fact.Path, pattern string) bool {
	if !p.Glob || !p.Known || !strings.HasPrefix(pattern, "**/") || os.PathSeparator != '/' {
		return false
	}
	have, ok := literalEnd(p.Abs)
	if !ok {
		return false
	}
	want, ok := literalEnd(pattern)
	n := min(len(have), len(want))
	return ok && !strings.EqualFold(have[len(have)-n:], want[len(want)-n:])
}

// literalEnd is what stands behind the stars of a path's last component; ok is false where another
// character stands there that may be one of a pattern, or that folding may change.
func literalEnd(path string) (end string, ok bool) {
	end = path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.IndexAny(end, "*?"); i >= 0 {
		end = end[i:]
		for i = range len(end) {
			if c := end[i]; c != '*' && c != '?' && c != '.' && !plainName(c) {
				return "", false
			}
		}
		return end[strings.LastIndexAny(end, "*?")+1:], true
	}
	for i := range len(end) {
		if c := end[i]; c != '.' && !plainName(c) {
			return "", false
		}
	}
	return end, true
}

// Needed returns a text that stands in every path that a restrictive glob matches which begins
// anywhere, and the last character of all of them; "" and 0 where none is known.
func Needed(pattern string) (text string, end byte) {
	if !strings.HasPrefix(pattern, "**/") {
		return "", 0
	}
	if last, ok := literalEnd(pattern); ok && last != "" {
		end = subpath.Lower(last[len(last)-1])
	}
	return needed(pattern), end
}

// NeededToAllow is the same for an allowing glob, of which the last component counts. A pattern may
// end otherwise and stand for it all the same.
func NeededToAllow(pattern string) (text string) {
	last := pattern[strings.LastIndexByte(pattern, '/')+1:]
	if dots(last) || strings.ContainsAny(last, "*?~$") {
		return ""
	}
	return needed("**/" + last)
}

// needed returns a text that stands in every path that the glob matches; "" where none is known. It
// is one that no platform and no folding changes but for its case.
func needed(pattern string) string {
	rest, anywhere := strings.CutPrefix(pattern, "**/")
	if !anywhere {
		return "" // it begins at a directory that may be a link
	}
	best := ""
	for rest != "" {
		n := 0
		for n < len(rest) && plainName(rest[n]) {
			n++
		}
		if n > len(best) {
			best = rest[:n]
		}
		rest = rest[min(n+1, len(rest)):]
	}
	return best
}

func plainName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}
