package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser library panics on a few texts, such as <<"$x[ with the end of the line behind it. Here
// that is a syntax error like any other: what stands before it is judged, and the rest could not be
// checked.

// parser is the library's parser of one language.
type parser struct {
	library *syntax.Parser
	lang    syntax.LangVariant
}

// NewParser returns a parser of a variant of the language.
func NewParser(v syntax.LangVariant) *parser {
	return &parser{syntax.NewParser(syntax.Variant(v)), v}
}

// ParseFile parses a whole text.
func ParseFile(p *parser, text string) (f *syntax.File, err error) {
	defer recoverPanic(&err)
	if f, err = p.library.Parse(strings.NewReader(text), ""); err == nil && !isPlain(text) {
		endBodies(f, text)
		err = requote(f, text, p.lang)
	}
	return f, err
}

// ParseExpression parses an arithmetic expression.
func ParseExpression(p *parser, text string) (x syntax.ArithmExpr, err error) {
	defer recoverPanic(&err)
	if x, err = p.library.Arithmetic(strings.NewReader(text)); err == nil && x != nil {
		endBodies(x, text)
		err = requoteExpression(x, text, p.lang)
	}
	return x, err
}

// parseDocument parses the text of a here-document.
func parseDocument(p *parser, text string) (w *syntax.Word, err error) {
	defer recoverPanic(&err)
	return p.library.Document(strings.NewReader(text))
}

// statements returns the complete statements before the first error of a text. wrong is what is not
// right in one of them.
func statements(p *parser, text string) (stmts []*syntax.Stmt, wrong error) {
	var err error
	defer recoverPanic(&err)
	for s, serr := range p.library.StmtsSeq(strings.NewReader(text)) {
		if serr != nil {
			err = serr
		}
		if err == nil && s != nil { // leaving the loop early is a panic of the library after some errors
			endBodies(s, text)
			if rerr := requote(s, text, p.lang); wrong == nil {
				wrong = rerr
			}
			stmts = append(stmts, s)
		}
	}
	return stmts, wrong
}

// recoverPanic is deferred to make an error of a panic.
func recoverPanic(err *error) {
	if recover() != nil {
		*err = syntax.ParseError{Text: "the parser failed on this text"}
	}
}

// isPlain reports whether a text holds nothing that the parser library and the shells read in
// different ways. Most texts do not.
func isPlain(text string) bool {
	return !strings.ContainsAny(text, "\r\\<([$") && !strings.Contains(text, "function")
}
