package rule

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/glob"
	"github.com/fencepost/fencepost/internal/lowlevel/hosts"
)

// Glob reports whether a name glob (* and ?, case-sensitive, anchored at both ends) matches s.
func Glob(pattern, s string) bool { return glob.Match(pattern, s) }

// GlobAny is Glob over alternatives separated by |, blanks around them ignored.
func GlobAny(patterns, s string) bool {
	for more := true; more; {
		var alt string
		alt, patterns, more = strings.Cut(patterns, "|")
		if Glob(strings.TrimSpace(alt), s) {
			return true
		}
	}
	return false
}

// Named reports whether the command's name matches a name glob with alternatives. A command without
// a known name never does: it falls under `dynamic`.
func (s *Subject) Named(patterns string) bool { return s.Name != "" && GlobAny(patterns, s.Name) }

// Subcommand reports whether the words after the command's name begin with the words of a
// subcommand.
func (s *Subject) Subcommand(words []string, allowing bool) fact.Tri {
	got := fact.No
	for i := range s.Forms {
		f := &s.Forms[i]
		if allowing && !f.Allows || len(f.Words) < 2 {
			continue
		}
		got = got.Or(PrefixOf(f.Words[1:], words))
	}
	return got
}

// HasFlag reports whether one of the options is given: combined short options are split, and what
// the spec knows is compared in all its spellings. Where it has to stand, one that a later word takes
// back is none.
func (s *Subject) HasFlag(names []string, stands bool) fact.Tri {
	got := fact.No
	if f := &s.Forms[0]; f.Sample && slices.ContainsFunc(f.Words[1:], func(w fact.Word) bool {
		return strings.HasPrefix(w.Text, "-") && slices.Contains(names, w.Text)
	}) {
		return fact.Yes
	}
	for i := range s.Flags {
		f := &s.Flags[i]
		if f.Off && stands {
			continue
		}
		for _, n := range names {
			if f.Name == n || f.Written == n || slices.Contains(f.Names, n) {
				return fact.Yes
			}
		}
	}
	for i := range s.Operands {
		o := &s.Operands[i]
		if o.Flag != "" && !mayDivide(&o.Word) || o.Behind || o.Word.Known() ||
			o.Word.Origin.Undashed() {
			continue
		}
		// An argument that is not known may be an option, unless something known precedes its dash.
		if o.Word.Text == "" || o.Word.Text[0] == '-' || o.Word.Many {
			got = fact.Maybe
		}
	}
	return got
}

// mayDivide reports whether the argument of an option may be several words, so that all but the
// first are options or operands: -n $X.
func mayDivide(w *fact.Word) bool { return w.Many && !w.Number && !w.Digits && !w.Single }

// AnyArgOutside reports whether a path operand lies outside all roots, as written or as its target:
// what a rule that restricts asks.
func (s *Subject) AnyArgOutside(roots []string) fact.Tri { return s.anyOutside(roots, Outside) }

// AnyArgOutsideBoth is AnyArgOutside for an allowing rule: the operand lies outside as written and
// as its target.
func (s *Subject) AnyArgOutsideBoth(roots []string) fact.Tri {
	return s.anyOutside(roots, OutsideBoth)
}

// outside is Outside or OutsideBoth.
type outside func(p *fact.Path, roots []string, at fact.Places, strict bool) fact.Tri

func (s *Subject) anyOutside(roots []string, outside outside) fact.Tri {
	got := fact.No
	for i := range s.Operands {
		o := &s.Operands[i]
		if !o.IsPath {
			continue
		}
		if got = got.Or(outside(&o.Path, roots, s.Places, deletes(o.Role))); got == fact.Yes {
			break
		}
	}
	if s.appendsMore(true) {
		got = got.Or(fact.Maybe)
	}
	return got
}

// AllArgsInside reports whether there is a path operand and all of them lie inside a root, as
// written and as targets: what an allowing rule asks.
func (s *Subject) AllArgsInside(roots []string) fact.Tri { return s.allInside(roots, Outside) }

// AllArgsInsideEither is AllArgsInside for a rule that restricts: each lies inside as written or as
// its target.
func (s *Subject) AllArgsInsideEither(roots []string) fact.Tri {
	return s.allInside(roots, OutsideBoth)
}

func (s *Subject) allInside(roots []string, outside outside) fact.Tri {
	n, got := 0, fact.Yes
	for i := range s.Operands {
		o := &s.Operands[i]
		if !o.IsPath {
			continue
		}
		n++
		got = got.And(outside(&o.Path, roots, s.Places, deletes(o.Role)).Not())
	}
	if n == 0 {
		return fact.No
	}
	if s.appendsMore(false) {
		got = got.And(fact.Maybe)
	}
	return got
}

func deletes(r fact.Role) bool { return r == fact.RoleDelete || r == fact.RoleMove }

// appendsMore reports whether a wrapper or an expansion adds operands that are not known. Names of
// commits, packages or containers are no paths that lead out of a directory.
func (s *Subject) appendsMore(out bool) bool {
	for i := range s.Operands {
		w := &s.Operands[i].Word
		if w.Many && !(out && w.Origin.Kind == fact.WordsOrigin && w.Text == "") {
			return true
		}
	}
	return false
}

// Outside reports whether a path lies outside all roots. Either reading suffices: as written, or
// its target.
func Outside(p *fact.Path, roots []string, at fact.Places, strict bool) fact.Tri {
	written, target := inside(p, roots, at, strict)
	return written.And(target).Not()
}

// OutsideBoth is Outside for an allowing rule: the path lies outside as written and as its target.
func OutsideBoth(p *fact.Path, roots []string, at fact.Places, strict bool) fact.Tri {
	written, target := inside(p, roots, at, strict)
	return written.Or(target).Not()
}

// inside reports whether a path lies inside a root. Each place that the path may be has to: one may
// lie in one root, and one in another.
func inside(p *fact.Path, roots []string, at fact.Places, strict bool) (written, target fact.Tri) {
	if len(p.Dirs) < 2 || !p.Known {
		for _, r := range roots {
			w, t := at.Inside(p, r, strict)
			written, target = written.Or(w), target.Or(t)
			if written.And(target) == fact.Yes {
				break // no other root changes that
			}
		}
		return written, target
	}
	written, target = fact.Yes, fact.Yes
	for i := range p.Dirs {
		q := *p
		q.Abs, q.Dirs = path.Clean(p.Dirs[i]), p.Dirs[i:i+1]
		w, t := inside(&q, roots, at, strict)
		written, target = written.And(w), target.And(t)
	}
	return written, target
}

// args are the words that argument patterns see: those behind skip words of a subcommand, if it has
// any in the canonical form.
func (s *Subject) args(skip int) []fact.Word {
	words := s.Forms[0].Words
	if canon := s.Canonical(); skip > 0 && len(canon) > 0 {
		words = canon
	}
	return words[min(1+skip, len(words)):]
}

// argMatches reports whether an argument matches. Rules take the number of a process that this
// shell has started for %job: kill $!.
func argMatches(w *fact.Word, re *Regexp, allowing bool) fact.Tri {
	text, known := w.Text, w.IsLiteral()
	if w.IsJob() {
		text, known = "%job", true
	}
	switch {
	case known && re.Match(text, allowing):
		return fact.Yes
	case !known && re.mayBe(w):
		return fact.Maybe
	}
	return fact.No
}

// AnyArgMatches reports whether an argument behind skip words of a subcommand matches.
func (s *Subject) AnyArgMatches(re *Regexp, skip int, allowing bool) fact.Tri {
	got, args := fact.No, s.args(skip)
	for i := range args {
		if got = got.Or(argMatches(&args[i], re, allowing)); got == fact.Yes {
			break
		}
	}
	return got
}

// AllArgsMatch reports whether there is an argument and all of them match.
func (s *Subject) AllArgsMatch(re *Regexp, skip int, allowing bool) fact.Tri {
	args := s.args(skip)
	if len(args) == 0 {
		return fact.No
	}
	got := fact.Yes
	for i := range args {
		if got = got.And(argMatches(&args[i], re, allowing)); got == fact.No {
			break
		}
	}
	return got
}

// RedirectMode is the `mode` of a redirect rule.
type RedirectMode uint8

const (
	RedirectRead RedirectMode = iota
	RedirectWrite
	RedirectAppend
	RedirectAny
)

// ModeMatches reports whether a redirection has the mode of a rule: an append is also a write.
func ModeMatches(m RedirectMode, r *fact.Redirect) bool {
	if r.Exempt || r.Mode == fact.RedirDup || r.Mode == fact.RedirHere {
		return false
	}
	switch m {
	case RedirectRead:
		return r.Mode == fact.RedirRead || r.Op == "<>"
	case RedirectWrite:
		return r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend
	case RedirectAppend:
		return r.Mode == fact.RedirAppend
	}
	return true
}

// OnKind reports whether an effect of kind k is among those of an effect rule. As with
// redirections, an append is also a write.
func OnKind(on []fact.EffectKind, k fact.EffectKind) bool {
	return slices.Contains(on, k) || k == fact.Append && slices.Contains(on, fact.Write)
}

// PathGlob reports whether a path matches a rule's glob: either reading for a restrictive rule,
// both for an allowing one.
func PathGlob(p *fact.Path, glob string, at fact.Places, allowing bool) fact.Tri {
	if p.NoNet && p.Abs == "" && (strings.HasPrefix(glob, "/dev/tcp/") ||
		strings.HasPrefix(glob, "/dev/udp/")) {
		return fact.No // what is not known is a file, whatever its name
	}
	w, t := at.Glob(p, glob, !allowing)
	if allowing {
		return w.And(t)
	}
	return w.Or(t)
}

// GlobOutside reports whether a path matches a rule's glob and lies outside all roots, which line
// feeds divide: few paths match, and only for those the list is made. One reading, as written or as
// the target, has to do both; for an allowing rule, each has to.
func GlobOutside(p *fact.Path, glob, roots string, at fact.Places, strict,
	allowing bool) fact.Tri {
	first, _, _ := strings.Cut(roots, "\n") // mostly the project, where most paths lie
	if w, t := inside(p, []string{first}, at, strict); w.And(t) == fact.Yes {
		return fact.No
	}
	w, t := at.Glob(p, glob, !allowing)
	if w.Or(t) == fact.No {
		return fact.No
	}
	written, target := inside(p, strings.Split(roots, "\n"), at, strict)
	w, t = w.And(written.Not()), t.And(target.Not())
	if allowing {
		return w.And(t)
	}
	return w.Or(t)
}

// Host reports whether a host matches a rule's glob. An address in digits and an unknown host are
// never an allowed name; for a restrictive rule an unknown host may match.
func Host(glob, host string, allowing bool) fact.Tri {
	if host == "" {
		if allowing {
			return fact.No
		}
		return fact.Maybe
	}
	glob = strings.Trim(glob, "[]")
	if hosts.Match(glob, host, allowing) ||
		!allowing && hosts.Match(hosts.Reached(glob), hosts.Reached(host), false) {
		return fact.Yes
	}
	return fact.No
}

// Variable reports whether a name glob matches that of a variable. Programs differ in which letters
// of a name they take for the same, and what a name says does not depend on them.
func Variable(glob, name string, allowing bool) fact.Tri {
	switch {
	case name == "" && allowing:
		return fact.No
	case name == "":
		return fact.Maybe
	case GlobAny(strings.ToUpper(glob), strings.ToUpper(name)):
		return fact.Yes
	}
	return fact.No
}
