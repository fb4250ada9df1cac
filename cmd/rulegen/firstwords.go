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
	re := regex.ParseLoosely(src)
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

// secondWords returns the second words of the texts that the expression matches, "" for a text of one
// word; ok is false where they cannot be listed.
func secondWords(src string) (words []string, ok bool) {
	re := regex.ParseLoosely(src)
	if re == nil {
		return nil, false
	}
	w := wordList{second: true}
	if !w.begin(re.Simplify(), nil) {
		return nil, false
	}
	slices.Sort(w.words)
	return slices.Compact(w.words), len(w.words) > 0
}

// tails lists texts with one of which every last word ends of a text that the expression matches:
// --version of ^\w+ --version$. It is nil where there are none.
func tails(src string) []string {
	re := regex.ParseLoosely(src)
	if re == nil {
		return nil
	}
	re = re.Simplify()
	if re.Op != syntax.OpConcat || re.Sub[len(re.Sub)-1].Op != syntax.OpEndText {
		return nil
	}
	list, ok := ends(re.Sub[len(re.Sub)-2])
	if !ok {
		return nil
	}
	return list
}

// ends lists the ends of what an expression matches, each in the last word.
func ends(re *syntax.Regexp) (list []string, ok bool) {
	switch re.Op {
	case syntax.OpLiteral:
		text := string(re.Rune)
		text = text[strings.LastIndexByte(text, ' ')+1:]
		return []string{text}, text != "" && re.Flags&syntax.FoldCase == 0
	case syntax.OpCapture, syntax.OpConcat:
		return ends(re.Sub[len(re.Sub)-1])
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			more, ok := ends(sub)
			if !ok || len(list)+len(more) > maxTails {
				return nil, false
			}
			list = append(list, more...)
		}
		return list, true
	}
	return nil, false
}

// maxTails bounds the ends that are worth a look.
const maxTails = 4

// leads lists the beginnings with which every text begins that the expression matches, each at most
// a first word: perl and php of ^(?:perl[0-9.]*|php) -. It is nil where there are none.
func leads(src string) []string {
	re := regex.ParseLoosely(src)
	if re == nil {
		return nil
	}
	w := wordList{leads: true}
	if !w.begin(re.Simplify(), nil) {
		return nil
	}
	return shortest(w.words)
}

// shortest returns beginnings without those that begin with another one.
func shortest(words []string) (out []string) {
	slices.Sort(words)
	for _, w := range words {
		if n := len(out); n == 0 || !strings.HasPrefix(w, out[n-1]) {
			out = append(out, w)
		}
	}
	return out
}

// wordList gathers first words.
type wordList struct {
	words []string
	steps int

	leads  bool // what a word begins with will do where it may go on
	second bool // the second words are wanted
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
		return w.goesOn(word)
	}
	re, rest := list[0], list[1:]
	switch re.Op {
	case syntax.OpEmptyMatch:
		return w.follow(rest, word)
	case syntax.OpEndText:
		return w.end(word)
	case syntax.OpLiteral:
		text := string(re.Rune)
		if re.Flags&syntax.FoldCase != 0 {
			return w.goesOn(word)
		}
		if end, more, found := strings.Cut(text, " "); found {
			if w.second && !strings.HasPrefix(word, secondMark) {
				return w.follow(append([]*syntax.Regexp{literalOf(more)}, rest...), secondMark)
			}
			return w.end(word + end)
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
		if w.second {
			return w.follow(rest, word) && w.follow(append([]*syntax.Regexp{re.Sub[0]}, list...), word)
		}
		return w.follow(rest, word) && w.follow([]*syntax.Regexp{re.Sub[0]}, word)
	}
	return w.goesOn(word)
}

// goesOn takes the beginning of a word that may go on, where that will do.
func (w *wordList) goesOn(word string) bool { return w.leads && w.add(word) }

// class takes each character of a small class.
func (w *wordList) class(re *syntax.Regexp, rest []*syntax.Regexp, word string) bool {
	for i := 0; i < len(re.Rune); i += 2 {
		if re.Rune[i+1]-re.Rune[i] > 10 {
			return w.goesOn(word)
		}
		for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
			if !w.follow(append([]*syntax.Regexp{literalOf(string(c))}, rest...), word) {
				return false
			}
		}
	}
	return true
}

// secondMark stands in front of a second word while it is put together.
const secondMark = "\x00"

func literalOf(text string) *syntax.Regexp {
	return &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune(text)}
}

// end takes a whole word.
func (w *wordList) end(word string) bool {
	if !w.second {
		return w.add(word)
	}
	word, is := strings.CutPrefix(word, secondMark)
	if !is {
		word = "" // there is no second one
	}
	w.words = append(w.words, word)
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
