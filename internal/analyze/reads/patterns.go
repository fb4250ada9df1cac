package reads

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// patterns are the words that must all be in a file for one way in which a search can match there.
// It can match anywhere by a way without words.
type patterns [][]string

// patternsOf returns the patterns of a search, from expressions of any dialect: what one dialect
// takes for a sign and another for itself is never a word. With fold they are in small letters.
func patternsOf(c *fact.Command, fold bool) (list patterns) {
	for k := range c.Operands {
		o := &c.Operands[k]
		if o.Role != fact.RolePattern {
			continue
		}
		if !o.Word.IsLiteral() {
			return patterns{nil}
		}
		text := o.Word.Text
		if fold {
			text = strings.ToLower(text) // what begins a sign is one in either case
		}
		list = append(list, waysOf(text)...)
	}
	if list == nil {
		list = patterns{nil}
	}
	return list
}

// waysOf splits an expression at its alternatives, and each of them at what may be a sign.
func waysOf(expression string) patterns {
	for _, sign := range [...]string{")?", ")*", "){", `)\?`, `)\{`, "(?"} {
		if strings.Contains(expression, sign) {
			return patterns{nil} // a group that may be missing, or a sign of one dialect
		}
	}
	s := splitter{list: patterns{nil}, rest: expression}
	for s.rest != "" {
		if !s.next() {
			return patterns{nil}
		}
	}
	s.end(0)
	return s.list
}

// splitter finds the words of an expression.
type splitter struct {
	list patterns
	word string
	rest string // of the expression
}

// next takes the next sign; ok is false where it may mean any text.
func (s *splitter) next() (ok bool) {
	ch, sign := s.rest[0], s.rest[0]
	if s.rest = s.rest[1:]; ch == '\\' && s.rest != "" {
		sign, s.rest = s.rest[0], s.rest[1:]
	}
	switch {
	case wordLetter(ch) || strings.IndexByte("=:/,@#%&;~ '\"-", ch) >= 0: // themselves in any dialect
		s.word += string(rune(ch))
	case sign == '|' || ch == '\n':
		s.end(0)
		s.list = append(s.list, nil)
	case sign == '*' || sign == '?':
		s.end(1)
	case sign == '{':
		s.end(1)
		if close := strings.IndexByte(s.rest, '}'); close >= 0 {
			s.rest = s.rest[close+1:]
		}
	case ch == '[':
		s.end(0)
		return s.class()
	default:
		s.end(0)
		// a character by its number, or what a group has matched
		return ch != '\\' || !wordLetter(sign) || strings.IndexByte("bBwWsSdD", sign) >= 0
	}
	return true
}

// class leaves out a class of characters.
func (s *splitter) class() (ok bool) {
	s.rest = strings.TrimPrefix(s.rest, "^")
	for i := 1; i < len(s.rest); i++ {
		switch {
		case strings.HasPrefix(s.rest[i-1:], "[:"):
			i += 1 + max(strings.Index(s.rest[i:], ":]"), 0)
		case s.rest[i] == ']':
			ok = s.rest[i-1] != '\\' // a sign in one dialect, itself in another
			s.rest = s.rest[i+1:]
			return ok
		}
	}
	return false
}

// end ends a word; its last letters need not be there.
func (s *splitter) end(drop int) {
	if word := s.word[:max(len(s.word)-drop, 0)]; word != "" {
		last := len(s.list) - 1
		s.list[last] = append(s.list[last], word)
	}
	s.word = ""
}

func wordLetter(ch byte) bool {
	return ch == '_' || '0' <= ch && ch <= '9' || 'a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z'
}

// mayMatch reports whether a search may show a line of a file; fold if it may compare without case,
// and the patterns are in small letters.
func (p patterns) mayMatch(name string, fold bool) bool {
	text := record.SmallFile(name)
	if fold {
		text = strings.ToLower(text)
	}
	if info, err := os.Stat(name); text == "" {
		return err != nil || info.Size() > 0
	}
	for _, way := range p {
		all := true
		for _, word := range way {
			all = all && strings.Contains(text, word)
		}
		if all {
			return true
		}
	}
	return false
}
