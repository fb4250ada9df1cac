package parse

import (
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// fieldOf returns the index of the field that a key names, or -1.
func fieldOf(s *policy.Struct, key *yaml.Node, kind policy.Kind) int {
	if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
		return -1
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Key == key.Value || f.Tag.Get("was") == key.Value {
			if !s.Fields[i].In(kind) {
				return -1
			}
			return i
		}
	}
	return -1
}

// enum decodes one word of an enumeration.
func (d *decoder) enum(n *yaml.Node, v reflect.Value, f *policy.Field) {
	tag := "!!str"
	if v.Type() == reflect.TypeFor[rule.Bool]() {
		tag = "!!bool"
	}
	if n.Kind == yaml.ScalarNode && n.Tag == tag {
		if value, ok := enumValue(v.Type(), n.Value); ok && admits(f, n.Value) {
			v.SetUint(value)
			return
		}
	}
	words := Words(v.Type(), f)
	mend := "use one of " + policy.List(words, "and")
	if n.Kind == yaml.ScalarNode {
		mend = policy.DidYouMean(n.Value, words)
	}
	d.fail(n, d.place()+" must be "+policy.List(words, "or")+", not "+describe(n), mend)
}

// admits reports whether the field's enum tag, if there is one, names the word.
func admits(f *policy.Field, word string) bool {
	words, limited := f.Tag.Lookup("enum")
	return !limited || slices.Contains(strings.Fields(words), word)
}

// Words returns the words that may stand in a field whose type is an enumeration.
func Words(t reflect.Type, f *policy.Field) []string {
	if words := f.Tag.Get("enum"); words != "" {
		return strings.Fields(words)
	}
	var words []string
	for _, w := range wordsOf(t) {
		words = append(words, w.word)
	}
	return words
}

// enumValue returns the value that a word of an enumeration stands for.
func enumValue(t reflect.Type, word string) (value uint64, ok bool) {
	for _, w := range wordsOf(t) {
		if w.word == word {
			return w.value, true
		}
	}
	return 0, false
}

// enumWord is a word and the value that it stands for.
type enumWord struct {
	word  string
	value uint64
}

// wordsOf returns the words of an enumeration, in the order in which messages have them.
func wordsOf(t reflect.Type) []enumWord {
	switch t {
	case reflect.TypeFor[rule.Decision]():
		return counted(rule.Allow, rule.Deny)
	case reflect.TypeFor[rule.Mode]():
		return counted(rule.ReadOnly, rule.ModeAllow)
	case reflect.TypeFor[rule.Together]():
		return counted(rule.SecretSent, rule.OutsideRun)
	case reflect.TypeFor[rule.Output]():
		return []enumWord{{"silent", uint64(rule.OutputSilent)}, {"explicit", uint64(rule.OutputExplicit)}}
	case reflect.TypeFor[rule.Bool]():
		return []enumWord{{"true", uint64(rule.True)}, {"false", uint64(rule.False)}}
	case reflect.TypeFor[rule.RedirectMode]():
		return []enumWord{{"read", uint64(rule.RedirectRead)}, {"write", uint64(rule.RedirectWrite)},
			{"append", uint64(rule.RedirectAppend)}, {"any", uint64(rule.RedirectAny)}}
	}
	return counted(fact.Read, fact.Variable)
}

// counted are the words of the values from the first to the last.
func counted[T interface {
	~uint8
	String() string
}](first, last T) (words []enumWord) {
	for v := first; v <= last; v++ {
		words = append(words, enumWord{v.String(), uint64(v)})
	}
	return words
}
