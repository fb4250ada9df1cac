package cmdlets

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// redivided returns the words that a program on Windows makes of a command line of Windows
// PowerShell and of versions before 7.3: an argument with a blank outside of quotes gets quotes
// around it, and those that it holds stay as they are. differs is false where these are the same.
func redivided(words []fact.Word) (other []fact.Word, differs bool) {
	var line strings.Builder
	var unknown []fact.Word
	for i := range words {
		w := &words[i]
		differs = differs || w.Kind == fact.Literal && (w.Text == "" || strings.Contains(w.Text, `"`))
		if i > 0 {
			line.WriteByte(' ')
		}
		switch {
		case w.Kind != fact.Literal || w.Many:
			line.WriteRune(placeholder)
			unknown = append(unknown, *w)
		case w.Text == "": // is left out
		case blankOutside(w.Text):
			line.WriteString(`"` + w.Text + `"`)
		default:
			line.WriteString(w.Text)
		}
	}
	if !differs {
		return nil, false
	}
	for _, text := range windowsWords(line.String()) {
		w := fact.Lit(text)
		if strings.ContainsRune(text, placeholder) {
			w = fact.Word{Kind: fact.Partial, Many: true}
			if len(unknown) > 0 && text == string(placeholder) {
				w, unknown = unknown[0], unknown[1:]
			}
		}
		other = append(other, w)
	}
	return other, len(other) != len(words) || differ(words, other)
}

// placeholder stands for a word that is not known: a character that is none.
const placeholder = '\uffff'

func differ(a, b []fact.Word) bool {
	for i := range a {
		if a[i].Kind == fact.Literal && a[i].Text != b[i].Text {
			return true
		}
	}
	return false
}

// blankOutside reports whether a text has a blank outside of its double quotes.
func blankOutside(text string) bool {
	quoted := false
	for _, r := range text {
		switch r {
		case '"':
			quoted = !quoted
		case ' ', '\t', '\n', '\r':
			if !quoted {
				return true
			}
		}
	}
	return false
}

// windowsWords divides a command line as programs on Windows do: backslashes before a quote escape
// it, two quotes in quotes are one.
func windowsWords(line string) (words []string) {
	var b strings.Builder
	quoted, any := false, false
	for i := 0; i < len(line); i++ {
		switch ch := line[i]; {
		case ch == '\\':
			n := 1
			for i+n < len(line) && line[i+n] == '\\' {
				n++
			}
			if i+n < len(line) && line[i+n] == '"' {
				b.WriteString(strings.Repeat(`\`, n/2))
				if n%2 == 1 {
					b.WriteByte('"')
					n++
				}
			} else {
				b.WriteString(strings.Repeat(`\`, n))
			}
			any = true
			i += n - 1
		case ch == '"' && quoted && i+1 < len(line) && line[i+1] == '"':
			b.WriteByte('"')
			i++
		case ch == '"':
			quoted, any = !quoted, true
		case !quoted && (ch == ' ' || ch == '\t'):
			if any {
				words = append(words, b.String())
			}
			b.Reset()
			any = false
		default:
			b.WriteByte(ch)
			any = true
		}
	}
	if any {
		words = append(words, b.String())
	}
	return words
}
