package policy

import (
	"strings"
	"sync"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// ruleSet interprets the rules of one document. It is the specification of the generated rule sets:
// each method is a plain loop over the rules of one kind in the order in which they are written.
type ruleSet struct {
	name     string
	doc      *Document
	settings rule.Settings
	names    *ruleNames // of a preset; nil for a config
}

// ruleNames are the names of the rules of a preset, made when they are asked for.
type ruleNames struct {
	once sync.Once
	of   map[ruleKey]named
}

// ruleKey tells the rules of a document apart: one place can be two rules, by an alias.
type ruleKey struct {
	kind string
	pos  Pos
}

// named is what configs need to know of a rule to switch it.
type named struct {
	name    string
	decides rule.Decision
}

// NewRuleSet returns the rules of a document behind the interface that generated rule sets have,
// too.
func NewRuleSet(name string, doc *Document) rule.RuleSet {
	rs := &ruleSet{name: name, doc: doc, settings: doc.Settings()}
	// Those of an enforced one that was compiled are never asked for.
	if doc.Kind != Config && (doc.Packed == nil || doc.Baked.Enforced != rule.True) {
		rs.names = &ruleNames{}
	}
	return rs
}

// named returns the name of a rule.
func (rs *ruleSet) named(id string, p Pos) named {
	if rs.names == nil {
		return named{}
	}
	rs.names.once.Do(func() {
		rs.names.of = map[ruleKey]named{}
		for _, r := range rs.doc.whole().Rules() {
			rs.names.of[ruleKey{r.Kind, r.Pos}] = named{r.ID, r.Decision}
		}
	})
	return rs.names.of[ruleKey{id, p}]
}

// Infos are those of all rules of a preset, encoded.
func (rs *ruleSet) Infos() string {
	if rs.names == nil {
		return ""
	}
	var infos []rule.Info
	for _, r := range rs.doc.whole().Rules() {
		infos = append(infos, *rs.info(r.Of, r.Kind, r.Pos, r.Advice))
	}
	return rule.EncodeInfos(infos)
}

func (rs *ruleSet) Name() string             { return rs.name }
func (rs *ruleSet) Settings() *rule.Settings { return &rs.settings }

// info is made when a rule hits, not when it is loaded: of a thousand rules few ever do.
func (rs *ruleSet) info(k rule.Kind, id string, p Pos, a Advice) *rule.Info {
	n := rs.named(id, p)
	return &rule.Info{ID: id, Kind: k, Description: a.Description, Alternative: a.Alternative,
		Src:      rs.doc.Src(p),
		Enforced: rs.doc.Baked.Enforced == rule.True, Unseen: a.Unseen == rule.True, Confined: a.Confined == rule.True,
		Name: n.name, Decides: n.decides}
}

// Normalise applies a strip rule only where its prefix certainly matches: an additional form of a
// command can make an allowing rule apply.
func (rs *ruleSet) Normalise(s *rule.Subject, use func(strip *rule.Regexp)) {
	rules := rs.doc.Tools.Bash.Normalise
	if rs.doc.Packed != nil {
		rules = rs.doc.Packed.Normalise()
	}
	for i := range rules {
		if s.Prefix(rules[i].Prefix.Words, false) != fact.Yes {
			continue
		}
		for _, re := range rules[i].Strip {
			use(re)
		}
	}
}

func (rs *ruleSet) Tool(name string, hit func(rule.Hit)) {
	t := &rs.doc.Tools
	if rs.doc.Packed != nil {
		t = rs.doc.Packed.Tool(name)
	}
	for i := range t.Deny {
		if r := &t.Deny[i]; rule.GlobAny(r.Tool, name) {
			rule.Report(rs.info(rule.ToolRule, r.ID(), r.Pos, r.Advice), rule.Deny, rule.Unset, fact.Yes,
				hit)
		}
	}
	for _, e := range t.Ask {
		if rule.GlobAny(e.Text, name) {
			rule.Report(rs.info(rule.ToolRule, "tools.ask: "+e.Text, e.Pos, Advice{}), rule.Ask, rule.Unset,
				fact.Yes, hit)
		}
	}
	for _, e := range t.Allow {
		if rule.GlobAny(e.Text, name) {
			rule.Report(rs.info(rule.ToolRule, "tools.allow: "+e.Text, e.Pos, Advice{}), rule.Allow,
				rule.Unset, fact.Yes, hit)
		}
	}
}

func (rs *ruleSet) Words(s *rule.Subject, hit func(rule.Hit)) {
	b := &rs.doc.Tools.Bash
	first := firstWords(s)
	if rs.doc.Packed != nil {
		b = rs.doc.Packed.Words(s, first)
	}
	rs.prefixes("bash.deny: ", rule.Deny, b.Deny, s, &first, hit)
	for i := range b.Checks {
		r := &b.Checks[i]
		if t := s.Search(r.Test, false); t != fact.No {
			rule.Report(rs.info(rule.TextRule, r.ID(), r.Pos, r.Advice), rule.Deny, rule.Unset, t, hit)
		}
	}
	for _, p := range b.AllowChecks {
		if t := s.Search(p.Regexp, true); t != fact.No {
			rule.Report(rs.info(rule.TextRule, "bash.allowChecks: "+p.Written, p.Pos, Advice{}), rule.Allow,
				rule.Unset, t, hit)
		}
	}
	for i := range b.Arguments {
		r := &b.Arguments[i]
		if t := r.matches(s); t != fact.No {
			rule.Report(rs.info(rule.ArgumentRule, r.ID(), r.Pos, r.Advice), r.Decision, r.Unknown, t, hit)
		}
	}
	rs.prefixes("bash.ask: ", rule.Ask, b.Ask, s, &first, hit)
	rs.prefixes("bash.allow: ", rule.Allow, b.Allow, s, &first, hit)
}

// prefixes reports the prefix rules that match. Comparing first words first makes a rule that is
// about another command cost a string comparison, which is less than any index costs to build for
// the one call that a process judges.
func (rs *ruleSet) prefixes(id string, d rule.Decision, rules []Prefix, s *rule.Subject,
	first *FirstWords, hit func(rule.Hit)) {
	for i := range rules {
		r := &rules[i]
		if !first.Could(r.Words[0]) {
			continue
		}
		if t := s.Prefix(r.Words, d == rule.Allow); t != fact.No {
			rule.Report(rs.info(rule.PrefixRule, id+r.Text, r.Pos, Advice{}), d, rule.Unset, t, hit)
		}
	}
}

// FirstWords are the first words that a command has in its forms.
type FirstWords struct {
	words [4]string
	n     int
	any   bool // one is not known, or they are too many
}

func firstWords(s *rule.Subject) (f FirstWords) {
	for i := range s.Forms {
		words := s.Forms[i].Words
		switch {
		case len(words) == 0:
		case !words[0].Known() || f.n == len(f.words):
			f.any = true
		case f.n == 0 || f.words[f.n-1] != words[0].Text:
			f.words[f.n] = words[0].Text
			f.n++
		}
	}
	return f
}

// Could reports whether a word may be the first one.
func (f *FirstWords) Could(word string) bool {
	for i := range f.n {
		if f.words[i] == word {
			return true
		}
	}
	return f.any
}

// matches reports whether the command, the subcommand and the predicate of the rule all apply.
func (r *ArgumentRule) matches(s *rule.Subject) fact.Tri {
	if !s.Named(r.Command) {
		return fact.No
	}
	if r.Subcommands == nil {
		return r.predicate(s, 0)
	}
	got := fact.No
	for _, words := range r.Subcommands {
		t := s.Subcommand(words, r.Allows())
		if t != fact.No {
			t = t.And(r.predicate(s, len(words)))
		}
		if got = got.Or(t); got == fact.Yes {
			break
		}
	}
	return got
}

// predicate evaluates the rule's predicate, and unlessFlag with it. skip is the number of
// subcommand words.
func (r *ArgumentRule) predicate(s *rule.Subject, skip int) fact.Tri {
	t := fact.Yes // subcommand alone
	switch {
	case r.AnyArgOutside != nil && r.Allows():
		t = s.AnyArgOutsideBoth(r.AnyArgOutside)
	case r.AnyArgOutside != nil:
		t = s.AnyArgOutside(r.AnyArgOutside)
	case r.AllArgsInside != nil && r.Allows():
		t = s.AllArgsInside(r.AllArgsInside)
	case r.AllArgsInside != nil:
		t = s.AllArgsInsideEither(r.AllArgsInside)
	case r.AnyArgMatches != nil:
		t = s.AnyArgMatches(r.AnyArgMatches, skip, r.Allows())
	case r.AllArgsMatch != nil:
		t = s.AllArgsMatch(r.AllArgsMatch, skip, r.Allows())
	case r.HasFlag != nil:
		t = s.HasFlag(r.HasFlag, r.Allows())
	}
	if r.UnlessFlag != nil && t != fact.No {
		// A flag that may be there leaves Maybe: a rule that restricts asks, one that allows does not
		// apply.
		t = t.And(s.HasFlag(r.UnlessFlag, !r.Allows()).Not())
	}
	return t
}

func (rs *ruleSet) Redirect(f *fact.Redirect, at fact.Places, hit func(rule.Hit)) {
	rules := rs.doc.Tools.Bash.Redirects
	if rs.doc.Packed != nil {
		rules = rs.doc.Packed.Redirects()
	}
	for i := range rules {
		r := &rules[i]
		if !rule.ModeMatches(r.Mode, f) {
			continue
		}
		if t := pathMatches(&f.Path, r.Outside, r.Glob, at, false, r.Allows()); t != fact.No {
			rule.Report(rs.info(rule.RedirectRule, r.ID(), r.Pos, r.Advice), r.Decision,
				rule.IfUnknown(r.Unknown, fact.Read, &f.Path, r.Glob), t, hit)
		}
	}
}

func (rs *ruleSet) Effect(e *fact.Effect, at fact.Places, hit func(rule.Hit)) {
	rules := rs.doc.Effects
	if rs.doc.Packed != nil {
		rules = rs.doc.Packed.Effects(e.Kind)
	}
	for i := range rules {
		r := &rules[i]
		if !rule.OnKind(r.On, e.Kind) || !r.Recursive.Fits(e.Recursive) || !r.Mkdir.Fits(e.Mkdir) ||
			!r.Names.Fits(e.Names) {
			continue
		}
		t := fact.Yes
		switch {
		case r.Host != "":
			t = rule.Host(r.Host, e.Host, r.Allows())
		case r.Variable != "":
			t = rule.Variable(r.Variable, e.Variable, r.Allows())
		case r.Outside != nil || r.Glob != "":
			t = pathMatches(&e.Path, r.Outside, r.Glob, at, e.Kind == fact.Delete, r.Allows())
		}
		if t != fact.No {
			rule.Report(rs.info(rule.EffectRule, r.ID(), r.Pos, r.Advice), r.Decision,
				rule.IfUnknown(r.Unknown, e.Kind, &e.Path, r.Glob), t, hit)
		}
	}
}

func (rs *ruleSet) Together(what rule.Together, hit func(rule.Hit)) {
	rules := rs.doc.Together
	if rs.doc.Packed != nil {
		rules = rs.doc.Packed.Together(what)
	}
	for i := range rules {
		if r := &rules[i]; r.What == what {
			rule.Report(rs.info(rule.TogetherRule, r.ID(), r.Pos, r.Advice), r.Decision, r.Unknown, fact.Yes,
				hit)
		}
	}
}

func (rs *ruleSet) Code(lang string, f *fact.CodeFact, at fact.Places, hit func(rule.Hit)) {
	if in := rs.doc.interpreter(lang); in != nil {
		rs.code(lang, in, f, at, hit)
	}
}

// interpreter returns the rules on inline code of a language; nil if it is not known.
func (d *Document) interpreter(lang string) *Interpreter {
	if d.Packed != nil {
		return d.Packed.Interpreter(lang)
	}
	switch lang {
	case "python":
		return &d.Tools.Bash.Interpreters.Python
	case "javascript":
		return &d.Tools.Bash.Interpreters.JavaScript
	}
	return nil
}

func (rs *ruleSet) code(lang string, in *Interpreter, f *fact.CodeFact, at fact.Places,
	hit func(rule.Hit)) {
	switch f.Kind {
	case fact.CodeCall:
		for i := range in.Calls {
			r := &in.Calls[i]
			if !rule.CodeNamed(f, r.Match, r.Allows()) {
				continue
			}
			if t := r.predicate(f, at); t != fact.No {
				rule.Report(rs.info(rule.CodeRule, r.ID(lang), r.Pos, r.Advice), r.Decision, r.Unknown, t, hit)
			}
		}
	case fact.CodeImport:
		for i := range in.Imports {
			r := &in.Imports[i]
			if rule.CodeNamed(f, r.Match, r.Allows()) {
				rule.Report(rs.info(rule.CodeRule, r.ID(lang), r.Pos, r.Advice), r.Decision, r.Unknown,
					fact.Yes, hit)
			}
		}
	case fact.CodeWrite:
		if r := in.Writes; r != nil {
			if t := r.predicate(f, at); t != fact.No {
				rule.Report(rs.info(rule.CodeRule, r.ID(lang), r.Pos, r.Advice), r.Decision, r.Unknown, t, hit)
			}
		}
	}
}

// predicate evaluates argMatches, allArgsMatch or pathArgsOutside.
func (r *CallRule) predicate(f *fact.CodeFact, at fact.Places) fact.Tri {
	switch {
	case r.ArgMatches != nil:
		return rule.CodeArgMatches(f, r.ArgMatches, r.Allows())
	case r.AllArgsMatch != nil:
		return rule.CodeAllArgsMatch(f, r.AllArgsMatch, r.Allows())
	case r.PathArgsOutside != nil:
		return rule.CodeArgsOutside(f, r.PathArgsOutside, at, r.Allows())
	}
	return fact.Yes
}

// predicate evaluates outside.
func (r *WriteRule) predicate(f *fact.CodeFact, at fact.Places) fact.Tri {
	switch {
	case r.Outside == nil:
		return fact.Yes
	case r.Allows():
		return rule.OutsideBoth(&f.Path, r.Outside, at, false)
	}
	return rule.Outside(&f.Path, r.Outside, at, false)
}

// pathMatches evaluates `outside` and `glob`: one of them, or both.
func pathMatches(p *fact.Path, outside []string, glob string, at fact.Places, strict,
	allowing bool) fact.Tri {
	switch {
	case outside == nil:
		return rule.PathGlob(p, glob, at, allowing)
	case glob != "":
		return rule.GlobOutside(p, glob, strings.Join(outside, "\n"), at, strict, allowing)
	case allowing:
		return rule.OutsideBoth(p, outside, at, strict)
	}
	return rule.Outside(p, outside, at, strict)
}
