package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser library panics on a few texts, such as <<"$x[ with the end of the line behind it. For
// whoever asks, that is text that does not parse: what stands before it is judged, and the rest
// could not be checked.

// parser is the library's parser of one language.
type parser struct {
	*syntax.Parser
	lang syntax.LangVariant
}

func NewParser(v syntax.LangVariant) *parser {
	return &parser{syntax.NewParser(syntax.Variant(v)), v}
}

// ParseFile parses a whole text.
func ParseFile(p *parser, text string) (f *syntax.File, err error) {
	defer survive(&err)
	if f, err = p.Parse(strings.NewReader(text), ""); err == nil {
		endBodies(f, text)
		err = requote(f, text, p.lang)
	}
	return f, err
}

// ParseExpression parses an arithmetic expression.
func ParseExpression(p *parser, text string) (x syntax.ArithmExpr, err error) {
	defer survive(&err)
	if x, err = p.Arithmetic(strings.NewReader(text)); err == nil && x != nil {
		endBodies(x, text)
		err = requoteExpression(x, text, p.lang)
	}
	return x, err
}

// statements returns the complete statements before the first error of a text. wrong is what is not
// right in one of them.
func statements(p *parser, text string) (stmts []*syntax.Stmt, wrong error) {
	var err error
	defer survive(&err)
	for s, serr := range p.StmtsSeq(strings.NewReader(text)) {
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

// survive makes an error of a panic.
func survive(err *error) {
	if recover() != nil {
		*err = syntax.ParseError{Text: "the parser failed on this text"}
	}
}
