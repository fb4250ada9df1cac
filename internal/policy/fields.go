package policy

import (
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// structType is what the tags of a struct say.
type structType struct {
	typ    reflect.Type
	fields []field
	pos    int   // index of the field Pos, which makes the struct a rule; -1: a block of keys
	paths  []int // room for the indexes of the fields of embedded structs
}

// field is one key of a mapping.
type field struct {
	key    string
	flags  string // the rest of the yaml tag
	doc    string
	tag    reflect.StructTag
	index  []int
	typ    reflect.Type
	scalar bool // a single value, neither list nor mapping
}

func (f *field) has(flag string) bool {
	for rest := f.flags; rest != ""; {
		var one string
		one, rest, _ = strings.Cut(rest, ",")
		if one == flag {
			return true
		}
	}
	return false
}

// structType returns the fields of a struct type, those of embedded structs included. Types are
// few, and only those that a file uses are looked at.
func (d *decoder) structType(t reflect.Type) *structType {
	for _, s := range d.types {
		if s.typ == t {
			return s
		}
	}
	s := &structType{typ: t, pos: -1, fields: make([]field, 0, t.NumField()+4)}
	s.add(t, nil)
	d.types = append(d.types, s)
	return s
}

// roomForPaths is enough for the fields that a rule has in common with others, two numbers each.
const roomForPaths = 16

func (s *structType) add(t reflect.Type, index []int) {
	for i := range t.NumField() {
		sf := t.Field(i)
		path := sf.Index
		if index != nil {
			if s.paths == nil {
				s.paths = make([]int, 0, roomForPaths)
			}
			from := len(s.paths)
			s.paths = append(append(s.paths, index...), i)
			path = s.paths[from:len(s.paths):len(s.paths)]
		}
		if sf.Anonymous {
			s.add(sf.Type, path)
			continue
		}
		if sf.Type == reflect.TypeFor[Pos]() {
			s.pos = i
			continue
		}
		if tag, ok := sf.Tag.Lookup("yaml"); ok {
			key, flags, _ := strings.Cut(tag, ",")
			s.fields = append(s.fields, field{
				key: key, flags: flags, doc: sf.Tag.Get("doc"), tag: sf.Tag, index: path, typ: sf.Type,
				scalar: !isBlock(sf.Type),
			})
		}
	}
}

// isBlock reports whether values of the type are lists or mappings.
func isBlock(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[Entry](), reflect.TypeFor[Prefix](), reflect.TypeFor[Pattern](),
		reflect.TypeFor[*rule.Regexp](), reflect.TypeFor[*int64]():
		return false
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Pointer:
		return true
	}
	return false
}

// find returns the index of the field that a key names, or -1.
func (s *structType) find(key *yaml.Node, kind Kind) int {
	if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
		return -1
	}
	for i := range s.fields {
		if s.fields[i].key == key.Value {
			if !s.fields[i].in(kind) {
				return -1
			}
			return i
		}
	}
	return -1
}

// in reports whether a file of that kind may have the key.
func (f *field) in(kind Kind) bool {
	return !(kind == Config && f.has("preset") || kind != Organisation && f.has("org"))
}

// keys returns the keys that a file of that kind may have here.
func (s *structType) keys(kind Kind) []string {
	var keys []string
	for i := range s.fields {
		if s.fields[i].in(kind) {
			keys = append(keys, s.fields[i].key)
		}
	}
	return keys
}

// typeOf returns the type of the value of a key, or nil.
func (s *structType) typeOf(key string) reflect.Type {
	for i := range s.fields {
		if s.fields[i].key == key {
			return s.fields[i].typ
		}
	}
	return nil
}

// enum decodes one word of an enumeration.
func (d *decoder) enum(n *yaml.Node, v reflect.Value, f *field) {
	tag := "!!str"
	if v.Type() == reflect.TypeFor[rule.Bool]() {
		tag = "!!bool"
	}
	if n.Kind == yaml.ScalarNode && n.Tag == tag {
		if value, ok := enumValue(v.Type(), n.Value); ok && f.admits(n.Value) {
			v.SetUint(value)
			return
		}
	}
	words := enumWords(v.Type(), f)
	mend := "use one of " + list(words, "and")
	if n.Kind == yaml.ScalarNode {
		mend = didYouMean(n.Value, words)
	}
	d.fail(n, d.where()+" must be "+list(words, "or")+", not "+describe(n), mend)
}

// admits reports whether the field's enum tag, if there is one, names the word.
func (f *field) admits(word string) bool {
	words, limited := f.tag.Lookup("enum")
	return !limited || slices.Contains(strings.Fields(words), word)
}

// enumWords returns the words that may stand where a value of an enumeration is expected.
func enumWords(t reflect.Type, f *field) []string {
	if words := f.tag.Get("enum"); words != "" {
		return strings.Fields(words)
	}
	switch t {
	case reflect.TypeFor[rule.Decision]():
		return []string{"allow", "ask", "deny"}
	case reflect.TypeFor[rule.Output]():
		return []string{"silent", "explicit"}
	case reflect.TypeFor[rule.Bool]():
		return []string{"true", "false"}
	case reflect.TypeFor[rule.RedirectMode]():
		return []string{"read", "write", "append", "any"}
	}
	var words []string
	if t == reflect.TypeFor[rule.Together]() {
		for k := rule.SecretSent; k <= rule.OutsideRun; k++ {
			words = append(words, k.String())
		}
		return words
	}
	if t == reflect.TypeFor[rule.Mode]() {
		for m := rule.ReadOnly; m <= rule.ModeAllow; m++ {
			words = append(words, m.String())
		}
		return words
	}
	for k := fact.Read; k <= fact.Variable; k++ {
		words = append(words, k.String())
	}
	return words
}

// enumValue returns the value that a word of an enumeration stands for.
func enumValue(t reflect.Type, word string) (value uint64, ok bool) {
	switch t {
	case reflect.TypeFor[rule.Decision]():
		v, ok := rule.ParseDecision(word)
		return uint64(v), ok
	case reflect.TypeFor[rule.Mode]():
		v, ok := rule.ParseMode(word)
		return uint64(v), ok
	case reflect.TypeFor[rule.Output]():
		return valueOf(word, "silent", rule.OutputSilent, "explicit", rule.OutputExplicit)
	case reflect.TypeFor[rule.Bool]():
		return valueOf(word, "true", rule.True, "false", rule.False)
	case reflect.TypeFor[rule.RedirectMode]():
		if v, ok := valueOf(word, "read", rule.RedirectRead, "write", rule.RedirectWrite); ok {
			return v, ok
		}
		return valueOf(word, "append", rule.RedirectAppend, "any", rule.RedirectAny)
	}
	if t == reflect.TypeFor[rule.Together]() {
		for k := rule.SecretSent; k <= rule.OutsideRun; k++ {
			if k.String() == word {
				return uint64(k), true
			}
		}
		return 0, false
	}
	for k := fact.Read; k <= fact.Variable; k++ {
		if k.String() == word {
			return uint64(k), true
		}
	}
	return 0, false
}

// valueOf returns the value beside the word that is given.
func valueOf[T ~uint8](word, a string, va T, b string, vb T) (uint64, bool) {
	switch word {
	case a:
		return uint64(va), true
	case b:
		return uint64(vb), true
	}
	return 0, false
}
