package main

import (
	"iter"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// printNames are the words for what a command prints.
func printNames() map[string]fact.OutputKind {
	return map[string]fact.OutputKind{
		"number": fact.NumberOutput, "parts": fact.PartsOutput, "lines": fact.LinesOutput,
		"names": fact.NamesOutput,
		"words": fact.WordsOutput, "ref": fact.RefOutput, "temporary": fact.TempOutput,
		"columns": fact.ColumnsOutput, "field": fact.FieldOutput, "list": fact.ListOutput,
		"entries": fact.EntriesOutput, "jobs": fact.JobsOutput,
		"work-tree": fact.TopOutput, "word-columns": fact.WordColumnsOutput,
		"refs": fact.RefsOutput, "word": fact.WordOutput,
	}
}

func printKeys() []string {
	return []string{"what", "with", "also", "least", "once", "none", "where", "of", "here", "columns",
		"by", "compares", "match"}
}

// prints reads what a command prints: one word, one way of calling it, or a list of these.
func (r *specReader) prints(s *command.Spec, n *yaml.Node) error {
	ways := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		ways = n.Content
	}
	var list []command.PrintSpec
	for _, way := range ways {
		p, err := r.printsOnce(s, way)
		if err != nil {
			return err
		}
		list = append(list, p)
	}
	s.SetPrints(list)
	return nil
}

func (r *specReader) printsOnce(s *command.Spec, n *yaml.Node) (p command.PrintSpec, err error) {
	if n.Kind == yaml.ScalarNode {
		p.Kind, err = enum(r, n, printNames())
		return p, err
	}
	lists := map[string]*[]string{"with": &p.With, "also": &p.Also, "least": &p.Least,
		"once": &p.Once, "none": &p.None, "of": &p.Least, "compares": &p.Compares,
		"match": &p.Match}
	err = r.pairs(n, func(key, value *yaml.Node) (err error) {
		switch list := lists[key.Value]; {
		case list != nil:
			if *list, err = r.words(value); err == nil {
				err = r.lintNames(value, s, *list)
			}
		case key.Value == "what":
			p.Kind, err = enum(r, value, printNames())
		case key.Value == "here":
			p.Here, err = r.words(value)
		case key.Value == "columns":
			p.Columns.Numbers, err = r.columns(value)
		case key.Value == "by":
			p.Columns.By, err = enum(r, value, dividers())
		case key.Value == "where":
			p.Where, err = r.shapes(s, value)
		default:
			err = r.unknownKey(key, printKeys())
		}
		return err
	})
	divided := p.Kind == fact.ColumnsOutput || p.Kind == fact.FieldOutput ||
		p.Kind == fact.WordColumnsOutput
	if err == nil && divided != (p.Columns.Numbers != 0 && p.Columns.By != 0) {
		err = r.errorf(n, "columns, word-columns and field, and no other word, need columns: [1] and by: blank")
	}
	if err == nil && p.Kind == fact.AnyOutput {
		err = r.errorf(n, "prints needs a word for what is printed: what: number (or parts, lines)")
	}
	return p, err
}

// dividers are the words for what divides columns.
func dividers() map[string]byte {
	return map[string]byte{"blank": ' ', "tab": '\t', "colon": ':', "blanks": 'w'}
}

// columns reads the numbers of columns.
func (r *specReader) columns(n *yaml.Node) (set uint8, err error) {
	list, err := r.words(n)
	for _, s := range list {
		if len(s) != 1 || s[0] < '1' || s[0] > '8' {
			return 0, r.errorf(n, "%q is no column from 1 to 8", s)
		}
		set |= 1 << (s[0] - '1')
	}
	return set, err
}

// shapes reads what values consist of, by the name of their operand or option.
func (r *specReader) shapes(s *command.Spec, n *yaml.Node) (list []command.Shape, err error) {
	err = r.pairs(n, func(key, value *yaml.Node) error {
		pieces, err := r.words(value)
		if err != nil {
			return err
		}
		for _, p := range pieces {
			if strings.HasPrefix(p, "@") && len(p) > 1 && !command.IsClass(p) {
				return r.errorf(value, "%q is no class of words", p)
			}
		}
		list = append(list, command.Shape{Name: key.Value, Pieces: pieces})
		return r.lintNames(key, s, []string{key.Value})
	})
	return list, err
}

// lintNames refuses names that are neither an operand nor the first name of an option. Each may
// hold alternatives, divided by |.
func (r *specReader) lintNames(n *yaml.Node, s *command.Spec, names []string) error {
	known := namesOf(s)
	for _, list := range names {
		for name := range strings.SplitSeq(list, "|") {
			if !known[name] {
				return r.errorf(n, "%s of %s is neither operand nor the first name of an option%s",
					name, s.Name, didYouMean(name, keys(known)))
			}
		}
	}
	return nil
}

// namesOf are the names of a command's operands and options.
func namesOf(s *command.Spec) map[string]bool {
	known := map[string]bool{}
	operands := [][]command.OperandSpec{s.Operands}
	for _, v := range s.Variants {
		operands = append(operands, v.Operands)
	}
	for _, list := range operands {
		for _, o := range list {
			known[o.Name] = true
		}
	}
	for o := range optionsOf(s) {
		known[o.Names[0]] = true
	}
	return known
}

// optionsOf yields a command's options, its own and those that it shares.
func optionsOf(s *command.Spec) iter.Seq[*command.Option] {
	return func(yield func(*command.Option) bool) {
		lists := [][]command.Option{s.Options}
		for _, set := range s.Shared {
			lists = append(lists, set.Options)
		}
		for _, list := range lists {
			for i := range list {
				if !yield(&list[i]) {
					return
				}
			}
		}
	}
}
