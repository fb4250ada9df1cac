package syntax

import "strings"

// newArithmetic writes $[expression] as $((expression)), which is the same for zsh: the parser
// library takes the old form for text there. A text in which the end of one is not sure, or that
// holds anything between single quotes that looks like one, is left as it is.
func newArithmetic(text string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(text); {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			b.WriteString(text[i : i+2])
			i += 2
		case strings.HasPrefix(text[i:], "$["):
			end := arithmeticEnd(text, i+len("$["))
			if end < 0 {
				return "", false
			}
			inner, ok := text[i+len("$["):end], true
			if strings.Contains(inner, "$[") {
				inner, ok = newArithmetic(inner)
			}
			if !ok {
				return "", false
			}
			b.WriteString("$((" + inner + "))")
			i = end + 1
		case text[i] == '\'' || strings.HasPrefix(text[i:], "<<"):
			k := quoteEnd(text, i, i > 0 && text[i-1] == '$')
			if text[i] != '\'' || k < 0 || strings.Contains(text[i:k], "$[") {
				return "", false
			}
			b.WriteString(text[i : k+1])
			i = k + 1
		default:
			b.WriteByte(text[i])
			i++
		}
	}
	return b.String(), true
}

// arithmeticEnd is the place of the bracket that ends an expression, or -1. Quotes and braces in it
// are not followed, but for those in substitutions.
func arithmeticEnd(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '\\', '\'', '"', '`', '#', '{':
			return -1
		case '[':
			depth++
		case ']':
			if depth == 0 {
				return i
			}
			depth--
		case '$':
			if i+1 < len(text) && text[i+1] == '(' {
				end := closingBracket(text, i+1)
				if end == 0 {
					return -1
				}
				i = end
			}
		}
	}
	return -1
}
