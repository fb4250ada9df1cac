package lang

import "strings"

// GoComputes reports whether Go code does no more than compute, print and test: without packages
// that do anything else there is nothing it could do it with. own is the path of the module whose
// packages it may use; what it hands to those must not look like a place outside. Of code that is
// not read to its end nothing is concluded.
func GoComputes(text, own string) bool {
	if !strings.Contains(text, "package ") || strings.ContainsAny(text, "\r\x00") {
		return false
	}
	g := goReader{rest: text}
	for g.next() {
		if g.kind == goName && g.token == "import" && !g.imports(own) {
			return false
		}
		if g.kind == goString && leadsOut(g.token) {
			return false
		}
	}
	return g.rest == "" && !g.broken
}

// leadsOut reports whether a string may name a place outside the project, or an address.
func leadsOut(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || strings.Contains(s, "..") ||
		strings.Contains(s, "://") || strings.Contains(s, `\x`) || strings.Contains(s, `\u`) ||
		strings.Contains(s, `\U`) || strings.Contains(s, `\0`) || strings.Contains(s, `\1`)
}

type goKind uint8

const (
	goName goKind = iota
	goString
	goSign
)

// goReader reads the tokens of Go that matter here: names, strings, and what stands between them.
type goReader struct {
	rest   string
	kind   goKind
	token  string // a string without its quotes, a name, or one character
	broken bool
}

// next reads one token, comments and blanks left out.
func (g *goReader) next() bool {
	for {
		g.rest = strings.TrimLeft(g.rest, " \t")
		switch {
		case g.rest == "":
			return false
		case strings.HasPrefix(g.rest, "//"):
			_, after, found := strings.Cut(g.rest, "\n")
			if g.rest = ""; found {
				g.rest = "\n" + after
			}
			continue
		case strings.HasPrefix(g.rest, "/*"):
			_, after, found := strings.Cut(g.rest[2:], "*/")
			if g.rest = after; !found {
				g.broken = true
			}
			continue
		}
		break
	}
	switch c := g.rest[0]; {
	case c == '`':
		return g.quoted("`", false)
	case c == '"', c == '\'':
		return g.quoted(string(c), true)
	}
	n := strings.IndexFunc(g.rest, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') &&
			r < 0x80
	})
	if n < 0 {
		n = len(g.rest)
	}
	if g.kind = goName; n == 0 {
		g.kind, n = goSign, 1
	}
	g.token, g.rest = g.rest[:n], g.rest[n:]
	return true
}

// quoted reads a string or a character.
func (g *goReader) quoted(mark string, escapes bool) bool {
	for i := 1; i < len(g.rest); i++ {
		switch {
		case escapes && g.rest[i] == '\\':
			i++
		case escapes && g.rest[i] == '\n':
			g.broken = true
			return false
		case g.rest[i] == mark[0]:
			g.kind, g.token, g.rest = goString, g.rest[1:i], g.rest[i+1:]
			if mark == "'" {
				g.kind = goSign
			}
			return true
		}
	}
	g.broken = true
	return false
}

// imports reads an import declaration, and reports whether all of its packages compute.
func (g *goReader) imports(own string) bool {
	group := false
	for g.next() {
		switch {
		case g.kind == goString:
			if !computing(g.token, own) {
				return false
			}
			if !group {
				return true
			}
		case g.token == "(" && !group:
			group = true
		case g.token == ")" && group:
			return true
		case g.kind == goSign && strings.Trim(g.token, "\n;._") != "":
			return false
		}
	}
	return false
}

// computing reports whether a package is one with which code computes, or one of the project's own.
func computing(name, own string) bool {
	return is("go", "computing", name) ||
		own != "" && (name == own || strings.HasPrefix(name, own+"/")) && !strings.Contains(name, "..")
}
