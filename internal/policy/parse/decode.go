package parse

import (
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// maxNodes bounds the values that are looked at: aliases can name one list many times.
const maxNodes = 200_000

// maxProblems bounds what is reported about one file.
const maxProblems = 50

// maxPattern bounds a regular expression, in bytes: engines take a stack frame for each open
// parenthesis.
const maxPattern = 8 << 10

// decoder fills a policy.Document from a YAML tree, guided by the struct tags.
type decoder struct {
	file     string
	kind     policy.Kind
	doc      *policy.Document
	path     []string // keys down to the value at hand
	format   policy.Format
	parts    map[string]string // by name, as they stand in expressions
	nodes    int
	inRule   bool
	errors   []policy.Problem
	warnings []policy.Problem
	// about the rule or list entry at hand: errors if it restricts, warnings if it allows
	mistakes []policy.Problem
}

// allower is a rule that may allow.
type allower interface{ Allows() bool }

func (d *decoder) problem(n *yaml.Node, text, mend string) policy.Problem {
	return policy.Problem{File: d.file, Line: n.Line, Col: n.Column, Text: text, Mend: mend}
}

// fail reports a mistake of form: an error wherever it stands.
func (d *decoder) fail(n *yaml.Node, text, mend string) {
	if len(d.errors) < maxProblems {
		d.errors = append(d.errors, d.problem(n, text, mend))
	}
}

// mistake reports that the rule or entry at hand cannot mean anything.
func (d *decoder) mistake(p policy.Pos, text, mend string) {
	if len(d.mistakes) < maxProblems {
		d.mistakes = append(d.mistakes, policy.Problem{File: d.file, Line: p.Line, Col: p.Col, Text: text,
			Mend: mend})
	}
}

// reportMistakes turns the mistakes of the rule or entry at hand into warnings if it allows, else into
// errors. It reports whether the rule stays: there were no mistakes.
func (d *decoder) reportMistakes(allows bool) bool {
	found := d.mistakes
	d.mistakes = d.mistakes[:0]
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

// place names the place of the value at hand for messages.
func (d *decoder) place() string {
	if len(d.path) == 0 {
		return "the file"
	}
	return strings.Join(d.path, ".")
}

// value decodes n into v.
func (d *decoder) value(n *yaml.Node, v reflect.Value, f *policy.Field) {
	n, ok := d.resolve(n)
	if !ok {
		return
	}
	switch p := v.Addr().Interface().(type) {
	case *policy.Entry:
		p.Text, p.Pos = d.text(n, f), at(n)
	case *policy.Import:
		if n.Kind == yaml.MappingNode {
			d.mapping(n, v)
		} else {
			p.Preset, p.Pos = d.text(n, f), at(n)
		}
	case *policy.Prefix:
		d.prefix(n, p, f)
	case *policy.Pattern:
		p.Regexp, p.Written, p.Pos = d.regex(n, f), n.Value, at(n)
	case **rule.Regexp:
		*p = d.regex(n, f)
	case **int64:
		*p = d.integer(n, f)
	case *policy.Words:
		*p = d.words(n, f)
	case *policy.Port:
		p.Number, p.Pos = d.port(n), at(n)
	case **policy.Publish:
		*p = d.publish(n)
	case *policy.Amount:
		*p = d.amount(n, f)
	case *policy.Reasons:
		*p = d.reasons(n)
	case *string:
		if f.Tag.Get("enum") != "" {
			*p = d.word(n, f)
		} else {
			*p = d.text(n, f)
		}
	default:
		d.block(n, v, f)
	}
}

func (d *decoder) block(n *yaml.Node, v reflect.Value, f *policy.Field) {
	switch v.Kind() {
	case reflect.Struct:
		d.mapping(n, v)
	case reflect.Slice:
		d.sequence(n, v, f)
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		d.mapping(n, p.Elem())
		if d.reportMistakes(allows(p.Elem())) {
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
func (d *decoder) sequence(n *yaml.Node, v reflect.Value, f *policy.Field) {
	if n.Kind != yaml.SequenceNode || n.Tag != "!!seq" {
		d.fail(n, d.place()+" must be a list, not "+describe(n), "write it as [ … ]")
		return
	}
	if len(n.Content) == 0 && d.inRule && !f.Has("empty") {
		d.mistake(at(n), d.place()+" is empty", "name at least one")
	}
	items := n.Content
	if f.Key == "effects" && d.kind != policy.Config {
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
		if d.inRule || d.reportMistakes(f.Has("allows") || allows(elem)) && len(d.errors) == failed {
			kept++
		}
	}
	v.Set(out.Slice(0, kept))
}

// allows reports whether a list entry is a rule that allows.
func allows(v reflect.Value) bool {
	a, ok := v.Addr().Interface().(allower)
	return ok && a.Allows()
}

// mapping decodes a mapping into a struct: a rule if it has a policy.Pos, a block of keys otherwise.
func (d *decoder) mapping(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.MappingNode || n.Tag != "!!map" {
		d.fail(n, d.place()+" must be a mapping of keys to values, not "+describe(n),
			"write it as key: value")
		return
	}
	t := d.format.Struct(v.Type())
	if t.Pos >= 0 {
		v.Field(t.Pos).Set(reflect.ValueOf(at(n)))
		d.inRule = true
		defer func() { d.inRule = false }()
	}
	failed := len(d.errors)
	seen := d.keys(n, v, t)
	if t.Pos < 0 || len(d.errors) > failed {
		return
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Has("required") && seen&(1<<i) == 0 {
			d.mistake(at(n), d.place()+": "+policy.Quote(f.Key)+" is missing", "add "+f.Key+": "+f.Doc)
		}
	}
	if len(d.mistakes) == 0 {
		d.check(v.Addr().Interface())
	}
}

// keys decodes the values of a mapping and returns the set of fields that were given.
func (d *decoder) keys(n *yaml.Node, v reflect.Value, t *policy.Struct) (seen uint64) {
	for i := 0; i+1 < len(n.Content) && len(d.errors) < maxProblems; i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		j := fieldOf(t, key, d.kind)
		if j < 0 {
			d.unknownKey(key, t)
			continue
		}
		f := &t.Fields[j]
		if seen&(1<<j) != 0 {
			d.fail(key, "the key "+policy.Quote(f.Key)+" stands twice in "+d.place(),
				"keep one of the two, or put both values into it")
			continue
		}
		seen |= 1 << j
		if key.Value != f.Key {
			d.renamed(key, f.Key)
		}
		if isNull(val) && !f.Scalar && !d.inRule {
			continue // `deny:` with every entry commented out says nothing
		}
		d.path = append(d.path, f.Key)
		d.value(val, f.Of(v), f)
		if f.Scalar && !d.inRule {
			d.reportMistakes(false)
			d.doc.Scalars = append(d.doc.Scalars, policy.Scalar{Key: d.place(), Value: asWritten(val),
				Pos: at(val)})
		}
		d.path = d.path[:len(d.path)-1]
	}
	return seen
}

// renamed notes that the file uses a former name.
func (d *decoder) renamed(n *yaml.Node, name string) {
	d.doc.Renamed = append(d.doc.Renamed, d.problem(n, policy.Quote(n.Value)+" in "+d.place()+
		" is now "+policy.Quote(name), "write the new name"))
}

func (d *decoder) unknownKey(key *yaml.Node, t *policy.Struct) {
	switch {
	case key.Kind != yaml.ScalarNode:
		d.fail(key, "a key in "+d.place()+" is "+describe(key), "write keys as plain words")
		return
	case key.Tag == "!!merge":
		d.fail(key, "merge keys (<<) are not supported", "write the keys out")
		return
	}
	text := "unknown key " + policy.Quote(key.Value) + " in " + d.place()
	known := t.Keys(d.kind)
	if near := policy.Nearest(key.Value, known); near != "" {
		d.fail(key, text, "did you mean "+policy.Quote(near)+"?")
		return
	}
	if j := fieldOf(t, key, policy.Organisation); j >= 0 {
		d.fail(key, "the key "+policy.Quote(key.Value)+" is for presets and organisation files only",
			"remove it")
		return
	}
	if j := fieldOf(t, key, policy.Config); j >= 0 {
		d.fail(key, "the key "+policy.Quote(key.Value)+" is for configs only", "remove it")
		return
	}
	if home := d.homeOf(key.Value); home != "" {
		d.fail(key, text, "it belongs under "+home)
		return
	}
	d.fail(key, text, "use one of "+policy.List(known, "and"))
}

// homeOf returns the block in which a key is known, or "".
func (d *decoder) homeOf(key string) string {
	paths := []string{"tools.bash", "tools", "redirect", "guidance", "audit", "output",
		"tools.bash.interpreters.python", "sandbox", "sandbox.network", "sandbox.read"}
	if len(d.path) > 0 && d.path[0] == "sandbox" {
		paths = paths[len(paths)-3:]
	}
	for _, path := range paths {
		t := reflect.TypeFor[policy.Document]()
		for name := range strings.SplitSeq(path, ".") {
			if t = d.format.Struct(t).TypeOf(name); t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
		}
		if d.format.Struct(t).TypeOf(key) != nil {
			return path
		}
	}
	if d.format.Struct(reflect.TypeFor[policy.Document]()).TypeOf(key) != nil {
		return "the top of the file"
	}
	return ""
}

func (d *decoder) text(n *yaml.Node, f *policy.Field) string {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
		mend := "write a string"
		if n.Kind == yaml.ScalarNode &&
			n.Style&(yaml.TaggedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
			mend = "put it in quotes: '" + strings.ReplaceAll(n.Value, "'", "''") + "'"
		}
		d.fail(n, d.place()+" must be a string, not "+describe(n), mend)
		return ""
	}
	if strings.TrimSpace(n.Value) == "" && (f == nil || !f.Has("empty")) {
		d.mistake(at(n), "an empty string in "+d.place(), "write something, or remove it")
	}
	return n.Value
}

func (d *decoder) prefix(n *yaml.Node, p *policy.Prefix, f *policy.Field) {
	*p = policy.Prefix{Text: d.text(n, f), Pos: at(n)}
	p.Words = strings.Fields(p.Text)
}

func (d *decoder) regex(n *yaml.Node, f *policy.Field) *rule.Regexp {
	src := d.text(n, f)
	if src == "" {
		return nil
	}
	src, ok := d.expandParts(n, src)
	if !ok {
		return nil
	}
	if len(src) > maxPattern {
		d.mistake(at(n), "the regular expression in "+d.place()+" is longer than "+
			strconv.Itoa(maxPattern)+" bytes", "split it into several rules")
		return nil
	}
	re, err := rule.NewRegexp(src)
	if err != nil {
		d.mistake(at(n), "the regular expression "+policy.Quote(src)+" in "+d.place()+" does not compile: "+
			regexMistake(err), "correct the expression; \\ makes a special character stand for itself")
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

func (d *decoder) integer(n *yaml.Node, f *policy.Field) *int64 {
	i, err := strconv.ParseInt(n.Value, 0, 64)
	least, _ := strconv.ParseInt(f.Tag.Get("min"), 10, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || i < least {
		d.fail(n, d.place()+" must be a whole number of at least "+strconv.FormatInt(least,
			10)+", not "+describe(n), "write digits only, without a unit")
		return nil
	}
	return &i
}

func at(n *yaml.Node) policy.Pos { return policy.Pos{Line: n.Line, Col: n.Column} }

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
		return policy.Quote(n.Value)
	case n.Tag == "!!bool":
		return "the truth value " + n.Value
	case n.Tag == "!!int" || n.Tag == "!!float":
		return "the number " + policy.Quote(n.Value)
	case n.Tag == "!!timestamp":
		return "the date " + policy.Quote(n.Value)
	}
	return policy.Quote(n.Value) + " with the tag " + n.Tag
}
