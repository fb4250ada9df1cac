// Package schema makes the JSON Schema of configs from the struct tags of package policy, which also
// drive the decoder in package parse.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// object is a JSON object whose members have an order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:", m.name)
		if err := encoder(&b).Encode(m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func encoder(b *bytes.Buffer) *json.Encoder {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e
}

// Schema returns the JSON Schema (draft 2020-12) of configs and presets. The bytes are the same in
// every run.
func Schema() []byte {
	var w writer
	head := object{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "fencepost config"}}
	var b bytes.Buffer
	e := encoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(append(head, w.block(reflect.TypeFor[policy.Document]())...)); err != nil {
		panic(err) // it has nothing but texts, numbers and lists
	}
	return b.Bytes()
}

// writer describes Go types.
type writer struct{ format policy.Format }

var (
	text  = object{{"type", "string"}, {"pattern", `\S`}}
	port  = object{{"type", "integer"}, {"minimum", 1}, {"maximum", 65535}}
	ports = object{{"type", "array"}, {"items", port}}
)

func enum(words []string) object { return object{{"enum", words}} }

// value describes the value of a field, or an element of its list.
func (w *writer) value(t reflect.Type, f *policy.Field, inRule bool) object {
	switch t {
	case reflect.TypeFor[policy.Import]():
		return object{{"anyOf", []object{text, w.block(t)}}}
	case reflect.TypeFor[policy.Words]():
		return object{{"type", "array"}, {"items", enum(strings.Fields(f.Tag.Get("enum")))}}
	case reflect.TypeFor[policy.Port]():
		return port
	case reflect.TypeFor[policy.Amount]():
		return object{{"type", []string{"string", "integer"}}, {"pattern", `^[1-9][0-9]*([KMGT]i?B?|[smh])?$`}, {"minimum", 1}}
	case reflect.TypeFor[*policy.Publish]():
		return object{{"anyOf", []object{enum([]string{"none", "auto"}), ports}}}
	case reflect.TypeFor[policy.Reasons]():
		return object{{"type", []string{"object", "null"}}, {"additionalProperties", text}}
	case reflect.TypeFor[policy.Entry](), reflect.TypeFor[policy.Prefix](), reflect.TypeFor[string]():
		switch words := f.Tag.Get("enum"); {
		case words != "":
			was, _, _ := strings.Cut(f.Tag.Get("was"), "=")
			return enum(strings.Fields(words + " " + was))
		case f.Has("empty"):
			return text[:1]
		}
		return text
	case reflect.TypeFor[policy.Pattern](), reflect.TypeFor[*rule.Regexp]():
		return object{{"type", "string"}, {"format", "regex"}, {"pattern", `\S`}}
	case reflect.TypeFor[*int64]():
		return object{{"type", "integer"}, {"minimum", json.Number(f.Tag.Get("min"))}}
	case reflect.TypeFor[rule.Bool]():
		return object{{"type", "boolean"}}
	}
	switch t.Kind() {
	case reflect.Slice:
		o := object{kind("array", inRule)}
		if inRule {
			o = append(o, member{"minItems", 1})
		}
		return append(o, member{"items", w.value(t.Elem(), f, inRule)})
	case reflect.Pointer:
		return w.value(t.Elem(), f, inRule)
	case reflect.Struct:
		return w.block(t)
	}
	return enum(parse.Words(t, f))
}

// kind is the type of a list or mapping. Outside rules it may be left empty: `deny:` with all
// entries commented out.
func kind(name string, inRule bool) member {
	if inRule {
		return member{"type", name}
	}
	return member{"type", []string{name, "null"}}
}

// block describes a mapping.
func (w *writer) block(t reflect.Type) object {
	s := w.format.Struct(t)
	isRule := s.Pos >= 0
	var properties object
	var required []string
	for i := range s.Fields {
		f := &s.Fields[i]
		var o object
		if f.Doc != "" {
			o = object{{"description", f.Doc}}
		}
		value := w.value(f.Type, f, isRule)
		properties = append(properties, member{f.Key, append(o, value...)})
		if was := f.Tag.Get("was"); was != "" && !strings.Contains(was, "=") {
			properties = append(properties, member{was, append(object{{"deprecated", true}}, value...)})
		}
		if f.Has("required") {
			required = append(required, f.Key)
		}
	}
	o := object{kind("object", isRule), {"additionalProperties", false}, {"properties", properties}}
	if required != nil {
		o = append(o, member{"required", required})
	}
	return append(o, choice(t)...)
}

// choice says which keys of a rule exclude each other, as the decoder has it.
func choice(t reflect.Type) object {
	var one []object
	switch t {
	case reflect.TypeFor[policy.RedirectRule]():
		one = given("outside", "glob")
	case reflect.TypeFor[policy.ArgumentRule]():
		one = given("anyArgOutside", "allArgsInside", "anyArgMatches", "allArgsMatch", "hasFlag")
		one = append(one, object{{"required", []string{"subcommand"}}, {"not", object{{"anyOf", one}}}})
	default:
		return nil
	}
	return object{{"oneOf", one}}
}

// given are the conditions that one of the keys is there.
func given(keys ...string) (list []object) {
	for _, k := range keys {
		list = append(list, object{{"required", []string{k}}})
	}
	return list
}
