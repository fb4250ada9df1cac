package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// stringExpr decodes a string literal and an f-string (Python reference, 2.4.1).
func (m *machine) stringExpr(n *syntax.Node) *core.Value {
	start := n.Kid("string_start")
	prefix := strings.ToLower(strings.TrimRight(start.Text(), `'"`))
	raw := strings.Contains(prefix, "r")
	out := core.Str("")
	for _, k := range n.Kids {
		switch k.Type {
		case "string_content":
			if !raw && strings.Contains(k.Text(), `\N{`) {
				out = core.Concat(out, core.Data) // a character by its name
				continue
			}
			out = core.Concat(out, core.Marked(m.content(k, raw)))
		case "interpolation":
			v := core.Data
			if e := k.Child("expression"); e != nil {
				v = m.expr(e)
				if core.HoldsEnviron(v, 0) {
					m.WholeEnviron(core.Site{Node: n})
				}
			}
			m.formatSpec(k.Kid("format_specifier"))
			formatted := k.Kid("format_specifier") != nil || k.Kid("type_conversion") != nil || shows(k)
			if formatted || v.Kind == core.KindAlt && len(n.Kids) > 6 {
				v = core.Data
			}
			out = m.Binary(core.OpAdd, out, core.AsText(v))
		}
	}
	return out
}

// shows reports whether a field shows its expression, too: {x=}.
func shows(field *syntax.Node) bool {
	e := field.Child("expression")
	return e != nil && strings.HasPrefix(strings.TrimSpace(field.Src[e.End:field.End]), "=")
}

// formatSpec evaluates what stands in braces in a format specification.
func (m *machine) formatSpec(n *syntax.Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		m.expr(k)
	}
}

// content is the text of a part of a string with its escapes replaced. In the tree escapes are
// children.
func (m *machine) content(n *syntax.Node, raw bool) string {
	text := n.Text()
	if raw {
		return text
	}
	return escapes.Unescape(text)
}

var escapes = syntax.Escapes{Bell: true, Keep: true}
