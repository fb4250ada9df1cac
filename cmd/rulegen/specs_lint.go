package main

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// lint checks what the YAML schema cannot: options that stand twice, names that refer to nothing,
// and a command of which nothing is said.
func (r *specReader) lint(n *yaml.Node, s *command.Spec) error {
	if err := r.lintOptions(n, s); err != nil {
		return err
	}
	if err := r.lintOperands(n, s); err != nil {
		return err
	}
	if err := r.lintReferences(n, s); err != nil {
		return err
	}
	if len(s.Subs) == 0 && s.Does == 0 && !saysEffects(s) {
		return r.errorf(n, "nothing says what %s does: give operands a role that has an effect, or "+
			"write does: reads (or exec, network, …)", s.Name)
	}
	seen := map[string]bool{}
	for _, sub := range s.Subs {
		for _, name := range append([]string{sub.Name}, sub.Aliases...) {
			if seen[name] {
				return r.errorf(n, "subcommand %s stands twice in %s", name, s.Name)
			}
			seen[name] = true
		}
	}
	return nil
}

// lintOptions refuses a spelling that two options have. An option of the command's own overrides a
// shared one.
func (r *specReader) lintOptions(n *yaml.Node, s *command.Spec) error {
	seen := map[string]bool{}
	check := func(list []command.Option) error {
		for i := range list {
			for _, name := range list[i].Names {
				if seen[name] {
					return r.errorf(n, "option %s stands twice in %s", name, s.Name)
				}
				seen[name] = true
			}
		}
		return nil
	}
	if err := check(s.Options); err != nil {
		return err
	}
	clear(seen)
	for _, set := range s.Shared {
		if err := check(set.Options); err != nil {
			return err
		}
	}
	return nil
}

// lintOperands checks the shape of operand lists: names once, at most one with "...", nothing
// optional behind it.
func (r *specReader) lintOperands(n *yaml.Node, s *command.Spec) error {
	lists := [][]command.OperandSpec{s.Operands}
	for _, v := range s.Variants {
		lists = append(lists, v.Operands)
	}
	for _, list := range lists {
		seen, many := map[string]bool{}, ""
		for _, o := range list {
			switch {
			case o.Name == "":
				return r.errorf(n, "an operand of %s has no name", s.Name)
			case seen[o.Name]:
				return r.errorf(n, "operand %s stands twice in %s", o.Name, s.Name)
			case o.Many && many != "" && o.Role != fact.RoleAssign && !assigns(list, many):
				return r.errorf(n, "both %s and %s of %s take any number of words", many, o.Name, s.Name)
			case o.Optional && many != "" && !assigns(list, many):
				return r.errorf(n, "operand %s of %s cannot be optional after %s...", o.Name, s.Name, many)
			}
			seen[o.Name] = true
			if o.Many {
				many = o.Name
			}
		}
	}
	return nil
}

// assigns reports whether the operand of that name is a list of assignments, which ends by itself.
func assigns(list []command.OperandSpec, name string) bool {
	for _, o := range list {
		if o.Name == name {
			return o.Role == fact.RoleAssign
		}
	}
	return false
}

// lintReferences checks that options and variants name operands and options that exist.
func (r *specReader) lintReferences(n *yaml.Node, s *command.Spec) error {
	known := namesOf(s)
	flags := map[string]bool{"--": true} // that the end of options is marked
	for o := range optionsOf(s) {
		for _, name := range o.Names {
			flags[name] = true
		}
	}
	for i := range s.Options {
		o := &s.Options[i]
		if o.Replaces != "" && !known[o.Replaces] {
			return r.errorf(n, "option %s of %s replaces %s, which is no operand%s", o.Names[0], s.Name,
				o.Replaces,
				didYouMean(o.Replaces, keys(known)))
		}
		for _, m := range o.Makes {
			if !known[m.Operand] {
				return r.errorf(n, "option %s of %s changes %s, which is neither operand nor the first name "+
					"of an option%s",
					o.Names[0], s.Name, m.Operand, didYouMean(m.Operand, keys(known)))
			}
		}
	}
	for _, v := range s.Variants {
		for _, f := range v.Flags {
			if !flags[f] {
				return r.errorf(n, "a variant of %s names option %s, which it does not have%s", s.Name, f,
					didYouMean(f, keys(flags)))
			}
		}
	}
	return nil
}

// saysEffects reports whether operands, options or variants tell what the command does.
func saysEffects(s *command.Spec) bool {
	if len(s.Effects) > 0 || s.Run != command.RunRoles || s.Wrapper != fact.NoWrapper {
		return true
	}
	tells := func(list []command.OperandSpec) bool {
		for _, o := range list {
			if o.Role != fact.RoleNone && o.Role != fact.RolePattern && o.Role != fact.RoleRead &&
				o.Role != fact.RoleStat &&
				o.Role != fact.RoleSearch {
				return true
			}
		}
		return false
	}
	if tells(s.Operands) {
		return true
	}
	for _, v := range s.Variants {
		if v.HasDoes || tells(v.Operands) {
			return true
		}
	}
	for i := range s.Options {
		if strings.HasSuffix(s.Options[i].Names[0], "=") {
			return true // keys of dd
		}
	}
	return false
}
