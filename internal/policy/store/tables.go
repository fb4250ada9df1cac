package store

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// ruleTables is what policy.Packed is for a document: a table for each kind of rules. The key of a
// rule tells, without reading it, that it says nothing of a call.
type ruleTables struct {
	toolDeny, toolAsk, toolAllow   codec.Table
	normalise, checks, allowChecks codec.Table
	deny, ask, allow               codec.Table
	redirects, arguments           codec.Table
	effects, together              codec.Table
	python, javascript             codeTables
	loosens, loosensDenying        bool
	doc                            *policy.Document
}

type codeTables struct{ calls, imports codec.Table }

// list is the rules of one kind, in a document and as a table.
type list interface {
	take() string // takes them out of the document and returns their table
	open(table string)
	restore() // puts them into the document
}

// lists pairs the rules of a document with the tables.
func (t *ruleTables) lists(d *policy.Document) []list {
	b := &d.Tools.Bash
	first := func(p *policy.Prefix) string { return p.Words[0] }
	name := func(e *policy.Entry) string { return e.Text }
	py, js := &b.Interpreters.Python, &b.Interpreters.JavaScript
	return []list{
		of(&d.Tools.Deny, &t.toolDeny, func(r *policy.ToolDeny) string { return r.Tool }),
		of(&d.Tools.Ask, &t.toolAsk, name),
		of(&d.Tools.Allow, &t.toolAllow, name),
		of(&b.Normalise, &t.normalise, nil),
		of(&b.Deny, &t.deny, first),
		of(&b.Checks, &t.checks, func(r *policy.CheckRule) string { return needOf(r.Test) }),
		of(&b.AllowChecks, &t.allowChecks, func(p *policy.Pattern) string { return needOf(p.Regexp) }),
		of(&b.Ask, &t.ask, first),
		of(&b.Allow, &t.allow, first),
		of(&b.Redirects, &t.redirects, nil),
		of(&b.Arguments, &t.arguments, func(r *policy.ArgumentRule) string { return r.Command }),
		of(&d.Effects, &t.effects, kindsOf),
		of(&d.Together, &t.together, func(r *policy.TogetherRule) string { return word(r.What) }),
		of(&py.Calls, &t.python.calls, nil), of(&py.Imports, &t.python.imports, nil),
		of(&js.Calls, &t.javascript.calls, nil), of(&js.Imports, &t.javascript.imports, nil),
	}
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
	table *codec.Table
	key   func(*T) string // nil: all rules are always read
}

func of[T any](rules *[]T, table *codec.Table, key func(*T) string) list {
	return listOf[T]{rules, table, key}
}

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

func (l listOf[T]) open(table string) { *l.table = codec.Open(table) }

func (l listOf[T]) restore() { *l.rules = pick[T](l.table, every) }

// pick reads the rules whose key may be that of a rule that applies. That one cannot be read is no
// case: the sum of the file says that it is as it was written.
func pick[T any](t *codec.Table, may func(key string) bool) []T {
	var out []T
	var none T
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

func every(string) bool { return true }

// Normalise returns all rules of the kind: they are few.
func (t *ruleTables) Normalise() []policy.NormaliseRule {
	return pick[policy.NormaliseRule](&t.normalise, every)
}

// Tool returns the rules on a tool.
func (t *ruleTables) Tool(name string) *policy.Tools {
	may := func(glob string) bool { return rule.GlobAny(glob, name) }
	return &policy.Tools{
		Deny:  pick[policy.ToolDeny](&t.toolDeny, may),
		Ask:   pick[policy.Entry](&t.toolAsk, may),
		Allow: pick[policy.Entry](&t.toolAllow, may),
	}
}

// Words returns prefixes with a first word that the command may have, expressions whose literal it
// holds, and argument rules on its name.
func (t *ruleTables) Words(s *rule.Subject, first policy.FirstWords) *policy.Bash {
	return &policy.Bash{
		Deny:        pick[policy.Prefix](&t.deny, first.Could),
		Checks:      pick[policy.CheckRule](&t.checks, holder(s, false)),
		AllowChecks: pick[policy.Pattern](&t.allowChecks, holder(s, true)),
		Arguments:   pick[policy.ArgumentRule](&t.arguments, s.Named),
		Ask:         pick[policy.Prefix](&t.ask, first.Could),
		Allow:       pick[policy.Prefix](&t.allow, first.Could),
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
func (t *ruleTables) Redirects() []policy.RedirectRule {
	return pick[policy.RedirectRule](&t.redirects, every)
}

// Effects returns the rules on a kind of effects.
func (t *ruleTables) Effects(kind fact.EffectKind) []policy.EffectRule {
	return pick[policy.EffectRule](&t.effects, func(key string) bool {
		return strings.Contains(key, word(kind)) ||
			kind == fact.Append && strings.Contains(key, word(fact.Write))
	})
}

// Together returns the rules on what the commands of a line do together.
func (t *ruleTables) Together(what rule.Together) []policy.TogetherRule {
	return pick[policy.TogetherRule](&t.together, func(key string) bool { return key == word(what) })
}

// Interpreter returns the rules on inline code of a language; nil if it is not known.
func (t *ruleTables) Interpreter(lang string) *policy.Interpreter {
	in := &t.doc.Tools.Bash.Interpreters
	switch lang {
	case "python":
		return t.python.rules(&in.Python)
	case "javascript":
		return t.javascript.rules(&in.JavaScript)
	}
	return nil
}

func (t *codeTables) rules(in *policy.Interpreter) *policy.Interpreter {
	return &policy.Interpreter{Writes: in.Writes, Calls: pick[policy.CallRule](&t.calls, every),
		Imports: pick[policy.ImportRule](&t.imports, every)}
}

// Whole returns the document with all of its rules.
func (t *ruleTables) Whole() *policy.Document {
	d := *t.doc
	d.Packed = nil
	for _, l := range t.lists(&d) {
		l.restore()
	}
	return &d
}

// Loosens reports whether anything but single values and imports loosens.
func (t *ruleTables) Loosens(denies bool) bool {
	if denies {
		return t.loosensDenying
	}
	return t.loosens
}
