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

// find returns the index of the field that a key names, or -1.
func find(s *policy.Struct, key *yaml.Node, kind policy.Kind) int {
	if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
		return -1
	}
	for i := range s.Fields {
		if s.Fields[i].Key == key.Value {
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
	words := enumWords(v.Type(), f)
	mend := "use one of " + policy.List(words, "and")
	if n.Kind == yaml.ScalarNode {
		mend = policy.DidYouMean(n.Value, words)
	}
	d.fail(n, d.where()+" must be "+policy.List(words, "or")+", not "+describe(n), mend)
}

// admits reports whether the field's enum tag, if there is one, names the word.
func admits(f *policy.Field, word string) bool {
	words, limited := f.Tag.Lookup("enum")
	return !limited || slices.Contains(strings.Fields(words), word)
}

// enumWords returns the words that may stand where a value of an enumeration is expected.
func enumWords(t reflect.Type, f *policy.Field) []string {
	if words := f.Tag.Get("enum"); words != "" {
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
