package store

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// ruleTables is what policy.Packed is for a document.
type ruleTables struct {
	// Tables has a table for each kind of rules. The key of a rule tells, without reading it, that it
	// says nothing of a call.
	Tables []string

	// Loose is what Loosens returns; LooseOverDeny is for layers below that deny a call if no rule
	// matches.
	Loose, LooseOverDeny bool

	doc *policy.Document // without the rules
}

// The kinds of rules, in the order of their tables.
const (
	toolDeny = iota
	toolAsk
	toolAllow
	normalise
	deny
	checks
	allowChecks
	ask
	allow
	redirects
	arguments
	effects
	together
	pythonCalls
	pythonImports
	scriptCalls // of JavaScript
	scriptImports
	kinds
)

// list is the rules of one kind in a document.
type list interface {
	take() string         // takes them out of the document and returns their table
	restore(table string) // puts them into the document
}

// lists are the rules of a document by their kinds.
func lists(d *policy.Document) [kinds]list {
	b := &d.Tools.Bash
	first := func(p *policy.Prefix) string { return p.Words[0] }
	name := func(e *policy.Entry) string { return e.Text }
	py, js := &b.Interpreters.Python, &b.Interpreters.JavaScript
	return [kinds]list{
		toolDeny:      rulesOf(&d.Tools.Deny, func(r *policy.ToolDeny) string { return r.Tool }),
		toolAsk:       rulesOf(&d.Tools.Ask, name),
		toolAllow:     rulesOf(&d.Tools.Allow, name),
		normalise:     rulesOf(&b.Normalise, nil),
		deny:          rulesOf(&b.Deny, first),
		checks:        rulesOf(&b.Checks, func(r *policy.CheckRule) string { return needOf(r.Test) }),
		allowChecks:   rulesOf(&b.AllowChecks, func(p *policy.Pattern) string { return needOf(p.Regexp) }),
		ask:           rulesOf(&b.Ask, first),
		allow:         rulesOf(&b.Allow, first),
		redirects:     rulesOf(&b.Redirects, nil),
		arguments:     rulesOf(&b.Arguments, func(r *policy.ArgumentRule) string { return r.Command }),
		effects:       rulesOf(&d.Effects, kindsOf),
		together:      rulesOf(&d.Together, func(r *policy.TogetherRule) string { return word(r.What) }),
		pythonCalls:   rulesOf(&py.Calls, nil),
		pythonImports: rulesOf(&py.Imports, nil),
		scriptCalls:   rulesOf(&js.Calls, nil),
		scriptImports: rulesOf(&js.Imports, nil),
	}
}

// takeRules takes the rules out of a document and returns their tables.
func takeRules(d *policy.Document) (tables []string) {
	for _, l := range lists(d) {
		tables = append(tables, l.take())
	}
	return tables
}

// kindsOf is the kinds of effects that a rule speaks of, a byte each.
func kindsOf(r *policy.EffectRule) (key string) {
	for _, k := range r.On {
		key += word(k)
	}
	return key
}

// needOf is the literal that every match of an expression contains; "" for one of several.
func needOf(re *rule.Regexp) string {
	if len(re.Need) != 1 {
		return ""
	}
	return re.Need[0]
}

// word is a value of an enumeration as a key.
func word[T ~uint8](v T) string { return string([]byte{byte(v)}) }

type listOf[T any] struct {
	rules *[]T
	key   func(*T) string // nil: all rules are always read
}

func rulesOf[T any](rules *[]T, key func(*T) string) list { return listOf[T]{rules, key} }

func (l listOf[T]) take() string {
	var w codec.TableWriter
	c := codec.Writer()
	for i := range *l.rules {
		r, key := &(*l.rules)[i], ""
		if l.key != nil {
			key = l.key(r)
		}
		c.Rewind()
		c.Value(r)
		w.Add(c.Written(), key)
	}
	*l.rules = nil
	return w.Text()
}

func (l listOf[T]) restore(table string) { *l.rules = readRules[T](table, always) }

// readRules reads the rules whose key may be that of a rule that applies. The sum of the file says that
// each is as it was written, so that one that cannot be read is a mistake of ours.
func readRules[T any](table string, may func(key string) bool) []T {
	var out []T
	var none T
	t := codec.Open(table)
	for i, key := range t.Keys {
		if may(key) {
			c := codec.Reader(t.Record(i))
			out = append(out, none)
			if c.Value(&out[len(out)-1]); !c.Done() {
				panic("a compiled policy is damaged")
			}
		}
	}
	return out
}

func always(string) bool { return true }

// Normalise returns all rules of the kind: they are few.
func (t *ruleTables) Normalise() []policy.NormaliseRule {
	return readRules[policy.NormaliseRule](t.Tables[normalise], always)
}

// Tool returns the rules on a tool.
func (t *ruleTables) Tool(name string) *policy.Tools {
	may := func(glob string) bool { return rule.GlobAny(glob, name) }
	return &policy.Tools{
		Deny:  readRules[policy.ToolDeny](t.Tables[toolDeny], may),
		Ask:   readRules[policy.Entry](t.Tables[toolAsk], may),
		Allow: readRules[policy.Entry](t.Tables[toolAllow], may),
	}
}

// Words returns prefixes with a first word that the command may have, expressions whose literal it
// holds, and argument rules on its name.
func (t *ruleTables) Words(s *rule.Subject, first policy.FirstWords) *policy.Bash {
	return &policy.Bash{
		Deny:        readRules[policy.Prefix](t.Tables[deny], first.Could),
		Checks:      readRules[policy.CheckRule](t.Tables[checks], holds(s, false)),
		AllowChecks: readRules[policy.Pattern](t.Tables[allowChecks], holds(s, true)),
		Arguments:   readRules[policy.ArgumentRule](t.Tables[arguments], s.Named),
		Ask:         readRules[policy.Prefix](t.Tables[ask], first.Could),
		Allow:       readRules[policy.Prefix](t.Tables[allow], first.Could),
	}
}

// holds reports whether a literal is in the text that an expression is searched in. Where words are
// not known, an allowing expression is searched in another text.
func holds(s *rule.Subject, allowing bool) func(literal string) bool {
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
func (t *ruleTables) Redirects() []policy.RedirectRule {
	return readRules[policy.RedirectRule](t.Tables[redirects], always)
}

// Effects returns the rules on a kind of effects.
func (t *ruleTables) Effects(kind fact.EffectKind) []policy.EffectRule {
	return readRules[policy.EffectRule](t.Tables[effects], func(key string) bool {
		return strings.Contains(key, word(kind)) ||
			kind == fact.Append && strings.Contains(key, word(fact.Write))
	})
}

// Together returns the rules on what the commands of a line do together.
func (t *ruleTables) Together(what rule.Together) []policy.TogetherRule {
	return readRules[policy.TogetherRule](t.Tables[together], func(key string) bool { return key == word(what) })
}

// Interpreter returns the rules on inline code of a language; nil if it is not known.
func (t *ruleTables) Interpreter(lang string) *policy.Interpreter {
	in, calls := t.doc.Tools.Bash.Interpreters.Python, pythonCalls
	switch lang {
	case "python":
	case "javascript":
		in, calls = t.doc.Tools.Bash.Interpreters.JavaScript, scriptCalls
	default:
		return nil
	}
	in.Calls = readRules[policy.CallRule](t.Tables[calls], always)
	in.Imports = readRules[policy.ImportRule](t.Tables[calls+1], always)
	return &in
}

// Whole returns the document with all of its rules.
func (t *ruleTables) Whole() *policy.Document {
	d := *t.doc
	d.Packed = nil
	for i, l := range lists(&d) {
		l.restore(t.Tables[i])
	}
	return &d
}

// Loosens reports whether anything but single values and imports loosens.
func (t *ruleTables) Loosens(denies bool) bool {
	if denies {
		return t.LooseOverDeny
	}
	return t.Loose
}
