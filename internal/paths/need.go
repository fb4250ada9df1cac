package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// A policy can have hundreds of globs such as **/NAME/**, and each is asked about each path of a call. A path that does not
// hold the name cannot match: looking for it costs a twentieth of preparing and running the glob.

// foldedPath is a path as written and as its target, folded, for the glob that asks next.
type foldedPath struct {
	form            string
	written, target string
	known           bool // target is
}

// lacks reports whether a path, in each of its forms, certainly does not match a restrictive glob, because the glob
// begins anywhere and a part of it stands in neither reading of the path.
func (r *Resolver) lacks(p *fact.Path, pattern string) bool {
	need := fold(needed(pattern))
	if need == "" || !p.Known || p.Abs == "" || p.Glob {
		return false
	}
	var buf [1]string
	for _, form := range forms(p, &buf) {
		if r.folded.form != form {
			to, ok := r.resolve(form)
			r.folded = foldedPath{form: form, written: fold(clean(form)), target: fold(to), known: ok}
		}
		f := &r.folded
		if !f.known || strings.Contains(f.written, need) || strings.Contains(f.target, need) ||
			strings.Contains(f.written, "~") { // a short name of something that is called otherwise
			return false
		}
	}
	return true
}

// needed returns a text that stands in every path that the glob matches; "" where none is known. It is one that no
// platform and no folding changes but for its case.
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
