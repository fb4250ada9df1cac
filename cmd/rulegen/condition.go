package main

import (
	"slices"

	. "github.com/dave/jennifer/jen"
)

// condition says which texts are meant: whole ones, beginnings, ends, or what they hold.
type condition struct {
	Is, Begins, Ends, Holds uniqueWords
	Unless                  *condition
}

// code returns the statements that return result where the text x is meant.
func (c *condition) code(x string, result Code) []Code {
	var out []Code
	if len(c.Is) > 0 && c.Unless == nil {
		out = append(out, Switch(Id(x)).Block(Case(literals(c.Is)...).Block(Return(result))))
	}
	if tests := c.tests(x); len(tests) > 0 {
		test := tests
		if c.Unless != nil {
			test = []Code{Parens(anyOf(append(tests, c.equals(x)...))).Op("&&").Op("!").Parens(
				anyOf(append(c.Unless.tests(x), c.Unless.equals(x)...)))}
		}
		out = append(out, Switch().Block(Case(lines(test)...).Block(Return(result))))
	}
	return out
}

// tests are the conditions on parts of a text.
func (c *condition) tests(x string) (tests []Code) {
	for _, t := range []struct {
		name string
		list []string
	}{{"HasPrefix", c.Begins}, {"HasSuffix", c.Ends}, {"Contains", c.Holds}} {
		for _, s := range t.list {
			tests = append(tests, Qual("strings", t.name).Call(Id(x), Lit(s)))
		}
	}
	return tests
}

func (c *condition) equals(x string) (tests []Code) {
	for _, s := range c.Is {
		tests = append(tests, Id(x).Op("==").Lit(s))
	}
	return tests
}

func anyOf(tests []Code) *Statement {
	s := &Statement{}
	for i, t := range tests {
		if i > 0 {
			s.Op("||")
		}
		s.Add(t)
	}
	return s
}

func literals(words []string) []Code {
	return lines(stringsOf(slices.Sorted(slices.Values(words))))
}

func stringsOf(words []string) []Code {
	var out []Code
	for _, w := range words {
		out = append(out, Lit(w))
	}
	return out
}

// behindLast is the place behind the last of a character in a text.
func behindLast(x string, c rune) Code {
	return Qual("strings", "LastIndexByte").Call(Id(x), LitRune(c)).Op("+").Lit(1)
}

// lines puts each of several cases on a line of its own.
func lines(cases []Code) []Code {
	if len(cases) < 2 {
		return cases
	}
	var out []Code
	for _, c := range cases {
		out = append(out, Line().Add(c))
	}
	return out
}
