package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// patternPath is a path that stands for several, prepared for the globs that ask about it: hundreds
// may.
type patternPath struct {
	form string
	from int

	written patternText
	target  patternText // where its directory leads
	known   bool        // target is
	// what each name that it stands for ends with, folded; "" where target is not known
	end string
}

// patternText is a clean path in which pattern characters may stand from at on, unless at is
// negative.
type patternText struct {
	text, folded string
	at, foldedAt int
}

func newPatternText(text string, at int) patternText {
	t := patternText{text: text, at: at, foldedAt: at}
	if at <= 0 {
		t.folded = subpath.Fold(text)
		return t
	}
	dir := subpath.Fold(text[:at])
	t.folded, t.foldedAt = dir+subpath.Fold(text[at:]), len(dir)
	return t
}

// patternPath prepares a form of a path that is a pattern from that offset on.
func (r *Resolver) patternPath(form string, from int) *patternPath {
	if r.pattern == nil {
		r.pattern = new(patternPath)
	} else if r.pattern.form == form && r.pattern.from == from {
		return r.pattern
	}
	p := r.pattern
	*p = patternPath{form: form, from: from}
	p.written = newPatternText(cleanPattern(form, from))
	dir, rest := splitPattern(form, from)
	to, ok := r.resolve(dir)
	switch {
	case !ok || mayClimb(rest):
	case rest == "":
		p.target, p.known = newPatternText(to, -1), true
	default:
		to = join(to, "")
		p.target, p.known = newPatternText(to+rest, len(to)), true
		p.end = subpath.Fold(lastPiece(p.written.text, "*?[](){}|+@!^~#<>"))
	}
	return p
}

// lastPiece is what stands behind the last of some characters in the last component.
func lastPiece(s, chars string) string {
	s = s[strings.LastIndexAny(s, `/\`)+1:]
	return s[strings.LastIndexAny(s, chars)+1:]
}

// apart reports whether a path that is a pattern certainly does not match a glob, because names
// that match the one end differently: what matches **/*.tmp is no **/.env.
func (r *Resolver) apart(p *fact.Path, pattern string) bool {
	if !p.Known || !p.Glob || p.Abs == "" || pattern == "" {
		return false
	}
	end := lastPiece(pattern, "*?")
	if end == "" {
		return false
	}
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		from := patternFrom(p, form)
		if from < 0 {
			return false
		}
		have := r.patternPath(form, from).end
		n := min(len(have), len(end))
		if n == 0 || foldsAlike(have[len(have)-n:], end[len(end)-n:]) {
			return false
		}
	}
	return true
}

// mayHold reports whether a path that is a pattern for a whole tree may match a glob for what lies
// below a directory, and need not: that directory may be in the tree, and no part of the path is
// known to be it. src/**/*.go and
// **/.config/x/**.
func (r *Resolver) mayHold(p *fact.Path, pattern string) bool {
	if !p.Known || !p.Glob || !strings.HasPrefix(pattern, "**/") ||
		!strings.HasSuffix(pattern, "/**") || p.Abs == "" {
		return false
	}
	need := needed(pattern)
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		from := patternFrom(p, form)
		if from < 0 || need == "" {
			return false
		}
		pp := r.patternPath(form, from)
		if !pp.known || pp.written.at < 0 || pp.target.at < 0 ||
			!strings.Contains(pp.written.text[pp.written.at:]+"/", "**/") ||
			containsFolded(pp.written.folded, need) || containsFolded(pp.target.folded, need) {
			return false
		}
	}
	return true
}

// notBelow reports whether a path of which only the last name is a pattern certainly does not match
// a glob for a directory and what lies below it: none of the directories that the path names is
// that one, and what matches the pattern ends differently. src/*.go and **/.config/x/**.
func (r *Resolver) notBelow(p *fact.Path, pattern string) bool {
	if !p.Known || !p.Glob || p.Abs == "" || !strings.HasPrefix(pattern, "**/") {
		return false
	}
	dir, below := strings.CutSuffix(pattern[len("**/"):], "/**")
	need := needed(pattern)
	if !below || need == "" || strings.ContainsAny(dir, "*?") {
		return false
	}
	name := dir[strings.LastIndexByte(dir, '/')+1:]
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		from := patternFrom(p, form)
		if from < 0 {
			return false
		}
		pp := r.patternPath(form, from)
		n := min(len(pp.end), len(name))
		if n == 0 || !pp.known || !pp.written.lacks(need) || !pp.target.lacks(need) ||
			foldsAlike(pp.end[len(pp.end)-n:], name[len(name)-n:]) {
			return false
		}
	}
	return true
}

// lacks reports whether the directories before a pattern in the last name do not hold a text.
func (t *patternText) lacks(need string) bool {
	return t.at > 0 && strings.IndexByte(t.text[t.at:], '/') < 0 &&
		!containsFolded(t.folded[:t.foldedAt], need)
}

// foldsAlike reports whether a folded text is another one folded, as far as ASCII tells: any other
// character may be like any.
func foldsAlike(folded, s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || folded[i] >= 0x80 {
			return true
		}
	}
	for i := range len(s) {
		if subpath.Lower(s[i]) != folded[i] {
			return false
		}
	}
	return true
}
