package inline

import "strings"

// Code that reads what a directory holds often takes some of the names: those that end in .md. Where
// a condition says so by a text of its own, only names count that hold such a text. How the code
// flows is not followed: a condition counts wherever it stands.

// selects returns texts one of which a name has that code takes, each behind a NUL; "" where it may
// take any.
func (a *Inline) selects(p *pending) string {
	if p.ask < 0 || p.ask >= len(a.Asked) || a.Asked[p.ask].request == nil {
		return ""
	}
	return spelledNames(a.Asked[p.ask].request.Code)
}

// spelledNames is selects of the text of the code.
func spelledNames(code string) string {
	if strings.Contains(code, "else") { // what it does with the names that it does not take
		return ""
	}
	var all strings.Builder
	for rest := code; ; {
		at := nextTest(rest)
		if at < 0 {
			return all.String()
		}
		before := rest[:at]
		rest = rest[at:]
		test, then := condition(rest)
		if strings.HasSuffix(before, "?") { // the condition stands before it
			test = before[strings.LastIndexAny(before, ",;={>")+1:]
		}
		spelled := spelling(test)
		if spelled == "" {
			continue
		}
		if negates(test) != leaves(then) || !eachSpells(test) {
			return "" // those that are spelled so are left out, or others are taken as well
		}
		texts := textsIn(spelled)
		if len(texts) == 0 {
			texts = textsOf(lastName(spelled), code)
		}
		if len(texts) == 0 {
			return ""
		}
		all.WriteString("\x00" + strings.Join(texts, "\x00"))
		rest = rest[len(rest)-len(then):]
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

// condition divides what stands behind such a word into the condition and the rest.
func condition(code string) (test, then string) {
	quote := byte(0)
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte(":]};\n", c) >= 0:
			return code[:i], code[i:]
		}
	}
	return code, ""
}

// spellings are ways to ask how a name is spelled.
var spellings = [...]string{"endswith(", "startswith(", "endsWith(", "startsWith(", "includes(",
	"suffix", "extname(", "splitext(", "fnmatch(", ".test(", ".match(", " in ", "=="}

// spelling is the part of a condition that asks how a name is spelled; "" for none.
func spelling(test string) string {
	for _, way := range spellings {
		if strings.Contains(test, way) {
			return test
		}
	}
	return ""
}

// eachSpells reports whether every way to meet a condition asks how a name is spelled: of
// f.endswith(".md") or len(f) > 3, one does not.
func eachSpells(test string) bool {
	for way := range strings.SplitSeq(strings.ReplaceAll(test, "||", " or "), " or ") {
		if spelling(way) == "" {
			return false
		}
	}
	return true
}

// negates reports whether a condition holds for names that are not spelled so.
func negates(test string) bool {
	test = strings.TrimLeft(test, " (")
	return strings.HasPrefix(test, "not ") || strings.HasPrefix(test, "!") ||
		strings.Contains(test, " not ") || strings.Contains(test, "!=") || strings.Contains(test, "=>!") ||
		strings.Contains(test, "=> !")
}

// leaves reports whether what follows a condition leaves the round of the loop.
func leaves(then string) bool {
	then = strings.TrimLeft(then, ":){ \t\n")
	for _, word := range [...]string{"continue", "return", "break"} {
		if strings.HasPrefix(then, word) {
			return true
		}
	}
	return false
}

// textsIn returns the texts in quotes, or in an expression between slashes, of which nothing is a
// pattern; none if one of them says nothing of a name.
func textsIn(code string) (texts []string) {
	for i := 0; i < len(code); i++ {
		quote := code[i]
		if quote != '\'' && quote != '"' && quote != '/' {
			continue
		}
		end := strings.IndexByte(code[i+1:], quote)
		if end < 0 {
			return nil
		}
		text := strings.Trim(code[i+1:i+1+end], "*")
		if quote == '/' || strings.ContainsAny(text, `\^$`) {
			text = literalPart(code[i+1 : i+1+end])
		}
		i += end + 1
		if text == "" || strings.ContainsAny(text, `\[](){}*+?|`) {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// literalPart is the text that an expression asks for, as \.ts$ does for .ts; "" where it asks for
// more than a text.
func literalPart(expression string) string {
	parts := strings.Split(strings.Trim(expression, "^$"), `\.`)
	for _, part := range parts {
		if strings.Contains(part, ".") {
			return ""
		}
	}
	return strings.Join(parts, ".")
}

// lastName is the name at the end of a condition, for what it stands.
func lastName(test string) string {
	test = strings.TrimRight(test, " )")
	at := len(test)
	for at > 0 && isNameByte(test[at-1]) {
		at--
	}
	return test[at:]
}

func isNameByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// textsOf returns the texts that the code gives a name.
func textsOf(name, code string) []string {
	for rest := code; name != ""; {
		_, after, found := strings.Cut(rest, name)
		if !found {
			return nil
		}
		rest = after
		value, ok := strings.CutPrefix(strings.TrimLeft(after, " "), "=")
		if !ok || strings.HasPrefix(value, "=") {
			continue
		}
		if end := strings.IndexAny(value, ";\n"); end >= 0 {
			value = value[:end]
		}
		return textsIn(value)
	}
	return nil
}
