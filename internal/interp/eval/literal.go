package eval

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// pyString decodes a string literal and an f-string (Python reference, 2.4.1).
func (m *machine) pyString(n *Node) *Value {
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
			out = m.binary("+", out, asText(v))
		}
	}
	return out
}

// formatSpec evaluates what stands in braces in a format specification.
func (m *machine) formatSpec(n *Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		m.py(k)
	}
}

// asText is the value as f-strings and template literals write it.
func asText(v *Value) *Value {
	switch v.kind {
	case kStr, kNum, kAlt:
		return v
	case kRef:
		if w, _ := v.asWord(); w.Kind == fact.Literal {
			return &Value{kind: kStr, word: w}
		}
	case kObj:
		if w, ok := v.asWord(); ok {
			return &Value{kind: kStr, word: w}
		}
	}
	return partial("", "")
}

// marked splits text at the mark of what is not known of the code itself.
func (m *machine) marked(s string) *Value {
	i := strings.Index(s, interp.Unknown)
	if i < 0 {
		return str(s)
	}
	j := strings.LastIndex(s, interp.Unknown) + len(interp.Unknown)
	return partial(s[:i], s[j:])
}

// pyContent is the text of a part of a string with its escapes replaced. In the tree escapes are
// children.
func (m *machine) pyContent(n *Node, raw bool) string {
	text := n.text()
	if raw || !strings.Contains(text, `\`) && !strings.Contains(text, "{{") && !strings.Contains(text, "}}") {
		return text
	}
	return unescape(text, false)
}

// unescape replaces the escape sequences of a string literal.
func unescape(s string, js bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'a':
			if js {
				b.WriteByte('a')
			} else {
				b.WriteByte('\a')
			}
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'v':
			b.WriteByte('\v')
		case '\n':
		case '\\', '\'', '"', '`':
			b.WriteByte(c)
		case 'x', 'u', 'U':
			n, r := escapedRune(s[i:], js)
			if n == 0 {
				b.WriteString(s[i-1 : i+1])
				continue
			}
			b.WriteRune(r)
			i += n
		case '0', '1', '2', '3', '4', '5', '6', '7':
			j := i
			most := 3
			if js && c > '3' {
				most = 2
			}
			for j < len(s) && j < i+most && s[j] >= '0' && s[j] <= '7' {
				j++
			}
			n, _ := strconv.ParseInt(s[i:j], 8, 32)
			b.WriteRune(rune(n))
			i = j - 1
		default:
			if !js {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escapedRune reads x41, u0041, U00000041 and u{41}. n is the number of bytes after the letter.
func escapedRune(s string, js bool) (n int, r rune) {
	digits := 2
	switch s[0] {
	case 'u':
		digits = 4
		if js && strings.HasPrefix(s, "u{") {
			end := strings.IndexByte(s, '}')
			if end < 0 {
				return 0, 0
			}
			v, err := strconv.ParseInt(s[2:end], 16, 32)
			if err != nil {
				return 0, 0
			}
			return end, rune(v)
		}
	case 'U':
		digits = 8
	}
	if len(s) < 1+digits {
		return 0, 0
	}
	v, err := strconv.ParseInt(s[1:1+digits], 16, 64)
	if err != nil {
		return 0, 0
	}
	return digits, rune(v)
}
