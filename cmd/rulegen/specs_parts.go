package main

import (
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// linted looks at the words of those keys that have lists, but for some, when they have been read.
func (r *specReader) linted(f fields, lint func(n *yaml.Node, words []string) error,
	but ...string) fields {
	for key, to := range f {
		list, ok := to.(*[]string)
		if !ok || slices.Contains(but, key) {
			continue
		}
		f[key] = func(n *yaml.Node) error {
			if err := r.into(n, list); err != nil {
				return err
			}
			return lint(n, *list)
		}
	}
	return f
}

// taskReaders are the readers of internal/project/tasks.
var taskReaders = []string{"package-json", "make", "just", "taskfile", "mise", "poe", "composer",
	"deno", "go-generate", "python-run"}

// tasks reads how a runner is told which tasks of the project it runs.
func (r *specReader) tasks(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		t := &command.TaskSpec{}
		options := func(n *yaml.Node, words []string) error {
			for _, o := range words {
				if !strings.HasPrefix(o, "-") {
					return r.errorf(n, "%s is no option: it does not begin with a dash", o)
				}
			}
			return nil
		}
		f := r.fieldsOf(n, t)
		delete(f, "options")
		maps.Copy(f, r.fieldsOf(n, &t.Options))
		f = r.linted(f, options, "run", "named", "within", "others")
		if err := r.mapping(n, f); err != nil {
			return err
		}
		if !slices.Contains(taskReaders, t.Reader) {
			return r.errorf(n, "tasks need a reader: one of %s", strings.Join(taskReaders, ", "))
		}
		s.SetTasks(t)
		return nil
	}
}

// tree reads what is said of a tree whose names no operand holds.
func (r *specReader) tree(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		t := &command.TreeSpec{}
		f := r.linted(r.fieldsOf(n, t), r.names(s))
		delete(f, "kind")
		f["of"] = &t.Kind
		f["least"] = func(n *yaml.Node) error {
			least, err := r.number(n, "components", -1, 9)
			t.Least = int8(least)
			return err
		}
		if err := r.mapping(n, f); err != nil {
			return err
		}
		if t.Kind == fact.NoTree {
			return r.errorf(n,
				"a tree needs a word for what its names come from: of: copy (or zip, tar, patch, …)")
		}
		s.SetTree(t)
		return nil
	}
}

// prints reads what a command prints: one word, one way of calling it, or a list of these.
func (r *specReader) prints(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		ways := []*yaml.Node{n}
		if n.Kind == yaml.SequenceNode {
			ways = n.Content
		}
		list := make([]command.PrintSpec, len(ways))
		for i, way := range ways {
			if err := r.printsOnce(s, way, &list[i]); err != nil {
				return err
			}
		}
		s.SetPrints(list)
		return nil
	}
}

func (r *specReader) printsOnce(s *command.Spec, n *yaml.Node, p *command.PrintSpec) error {
	if n.Kind == yaml.ScalarNode {
		return r.into(n, &p.Kind)
	}
	var by divider
	f := r.fieldsOf(n, p)
	delete(f, "kind")
	f["what"], f["of"], f["by"] = &p.Kind, &p.Least, &by
	f["where"], f["columns"] = r.shapes(s, p), r.columns(&p.Columns.Numbers)
	if err := r.mapping(n, r.linted(f, r.names(s), "here")); err != nil {
		return err
	}
	p.Columns.By = byte(by)
	divided := p.Kind == fact.ColumnsOutput || p.Kind == fact.FieldOutput ||
		p.Kind == fact.WordColumnsOutput
	switch {
	case divided != (p.Columns.Numbers != 0 && by != 0):
		return r.errorf(n,
			"columns, word-columns and field, and no other word, need columns: [1] and by: blank")
	case p.Kind == fact.AnyOutput:
		return r.errorf(n, "prints needs a word for what is printed: what: number (or parts, lines)")
	}
	return nil
}

// columns reads the numbers of columns.
func (r *specReader) columns(set *uint8) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		list, err := r.words(n)
		for _, s := range list {
			if len(s) != 1 || s[0] < '1' || s[0] > '8' {
				return r.errorf(n, "%q is no column from 1 to 8", s)
			}
			*set |= 1 << (s[0] - '1')
		}
		return err
	}
}

// shapes reads what values consist of, by the name of their operand or option.
func (r *specReader) shapes(s *command.Spec, p *command.PrintSpec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		var list ordered[string, []string]
		if err := r.into(n, &list); err != nil {
			return err
		}
		for _, shape := range list {
			for _, piece := range shape.Value {
				if strings.HasPrefix(piece, "@") && len(piece) > 1 && !command.IsClass(piece) {
					return r.errorf(shape.at, "%q is no class of words", piece)
				}
			}
			if err := r.names(s)(shape.at, []string{shape.Key}); err != nil {
				return err
			}
			p.Where = append(p.Where, command.Shape{Name: shape.Key, Pieces: shape.Value})
		}
		return nil
	}
}

// names refuses names that are neither an operand nor the first name of an option. Each may hold
// alternatives, divided by |.
func (r *specReader) names(s *command.Spec) func(n *yaml.Node, names []string) error {
	return func(n *yaml.Node, names []string) error {
		known := namesOf(s)
		for name := range strings.SplitSeq(strings.Join(names, "|"), "|") {
			if len(names) > 0 && !known[name] {
				return r.errorf(n, "%s of %s is neither operand nor the first name of an option%s",
					name, s.Name, didYouMean(name, keysOf(known)))
			}
		}
		return nil
	}
}
