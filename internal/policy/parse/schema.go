package parse

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// Schema returns the JSON Schema (draft 2020-12) of configs and presets, generated from the same
// struct tags that drive the decoder. The bytes are the same in every run.
func Schema() []byte {
	g := schemaWriter{}
	g.open()
	g.member("$schema")
	g.string("https://json-schema.org/draft/2020-12/schema")
	g.member("title")
	g.string("fencepost config")
	g.block(reflect.TypeFor[policy.Document]())
	g.close()
	g.b.WriteByte('\n')
	return []byte(g.b.String())
}

// schemaWriter writes JSON with two blanks of indentation.
type schemaWriter struct {
	format policy.Format
	b      strings.Builder
	depth  int
	first  bool
}

func (g *schemaWriter) open() {
	g.b.WriteByte('{')
	g.depth++
	g.first = true
}

func (g *schemaWriter) close() {
	g.depth--
	g.b.WriteString("\n" + strings.Repeat("  ", g.depth) + "}")
	g.first = false
}

func (g *schemaWriter) member(name string) {
	if !g.first {
		g.b.WriteByte(',')
	}
	g.first = false
	g.b.WriteString("\n" + strings.Repeat("  ", g.depth))
	g.string(name)
	g.b.WriteString(": ")
}

// string writes a JSON string. The format's own words and sentences hold no control characters.
func (g *schemaWriter) string(s string) {
	g.b.WriteByte('"')
	for i := range len(s) {
		if s[i] == '\\' || s[i] == '"' {
			g.b.WriteByte('\\')
		}
		g.b.WriteByte(s[i])
	}
	g.b.WriteByte('"')
}

func (g *schemaWriter) text(name, value string) {
	g.member(name)
	g.string(value)
}

func (g *schemaWriter) strings(name string, values []string) {
	g.member(name)
	g.b.WriteByte('[')
	for i, v := range values {
		if i > 0 {
			g.b.WriteString(", ")
		}
		g.string(v)
	}
	g.b.WriteByte(']')
}

// object writes a member whose value is an object.
func (g *schemaWriter) object(name string, members func()) {
	g.member(name)
	g.open()
	members()
	g.close()
}

// inline writes an object that is no member's value.
func (g *schemaWriter) inline(members func()) {
	g.open()
	members()
	g.close()
}

// value describes the value of a field, or an element of its list.
func (g *schemaWriter) value(t reflect.Type, f *policy.Field, inRule bool) {
	switch t {
	case reflect.TypeFor[policy.Import]():
		g.member("anyOf")
		g.b.WriteByte('[')
		g.inline(func() {
			g.text("type", "string")
			g.text("pattern", `\S`)
		})
		g.b.WriteString(", ")
		g.inline(func() { g.block(t) })
		g.b.WriteByte(']')
		return
	case reflect.TypeFor[policy.Words](), reflect.TypeFor[policy.Port](),
		reflect.TypeFor[*policy.Publish](), reflect.TypeFor[policy.Reasons]():
		g.sandboxValue(t, f)
		return
	case reflect.TypeFor[policy.Entry](), reflect.TypeFor[policy.Prefix](), reflect.TypeFor[string]():
		if words := f.Tag.Get("enum"); words != "" {
			g.strings("enum", strings.Fields(words))
			return
		}
		g.text("type", "string")
		if !f.Has("empty") {
			g.text("pattern", `\S`)
		}
		return
	case reflect.TypeFor[policy.Pattern](), reflect.TypeFor[*rule.Regexp]():
		g.text("type", "string")
		g.text("format", "regex")
		g.text("pattern", `\S`)
		return
	case reflect.TypeFor[*int64]():
		g.text("type", "integer")
		g.member("minimum")
		g.b.WriteString(f.Tag.Get("min"))
		return
	case reflect.TypeFor[rule.Bool]():
		g.text("type", "boolean")
		return
	}
	switch t.Kind() {
	case reflect.Slice:
		g.kind("array", inRule)
		if inRule {
			g.member("minItems")
			g.b.WriteString(strconv.Itoa(1))
		}
		g.object("items", func() { g.value(t.Elem(), f, inRule) })
	case reflect.Pointer:
		g.value(t.Elem(), f, inRule)
	case reflect.Struct:
		g.block(t)
	default:
		g.strings("enum", enumWords(t, f))
	}
}

// kind writes the type of a list or mapping. Outside rules it may be left empty: `deny:` with all
// entries commented out.
func (g *schemaWriter) kind(name string, inRule bool) {
	if inRule {
		g.text("type", name)
		return
	}
	g.strings("type", []string{name, "null"})
}

// block describes a mapping.
func (g *schemaWriter) block(t reflect.Type) {
	s := g.format.Struct(t)
	isRule := s.Pos >= 0
	g.kind("object", isRule)
	g.member("additionalProperties")
	g.b.WriteString("false")
	g.object("properties", func() {
		for i := range s.Fields {
			f := &s.Fields[i]
			g.object(f.Key, func() {
				if f.Doc != "" {
					g.text("description", f.Doc)
				}
				g.value(f.Type, f, isRule)
			})
		}
	})
	var required []string
	for i := range s.Fields {
		if s.Fields[i].Has("required") {
			required = append(required, s.Fields[i].Key)
		}
	}
	if required != nil {
		g.strings("required", required)
	}
	g.choice(t)
}

// choice writes which keys of a rule exclude each other, as check.go enforces it.
func (g *schemaWriter) choice(t reflect.Type) {
	switch t {
	case reflect.TypeFor[policy.RedirectRule]():
		g.oneOf([]string{"outside", "glob"}, "")
	case reflect.TypeFor[policy.ArgumentRule]():
		g.oneOf([]string{"anyArgOutside", "allArgsInside", "anyArgMatches", "allArgsMatch", "hasFlag"},
			"subcommand")
	}
}

// oneOf asks for exactly one of the keys or, where that is given, for alone and none of them.
func (g *schemaWriter) oneOf(keys []string, alone string) {
	g.member("oneOf")
	g.b.WriteByte('[')
	for i, k := range keys {
		if i > 0 {
			g.b.WriteString(", ")
		}
		g.b.WriteString(`{"required": ["` + k + `"]}`)
	}
	if alone != "" {
		g.b.WriteString(`, {"required": ["` + alone + `"], "not": {"anyOf": [`)
		for i, k := range keys {
			if i > 0 {
				g.b.WriteString(", ")
			}
			g.b.WriteString(`{"required": ["` + k + `"]}`)
		}
		g.b.WriteString("]}}")
	}
	g.b.WriteByte(']')
}
