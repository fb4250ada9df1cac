package main

import (
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/rule/regex"
)

// maxFirstWords bounds the words with which a text may begin that an expression matches.
const maxFirstWords = 128

// firstWords returns the words with which every text begins that the expression matches: npm and
// pnpm of ^p?npm run; ok is false where they cannot be listed.
//
// Lookarounds are taken out, which can only add texts. The words of a text are divided by single
// blanks (rule.Form.Text).
func firstWords(src string) (words []string, ok bool) {
	re := regex.Parse(withoutLookarounds(src))
	if re == nil {
		return nil, false
	}
	var w wordList
	if !w.begin(re.Simplify(), nil) {
		return nil, false
	}
	slices.Sort(w.words)
	return slices.Compact(w.words), len(w.words) > 0
}

// withoutLookarounds replaces (?!…), (?=…) and those that look behind by nothing.
func withoutLookarounds(src string) string {
	for _, open := range []string{"(?!", "(?=", "(?<!", "(?<="} {
		for {
			start := strings.Index(src, open)
			if start < 0 {
				break
			}
			end := closing(src, start)
			if end < 0 {
				return "("
			}
			src = src[:start] + "(?:)" + src[end+1:]
		}
	}
	return src
}

// closing returns the place of the parenthesis that closes the one at start, or -1.
func closing(src string, start int) int {
	depth, class := 0, false
	for i := start; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// wordList gathers first words.
type wordList struct {
	words []string
	steps int
}

// begin takes the expressions of which the first has to be at the beginning of the text.
func (w *wordList) begin(re *syntax.Regexp, rest []*syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText:
		return w.follow(rest, "")
	case syntax.OpCapture:
		return w.begin(re.Sub[0], rest)
	case syntax.OpConcat:
		return w.begin(re.Sub[0], append(slices.Clone(re.Sub[1:]), rest...))
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !w.begin(sub, rest) {
				return false
			}
		}
		return true
	}
	return false
}

// follow takes what matches behind the beginning of a first word, up to its end.
func (w *wordList) follow(list []*syntax.Regexp, word string) bool {
	if w.steps++; w.steps > 100*maxFirstWords || len(w.words) > maxFirstWords || len(list) == 0 {
		return false // the word may go on
	}
	re, rest := list[0], list[1:]
	switch re.Op {
	case syntax.OpEmptyMatch:
		return w.follow(rest, word)
	case syntax.OpEndText:
		return w.add(word)
	case syntax.OpLiteral:
		text := string(re.Rune)
		if re.Flags&syntax.FoldCase != 0 {
			return false
		}
		if end, _, found := strings.Cut(text, " "); found {
			return w.add(word + end)
		}
		return w.follow(rest, word+text)
	case syntax.OpCharClass:
		return w.class(re, rest, word)
	case syntax.OpCapture:
		return w.follow(append([]*syntax.Regexp{re.Sub[0]}, rest...), word)
	case syntax.OpConcat:
		return w.follow(append(slices.Clone(re.Sub), rest...), word)
	case syntax.OpQuest:
		return w.follow(rest, word) && w.follow(append([]*syntax.Regexp{re.Sub[0]}, rest...), word)
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !w.follow(append([]*syntax.Regexp{sub}, rest...), word) {
				return false
			}
		}
		return true
	case syntax.OpPlus: // (?: -x)+: one, and then any number
		more := &syntax.Regexp{Op: syntax.OpStar, Sub: re.Sub[:1]}
		return w.follow(append([]*syntax.Regexp{re.Sub[0], more}, rest...), word)
	case syntax.OpStar: // (?: -x)*: none, or one that has to end the word
		return w.follow(rest, word) && w.follow([]*syntax.Regexp{re.Sub[0]}, word)
	}
	return false
}

// class takes each character of a small class.
func (w *wordList) class(re *syntax.Regexp, rest []*syntax.Regexp, word string) bool {
	for i := 0; i < len(re.Rune); i += 2 {
		if re.Rune[i+1]-re.Rune[i] > 10 {
			return false
		}
		for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
			one := &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune{c}}
			if !w.follow(append([]*syntax.Regexp{one}, rest...), word) {
				return false
			}
		}
	}
	return true
}

// add takes a whole first word. One that is no plain word cannot be listed.
func (w *wordList) add(word string) bool {
	if word == "" || strings.ContainsAny(word, "*?") {
		return false
	}
	w.words = append(w.words, word)
	return true
}
