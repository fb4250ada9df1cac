package main

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// operands reads a list such as ["SOURCE...: read", "DEST: write"]; "[NAME]: role" may be left out.
// The list is not nil then.
func (r *specReader) operands(to *[]command.OperandSpec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		*to = []command.OperandSpec{}
		return r.entries(n, func(n *yaml.Node) error {
			o, err := r.operand(n)
			*to = append(*to, o)
			return err
		})
	}
}

func (r *specReader) operand(n *yaml.Node) (o command.OperandSpec, err error) {
	var role string
	switch i := strings.LastIndex(n.Value, ":"); {
	case n.Kind == yaml.MappingNode && len(n.Content) == 2:
		o.Name, role = n.Content[0].Value, n.Content[1].Value
	case n.Kind != yaml.ScalarNode:
		return o, r.errorf(n, "an operand is needed here, such as \"FILE...: read\"")
	case i < 0:
		return o, r.errorf(n, "operand %q has no role; write \"%s: ROLE\"", n.Value, n.Value)
	default:
		o.Name, role = n.Value[:i], strings.TrimSpace(n.Value[i+1:])
	}
	var ok bool
	if o.Role, ok = lookup[fact.Role](role); !ok {
		return o, r.errorf(n, "%q is no role%s", role, didYouMean(role, wordsOf[fact.Role]()))
	}
	o.Name = strings.TrimSpace(o.Name)
	if strings.HasPrefix(o.Name, "[") && strings.HasSuffix(o.Name, "]") {
		o.Optional, o.Name = true, o.Name[1:len(o.Name)-1]
	}
	o.Name, o.AnyNumber = strings.CutSuffix(o.Name, "...")
	return o, nil
}

// fixed reads effects on paths that no operand names.
func (r *specReader) fixed(kind fact.EffectKind, to *[]command.FixedEffect) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		paths, err := r.words(n)
		for _, path := range paths {
			e := command.FixedEffect{Kind: kind, Path: path, Recursive: kind == fact.Delete}
			if dir, ok := strings.CutSuffix(path, "/**"); ok && kind == fact.Read { // the tree
				e.Path, e.Recursive = dir, true
			}
			*to = append(*to, e)
		}
		return err
	}
}

// variants reads the list under `when`.
func (r *specReader) variants(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return r.entries(n, func(n *yaml.Node) error {
			v, err := r.variant(n)
			s.Syntax.Variants = append(s.Syntax.Variants, v)
			return err
		})
	}
}

func (r *specReader) variant(n *yaml.Node) (v command.Variant, err error) {
	does := func(read func(*yaml.Node) error) func(*yaml.Node) error {
		return func(n *yaml.Node) error {
			v.HasDoes = true
			return read(n)
		}
	}
	err = r.mapping(n, fields{
		"flags": &v.Flags, "operands": r.operands(&v.Operands), "wrapper": &v.Wrapper,
		"stdin": &v.Stdin,
		"at-most": func(n *yaml.Node) error {
			most, err := r.number(n, "operands", 0, 9)
			v.AtMost = uint8(most + 1)
			return err
		},
		"does":    does(func(n *yaml.Node) error { return r.into(n, &v.Does) }),
		"writes":  does(r.fixed(fact.Write, &v.Effects)),
		"deletes": does(r.fixed(fact.Delete, &v.Effects)),
		"reads":   does(r.fixed(fact.Read, &v.Effects)),
	})
	v.HasOperands = v.Operands != nil
	switch {
	case err != nil:
	case v.Stdin != 0 && v.Stdin != fact.RoleCode && v.Stdin != fact.RoleShell:
		err = r.errorf(n, "stdin is code or shell")
	case len(v.Flags) == 0 && v.AtMost == 0 && v.Stdin == 0:
		err = r.errorf(n, "a variant needs flags or at-most, else it would always apply")
	}
	return v, err
}
