// Package rule is the boundary between facts and policy: what a rule set is, what it answers, and
// the predicates that its rules are made of. Generated rule sets (package gen) and interpreted ones
// (package policy) satisfy the same interface and call the same predicates, which is what the
// differential test relies on.
package rule

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Decision is what happens to a call. The zero Decision is "not set"; a greater one is more
// restrictive.
type Decision uint8

const (
	Unset Decision = iota
	Allow
	Ask
	Deny
)

// String returns the word used in configs and answers; "" for Unset.
func (d Decision) String() string {
	switch d {
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	case Deny:
		return "deny"
	}
	return ""
}

// ParseDecision is the inverse of String.
func ParseDecision(s string) (Decision, bool) {
	switch s {
	case "allow":
		return Allow, true
	case "ask":
		return Ask, true
	case "deny":
		return Deny, true
	}
	return Unset, false
}

// Tier orders the sources of a decision about one command: the first tier with a hit wins. The two
// tiers of an enforced policy stand above the scoped allows of everybody else, so that none of
// those answers what the policy asks.
type Tier uint8

const (
	TierDeny Tier = iota + 1
	TierEnforcedAllow
	TierEnforcedAsk
	TierScopedAllow
	TierAsk
	TierAllow
	TierDefault
)

// Number is the tier as people count them, from 1 to 5: those of an enforced policy have the
// numbers of their kind.
func (t Tier) Number() int {
	switch t {
	case TierEnforcedAllow, TierScopedAllow:
		return 2
	case TierEnforcedAsk, TierAsk:
		return 3
	case TierAllow:
		return 4
	case TierDefault:
		return 5
	}
	return 1
}

// Info is the static part of a rule: what people and logs are told of it.
type Info struct {
	ID          string // such as "bash.deny: git push"
	Description string
	Alternative string
	Src         string // file:line
	Enforced    bool   // of a policy that no other layer can loosen

	Name    string   // by which configs switch the rule; "" where it is not a bundled one
	Decides Decision // where it applies; set with Name
}

// Hit is one rule that applies.
type Hit struct {
	Tier     Tier
	Decision Decision
	Info     *Info
	Maybe    bool // it applies for some value of what is not known
}

// RuleSet is one preset or one config layer.
//
// Each method calls hit for every rule of its kind that applies. Implementations keep no state
// between calls and are safe for concurrent use.
type RuleSet interface {
	// Name is the preset's name or the path of the config file.
	Name() string
	// Settings are the scalars that the rule set sets.
	Settings() *Settings
	// Normalise calls use for each strip expression that applies to commands whose canonical text
	// begins with a prefix.
	Normalise(s *Subject, use func(strip *Regexp))
	// Tool is asked for the name of every tool but those that run shell text.
	Tool(name string, hit func(Hit))
	// Words judges the words of a command: prefixes, checks and argument rules.
	Words(s *Subject, hit func(Hit))
	// Redirect judges one redirection.
	Redirect(r *fact.Redirect, at fact.Places, hit func(Hit))
	// Effect judges one effect.
	Effect(e *fact.Effect, at fact.Places, hit func(Hit))
	// Code judges one fact about inline code of a language.
	Code(lang string, f *fact.CodeFact, at fact.Places, hit func(Hit))
}

// Resolve turns a rule's decision and how sure its predicate is into a hit.
//
// A restrictive rule that may apply asks, unless its `unknown` key says otherwise; an allowing rule
// that only may apply does not.
func Resolve(d, unknown Decision, t fact.Tri) (Decision, bool) {
	switch {
	case t == fact.No:
		return Unset, false
	case t == fact.Yes:
		return d, true
	case d == Allow:
		return Unset, false
	case unknown == Allow:
		return Unset, false
	case unknown != Unset:
		return unknown, true
	}
	return Ask, true
}

// IfUnknown is the `unknown` of a path rule with that glob. Its value allow, which only presets
// have, keeps a rule about names from asking about a path of which nothing is known, or only a tree
// in which it lies; a pattern that may match the name still asks, below a tree if the glob speaks
// of nothing but the name, and below a home directory if it ends in one.
//
// A component that begins with a star names everything that a directory shows: it does not ask
// about the files with a telling suffix that may be among them, but for the system's own
// directories and below a pattern for hidden ones, as in ~/.s*/*. Nor does one that ends so and is
// written or deleted: split a.txt part-, rm build*.
//
// Of a path that is not known the beginning or the end may say enough: ~/.ssh/$X, $DIR/.netrc,
// /proc/$PID/environ.
func IfUnknown(unknown Decision, kind fact.EffectKind, p *fact.Path, glob string) Decision {
	if unknown == Allow && !p.Known && (p.Abs != "" || p.Tail != "") && tells(p, glob) {
		return Unset
	}
	below := tree(p.Abs)
	if unknown != Allow || !p.Known || below && anywhere(p, glob) && !(p.Homes && namesFile(p.Abs, glob)) {
		return unknown
	}
	base := lastName(p.Abs)
	if p.Glob && strings.HasPrefix(base, "*") && !names(base, glob) && !strings.HasPrefix(p.Abs, "/proc/") &&
		!strings.HasPrefix(p.Abs, "/etc/") && !hidden(p.Abs) && !(below && found(p, base, glob)) {
		return Allow
	}
	if p.Glob && writes(kind) && strings.HasSuffix(base, "*") && strings.HasPrefix(glob, "**/*.") {
		return Allow
	}
	return Unset
}

func writes(k fact.EffectKind) bool { return k == fact.Write || k == fact.Append || k == fact.Delete }

// names reports whether a component that begins with a star stands for the very name that a glob is
// about, where the star stands for nothing: the *.env of rg -g.
func names(base, glob string) bool {
	return strings.EqualFold(strings.TrimLeft(base, "*"), lastName(glob))
}

// anywhere reports whether a path that stands for names in a tree says nothing of where a glob
// begins: src/**/a may be a/.ssh/a. One of the tree in which all of the glob lies does:
// /proc/1/**/environ.
func anywhere(p *fact.Path, glob string) bool {
	if strings.LastIndexByte(glob, '/') == len("**") {
		return false
	}
	begin, _, _ := strings.Cut(glob, "*")
	return len(begin) < len("/x/") || !strings.HasPrefix(p.Abs, begin)
}

// found reports whether find, whose stars stand for names with a leading dot as well, may have
// found a hidden file that a glob names. A project's *.json is not asked about for what may stand
// before the dot, nor is a bare star.
func found(p *fact.Path, base, glob string) bool {
	name := lastName(glob)
	switch {
	case strings.Trim(base, "*") == "":
		return false
	case p.Homes:
		return true
	case !strings.HasPrefix(name, "."):
		return false
	case !p.Far && strings.HasPrefix(base, "*."):
		base = base[1:]
	}
	ok, err := path.Match(strings.ToLower(base), strings.ToLower(name))
	return ok || err != nil
}

// namesFile reports whether a pattern with a name of its own, and a glob, speak of a file and not
// of all in a directory.
func namesFile(abs, glob string) bool {
	return strings.Trim(lastName(abs), "*") != "" && !strings.Contains(lastName(glob), "*")
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// tree reports whether a path is a pattern for what lies in the directories below one.
func tree(path string) bool { return strings.Contains(path, "/**/") || strings.HasSuffix(path, "/**") }

// hidden reports whether a component of a path is a pattern for hidden names: one that begins with
// a dot (POSIX XCU 2.14.3), or with the stars *** that stand for those as well (package expand).
// .[!.]* is none: inline code that lists a directory gets it for what may be there.
func hidden(path string) bool {
	for rest := path; rest != ""; {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		if strings.HasPrefix(name, "***") || strings.HasPrefix(name, ".") && name != ".[!.]*" && strings.ContainsAny(name, "*?[") {
			return true
		}
	}
	return false
}

// tells reports whether what is known of a path lies below the directory of a glob, or ends as the
// glob does.
func tells(p *fact.Path, glob string) bool {
	if dir, ok := strings.CutSuffix(glob, "/**"); ok {
		dir = strings.TrimPrefix(dir, "**")
		return strings.HasPrefix(dir, "/") && (hasDir(p.Abs, dir) || hasDir(p.Tail, dir))
	}
	last := strings.LastIndexByte(glob, '*') + 1
	if last == len("**") && hidden(p.Tail) { // $DIR/.net*
		name := p.Tail[strings.LastIndexByte(p.Tail, '/')+1:]
		if ok, _ := path.Match(name, strings.TrimPrefix(glob[last:], "/")); ok {
			return true
		}
	}
	if last == 0 || last == len(glob) || glob[last] != '/' || len(p.Tail) < len(glob)-last || !strings.EqualFold(p.Tail[len(p.Tail)-len(glob)+last:], glob[last:]) {
		return false
	}
	before := max(0, last-len("/*")) // /proc of /proc/*/environ, nothing of **/.env
	return last == len("**") || len(p.Abs) >= before && strings.EqualFold(p.Abs[:before], glob[:before]) && hasDir(p.Abs, glob[:before])
}

// hasDir reports whether a path has the components of dir, which begins with a separator, one after
// the other.
func hasDir(path, dir string) bool {
	for i := 0; i+len(dir) <= len(path); i++ {
		end := i + len(dir)
		if path[i] == '/' && strings.EqualFold(path[i:end], dir) && (end == len(path) || path[end] == '/') {
			return true
		}
	}
	return false
}

// Report resolves the rule and calls hit if it applies. Every tier of a rule with a free decision
// follows from it.
func Report(info *Info, d, unknown Decision, t fact.Tri, hit func(Hit)) {
	got, ok := Resolve(d, unknown, t)
	if !ok {
		return
	}
	tier := TierAsk
	switch {
	case got == Deny:
		tier = TierDeny
	case got == Allow && info.Enforced:
		tier = TierEnforcedAllow
	case got == Allow:
		tier = TierScopedAllow
	case info.Enforced:
		tier = TierEnforcedAsk
	}
	hit(Hit{Tier: tier, Decision: got, Info: info, Maybe: t == fact.Maybe})
}

// ReportAllow is Report for a plain allow (tier 4): a prefix in bash.allow or an entry of
// tools.allow.
func ReportAllow(info *Info, t fact.Tri, hit func(Hit)) {
	if t == fact.Yes {
		hit(Hit{Tier: TierAllow, Decision: Allow, Info: info})
	}
}
