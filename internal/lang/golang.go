package lang

import (
	"go/scanner"
	"go/token"
	"strings"
)

// GoComputes reports whether Go code does no more than compute, print and test: without packages
// that do anything else there is nothing it could do it with. own is the path of the module whose
// packages it may use; what it hands to those must not look like a place outside. Of code that is
// not read to its end nothing is concluded.
func GoComputes(text, own string) bool {
	if !strings.Contains(text, "package ") || strings.ContainsAny(text, "\r\x00") {
		return false
	}
	g := goReader{own: own}
	g.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), nil, 0)
	for {
		_, t, literal := g.Scan()
		switch {
		case t == token.EOF:
			return g.ErrorCount == 0 && !g.imports
		case g.imports:
			if !g.imported(t, literal) {
				return false
			}
		case t == token.STRING && leadsOut(literal[1:len(literal)-1]):
			return false
		}
		g.imports = g.imports || t == token.IMPORT
	}
}

// leadsOut reports whether a string may name a place outside the project, or an address.
func leadsOut(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || strings.Contains(s, "..") ||
		strings.Contains(s, "://") || strings.Contains(s, `\x`) || strings.Contains(s, `\u`) ||
		strings.Contains(s, `\U`) || strings.Contains(s, `\0`) || strings.Contains(s, `\1`)
}

type goReader struct {
	scanner.Scanner
	own            string
	imports, group bool // in an import declaration, with parentheses
}

// imported reads a token of an import declaration, and reports whether it is one of a package that
// computes.
func (g *goReader) imported(t token.Token, literal string) bool {
	switch t {
	case token.STRING:
		g.imports = g.group
		return computing(literal[1:len(literal)-1], g.own)
	case token.LPAREN:
		g.group = true
	case token.RPAREN:
		g.imports, g.group = false, false
	}
	return t != token.EOF
}

// computing reports whether a package is one with which code computes, or one of the project's own.
func computing(name, own string) bool {
	return Word("go", "computing", name) ||
		own != "" && (name == own || strings.HasPrefix(name, own+"/")) && !strings.Contains(name, "..")
}
