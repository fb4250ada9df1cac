package javascript

import "strings"

const ambiguousProblem = "a slash or a comment of HTML begins a line, which engines read in " +
	"another way"

// ambiguous reports whether a text has a place at which an engine and the grammar disagree: a slash
// at the beginning of a line behind a brace is a regular expression where the brace ends the body
// of an arrow function (ECMA-262, 12.10), and so is --> a comment at the beginning of a line
// (B.1.1). Texts in quotes are looked at, too.
func ambiguous(text string) bool {
	for rest, at := text, 0; ; {
		i := strings.Index(rest, "-->")
		if i < 0 {
			break
		}
		at += i
		before := strings.TrimRight(text[:at], " \t\v\f")
		if before == "" || strings.HasSuffix(before, "*/") || lineEnd(before[len(before)-1]) ||
			strings.HasSuffix(before, "\u2028") || strings.HasSuffix(before, "\u2029") {
			return true
		}
		at += len("-->")
		rest = text[at:]
	}
	for i := range len(text) {
		if text[i] == '}' && slashOnNextLine(text[i+1:]) {
			return true
		}
	}
	return false
}

func lineEnd(c byte) bool { return c == '\n' || c == '\r' }

// slashOnNextLine reports whether the next sign in another line, comments left out, is a slash.
func slashOnNextLine(text string) bool {
	line := false
	for text != "" {
		switch {
		case lineEnd(text[0]):
			line, text = true, text[1:]
		case strings.IndexByte(" \t\v\f", text[0]) >= 0:
			text = text[1:]
		case strings.HasPrefix(text, "\u2028") || strings.HasPrefix(text, "\u2029"):
			line, text = true, text[len("\u2028"):]
		case strings.HasPrefix(text, "//"):
			end := strings.IndexAny(text, "\r\n")
			if end < 0 {
				return false
			}
			text = text[end:]
		case strings.HasPrefix(text, "/*"):
			comment, rest, found := strings.Cut(text[2:], "*/")
			if !found {
				return false
			}
			line = line || strings.ContainsAny(comment, "\r\n\u2028\u2029")
			text = rest
		default:
			return line && text[0] == '/'
		}
	}
	return false
}
