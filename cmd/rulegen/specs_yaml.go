package main

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// specReader turns the YAML of one file into specs. Every error names file, line and column.
type specReader struct {
	nodeReader
	sets map[string]*command.OptionSet // std, and those of other files as coreutils.std
	file *specFile

	commands []*yaml.Node // names of commands, each before its spec
	more     []*yaml.Node // names of commands of other files, each before its further subcommands
	plainly  bool         // the option that is read has a reason to have no role
}

// subcommands reads subcommands of a command.
func (r *specReader) subcommands(s *command.Spec, subs *yaml.Node) error {
	return r.pairs(subs, func(k, v *yaml.Node) error {
		sub, aliases, err := r.spec(k, v, s)
		if err != nil {
			return err
		}
		sub.Aliases = aliases
		s.Subs = append(s.Subs, sub)
		return nil
	})
}

// optionSet reads `.name:`, options for `use:`.
func (r *specReader) optionSet(key, value *yaml.Node) error {
	s := &command.Spec{Name: key.Value}
	err := r.pairs(value, func(k, v *yaml.Node) error {
		switch k.Value {
		case "options":
			return r.options(s, v)
		case "plain":
			return r.plain(s, v)
		}
		return r.unknownKey(k, []string{"options", "plain"})
	})
	if err != nil {
		return err
	}
	name := key.Value[1:]
	set := &command.OptionSet{Options: s.Options}
	r.sets[name] = set
	r.file.sets = append(r.file.sets, &setDef{name: name, src: r.src(key), set: set})
	return r.lintOptions(key, s)
}

// command reads a command of the file; commands has those before, by all of their names.
func (r *specReader) command(key, value *yaml.Node, commands map[string]*specDef) error {
	s, names, err := r.spec(key, value, nil)
	if err != nil {
		return err
	}
	name := s.Name
	if s.Parse == command.Cmdlet {
		name = command.CmdletKey + strings.ToLower(name)
	}
	d := &specDef{names: append([]string{name}, names...), spec: s}
	for _, n := range d.names {
		if first, dup := commands[n]; dup {
			return fmt.Errorf("%s: command %q has a spec at %s already; remove one", s.Src, n,
				first.spec.Src)
		}
		commands[n] = d
	}
	r.file.commands = append(r.file.commands, d)
	return nil
}

// specKeys are the keys of a command or subcommand.
func specKeys() []string {
	return []string{"doc", "names", "parse", "run", "wrapper", "lang", "does", "writes", "deletes",
		"reads", "use",
		"options", "plain", "operands", "when", "subcommands", "globals", "remote",
		"entries", "tree", "prints", "response", "rest", "includes", "unread", "starts", "marked",
		"dashes",
		"mark", "keys", "is", "elsewhere", "tasks", "proxies", "behind", "sandbox"}
}

// spec reads one command or subcommand. A subcommand has the parent's way to read arguments and its
// language.
func (r *specReader) spec(key, value *yaml.Node, parent *command.Spec) (*command.Spec, []string,
	error) {
	s := &command.Spec{Name: key.Value, Src: r.src(key)}
	if parent != nil {
		s.Parse, s.Lang, s.Unread = parent.Parse, parent.Lang, parent.Unread
	}
	var names, elsewhere []string
	var subs, tree, prints, sandbox *yaml.Node
	err := r.pairs(value, func(k, v *yaml.Node) (err error) {
		switch k.Value {
		case "doc":
			return r.scalar(v)
		case "names":
			names, err = r.words(v)
		case "elsewhere":
			elsewhere, err = r.words(v)
		case "parse":
			s.Parse, err = enum(r, v, parseNames())
		case "run":
			s.Run, err = enum(r, v, runNames())
		case "wrapper":
			s.Wrapper, err = enum(r, v, wrapperNames())
		case "lang":
			s.Lang, err = r.language(v)
		case "unread":
			s.Unread, err = enum(r, v, unreadNames())
		case "starts":
			s.Starts, err = r.words(v)
		case "is":
			err = r.traits(s, v)
		case "mark":
			s.Mark, err = v.Value, r.scalar(v)
		case "keys":
			s.Keys, err = r.keys(v)
		case "dashes":
			s.Dashes, err = r.boolean(v)
		case "behind":
			s.Behind, err = r.words(v)
		case "proxies":
			s.Proxies, err = r.words(v)
		case "marked":
			s.Marked, err = v.Value, r.scalar(v)
		case "does":
			s.Does, err = r.does(v)
		case "writes", "deletes", "reads":
			err = r.fixed(k, v, &s.Effects)
		case "use":
			err = r.use(s, v)
		case "options":
			err = r.options(s, v)
		case "plain":
			err = r.plain(s, v)
		case "operands":
			s.Operands, err = r.operands(v)
		case "when":
			err = r.variants(s, v)
		case "subcommands":
			subs = v
		case "tree":
			tree = v
		case "prints":
			prints = v
		case "tasks":
			err = r.tasks(s, v)
		case "sandbox":
			sandbox = v
		case "globals":
			s.Globals, err = r.boolean(v)
		case "remote":
			s.Remote, err = r.boolean(v)
		case "entries":
			s.Entries, err = r.boolean(v)
		case "rest":
			s.Rest, err = v.Value, r.scalar(v)
		case "includes":
			s.Includes, err = r.includes(v)
		case "response":
			s.Response, err = r.boolean(v)
		default:
			err = r.unknownKey(k, specKeys())
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if sandbox != nil {
		if parent != nil {
			return nil, nil, r.errorf(sandbox, "sandbox stands at commands; env: {%q: …} is for subcommands",
				"COMMAND "+s.Name)
		}
		if err := r.sandbox(s.Name, names, sandbox); err != nil {
			return nil, nil, err
		}
	}
	if tree != nil {
		if err := r.tree(s, tree); err != nil {
			return nil, nil, err
		}
	}
	if prints != nil {
		if err := r.prints(s, prints); err != nil {
			return nil, nil, err
		}
	}
	if subs != nil {
		if err := r.subcommands(s, subs); err != nil {
			return nil, nil, err
		}
	}
	s.Takes = takesCommand(s)
	if s.Parse == command.GoFlag || s.Parse == command.Joined {
		twoDashes(s)
	}
	if s.Parse == command.Cmdlet {
		names = cmdletNames(names, elsewhere)
	} else if len(elsewhere) > 0 {
		return nil, nil, r.errorf(key, "only cmdlets have aliases elsewhere")
	}
	return s, names, r.lint(key, s)
}

// cmdletNames are the keys of aliases in the table of commands.
func cmdletNames(names, elsewhere []string) (keys []string) {
	for _, n := range names {
		keys = append(keys, command.CmdletKey+strings.ToLower(n))
	}
	for _, n := range elsewhere {
		keys = append(keys, command.ElsewhereKey+strings.ToLower(n))
	}
	return keys
}

// takesCommand reports whether options end where an operand begins.
func takesCommand(s *command.Spec) bool {
	switch s.Run {
	case command.RunEval, command.RunTrap, command.RunSource:
		return false
	}
	lists := [][]command.OperandSpec{s.Operands}
	for _, v := range s.Variants {
		lists = append(lists, v.Operands)
	}
	for _, list := range lists {
		for _, o := range list {
			if o.Role == fact.RoleCommand || o.Role == fact.RoleShell || o.Role == fact.RoleAssign {
				return true
			}
		}
	}
	return false
}

// twoDashes adds to each option -name the spelling --name.
func twoDashes(s *command.Spec) {
	for i := range s.Options {
		o := &s.Options[i]
		for _, n := range o.Names {
			if len(n) > 2 && n[1] != '-' {
				o.Names = append(o.Names, "-"+n)
			}
		}
	}
}

// use reads the names of shared option sets.
func (r *specReader) use(s *command.Spec, n *yaml.Node) error {
	names, err := r.words(n)
	if err != nil {
		return err
	}
	for _, name := range names {
		set := r.sets[name]
		if set == nil {
			var known []string
			for k := range r.sets {
				known = append(known, k)
			}
			return r.errorf(n, "there is no option set .%s above%s", name, didYouMean(name, known))
		}
		s.Shared = append(s.Shared, set)
	}
	return nil
}

// plain reads options that only have names and arguments, separated by commas.
func (r *specReader) plain(s *command.Spec, n *yaml.Node) error {
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
		reason, err := r.note(n, &list[0], strings.TrimSuffix(note, ")"))
		if err == nil && !reason {
			err = r.lintPlain(n, &list[0], part)
		}
		if err != nil {
			return err
		}
		s.Options = append(s.Options, list...)
	}
	return nil
}

// options reads the options that have properties.
func (r *specReader) options(s *command.Spec, n *yaml.Node) error {
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
		if !r.plainly {
			if err := r.lintPlain(key, &list[0], key.Value); err != nil {
				return err
			}
		}
		s.Options = append(s.Options, list...)
		return nil
	})
}

// optionNames reads an option as a manual page shows it: "-t --target-directory=DIR",
// "--color[=WHEN]", "--[no-]edit".
func (r *specReader) optionNames(n *yaml.Node, text string) ([]command.Option, error) {
	var o command.Option
	var negated *command.Option
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
			negated = &command.Option{Names: []string{"--no-" + rest}}
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
	if negated != nil {
		return []command.Option{o, *negated}, nil
	}
	return []command.Option{o}, nil
}

// properties reads what is said of an option: the role of its argument, a trait or an effect in one
// word, or a mapping.
func (r *specReader) properties(o *command.Option, n *yaml.Node) error {
	switch n.Kind {
	case yaml.ScalarNode:
		for word := range strings.FieldsSeq(n.Value) {
			if err := r.property(o, n, word); err != nil {
				return err
			}
		}
		return nil
	case yaml.SequenceNode:
		for _, e := range n.Content {
			if err := r.property(o, e, e.Value); err != nil {
				return err
			}
		}
		return nil
	}
	return r.pairs(n, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "arg":
			o.Role, err = enum(r, value, roleNames())
			if err == nil && o.Arg == command.NoArg && o.Role != fact.RoleCommand {
				err = r.errorf(value, "option %s has no argument; write it as %s=NAME", o.Names[0],
					o.Names[len(o.Names)-1])
			}
		case "is", "does":
			err = r.properties(o, value)
		case "replaces":
			o.Replaces = value.Value
		case "passes":
			err = r.passes(o, value)
		case "lang":
			o.Lang, err = r.language(value)
			r.plainly = true
		case "mark":
			o.Mark, err = value.Value, r.scalar(value)
		case "also":
			o.Also, err = value.Value, r.scalar(value)
		case "keys":
			o.Keys, err = r.keys(value)
			r.plainly = true
		case "if":
			o.If, err = value.Value, r.scalar(value)
		case "pipe":
			o.Pipe, err = value.Value, r.scalar(value)
		case "plain":
			err = r.reason(o, value)
		case "makes":
			err = r.pairs(value, func(k, v *yaml.Node) error {
				role, err := enum(r, v, roleNames())
				o.Makes = append(o.Makes, command.Make{Operand: k.Value, Role: role})
				return err
			})
		default:
			err = r.unknownKey(key, []string{"arg", "is", "does", "replaces", "makes", "passes", "lang",
				"pipe", "if",
				"mark", "also", "keys", "plain"})
		}
		return err
	})
}

// property applies one word: a role where the option has an argument, else a trait or an effect.
func (r *specReader) property(o *command.Option, n *yaml.Node, word string) error {
	if role, ok := roleNames()[word]; ok && o.Arg != command.NoArg {
		o.Role = role
		return nil
	}
	if t, ok := traitNames()[word]; ok {
		o.Is |= t
		return nil
	}
	if d, ok := doesNames()[word]; ok {
		o.Does |= d
		return nil
	}
	known := append(keys(traitNames()), keys(doesNames())...)
	if o.Arg != command.NoArg {
		known = append(known, keys(roleNames())...)
	}
	return r.errorf(n, "%q is no property of an option%s", word, didYouMean(word, known))
}
