package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxHereJoins bounds how often a text is parsed anew because a here-document ends earlier than it
// seems to.
const maxHereJoins = 8

// mayJoinDelimiter reports whether a text can be one of those that joinDelimiter looks for.
func mayJoinDelimiter(text string) bool {
	return strings.Contains(text, "<<") && strings.Contains(text, "\\\n")
}

// joinDelimiter finds a here-document with expansion in which a backslash-newline joins two lines
// to the delimiter: the shells end it there (POSIX XCU 2.7.4), the parser does not. It returns the
// text with these lines joined.
func joinDelimiter(f *syntax.File, text string) (joined string, ok bool) {
	syntax.Walk(f, func(n syntax.Node) bool {
		r, isRedir := n.(*syntax.Redirect)
		if ok || !isRedir || r.Hdoc == nil || QuotedDelimiter(r.Word) {
			return !ok
		}
		from, to := int(r.Hdoc.Pos().Offset()), int(r.Hdoc.End().Offset())
		delim := LitOf(r.Word)
		for at := from; at < to && !ok; {
			end, parts := logicalLine(text, at)
			if line := strings.ReplaceAll(text[at:end], "\\\n", ""); parts > 1 &&
				(line == delim || r.Op == syntax.DashHdoc && strings.TrimLeft(line, "\t") == delim) {
				joined, ok = text[:at]+line+text[end:], true
			}
			at = end + 1
		}
		return !ok
	})
	return joined, ok
}

// logicalLine returns the end of the line that begins at a place, continuation lines included, and
// their number.
func logicalLine(text string, at int) (end, parts int) {
	for parts = 1; ; parts++ {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text), parts
		}
		if end = at + i; i == 0 || text[end-1] != '\\' {
			return end, parts
		}
		at = end + 1
	}
}

// plainDelimiters replaces the backticks in the delimiters of here-documents, which mean themselves
// there (POSIX XCU 2.7.4) but are not parsed, by underscores: in the delimiter and in the line that
// ends the document.
func plainDelimiters(text string) (fixed string, found bool) {
	for at := 0; ; {
		i := strings.Index(text[at:], "<<")
		if i < 0 {
			return text, found
		}
		at += i + 2
		from := at + len(text[at:]) - len(strings.TrimLeft(text[at:], "- \t"))
		end := from + strings.IndexAny(text[from:]+"\n", " \t\n;&|<>()")
		word := text[from:end]
		if !strings.Contains(word, "`") || strings.ContainsAny(word, "'\"\\$") {
			continue
		}
		line := strings.Index(text[end:]+"\n", "\n"+word+"\n")
		if line < 0 {
			return text, false
		}
		plain := strings.ReplaceAll(word, "`", "_")
		line += end + 1
		text = text[:from] + plain + text[end:line] + plain + text[line+len(word):]
		found = true
	}
}

func QuotedDelimiter(w *syntax.Word) bool {
	for _, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok || strings.Contains(l.Value, "\\") {
			return true
		}
	}
	return false
}

func RawLit(w *syntax.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			return ""
		}
		b.WriteString(l.Value)
	}
	return b.String()
}

// StripTabs removes leading tabs of each line for <<-.
func StripTabs(s string, op syntax.RedirOperator) string {
	if op != syntax.DashHdoc || !strings.Contains(s, "\t") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return strings.Join(lines, "\n")
}
