package main

import (
	"iter"
	"maps"
	"slices"
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
	if len(s.Subs) == 0 && s.Effects.Does == 0 && !saysEffects(s) {
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
	if err := check(s.Syntax.Options); err != nil {
		return err
	}
	clear(seen)
	for _, set := range s.Syntax.Shared {
		if err := check(set.Options); err != nil {
			return err
		}
	}
	return nil
}

// lintOperands checks the shape of operand lists: names once, at most one with "...", nothing
// optional behind it.
func (r *specReader) lintOperands(n *yaml.Node, s *command.Spec) error {
	for _, list := range operandListsOf(s) {
		seen, many := map[string]bool{}, ""
		for _, o := range list {
			switch {
			case o.Name == "":
				return r.errorf(n, "an operand of %s has no name", s.Name)
			case seen[o.Name]:
				return r.errorf(n, "operand %s stands twice in %s", o.Name, s.Name)
			case o.AnyNumber && many != "" && o.Role != fact.RoleAssign && !assigns(list, many):
				return r.errorf(n, "both %s and %s of %s take any number of words", many, o.Name, s.Name)
			case o.Optional && many != "" && !assigns(list, many):
				return r.errorf(n, "operand %s of %s cannot be optional after %s...", o.Name, s.Name, many)
			}
			seen[o.Name] = true
			if o.AnyNumber {
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
	for _, o := range optionsOf(s) {
		for _, name := range o.Names {
			flags[name] = true
		}
	}
	for i := range s.Syntax.Options {
		o := &s.Syntax.Options[i]
		if o.Replaces != "" && !known[o.Replaces] {
			return r.errorf(n, "option %s of %s replaces %s, which is no operand%s", o.Names[0], s.Name,
				o.Replaces,
				didYouMean(o.Replaces, keysOf(known)))
		}
		for _, m := range o.Makes {
			if !known[m.Operand] {
				return r.errorf(n, "option %s of %s changes %s, which is neither operand nor the first name "+
					"of an option%s",
					o.Names[0], s.Name, m.Operand, didYouMean(m.Operand, keysOf(known)))
			}
		}
	}
	for _, v := range s.Syntax.Variants {
		for _, f := range v.Flags {
			if !flags[f] {
				return r.errorf(n, "a variant of %s names option %s, which it does not have%s", s.Name, f,
					didYouMean(f, keysOf(flags)))
			}
		}
	}
	return nil
}

// saysEffects reports whether operands, options or variants tell what the command does.
func saysEffects(s *command.Spec) bool {
	if len(s.Effects.Fixed) > 0 || s.Programs.Run != command.RunRoles ||
		s.Programs.Wrapper != fact.NoWrapper {
		return true
	}
	for o := range operandsOf(s) {
		switch o.Role {
		case fact.RoleNone, fact.RolePattern, fact.RoleRead, fact.RoleStat, fact.RoleSearch:
		default:
			return true
		}
	}
	return slices.ContainsFunc(s.Syntax.Variants, func(v command.Variant) bool { return v.HasDoes }) ||
		slices.ContainsFunc(s.Syntax.Options, func(o command.Option) bool {
			return strings.HasSuffix(o.Names[0], "=") // keys of dd
		})
}

// An option whose name looks as if its argument were a path, a program, a plug-in, a host or code
// needs a role, an effect, or a reason why it has none: "--label=TEXT": {plain: "a heading"}.

// telling are the words in names of options by which their arguments look like more than a name.
func telling(word string) bool {
	switch word {
	case "file", "files", "filename", "dir", "directory", "dirs", "folder", "path", "paths", "output",
		"out", "outfile", "outdir", "log", "logs", "logfile", "logdir", "report", "trace", "dump", "save",
		"store", "dest", "destination", "target", "config", "conf", "cfg", "rc", "rcfile", "settings",
		"profile", "plugin", "plugins", "load", "loader", "import", "require", "module", "preload",
		"exec", "execute", "command", "cmd", "run", "shell", "program", "interpreter", "launcher",
		"runner", "wrapper", "linker", "compiler", "engine", "agent", "hook", "hooks", "script", "code",
		"eval", "editor", "pager", "browser", "filter", "prefix", "cache", "home", "root", "tmp", "temp",
		"tempdir", "registry", "index", "url", "uri", "host", "server", "proxy", "address", "remote",
		"repository", "repo", "source", "include", "library", "lib", "from", "to", "template",
		"manifest", "key", "cert", "socket", "state", "backup", "database", "input", "workspace",
		"project", "python", "php", "node":
		return true
	}
	return false
}

// lintPlain refuses an option of which nothing is said, though its name or that of its argument
// looks as if it named a file, a program or a host. Of a name of several words the last one counts.
func (r *specReader) lintPlain(n *yaml.Node, o *command.Option, text string) error {
	if r.plainly || o.Arg == command.NoArg || o.Role != 0 || o.Is&^command.Neutral != 0 || o.Does != 0 ||
		o.Replaces != "" ||
		len(o.Makes) > 0 || o.Passes != "" {
		return nil
	}
	for part := range strings.FieldsSeq(text) {
		name, arg, _ := strings.Cut(part, "=")
		name = strings.TrimRight(name, "[")
		name = name[strings.LastIndexAny(name, "-_.")+1:]
		for _, word := range append(strings.FieldsFunc(arg, betweenWords), name) {
			if telling(strings.ToLower(word)) {
				return r.errorf(n, "option %s looks as if its argument were more than a name (%s): give it a "+
					"role, "+
					"an effect, or a reason as in {plain: \"…\"}", part, strings.ToLower(word))
			}
		}
	}
	return nil
}

func betweenWords(c rune) bool { return strings.ContainsRune("+]", c) }

// operandListsOf are the lists of operands that a command has, by its flags.
func operandListsOf(s *command.Spec) [][]command.OperandSpec {
	lists := [][]command.OperandSpec{s.Syntax.Operands}
	for _, v := range s.Syntax.Variants {
		lists = append(lists, v.Operands)
	}
	return lists
}

func operandsOf(s *command.Spec) iter.Seq[command.OperandSpec] {
	return slices.Values(slices.Concat(operandListsOf(s)...))
}

// optionsOf yields a command's options, its own and those that it shares.
func optionsOf(s *command.Spec) []command.Option {
	list := slices.Clone(s.Syntax.Options)
	for _, set := range s.Syntax.Shared {
		list = append(list, set.Options...)
	}
	return list
}

// namesOf are the names of a command's operands, and the first names of its options.
func namesOf(s *command.Spec) map[string]bool {
	known := map[string]bool{}
	for o := range operandsOf(s) {
		known[o.Name] = true
	}
	for _, o := range optionsOf(s) {
		known[o.Names[0]] = true
	}
	return known
}

func keysOf[T any](m map[string]T) []string { return slices.Collect(maps.Keys(m)) }
