package eval

import "strings"

// pyString decodes a string literal and an f-string (Python reference, 2.4.1).
func (m *python) pyString(n *Node) *Value {
	start := n.kid("string_start")
	prefix := strings.ToLower(strings.TrimRight(start.text(), `'"`))
	raw := strings.Contains(prefix, "r")
	out := str("")
	for _, k := range n.Kids {
		switch k.Type {
		case "string_content":
			if !raw && strings.Contains(k.text(), `\N{`) {
				out = concat(out, data) // a character by its name
				continue
			}
			out = concat(out, m.marked(m.pyContent(k, raw)))
		case "interpolation":
			v := data
			if e := k.field("expression"); e != nil {
				v = m.py(e)
				if holdsEnviron(v, 0) {
					m.wholeEnviron(site{node: n})
				}
			}
			m.formatSpec(k.kid("format_specifier"))
			if k.kid("format_specifier") != nil || k.kid("type_conversion") != nil || v.kind == kAlt && len(n.Kids) > 6 {
				v = data
			}
			out = m.binary(opAdd, out, asText(v))
		}
	}
	return out
}

// formatSpec evaluates what stands in braces in a format specification.
func (m *python) formatSpec(n *Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		m.py(k)
	}
}

// pyContent is the text of a part of a string with its escapes replaced. In the tree escapes are
// children.
func (m *python) pyContent(n *Node, raw bool) string {
	text := n.text()
	if raw || !strings.Contains(text, `\`) && !strings.Contains(text, "{{") && !strings.Contains(text, "}}") {
		return text
	}
	return pyEscapes.unescape(text)
}

var pyEscapes = escapes{bell: true, keep: true}
