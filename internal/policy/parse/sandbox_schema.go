package parse

import (
	"reflect"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
)

// sandboxValue describes the values that only the block sandbox has.
func (g *schemaWriter) sandboxValue(t reflect.Type, f *policy.Field) {
	switch t {
	case reflect.TypeFor[policy.Words]():
		g.text("type", "array")
		g.object("items", func() { g.strings("enum", strings.Fields(f.Tag.Get("enum"))) })
	case reflect.TypeFor[policy.Port]():
		g.port()
	case reflect.TypeFor[policy.Reasons]():
		g.strings("type", []string{"object", "null"})
		g.object("additionalProperties", func() {
			g.text("type", "string")
			g.text("pattern", `\S`)
		})
	default:
		g.member("anyOf")
		g.b.WriteByte('[')
		g.inline(func() { g.strings("enum", []string{"none", "auto"}) })
		g.b.WriteString(", ")
		g.inline(func() {
			g.text("type", "array")
			g.object("items", g.port)
		})
		g.b.WriteByte(']')
	}
}

func (g *schemaWriter) port() {
	g.text("type", "integer")
	g.member("minimum")
	g.b.WriteByte('1')
	g.member("maximum")
	g.b.WriteString("65535")
}
