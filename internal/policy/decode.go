package policy

import (
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/regex"
)

// Kind says what a file is, and with it which keys it may have and how strict the loader is.
type Kind uint8

const (
	Config       Kind = iota // a file of the user or of a project
	Preset                   // meta is allowed and required, and a warning is an error
	Organisation             // meta and baked are allowed
)

// maxNodes bounds the values that are looked at: aliases can name one list many times.
const maxNodes = 200_000

// maxProblems bounds what is reported about one file.
const maxProblems = 50

// maxPattern bounds a regular expression, in bytes: engines take a stack frame for each open
// parenthesis.
const maxPattern = 8 << 10

// decoder fills a Document from a YAML tree, guided by the struct tags.
type decoder struct {
	file     string
	kind     Kind
	doc      *Document
	path     []string // keys down to the value at hand
	types    []*structType
	parts    map[string]string // by name, as they stand in expressions
	nodes    int
	inRule   bool
	errors   []Problem
	warnings []Problem
	// about the rule or list entry at hand: errors if it restricts, warnings if it allows
	broken []Problem
}

// checker is a rule that knows more about itself than its tags say.
type checker interface{ check(d *decoder) }

// allower is a rule that may allow.
type allower interface{ allows() bool }

func (d *decoder) problem(n *yaml.Node, text, mend string) Problem {
	return Problem{File: d.file, Line: n.Line, Col: n.Column, Text: text, Mend: mend}
}

// fail reports a mistake of form: an error wherever it stands.
func (d *decoder) fail(n *yaml.Node, text, mend string) {
	if len(d.errors) < maxProblems {
		d.errors = append(d.errors, d.problem(n, text, mend))
	}
}

// breaks reports that the rule or entry at hand cannot mean anything.
func (d *decoder) breaks(p Pos, text, mend string) {
	if len(d.broken) < maxProblems {
		d.broken = append(d.broken, Problem{File: d.file, Line: p.Line, Col: p.Col, Text: text,
			Mend: mend})
	}
}

// settle turns what was found about a rule or entry into warnings or errors. It reports whether the
// rule stays.
func (d *decoder) settle(allows bool) bool {
	found := d.broken
	d.broken = d.broken[:0]
	for _, p := range found {
		if allows {
			p.Text += "; the rule is dropped"
			if len(d.warnings) < maxProblems {
				d.warnings = append(d.warnings, p)
			}
		} else if len(d.errors) < maxProblems {
			d.errors = append(d.errors, p)
		}
	}
	return len(found) == 0
}

// where names the place of the value at hand for messages.
func (d *decoder) where() string {
	if len(d.path) == 0 {
		return "the file"
	}
	return strings.Join(d.path, ".")
}

// value decodes n into v.
func (d *decoder) value(n *yaml.Node, v reflect.Value, f *field) {
	n, ok := d.resolve(n)
	if !ok {
		return
	}
	switch p := v.Addr().Interface().(type) {
	case *Entry:
		p.Text, p.Pos = d.text(n, f), at(n)
	case *Import:
		if n.Kind == yaml.MappingNode {
			d.mapping(n, v)
		} else {
			p.Preset, p.Pos = d.text(n, f), at(n)
		}
	case *Prefix:
		d.prefix(n, p, f)
	case *Pattern:
		p.Regexp, p.Written, p.Pos = d.regex(n, f), n.Value, at(n)
	case **rule.Regexp:
		*p = d.regex(n, f)
	case **int64:
		*p = d.integer(n, f)
	case *string:
		*p = d.text(n, f)
	default:
		d.composed(n, v, f)
	}
}

func (d *decoder) composed(n *yaml.Node, v reflect.Value, f *field) {
	switch v.Kind() {
	case reflect.Struct:
		d.mapping(n, v)
	case reflect.Slice:
		d.sequence(n, v, f)
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		d.mapping(n, p.Elem())
		if d.settle(allows(p.Elem())) {
			v.Set(p)
		}
	default:
		d.enum(n, v, f)
	}
}

// resolve follows an alias and counts the values that are looked at.
func (d *decoder) resolve(n *yaml.Node) (*yaml.Node, bool) {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	d.nodes++
	if d.nodes == maxNodes {
		d.errors = append(d.errors, d.problem(n, "the file has too many values, aliases counted",
			"write fewer rules, or split the file"))
	}
	return n, d.nodes < maxNodes
}

// sequence decodes a list. Entries that turn out to be broken are left out.
func (d *decoder) sequence(n *yaml.Node, v reflect.Value, f *field) {
	if n.Kind != yaml.SequenceNode || n.Tag != "!!seq" {
		d.fail(n, d.where()+" must be a list, not "+describe(n), "write it as [ … ]")
		return
	}
	if len(n.Content) == 0 && d.inRule && !f.has("empty") {
		d.breaks(at(n), d.where()+" is empty", "name at least one")
	}
	items := n.Content
	if f.key == "effects" && d.kind != Config {
		items = spread(items)
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	kept := 0
	for _, item := range items {
		if len(d.errors) >= maxProblems {
			break
		}
		elem := out.Index(kept)
		elem.SetZero() // what a dropped entry left behind
		failed := len(d.errors)
		d.value(item, elem, f)
		if d.inRule || d.settle(f.has("allows") || allows(elem)) && len(d.errors) == failed {
			kept++
		}
	}
	v.Set(out.Slice(0, kept))
}

// allows reports whether a list entry is a rule that allows.
func allows(v reflect.Value) bool {
	a, ok := v.Addr().Interface().(allower)
	return ok && a.allows()
}

// mapping decodes a mapping into a struct: a rule if it has a Pos, a block of keys otherwise.
func (d *decoder) mapping(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.MappingNode || n.Tag != "!!map" {
		d.fail(n, d.where()+" must be a mapping of keys to values, not "+describe(n),
			"write it as key: value")
		return
	}
	t := d.structType(v.Type())
	if t.pos >= 0 {
		v.Field(t.pos).Set(reflect.ValueOf(at(n)))
		d.inRule = true
		defer func() { d.inRule = false }()
	}
	failed := len(d.errors)
	seen := d.keys(n, v, t)
	if t.pos < 0 || len(d.errors) > failed {
		return
	}
	for i := range t.fields {
		if f := &t.fields[i]; f.has("required") && seen&(1<<i) == 0 {
			d.breaks(at(n), d.where()+": "+quote(f.key)+" is missing", "add "+f.key+": "+f.doc)
		}
	}
	if c, ok := v.Addr().Interface().(checker); ok && len(d.broken) == 0 {
		c.check(d)
	}
}

// keys decodes the values of a mapping and returns the set of fields that were given.
func (d *decoder) keys(n *yaml.Node, v reflect.Value, t *structType) (seen uint64) {
	for i := 0; i+1 < len(n.Content) && len(d.errors) < maxProblems; i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		j := t.find(key, d.kind)
		if j < 0 {
			d.unknownKey(key, t)
			continue
		}
		f := &t.fields[j]
		if seen&(1<<j) != 0 {
			d.fail(key, "the key "+quote(f.key)+" stands twice in "+d.where(),
				"keep one of the two, or put both values into it")
			continue
		}
		seen |= 1 << j
		if isNull(val) && !f.scalar && !d.inRule {
			continue // `deny:` with every entry commented out says nothing
		}
		d.path = append(d.path, f.key)
		d.value(val, f.at.of(v), f)
		if f.scalar && !d.inRule {
			d.settle(false)
			d.doc.scalars = append(d.doc.scalars, scalar{d.where(), val.Value, at(val)})
		}
		d.path = d.path[:len(d.path)-1]
	}
	return seen
}

func (d *decoder) unknownKey(key *yaml.Node, t *structType) {
	switch {
	case key.Kind != yaml.ScalarNode:
		d.fail(key, "a key in "+d.where()+" is "+describe(key), "write keys as plain words")
		return
	case key.Tag == "!!merge":
		d.fail(key, "merge keys (<<) are not supported", "write the keys out")
		return
	}
	text := "unknown key " + quote(key.Value) + " in " + d.where()
	known := t.keys(d.kind)
	if near := nearest(key.Value, known); near != "" {
		d.fail(key, text, "did you mean "+quote(near)+"?")
		return
	}
	if j := t.find(key, Organisation); j >= 0 {
		d.fail(key, "the key "+quote(key.Value)+" is for presets and organisation files only",
			"remove it")
		return
	}
	if home := d.homeOf(key.Value); home != "" {
		d.fail(key, text, "it belongs under "+home)
		return
	}
	d.fail(key, text, "use one of "+list(known, "and"))
}

// homeOf returns the block in which a key is known, or "".
func (d *decoder) homeOf(key string) string {
	for _, path := range []string{"tools.bash", "tools", "redirect", "guidance", "audit", "output",
		"tools.bash.interpreters.python"} {
		t := reflect.TypeFor[Document]()
		for name := range strings.SplitSeq(path, ".") {
			t = d.structType(t).typeOf(name)
		}
		if d.structType(t).typeOf(key) != nil {
			return path
		}
	}
	if d.structType(reflect.TypeFor[Document]()).typeOf(key) != nil {
		return "the top of the file"
	}
	return ""
}

func (d *decoder) text(n *yaml.Node, f *field) string {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
		mend := "write a string"
		if n.Kind == yaml.ScalarNode &&
			n.Style&(yaml.TaggedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
			mend = "put it in quotes: '" + strings.ReplaceAll(n.Value, "'", "''") + "'"
		}
		d.fail(n, d.where()+" must be a string, not "+describe(n), mend)
		return ""
	}
	if strings.TrimSpace(n.Value) == "" && (f == nil || !f.has("empty")) {
		d.breaks(at(n), "an empty string in "+d.where(), "write something, or remove it")
	}
	return n.Value
}

func (d *decoder) prefix(n *yaml.Node, p *Prefix, f *field) {
	*p = Prefix{Text: d.text(n, f), Pos: at(n)}
	p.Words = strings.Fields(p.Text)
}

func (d *decoder) regex(n *yaml.Node, f *field) *rule.Regexp {
	src := d.text(n, f)
	if src == "" {
		return nil
	}
	src, ok := d.joined(n, src)
	if !ok {
		return nil
	}
	if len(src) > maxPattern {
		d.breaks(at(n), "the regular expression in "+d.where()+" is longer than "+
			strconv.Itoa(maxPattern)+" bytes", "split it into several rules")
		return nil
	}
	re, err := regex.New(src)
	if err != nil {
		d.breaks(at(n), "the regular expression "+quote(src)+" in "+d.where()+" does not compile: "+
			regexMistake(err), "mend the expression; \\ takes the meaning from a special character")
		return nil
	}
	return re
}

// regexMistake drops from an engine's message what repeats the pattern.
func regexMistake(err error) string {
	text := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	if i := strings.LastIndex(text, " in `"); i > 0 {
		text = text[:i]
	}
	return text
}

func (d *decoder) integer(n *yaml.Node, f *field) *int64 {
	i, err := strconv.ParseInt(n.Value, 0, 64)
	least, _ := strconv.ParseInt(f.tag.Get("min"), 10, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || i < least {
		d.fail(n, d.where()+" must be a whole number of at least "+strconv.FormatInt(least,
			10)+", not "+describe(n), "write digits only, without a unit")
		return nil
	}
	return &i
}

func at(n *yaml.Node) Pos { return Pos{n.Line, n.Column} }

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// describe names a value for "must be …, not …".
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode && n.Tag == "!!map":
		return "a mapping"
	case n.Kind == yaml.SequenceNode && n.Tag == "!!seq":
		return "a list"
	case n.Kind == yaml.MappingNode, n.Kind == yaml.SequenceNode:
		return "a value with the tag " + n.Tag
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case isNull(n):
		return "nothing"
	case n.Tag == "!!str":
		return quote(n.Value)
	case n.Tag == "!!bool":
		return "the truth value " + n.Value
	case n.Tag == "!!int" || n.Tag == "!!float":
		return "the number " + quote(n.Value)
	case n.Tag == "!!timestamp":
		return "the date " + quote(n.Value)
	}
	return quote(n.Value) + " with the tag " + n.Tag
}
