package paths

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// A policy can have hundreds of globs such as **/NAME/**, and each is asked about each path of a
// call. A path that does not hold NAME cannot match. Looking for it costs a twentieth of preparing
// and running the glob.

// lacksPart reports whether a path that is no pattern certainly does not match a restrictive glob.
// The glob begins anywhere, and the path holds a part of it neither as written nor as its target,
// in no reading.
func lacksPart(list []reading, pattern string) bool {
	need := needed(pattern)
	if need == "" {
		return false
	}
	for i := range list {
		rd := &list[i]
		if !rd.known || rd.short || containsFolded(rd.written.folded, need) ||
			containsFolded(rd.target.folded, need) {
			return false
		}
	}
	return true
}

// Glance implements fact.Places. A hidden component counts in any reading of the path. For globs
// that end in /** it also counts in the files that a pattern stands for now, as in Glob.
func (r *Resolver) Glance(p *fact.Path) fact.Glance {
	l, list := fact.AnyGlance(), r.readings(p)
	switch {
	case len(list) == 0:
		return l
	case p.Glob:
		l.Below = r.mayFindHidden(p)
		if end, ok := literalEnd(p.Abs); ok && end != "" && os.PathSeparator == '/' {
			l.End = subpath.Lower(end[len(end)-1])
		}
		return l
	}
	var seen fact.Glance
	for i := range list {
		rd := &list[i]
		if !rd.known || rd.short {
			return l
		}
		seen.AddPairs(rd.written.folded)
		if rd.target != rd.written {
			seen.AddPairs(rd.target.folded)
		}
		seen.Hidden = seen.Hidden || strings.Contains(rd.written.folded, "/.") ||
			strings.Contains(rd.target.folded, "/.")
	}
	seen.Below = seen.Hidden
	return seen
}

// mayFindHidden reports whether a pattern, or a file that it stands for, may have a hidden
// component, as written or as its target.
func (r *Resolver) mayFindHidden(p *fact.Path) bool {
	for _, rd := range r.readings(p) {
		if strings.Contains(rd.form, "/.") {
			return true
		}
	}
	if r.last.unsure {
		return true
	}
	files, ok := r.foundFiles(p)
	if !ok {
		return true
	}
	for _, name := range files {
		name = strings.TrimSuffix(name, "/")
		one := fact.Path{Written: name, Abs: name, Known: true, Entry: p.Entry}
		for _, rd := range r.readings(&one) {
			if !rd.known || rd.short || strings.Contains(rd.written.folded, "/.") ||
				strings.Contains(rd.target.folded, "/.") {
				return true
			}
		}
	}
	return false
}

// containsFolded reports whether a folded path holds a text of plain characters in any case.
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

// lacksToAllow reports whether a path that is no pattern certainly does not match an allowing glob:
// it does not end as the glob does, or lacks the name NAME of one that ends in NAME/**.
func lacksToAllow(list []reading, pattern string) bool {
	dir, below := strings.CutSuffix(pattern, "/**")
	cut := strings.LastIndexByte(dir, '/') + 1
	name := dir[cut:]
	wild := strings.LastIndexAny(name, "*?")
	switch {
	case name == "":
		return false
	case below && (wild >= 0 || !strings.ContainsAny(dir[:cut], "*?")):
		return false // NAME is a pattern, or may be a link
	case below:
		name = "/" + name + "/"
	case wild >= 0:
		name = name[wild+1:]
	case strings.ContainsAny(name, "~$") || strings.HasSuffix(name, "."):
		return false // it may be a directory of another name
	default: // the path is not what is allowed, whatever it leads to
		return !strings.HasSuffix(list[0].written.text, name)
	}
	for i := range list {
		rd := &list[i]
		for _, text := range [...]string{rd.written.text, rd.target.text} {
			if !rd.known || below && strings.Contains(text, name) || !below && strings.HasSuffix(text, name) {
				return false
			}
		}
	}
	return true
}

// standsForOthers reports whether a pattern stands for no name that a restrictive glob means,
// because the two end differently: *.go, and **/.netrc or **/*.pem.
func standsForOthers(p *fact.Path, pattern string) bool {
	if !strings.HasPrefix(pattern, "**/") || os.PathSeparator != '/' {
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

// literalEnd returns what follows the stars of a path's last component. ok is false where the
// component has another character that may belong to a pattern, or that folding may change.
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

// Needed returns a text that every path holds that a restrictive glob matches, and the last
// character of all these paths. It returns "" and 0 where none is known, and for a glob that does
// not begin anywhere.
func Needed(pattern string) (text string, end byte) {
	if !strings.HasPrefix(pattern, "**/") {
		return "", 0
	}
	if last, ok := literalEnd(pattern); ok && last != "" {
		end = subpath.Lower(last[len(last)-1])
	}
	return needed(pattern), end
}

// NeededToAllow is Needed for an allowing glob. It goes by the last component. A pattern may end
// differently and still stand for that component, so no last character is known.
func NeededToAllow(pattern string) (text string) {
	last := pattern[strings.LastIndexByte(pattern, '/')+1:]
	if onlyDots(last) || strings.ContainsAny(last, "*?~$") {
		return ""
	}
	return needed("**/" + last)
}

// needed returns a text that every path holds that the glob matches; "" where none is known.
// Platforms and folding change nothing of it but its case.
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
