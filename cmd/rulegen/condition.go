package main

import (
	"slices"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"
)

// condition says which texts are meant: whole ones, beginnings, ends, or what they hold.
type condition struct {
	is, begins, ends, holds []string
	unless                  *condition
}

func conditionKeys() []string { return []string{"is", "begins", "ends", "holds", "unless"} }

// part returns the list of a key; nil for another key.
func (c *condition) part(key string) *[]string {
	switch key {
	case "is":
		return &c.is
	case "begins":
		return &c.begins
	case "ends":
		return &c.ends
	case "holds":
		return &c.holds
	}
	return nil
}

// condition reads one key of a condition. ok is false for a key that is none.
func (r *nodeReader) conditionKey(c *condition, key, value *yaml.Node) (ok bool, err error) {
	if key.Value == "unless" {
		c.unless = &condition{}
		return true, r.pairs(value, func(k, v *yaml.Node) error {
			if ok, err := r.conditionKey(c.unless, k, v); ok || err != nil {
				return err
			}
			return r.unknownKey(k, conditionKeys())
		})
	}
	list := c.part(key.Value)
	if list == nil {
		return false, nil
	}
	*list, err = r.wordList(value)
	return true, err
}

// wordList reads a list of words of which none stands twice.
func (r *nodeReader) wordList(n *yaml.Node) ([]string, error) {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return nil, r.errorf(n, "a list of words is needed here")
	}
	seen := map[string]int{}
	var out []string
	for _, e := range n.Content {
		switch line, dup := seen[e.Value]; {
		case e.Kind != yaml.ScalarNode || e.Value == "":
			return nil, r.errorf(e, "a word is needed here")
		case e.Tag != "!!str":
			return nil, r.errorf(e, "%s is no text for YAML: put it in quotes", e.Value)
		case dup:
			return nil, r.errorf(e, "%q stands in line %d already", e.Value, line)
		}
		seen[e.Value] = e.Line
		out = append(out, e.Value)
	}
	return out, nil
}

// code returns the statements that return result where the text x is meant.
func (c *condition) code(x string, result Code) []Code {
	var out []Code
	if len(c.is) > 0 && c.unless == nil {
		out = append(out, Switch(Id(x)).Block(Case(literals(c.is)...).Block(Return(result))))
	}
	if tests := c.tests(x); len(tests) > 0 {
		test := tests
		if c.unless != nil {
			test = []Code{Parens(anyOf(append(tests, c.equals(x)...))).Op("&&").Op("!").Parens(
				anyOf(append(c.unless.tests(x), c.unless.equals(x)...)))}
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
	}{{"HasPrefix", c.begins}, {"HasSuffix", c.ends}, {"Contains", c.holds}} {
		for _, s := range t.list {
			tests = append(tests, Qual("strings", t.name).Call(Id(x), Lit(s)))
		}
	}
	return tests
}

func (c *condition) equals(x string) (tests []Code) {
	for _, s := range c.is {
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
	words = slices.Clone(words)
	slices.Sort(words)
	var out []Code
	for _, w := range words {
		out = append(out, Lit(w))
	}
	return lines(out)
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
