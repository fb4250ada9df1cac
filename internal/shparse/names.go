package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// A loop over src/*.c gives a variable the names of files, of which the pattern says enough to follow the usual ways to
// make other names of them: without the suffix, without the directory, the directory alone. The result is a pattern again
// that all of these names match, and so does the pattern's own text, which is the value where no file matches.

// wild holds the characters that match something in the patterns that are followed here; others are left alone.
const wild = "*?"

// simpleNames reports whether a pattern has no other special characters than those in wild.
func simpleNames(pattern string) bool { return !strings.ContainsAny(pattern, "[](){}|\\^~#<>!") }

// trimmedNames is ${f%.c}, ${f#src/}, ${f##*/} or ${f%/*} where f holds the name of a file that matches a pattern.
func (in *Interp) trimmedNames(v fact.Word, pat string, op syntax.ParExpOperator) (fact.Word, bool) {
	if !simpleNames(v.Text) || v.Plain {
		return v, false // what is no name of a file may be what a file cannot be
	}
	text, known := plainPattern(pat)
	switch {
	case op == syntax.RemLargePrefix && pat == "*/":
		return lastName(v)
	case op == syntax.RemSmallSuffix && pat == "/*":
		return directory(v)
	case !known || text == "":
		return v, false
	case op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix:
		rest, ok := strings.CutSuffix(v.Text, text)
		if strings.Trim(rest, "*") == "" && text[0] != '/' && (text[0] != '.' || in.hidden()) {
			ok = false // nothing may be left, and what is put behind it would be a path from the root
		}
		return names(v, rest), ok && !strings.ContainsAny(text, wild) && !climber(rest)
	}
	// What stands before a star decides whether it may match a leading dot: the cut is made between two components.
	rest, ok := strings.CutPrefix(v.Text, text)
	return names(v, rest), ok && strings.HasSuffix(text, "/") && !strings.ContainsAny(text, wild) && !climber(rest)
}

// hidden reports whether patterns may match names that begin with a dot (bash manual 4.3.2, GLOBIGNORE).
func (in *Interp) hidden() bool {
	_, set := in.st.vars["GLOBIGNORE"]
	return set || in.st.allVars
}

// climber reports whether a component with a wildcard may stand for the directory above: the shells that match .. with
// a pattern leave that name out nowhere, and a name that is cut short may become it.
func climber(pattern string) bool {
	for part := range strings.SplitSeq(pattern, "/") {
		if strings.HasPrefix(part, ".") && strings.ContainsAny(part, wild) && strings.Trim(part, "."+wild) == "" {
			return true
		}
	}
	return false
}

// lastName is the last component of the names.
func lastName(v fact.Word) (fact.Word, bool) {
	i := strings.LastIndexByte(v.Text, '/')
	last := v.Text[i+1:]
	return names(v, last), last != "" && !strings.Contains(last, "**") && !climber(last)
}

// directory is what stands before the last slash of the names. Two stars may stand for no directory at all.
func directory(v fact.Word) (fact.Word, bool) {
	i := strings.LastIndexByte(v.Text, '/')
	return names(v, v.Text[:max(i, 0)]), i > 0 && !strings.Contains(v.Text, "**") && !climber(v.Text)
}

// namesPrinted is what basename or dirname prints for one such name.
func namesPrinted(c *fact.Command) (*fact.Word, bool) {
	if len(c.Argv) < 2 || len(c.Argv) > 3 || !c.Argv[1].IsLiteral() || !c.Argv[1].Glob || c.Argv[1].Plain || !simpleNames(c.Argv[1].Text) {
		return nil, false
	}
	w, ok := c.Argv[1], false
	if strings.HasSuffix(w.Text, "/") || strings.IndexByte(wild+"-", w.Text[0]) >= 0 { // an option, or a slash that does not count
		return nil, false
	}
	switch {
	case c.Argv[0].Text == "dirname" && len(c.Argv) == 2:
		w, ok = directory(w)
	case c.Argv[0].Text == "basename" && len(c.Argv) == 2:
		w, ok = lastName(w)
	case c.Argv[0].Text == "basename" && c.Argv[2].Known() && namesOnly(c.Argv[2].Text):
		if w, ok = lastName(w); ok {
			w.Text, ok = strings.CutSuffix(w.Text, c.Argv[2].Text)
			ok = ok && strings.ContainsAny(w.Text, wild) && !climber(w.Text)
		}
	}
	return &w, ok
}

// names is a word for what a pattern stands for.
func names(v fact.Word, pattern string) fact.Word {
	v.Text, v.Glob = pattern, strings.ContainsAny(pattern, wild)
	return v
}
