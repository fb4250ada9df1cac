package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Read parses a text as a shell reads it, with repairs where the parser library reads it in another
// way.
func Read(text string, d dialect.Dialect) (r Outcome) {
	p := NewParser(d.Variant())
	if isPlain(text) {
		if f, err := ParseFile(p, text); err == nil {
			r.Stmts = f.Stmts
			return r
		}
	}
	// The parser takes a carriage return for white space, the shells take it for a letter. Another
	// control character in its place keeps all positions.
	text = strings.ReplaceAll(text, "\r", "\x01")
	if plain := r.endComments(text, d); plain != text {
		text, r.Text = plain, plain
	}
	f, err := ParseFile(p, text)
	for i := 0; err == nil && i < maxHereJoins && mayJoinDelimiter(text); i++ {
		joined, ok := joinDelimiter(f, text)
		if !ok {
			break
		}
		text, r.Text = joined, joined
		f, err = ParseFile(p, text)
	}
	fixed, ok := plainDelimiters(text)
	if err != nil && ok {
		if g, gerr := ParseFile(p, fixed); gerr == nil {
			f, err, r.Text = g, nil, fixed
		}
	}
	if err != nil {
		if g, other, ok := repaired(p, text, err); ok {
			f, err, r.Text = g, nil, other
		}
	}
	if err == nil {
		r.Stmts = f.Stmts
		r.noteReprinted(f.Stmts, text, d)
		return r
	}
	r.readRefused(p, text, d, err)
	return r
}

// readRefused reads a text that the parser refuses, as far as a shell would.
func (r *Outcome) readRefused(p *parser, text string, d dialect.Dialect, err error) {
	if d != dialect.Bash {
		// Some of what the parser refuses is an error for the shell only when it reaches it.
		if g, gerr := ParseFile(NewParser(syntax.LangBash), text); gerr == nil {
			r.Stmts = g.Stmts
			if d == dialect.Zsh {
				r.Err = err
			}
			return
		}
	}
	r.Stmts, _ = statements(p, text) // what is wrong was reported for all of the text
	r.Err = err
}
