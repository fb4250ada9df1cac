package fact

import "strings"

// maxMention bounds the words that are searched for paths.
const maxMention = 4096

// Mentioned adds the paths that stand in a text, between quotes or as parts of a program: all that
// is written with a slash, without backslashes. n may be nil.
func (n *Names) Mentioned(text string) *Names {
	if len(text) > maxMention || !strings.Contains(text, "/") {
		return n
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, `\/`, "/"), `\.`, ".")
	for text != "" {
		end := strings.IndexFunc(text, outsidePath)
		word := text
		if end >= 0 {
			word, text = text[:end], text[end+1:]
		} else {
			text = ""
		}
		if strings.Contains(strings.Trim(word, "/"), "/") ||
			strings.HasPrefix(word, "/") && strings.Trim(word, "/") != "" {
			if n == nil {
				n = new(Names)
			}
			n.Add(word, false)
		}
	}
	return n
}

// outsidePath reports whether a character ends a path in a text. A name may hold such a character,
// but rarely does.
func outsidePath(c rune) bool {
	return c < 0x80 && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') &&
		!strings.ContainsRune("._/~+@%-", c)
}
