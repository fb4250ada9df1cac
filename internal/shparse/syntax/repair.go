package syntax

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser library refuses two things that shells read: more than one bang before a pipeline (two
// of them have no effect), and a subshell that begins with another one,
//
//	((cmd; cmd) )
//
// which is an expression only where both brackets end together.

// maxSecondReads bounds how often a text is read again.
const maxSecondReads = 8

// repaired reads a refused text again without these things. ok is false where that is refused, too.
func repaired(p *parser, text string, err error) (f *syntax.File, other string, ok bool) {
	other = text
	for range maxSecondReads {
		next, found := withoutBangs(other, err)
		if !found {
			if next, found = dividedBrackets(other); !found {
				return nil, "", false
			}
		}
		other = next
		if f, err = ParseFile(p, other); err == nil {
			return f, other, true
		}
	}
	return nil, "", false
}

// withoutBangs makes blanks of two bangs where the parser reports one bang too many.
func withoutBangs(text string, err error) (string, bool) {
	var at syntax.ParseError
	if !errors.As(err, &at) || !strings.HasPrefix(at.Text, "cannot negate") {
		return "", false
	}
	i := int(at.Pos.Offset())
	if i >= len(text) || text[i] != '!' {
		return "", false
	}
	k := i + 1
	for k < len(text) && (text[k] == ' ' || text[k] == '\t') {
		k++
	}
	if k == i+1 || k+1 >= len(text) || text[k] != '!' || text[k+1] != ' ' && text[k+1] != '\t' {
		return "", false
	}
	b := []byte(text)
	b[i], b[k] = ' ', ' '
	return string(b), true
}

// dividedBrackets puts a blank between two brackets that do not end together.
func dividedBrackets(text string) (string, bool) {
	var b strings.Builder
	from := 0
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '(' || text[i+1] != '(' || i > 0 && strings.IndexByte("(<>=", text[i-1]) >= 0 {
			continue
		}
		if end := closingBracket(text, i+1); end > 0 && end+1 < len(text) && text[end+1] != ')' {
			b.WriteString(text[from : i+1])
			b.WriteByte(' ')
			from = i + 1
		}
	}
	b.WriteString(text[from:])
	return b.String(), from > 0
}

// closingBracket is the place where the bracket at i is closed; 0 if it is not.
func closingBracket(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\'':
			k := strings.IndexByte(text[i+1:], '\'')
			if k < 0 {
				return 0
			}
			i += k + 1
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}
