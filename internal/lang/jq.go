package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// jqActions are those of a filter of jq: it computes, and can show variables of the environment and
// load modules (jq manual, $ENV, env, Modules).
func jqActions(text string, _ Options) Actions {
	s := jqScan{Scanner: token.Scanner{Src: text}}
	for !s.Done() {
		s.token()
	}
	return Actions{List: s.acts, Complete: true}
}

type jqScan struct {
	token.Scanner
	actions
	load bool // the next string names a module
}

func (s *jqScan) token() {
	switch ch := s.At(0); {
	case ch == '#':
		s.I = token.LineEnd(s.Src, s.I)
	case ch == '"':
		s.text()
	case ch == '.' && token.Letter(s.At(1)): // a field
		s.I++
		s.Name()
	case ch == '$' && token.Letter(s.At(1)):
		s.I++
		if s.Name() == "ENV" {
			s.variable()
		}
	case token.Letter(ch):
		s.word(s.Name())
	default:
		s.I++
	}
}

// text takes a string. What stands in \( and ) is code.
func (s *jqScan) text() {
	start := s.I + 1
	for s.I = start; !s.Done() && s.At(0) != '"'; s.I++ {
		if s.At(0) != '\\' {
			continue
		}
		if s.I++; s.At(0) == '(' {
			s.interpolation()
		}
	}
	end := min(s.I, len(s.Src))
	s.I++
	if s.load {
		s.act(Read, s.Src[start:end]+".jq")
		s.act(Read, s.Src[start:end]+".json")
		s.load = false
	}
}

// interpolation takes code in a string, up to its closing parenthesis.
func (s *jqScan) interpolation() {
	for depth := 0; !s.Done(); {
		switch s.At(0) {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		}
		s.token()
	}
}

func (s *jqScan) word(w string) {
	switch w {
	case "env":
		if s.Blanks(); s.At(0) != ':' { // {env: 1}
			s.variable()
		}
	case "import", "include":
		s.load = true
	}
}

// variable takes what stands behind $ENV and env: .NAME, ["NAME"], or anything else, which has all.
func (s *jqScan) variable() {
	rest := s.Rest()
	if strings.HasPrefix(rest, ".") {
		if end := token.WordEnd(rest, 1); end > 1 {
			s.act(Show, rest[1:end])
			s.I += end
			return
		}
		rest = rest[1:]
	}
	s.act(Show, subscriptText(rest))
}
