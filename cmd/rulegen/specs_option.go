package main

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// options reads the options that have properties.
func (r *specReader) options(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return r.pairs(n, func(key, value *yaml.Node) error {
			list, err := r.optionNames(key, key.Value)
			if err != nil {
				return err
			}
			r.plainly = false
			for i := range list {
				// Properties describe what is switched on; --no-x of "--[no-]x" has none.
				if i == 0 || !strings.HasPrefix(list[i].Names[0], "--no-") {
					if err := r.properties(&list[i], value); err != nil {
						return err
					}
				}
			}
			s.Syntax.Options = append(s.Syntax.Options, list...)
			return r.lintPlain(key, &list[0], key.Value)
		})
	}
}

// plain reads options that only have names and arguments, separated by commas. What stands in
// parentheses behind one is a property, or, if it is several words, the reason why it has none.
func (r *specReader) plain(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if err := r.scalar(n); err != nil {
			return err
		}
		for part := range strings.SplitSeq(n.Value, ",") {
			part, note, _ := strings.Cut(strings.TrimSpace(part), " (")
			if part == "" {
				continue
			}
			list, err := r.optionNames(n, part)
			if err != nil {
				return err
			}
			words := strings.Fields(strings.TrimSuffix(note, ")"))
			r.plainly = len(words) > 1
			if len(words) == 1 {
				err = r.property(&list[0], n, words[0])
			}
			if err == nil {
				err = r.lintPlain(n, &list[0], part)
			}
			if err != nil {
				return err
			}
			s.Syntax.Options = append(s.Syntax.Options, list...)
		}
		return nil
	}
}

// optionNames reads an option as a manual page shows it: "-t --target-directory=DIR",
// "--color[=WHEN]", "--[no-]edit".
func (r *specReader) optionNames(n *yaml.Node, text string) ([]command.Option, error) {
	var o command.Option
	var negated []command.Option
	for word := range strings.FieldsSeq(text) {
		name := word
		switch i := strings.IndexAny(word, "=["); {
		case i == len(word)-1 && i > 0, strings.HasPrefix(word, "--[no-]"):
		case i > 0 && word[i] == '[' && strings.HasSuffix(word, "]"):
			name, o.Arg = word[:i], command.OptionalArg
		case i > 0 && word[i] == '=' && word[0] == '-':
			name, o.Arg = word[:i], command.RequiredArg
			if strings.Contains(word[i:], "+") { // --arg=NAME+VALUE
				o.Arg = command.TwoArgs
			}
		case i > 0 && word[i] == '=': // if=FILE of dd
			name, o.Arg = word[:i+1], command.RequiredArg
		}
		if rest, ok := strings.CutPrefix(name, "--[no-]"); ok {
			rest, _, _ = strings.Cut(rest, "=")
			negated = []command.Option{{Names: []string{"--no-" + rest}}}
			if strings.Contains(name, "=") {
				o.Arg = command.RequiredArg
			}
			name = "--" + rest
		}
		if len(name) < 2 || name[0] != '-' && !strings.HasSuffix(name, "=") && name[0] != '+' {
			return nil, r.errorf(n,
				"%q is no option: it must begin with a dash (several are separated by blanks)", word)
		}
		o.Names = append(o.Names, name)
	}
	if len(o.Names) == 0 {
		return nil, r.errorf(n, "an option without a name")
	}
	return append([]command.Option{o}, negated...), nil
}

// properties reads what is said of an option: the role of its argument, a trait or an effect in one
// word, or a mapping.
func (r *specReader) properties(o *command.Option, n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		words, err := r.words(n)
		for _, word := range words {
			if err := r.property(o, n, word); err != nil {
				return err
			}
		}
		return err
	}
	properties := func(n *yaml.Node) error { return r.properties(o, n) }
	var makes ordered[string, fact.Role]
	defer func() {
		for _, m := range makes {
			o.Makes = append(o.Makes, command.Make{Operand: m.Key, Role: m.Value})
		}
	}()
	return r.mapping(n, fields{
		"is": properties, "does": properties, "replaces": &o.Replaces, "mark": &o.Mark,
		"also": &o.Also, "if": &o.If, "pipe": &o.Pipe, "makes": &makes,
		"lang": r.plainlyBy(r.language(&o.Lang)), "keys": r.plainlyBy(r.keys(&o.Keys)),
		"passes": r.passes(o),
		"arg": func(n *yaml.Node) error {
			err := r.into(n, &o.Role)
			if err == nil && o.Arg == command.NoArg && o.Role != fact.RoleCommand {
				err = r.errorf(n, "option %s has no argument; write it as %s=NAME", o.Names[0],
					o.Names[len(o.Names)-1])
			}
			return err
		},
		"plain": r.plainlyBy(func(n *yaml.Node) error {
			if n.Kind != yaml.ScalarNode || len(strings.Fields(n.Value)) < 2 {
				return r.errorf(n, "why is the argument of %s neither a path nor code? A few words are "+
					"needed here", o.Names[0])
			}
			return nil
		}),
	})
}

// plainlyBy reads what is a reason to have no role.
func (r *specReader) plainlyBy(read func(*yaml.Node) error) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		r.plainly = true
		return read(n)
	}
}

// property applies one word: a role where the option has an argument, else a trait or an effect.
func (r *specReader) property(o *command.Option, n *yaml.Node, word string) error {
	if role, ok := lookup[fact.Role](word); ok && o.Arg != command.NoArg {
		o.Role = role
		return nil
	}
	if t, ok := lookup[command.Trait](word); ok {
		o.Is |= t
		return nil
	}
	if d, ok := lookup[command.Does](word); ok {
		o.Does |= d
		return nil
	}
	known := append(wordsOf[command.Trait](), wordsOf[command.Does]()...)
	if o.Arg != command.NoArg {
		known = append(known, wordsOf[fact.Role]()...)
	}
	return r.errorf(n, "%q is no property of an option%s", word, didYouMean(word, known))
}

// passes reads what command an argument holds options of: "ld", with a separator before it.
func (r *specReader) passes(o *command.Option) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Value != "*" && (len(n.Value) < 2 || strings.IndexByte(", =", n.Value[0]) < 0) {
			return r.errorf(n, `a separator and a command are needed here: ",ld", " go tool link", "=ld", `+
				`or "*"`)
		}
		if o.Arg == command.NoArg {
			return r.errorf(n, "option %s has no argument that could hold options", o.Names[0])
		}
		o.Passes = n.Value
		return nil
	}
}

// keys reads what stands behind the keys of KEY=VALUE: {proxycommand: shell percent, "*": none}.
func (r *specReader) keys(to *[]command.Key) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return r.pairs(n, func(key, value *yaml.Node) error {
			k := command.Key{Name: key.Value}
			if k.Name != strings.ToLower(k.Name) {
				return r.errorf(key, "keys have no case; write %q", strings.ToLower(k.Name))
			}
			traits := *value
			var role string
			role, traits.Value, _ = strings.Cut(value.Value, " ")
			switch k.Role, _ = lookup[fact.Role](role); k.Role {
			case fact.RoleNone, fact.RoleShell, fact.RoleWords:
			default:
				return r.errorf(value, "none, shell or words is needed here, not %q", role)
			}
			err := r.into(&traits, &k.Is)
			*to = append(*to, k)
			return err
		})
	}
}
