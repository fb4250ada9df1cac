// Package regex compiles the regular expressions of configs, which are JavaScript's: to automata
// and programs, which package rule runs, or to an engine. A program that imports it can search with
// every expression.
package regex

import (
	"regexp"
	"regexp/syntax"
	"sync"
	"time"

	"github.com/dlclark/regexp2"

	"github.com/fencepost/fencepost/internal/rule"
)

func init() { rule.Compile = engine }

// matchTimeout bounds one search of the backtracking engine. Input that runs into it is hostile or
// the pattern is.
const matchTimeout = 50 * time.Millisecond

// New checks a pattern and derives the literal that its matches contain. Compilation waits for the
// first search.
func New(src string) (*rule.Regexp, error) {
	r := &rule.Regexp{Src: src, Open: rule.NamesUnknown(src)}
	if re := Parse(src); re != nil {
		r.Need = required(re)
		return r, nil
	}
	if err := Check(r); err != nil {
		return nil, err
	}
	r.Need = RequiredLiteral(src)
	return r, nil
}

// Check reports why the pattern does not compile. Parsing is all that RE2 needs for that, a tenth
// of the cost of compiling; a pattern for the other engine is compiled.
func Check(r *rule.Regexp) error {
	if Parse(r.Src) != nil {
		return nil
	}
	_, err := r.Compiled()
	return err
}

// Parse returns the syntax tree of a pattern that RE2 reads as JavaScript does, or nil.
func Parse(src string) *syntax.Regexp {
	if !sameInJS(src) {
		return nil
	}
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return nil
	}
	return re
}

// engine compiles a pattern: RE2 is used where it can compile it; otherwise a backtracking engine
// with a time limit, for lookaround and back-references.
func engine(src string) (rule.Searcher, error) {
	if re := Parse(src); re != nil {
		if fast, err := regexp.Compile(src); err == nil {
			return &linear{fast, beginner{src: src}}, nil
		}
	}
	re, err := regexp2.Compile(src, regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = matchTimeout
	return &backtracking{re, beginner{src: src}}, nil
}

// linear is a pattern that RE2 has compiled.
type linear struct {
	*regexp.Regexp
	beginner
}

func (l *linear) Match(text string) (bool, error) { return l.MatchString(text), nil }

func (l *linear) Remove(text string) (string, error) {
	return l.ReplaceAllLiteralString(text, ""), nil
}

// backtracking is a pattern that only the other engine reads.
type backtracking struct {
	*regexp2.Regexp
	beginner
}

func (b *backtracking) Match(text string) (bool, error) { return b.MatchString(text) }

func (b *backtracking) Remove(text string) (string, error) { return b.Replace(text, "", -1, -1) }

// beginner asks the program of an expression how its matches begin. Of what has none nothing is
// known.
type beginner struct {
	src  string
	once sync.Once
	prog rule.Program
}

func (b *beginner) MayBegin(text string) bool {
	b.once.Do(func() { b.prog = Program(b.src) })
	return b.prog == "" || b.prog.MayBegin(text)
}
