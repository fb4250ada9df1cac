package packed

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// tables is what policy.Packed is for a document.
type tables struct {
	toolDeny, toolAsk, toolAllow   table
	normalise, checks, allowChecks table
	deny, ask, allow               table
	redirects, arguments           table
	effects, together              table
	python, javascript             string
	loosens, loosensDenying        bool
	doc                            *policy.Document
}

// all returns the tables in the order in which they are written.
func (t *tables) all() []*table {
	return []*table{&t.toolDeny, &t.toolAsk, &t.toolAllow, &t.normalise, &t.deny, &t.checks,
		&t.allowChecks, &t.ask, &t.allow, &t.redirects, &t.arguments, &t.effects, &t.together}
}

// texts returns the tables of a document, written, in the order of all.
func texts(d *policy.Document) []string {
	b := &d.Tools.Bash
	first := func(p *policy.Prefix) string { return p.Words[0] }
	return []string{
		tableOf(d.Tools.Deny, func(r *policy.ToolDeny) string { return r.Tool }, toolDeny),
		tableOf(d.Tools.Ask, nameOf, entry),
		tableOf(d.Tools.Allow, nameOf, entry),
		tableOf(b.Normalise, noKey, normaliseRule),
		tableOf(b.Deny, first, prefix),
		tableOf(b.Checks, func(r *policy.CheckRule) string { return needOf(r.Test) }, checkRule),
		tableOf(b.AllowChecks, func(p *policy.Pattern) string { return needOf(p.Regexp) }, pattern),
		tableOf(b.Ask, first, prefix),
		tableOf(b.Allow, first, prefix),
		tableOf(b.Redirects, noKey, redirectRule),
		tableOf(b.Arguments, func(r *policy.ArgumentRule) string { return r.Command },
			argumentRule),
		tableOf(d.Effects, kindsOf, effectRule),
		tableOf(d.Together, func(r *policy.TogetherRule) string { return string([]byte{byte(r.What)}) },
			togetherRule),
	}
}

func nameOf(e *policy.Entry) string { return e.Text }

// needOf is the literal that every match of an expression contains; "" for one of several.
func needOf(re *rule.Regexp) string {
	if len(re.Need) != 1 {
		return ""
	}
	return re.Need[0]
}

// kindsOf is the kinds of effects that a rule speaks of, a byte each.
func kindsOf(r *policy.EffectRule) string {
	var key []byte
	for _, k := range r.On {
		key = append(key, byte(k))
	}
	return string(key)
}

// Normalise returns all rules of the kind: they are few.
func (t *tables) Normalise() []policy.NormaliseRule {
	return pick(&t.normalise, every, normaliseRule)
}

// Tool returns the rules on a tool.
func (t *tables) Tool(name string) *policy.Tools {
	may := func(glob string) bool { return rule.GlobAny(glob, name) }
	return &policy.Tools{
		Deny:  pick(&t.toolDeny, may, toolDeny),
		Ask:   pick(&t.toolAsk, may, entry),
		Allow: pick(&t.toolAllow, may, entry),
	}
}

// Words returns prefixes with a first word that the command may have, expressions whose literal it
// holds, and argument rules on its name.
func (t *tables) Words(s *rule.Subject, first policy.FirstWords) *policy.Bash {
	return &policy.Bash{
		Deny:        pick(&t.deny, first.Could, prefix),
		Checks:      pick(&t.checks, holder(s, false), checkRule),
		AllowChecks: pick(&t.allowChecks, holder(s, true), pattern),
		Arguments:   pick(&t.arguments, s.Named, argumentRule),
		Ask:         pick(&t.ask, first.Could, prefix),
		Allow:       pick(&t.allow, first.Could, prefix),
	}
}

// holder says whether a literal is in what an expression is searched in. Where words are not known
// an allowing expression is searched in something else.
func holder(s *rule.Subject, allowing bool) func(literal string) bool {
	return func(literal string) bool {
		for i := range s.Forms {
			if f := &s.Forms[i]; strings.Contains(f.Text(), literal) || allowing && !f.Literal() {
				return true
			}
		}
		return false
	}
}

// Redirects returns all rules of the kind.
func (t *tables) Redirects() []policy.RedirectRule {
	return pick(&t.redirects, every, redirectRule)
}

// Effects returns the rules on a kind of effects.
func (t *tables) Effects(kind fact.EffectKind) []policy.EffectRule {
	return pick(&t.effects, func(key string) bool {
		return has(key, byte(kind)) || kind == fact.Append && has(key, byte(fact.Write))
	}, effectRule)
}

// Together returns the rules on what the commands of a line do together.
func (t *tables) Together(what rule.Together) []policy.TogetherRule {
	return pick(&t.together, func(key string) bool { return has(key, byte(what)) },
		togetherRule)
}

// Interpreter returns the rules on inline code of a language; nil if it is not known.
func (t *tables) Interpreter(lang string) *policy.Interpreter {
	switch lang {
	case "python":
		return unpack(t.python, interpreter)
	case "javascript":
		return unpack(t.javascript, interpreter)
	}
	return nil
}

// Whole returns the document with all of its rules.
func (t *tables) Whole() *policy.Document {
	d := *t.doc
	d.Packed = nil
	d.Tools.Deny = pick(&t.toolDeny, every, toolDeny)
	d.Tools.Ask = pick(&t.toolAsk, every, entry)
	d.Tools.Allow = pick(&t.toolAllow, every, entry)
	b := &d.Tools.Bash
	b.Normalise = t.Normalise()
	b.Deny = pick(&t.deny, every, prefix)
	b.Checks = pick(&t.checks, every, checkRule)
	b.AllowChecks = pick(&t.allowChecks, every, pattern)
	b.Ask = pick(&t.ask, every, prefix)
	b.Allow = pick(&t.allow, every, prefix)
	b.Redirects = t.Redirects()
	b.Arguments = pick(&t.arguments, every, argumentRule)
	for lang, in := range map[string]*policy.Interpreter{"python": &b.Interpreters.Python,
		"javascript": &b.Interpreters.JavaScript} {
		names := in.Names
		*in = *t.Interpreter(lang)
		in.Names = names
	}
	d.Effects = pick(&t.effects, every, effectRule)
	d.Together = pick(&t.together, every, togetherRule)
	return &d
}

// Loosens reports whether anything but single values and imports loosens.
func (t *tables) Loosens(denies bool) bool {
	if denies {
		return t.loosensDenying
	}
	return t.loosens
}
