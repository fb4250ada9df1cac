package analyze

import "strings"

// Code that reads what a directory holds often takes some of the names: those that end in .md. Which
// ones is not computed. A name that the code takes for how it is spelled has a part that stands in
// the code, so whoever judges the names needs the text.

// selects is the code of a pending text if it may take some of the names that it lists; "" if it
// takes all, or all that are files.
func (a *Analyzer) selects(p *pending) string {
	if p.ask < 0 || p.ask >= len(a.asked) || a.asked[p.ask].request == nil {
		return ""
	}
	code := a.asked[p.ask].request.Code
	for rest := code; ; {
		i := nextTest(rest)
		if i < 0 {
			return ""
		}
		before := rest[:i]
		rest = rest[i:]
		test := rest
		if end := strings.IndexAny(rest, ":]};\n"); end >= 0 {
			test = rest[:end]
		}
		if strings.HasSuffix(before, "?") { // the condition stands before it
			test = before[strings.LastIndexAny(before, ",;={>")+1:]
		}
		if !onlyKind(test) {
			return code
		}
	}
}

// nextTest is the index behind the next word with which a condition begins; -1 for none.
func nextTest(code string) int {
	at := -1
	for _, word := range [...]string{"if ", "if(", "filter(", "?", "&&", " and "} {
		if i := strings.Index(code, word); i >= 0 && (at < 0 || i+len(word) < at) {
			at = i + len(word)
		}
	}
	return at
}

// onlyKind reports whether a condition asks no more than whether a name is that of a file.
func onlyKind(test string) bool {
	low := strings.ReplaceAll(strings.ToLower(test), "_", "")
	kind := strings.Contains(low, "isfile") || strings.Contains(low, "isdir") ||
		strings.Contains(low, "exists(")
	return kind && !strings.Contains(low, " and ") && !strings.Contains(low, "&&") &&
		!strings.Contains(low, "endswith") && !strings.Contains(low, "startswith")
}
