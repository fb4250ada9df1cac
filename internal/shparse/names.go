package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// A loop over src/*.c gives a variable the names of files, of which the pattern says enough to
// follow the usual ways to make other names of them: without the suffix, without the directory, the
// directory alone. The result is a pattern again that all of these names match, and so does the
// pattern's own text, which is the value where no file matches.

// trimmedNames is ${f%.c}, ${f#src/}, ${f##*/} or ${f%/*} where f holds the name of a file that
// matches a pattern.
func (in *Interp) trimmedNames(v fact.Word, pat string, op syntax.ParExpOperator) (fact.Word,
	bool) {
	if !expand.SimpleNames(v.Text) || v.Plain {
		return v, false // what is no name of a file may be what a file cannot be
	}
	text, known := expand.PlainPattern(pat)
	switch {
	case op == syntax.RemLargePrefix && pat == "*/":
		return expand.LastName(v)
	case op == syntax.RemSmallSuffix && pat == "/*":
		return expand.Directory(v)
	case !known || text == "":
		return v, false
	case op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix:
		rest, ok := strings.CutSuffix(v.Text, text)
		if strings.Trim(rest, "*") == "" && text[0] != '/' && (text[0] != '.' || in.hidden()) {
			ok = false // nothing may be left, and what is put behind it would be a path from the root
		}
		return expand.Names(v, rest), ok && !strings.ContainsAny(text, expand.Wild) &&
			!expand.Climber(rest)
	}
	// What stands before a star decides whether it may match a leading dot: the cut is made between
	// two components.
	rest, ok := strings.CutPrefix(v.Text, text)
	return expand.Names(v, rest), ok && strings.HasSuffix(text, "/") &&
		!strings.ContainsAny(text, expand.Wild) && !expand.Climber(rest)
}

// hidden reports whether patterns may match names that begin with a dot (bash manual 4.3.2,
// GLOBIGNORE).
func (in *Interp) hidden() bool {
	_, set := in.st.Vars["GLOBIGNORE"]
	return set || in.st.AllVars
}

// namesPrinted is what basename or dirname prints for one such name.
func namesPrinted(c *fact.Command) (*fact.Word, bool) {
	if len(c.Argv) < 2 || len(c.Argv) > 3 || !c.Argv[1].IsLiteral() || !c.Argv[1].Glob ||
		c.Argv[1].Plain || !expand.SimpleNames(c.Argv[1].Text) {
		return nil, false
	}
	w, ok := c.Argv[1], false
	// an option, or a slash that does not count
	if strings.HasSuffix(w.Text, "/") || strings.IndexByte(expand.Wild+"-", w.Text[0]) >= 0 {
		return nil, false
	}
	switch {
	case c.Argv[0].Text == "dirname" && len(c.Argv) == 2:
		w, ok = expand.Directory(w)
	case c.Argv[0].Text == "basename" && len(c.Argv) == 2:
		w, ok = expand.LastName(w)
	case c.Argv[0].Text == "basename" && c.Argv[2].Known() && expand.NamesOnly(c.Argv[2].Text):
		if w, ok = expand.LastName(w); ok {
			w.Text, ok = strings.CutSuffix(w.Text, c.Argv[2].Text)
			ok = ok && strings.ContainsAny(w.Text, expand.Wild) && !expand.Climber(w.Text)
		}
	}
	return &w, ok
}
