package main

import (
	"sort"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// operands reads a list such as ["SOURCE...: read", "DEST: write"]; "[NAME]: role" may be left out.
func (r *specReader) operands(n *yaml.Node) ([]command.OperandSpec, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, r.errorf(n, "a list of operands is needed here, such as [\"FILE...: read\"]")
	}
	out := []command.OperandSpec{}
	for _, e := range n.Content {
		var name, role string
		switch {
		case e.Kind == yaml.MappingNode && len(e.Content) == 2:
			name, role = e.Content[0].Value, e.Content[1].Value
		case e.Kind == yaml.ScalarNode:
			i := strings.LastIndex(e.Value, ":")
			if i < 0 {
				return nil, r.errorf(e, "operand %q has no role; write \"%s: ROLE\"", e.Value, e.Value)
			}
			name, role = e.Value[:i], strings.TrimSpace(e.Value[i+1:])
		default:
			return nil, r.errorf(e, "an operand is needed here, such as \"FILE...: read\"")
		}
		o := command.OperandSpec{Name: strings.TrimSpace(name)}
		got, ok := roleNames()[role]
		if !ok {
			return nil, r.errorf(e, "%q is no role%s", role, didYouMean(role, keys(roleNames())))
		}
		o.Role = got
		if strings.HasPrefix(o.Name, "[") && strings.HasSuffix(o.Name, "]") {
			o.Optional, o.Name = true, o.Name[1:len(o.Name)-1]
		}
		if rest, many := strings.CutSuffix(o.Name, "..."); many {
			o.Many, o.Name = true, rest
		}
		out = append(out, o)
	}
	return out, nil
}

// does reads the effects of every call.
func (r *specReader) does(n *yaml.Node) (command.Does, error) {
	words, err := r.words(n)
	var d command.Does
	for _, w := range words {
		bit, ok := doesNames()[w]
		if !ok {
			return 0, r.errorf(n, "%q is no effect%s", w, didYouMean(w, keys(doesNames())))
		}
		d |= bit
	}
	return d, err
}

// fixed reads effects on paths that no operand names.
func (r *specReader) fixed(key, n *yaml.Node, list *[]command.FixedEffect) error {
	words, err := r.words(n)
	for _, w := range words {
		e := command.FixedEffect{Path: w}
		switch key.Value {
		case "writes":
			e.Kind = fact.Write
		case "deletes":
			e.Kind, e.Recursive = fact.Delete, true
		case "reads":
			if dir, ok := strings.CutSuffix(w, "/**"); ok { // the tree
				e.Path, e.Recursive = dir, true
			}
		}
		*list = append(*list, e)
	}
	return err
}

func variantKeys() []string {
	return []string{"flags", "at-most", "operands", "does", "writes", "deletes", "reads", "wrapper",
		"stdin"}
}

// variants reads the list under `when`.
func (r *specReader) variants(s *command.Spec, n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return r.errorf(n, "a list is needed here: - {flags: …, operands: …, does: …}")
	}
	for _, e := range n.Content {
		var v command.Variant
		err := r.pairs(e, func(key, value *yaml.Node) (err error) {
			switch key.Value {
			case "flags":
				v.Flags, err = r.words(value)
			case "at-most":
				var max int
				max, err = strconv.Atoi(value.Value)
				if err != nil || max < 0 || max > 9 {
					return r.errorf(value, "a number of operands from 0 to 9 is needed here")
				}
				v.AtMost = uint8(max + 1)
			case "operands":
				v.HasOperands = true
				v.Operands, err = r.operands(value)
			case "does":
				v.HasDoes = true
				v.Does, err = r.does(value)
			case "writes", "deletes", "reads":
				v.HasDoes = true
				err = r.fixed(key, value, &v.Effects)
			case "wrapper":
				v.Wrapper, err = enum(r, value, wrapperNames())
			case "stdin":
				v.Stdin, err = enum(r, value, map[string]fact.Role{"code": fact.RoleCode,
					"shell": fact.RoleShell})
			default:
				err = r.unknownKey(key, variantKeys())
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(v.Flags) == 0 && v.AtMost == 0 && v.Stdin == 0 {
			return r.errorf(e, "a variant needs flags or at-most, else it would always apply")
		}
		s.Variants = append(s.Variants, v)
	}
	return nil
}

func enum[T any](r *specReader, n *yaml.Node, names map[string]T) (T, error) {
	v, ok := names[n.Value]
	if !ok || n.Kind != yaml.ScalarNode {
		return v, r.errorf(n, "%q is not one of %s%s", n.Value, strings.Join(keys(names), ", "),
			didYouMean(n.Value, keys(names)))
	}
	return v, nil
}

func keys[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// didYouMean returns " (did you mean …?)" for the nearest known word, or "".
func didYouMean(word string, known []string) string {
	best, at := "", max(2, len(word)/3)+1
	sort.Strings(known)
	for _, k := range known {
		if d := editDistance(word, k); d < at {
			best, at = k, d
		}
	}
	if best == "" {
		return ""
	}
	return " (did you mean " + best + "?)"
}

// editDistance is the number of insertions, deletions and replacements between two words.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
