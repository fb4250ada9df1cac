// Package regex searches with the regular expressions of configs and presets, which are
// JavaScript's: by package regexp where RE2 reads an expression as JavaScript does, else by an
// engine that backtracks, for at most half a second.
package regex

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// matchTimeout bounds one search of the engine that backtracks, which counts no steps. A search takes
// microseconds: even a busy machine does not reach the bound. Input that runs into it is hostile,
// or the expression is.
const matchTimeout = 500 * time.Millisecond

// Expression is a compiled expression. One of the two engines has compiled it.
type Expression struct {
	linear       *regexp.Regexp
	backtracking *regexp2.Regexp
}

// Compile compiles an expression. An error says why JavaScript would not read it.
func Compile(src string) (*Expression, error) {
	if Parse(src) != nil {
		if re, err := regexp.Compile(src); err == nil {
			return &Expression{linear: re}, nil
		}
	}
	re, err := regexp2.Compile(asciiBoundaries(src), regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = matchTimeout
	return &Expression{backtracking: re}, nil
}

// Match reports whether the expression matches somewhere in a text. An error says that the search
// did not come to its end.
func (e *Expression) Match(text string) (bool, error) {
	if e.linear != nil {
		return e.linear.MatchString(text), nil
	}
	return e.backtracking.MatchString(text)
}

// Remove returns the text without all that the expression matches. An error says that the search
// did not come to its end.
func (e *Expression) Remove(text string) (string, error) {
	if e.linear != nil {
		return e.linear.ReplaceAllLiteralString(text, ""), nil
	}
	return e.backtracking.Replace(text, "", -1, -1)
}

// Parse returns the syntax tree of an expression that RE2 reads as JavaScript does, or nil.
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

// ParseLoosely is Parse without what an expression says of the text around it: the tree matches all
// that the expression matches, and maybe more.
func ParseLoosely(src string) *syntax.Regexp { return Parse(withoutLookaround(src)) }

// asciiBoundaries writes \b and \B in terms of \w. The engine that backtracks takes a letter of any
// script for a part of a word there, and JavaScript only those of ASCII.
func asciiBoundaries(src string) string {
	if !strings.Contains(src, `\b`) && !strings.Contains(src, `\B`) {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		next := atomEnd(src, i)
		switch atom := src[i:next]; atom {
		case `\b`:
			b.WriteString(`(?:(?<!\w)(?=\w)|(?<=\w)(?!\w))`)
		case `\B`:
			b.WriteString(`(?:(?<!\w)(?!\w)|(?<=\w)(?=\w))`)
		default:
			b.WriteString(atom)
		}
		i = next
	}
	return b.String()
}
