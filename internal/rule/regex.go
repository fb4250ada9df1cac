package rule

import (
	"strings"
	"sync"
)

// Regexp is a JavaScript regular expression.
//
// What has an automaton is searched by it. Else its program searches where there is one, and else
// what Compile makes of Src when it is first needed, so that generated code can hold an expression
// as static data.
type Regexp struct {
	Src  string
	Need string  // a literal that every match contains; "" if none is known
	DFA  DFA     // says whether it matches, without compiling; "" if there is none
	Prog Program // finds matches, without compiling; "" if there is none
	Open bool    // it names Unknown: a part of an argument may be one that is not known

	once     sync.Once
	searcher Searcher
	err      error
}

// Searcher searches with one expression. An error says that a search did not come to its end.
type Searcher interface {
	// Match reports whether the expression matches somewhere in a text.
	Match(text string) (bool, error)
	// Remove returns the text without all that the expression matches.
	Remove(text string) (string, error)
	// MayBegin reports whether a text may match that begins so. It errs on the side of yes.
	MayBegin(text string) bool
}

// Compile makes a Searcher of the source of an expression that has neither automaton nor program.
// Package engine sets it. A program without engines leaves it as it is: then such an expression
// cannot be searched.
var Compile = func(src string) (Searcher, error) { return nil, errNoEngine }

type searchError string

const (
	errNoEngine  searchError = "there is no engine for this expression"
	errLargeText searchError = "the text is too long for this expression"
)

func (e searchError) Error() string { return string(e) }

// Unknown stands for the part of an argument that is not known, in the text that an allowing rule
// searches with an expression that names it: \x00. No argument can hold that character.
const Unknown = "\x00"

// NamesUnknown reports whether an expression names Unknown.
func NamesUnknown(src string) bool { return strings.Contains(src, `\x00`) }

// Compiled returns what searches with the expression; it is not asked for an automaton.
func (r *Regexp) Compiled() (Searcher, error) {
	if r.Prog != "" {
		return r.Prog, nil
	}
	r.once.Do(func() { r.searcher, r.err = Compile(r.Src) })
	return r.searcher, r.err
}

// Match searches s. A search that does not come to its end is no match for an allowing rule and a
// match for any other.
func (r *Regexp) Match(s string, allowing bool) bool {
	if r.Need != "" && !strings.Contains(s, r.Need) {
		return false
	}
	if r.DFA != "" {
		return r.DFA.Match(s)
	}
	by, err := r.Compiled()
	if err != nil {
		return !allowing
	}
	ok, err := by.Match(s)
	if err != nil {
		return !allowing
	}
	return ok
}

// Strip removes every match from s. It reports whether it could: where not, nobody knows what would
// be left.
func (r *Regexp) Strip(s string) (string, bool) {
	if r.Need != "" && !strings.Contains(s, r.Need) || r.DFA != "" && !r.DFA.Match(s) {
		return s, true
	}
	by, err := r.Compiled()
	if err != nil {
		return s, false
	}
	out, err := by.Remove(s)
	if err != nil {
		return s, false
	}
	return out, true
}
