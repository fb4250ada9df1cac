// Package regex compiles regular expressions, which are JavaScript's, to automata and programs, which
// package rule runs.
package regex

import "regexp/syntax"

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
