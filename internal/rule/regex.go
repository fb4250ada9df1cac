package rule

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2"
)

// matchTimeout bounds one search of the backtracking engine. Input that runs into it is hostile or
// the pattern is.
const matchTimeout = 50 * time.Millisecond

// Regexp is a JavaScript regular expression that is compiled when it is first needed.
//
// RE2 is used where it can compile the pattern; otherwise a backtracking engine with a time limit,
// for lookaround and back-references. The zero value with Src set is ready to use, so that
// generated code can hold it as static data.
type Regexp struct {
	Src  string
	Need string // a literal that every match contains; "" if none is known
	DFA  DFA    // says whether it matches, without compiling; "" if there is none
	Open bool   // it names Unknown: a part of an argument may be one that is not known

	once sync.Once
	re2  *regexp.Regexp
	slow *regexp2.Regexp
	err  error
}

// Unknown stands for the part of an argument that is not known, in the text that an allowing rule
// searches with an expression that names it: \x00. No argument can hold that character.
const Unknown = "\x00"

// NamesUnknown reports whether an expression names Unknown.
func NamesUnknown(src string) bool { return strings.Contains(src, `\x00`) }

// NewRegexp checks a pattern and derives the literal that its matches contain. Compilation waits
// for the first search.
func NewRegexp(src string) (*Regexp, error) {
	r := &Regexp{Src: src, Open: NamesUnknown(src)}
	if re := ParseRE2(src); re != nil {
		r.Need = required(re)
		return r, nil
	}
	if err := r.Compile(); err != nil {
		return nil, err
	}
	r.Need = RequiredLiteral(src)
	return r, nil
}

// Check reports whether the pattern compiles. Parsing is all that RE2 needs for that, a tenth of
// the cost of compiling; a pattern for the other engine is compiled.
func (r *Regexp) Check() error {
	if ParseRE2(r.Src) != nil {
		return nil
	}
	return r.Compile()
}

// ParseRE2 returns the syntax tree of a pattern that RE2 reads as JavaScript does, or nil.
func ParseRE2(src string) *syntax.Regexp {
	if !sameInJS(src) {
		return nil
	}
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return nil
	}
	return re
}

// Compile compiles the pattern now, for errors.
func (r *Regexp) Compile() error {
	r.once.Do(r.compile)
	return r.err
}

func (r *Regexp) compile() {
	if sameInJS(r.Src) {
		if re, err := regexp.Compile(r.Src); err == nil {
			r.re2 = re
			return
		}
	}
	re, err := regexp2.Compile(r.Src, regexp2.ECMAScript)
	if err != nil {
		r.err = err
		return
	}
	re.MatchTimeout = matchTimeout
	r.slow = re
}

// Match searches s. A search that runs out of time is no match for an allowing rule and a match for
// any other.
func (r *Regexp) Match(s string, allowing bool) bool {
	if r.Need != "" && !contains(s, r.Need) {
		return false
	}
	if r.DFA != "" {
		return r.DFA.Match(s)
	}
	if r.Compile() != nil {
		return !allowing
	}
	if r.re2 != nil {
		return r.re2.MatchString(s)
	}
	ok, err := r.slow.MatchString(s)
	if err != nil {
		return !allowing
	}
	return ok
}

// Strip removes every match from s and collapses the blanks that remain.
func (r *Regexp) Strip(s string) string {
	if !r.Match(s, true) || r.Compile() != nil {
		return s
	}
	if r.re2 != nil {
		return r.re2.ReplaceAllLiteralString(s, "")
	}
	out, err := r.slow.Replace(s, "", -1, -1)
	if err != nil {
		return s
	}
	return out
}
