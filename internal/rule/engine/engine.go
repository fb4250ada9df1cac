// Package engine has a program search with every expression of a config: where neither an automaton
// nor a program is there, by an engine for it.
package engine

import (
	"regexp"
	"sync"
	"time"

	"github.com/dlclark/regexp2"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/regex"
)

func init() { rule.Compile = compile }

// matchTimeout bounds one search of the backtracking engine. Input that runs into it is hostile or
// the pattern is.
const matchTimeout = 50 * time.Millisecond

// New checks a pattern and derives the literal that its matches contain. Compilation waits for the
// first search.
func New(src string) (*rule.Regexp, error) {
	r := &rule.Regexp{Src: src, Open: rule.NamesUnknown(src)}
	if re := regex.Parse(src); re != nil {
		r.Need = regex.Required(re)
		return r, nil
	}
	if err := Check(r); err != nil {
		return nil, err
	}
	r.Need = regex.RequiredLiteral(src)
	return r, nil
}

// Check reports why the pattern does not compile. Parsing is all that RE2 needs for that, a tenth
// of the cost of compiling; a pattern for the other engine is compiled.
func Check(r *rule.Regexp) error {
	if regex.Parse(r.Src) != nil {
		return nil
	}
	_, err := r.Compiled()
	return err
}

// compile compiles a pattern: RE2 is used where it can compile it; otherwise a backtracking engine
// with a time limit, for lookaround and back-references.
func compile(src string) (rule.Searcher, error) {
	if regex.Parse(src) != nil {
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
	b.once.Do(func() { b.prog = regex.Program(b.src) })
	return b.prog == "" || b.prog.MayBegin(text)
}
