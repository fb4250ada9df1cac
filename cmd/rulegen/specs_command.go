package main

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// specReader turns the YAML of one file into specs.
type specReader struct {
	*nodeReader
	sets map[string]*command.OptionSet // std, and those of other files as coreutils.std
	file *specFile

	commands ordered[string, *yaml.Node]
	more     ordered[string, *yaml.Node] // further subcommands of commands of other files
	plainly  bool                        // the option that is read has a reason to have no role
}

// optionSet reads `.name:`, options for `use:`.
func (r *specReader) optionSet(key, value *yaml.Node) error {
	s := &command.Spec{Name: key.Value}
	err := r.mapping(value, fields{"options": r.options(s), "plain": r.plain(s)})
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

// spec reads one command or subcommand. A subcommand has the parent's way to read arguments and its
// language.
func (r *specReader) spec(key, value *yaml.Node, parent *command.Spec) (*command.Spec, []string,
	error) {
	s := &command.Spec{Name: key.Value, Src: r.src(key)}
	if parent != nil {
		s.Parse, s.Lang, s.Unread = parent.Parse, parent.Lang, parent.Unread
	}
	var doc string
	var names, elsewhere []string
	var subs, tree, prints, sandbox *yaml.Node // these name operands and options, or come last
	err := r.mapping(value, fields{
		"doc": &doc, "names": &names, "elsewhere": &elsewhere, "parse": &s.Parse, "run": &s.Run,
		"wrapper": &s.Wrapper, "lang": r.language(&s.Lang), "unread": &s.Unread,
		"starts": &s.Starts, "is": &s.Is, "mark": &s.Mark, "keys": r.keys(&s.Keys),
		"dashes": &s.Dashes, "behind": &s.Behind, "proxies": &s.Proxies, "marked": &s.Marked,
		"does": &s.Does, "writes": r.fixed(fact.Write, &s.Effects),
		"deletes": r.fixed(fact.Delete, &s.Effects), "reads": r.fixed(fact.Read, &s.Effects),
		"use": r.use(s), "options": r.options(s), "plain": r.plain(s),
		"operands": r.operands(&s.Operands), "when": r.variants(s), "subcommands": &subs,
		"tree": &tree, "prints": &prints, "tasks": r.tasks(s), "sandbox": &sandbox,
		"globals": &s.Globals, "remote": &s.Remote, "entries": &s.Entries, "rest": &s.Rest,
		"includes": &s.Includes, "response": &s.Response,
	})
	if err != nil {
		return nil, nil, err
	}
	if sandbox != nil && parent != nil {
		return nil, nil, r.errorf(sandbox, "sandbox stands at commands; env: {%q: …} is for subcommands",
			"COMMAND "+s.Name)
	}
	for _, part := range []struct {
		n    *yaml.Node
		read func(*yaml.Node) error
	}{{sandbox, r.sandbox(s.Name, names)}, {tree, r.tree(s)}, {prints, r.prints(s)},
		{subs, r.subcommands(s)}} {
		if part.n != nil {
			if err := part.read(part.n); err != nil {
				return nil, nil, err
			}
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

// subcommands reads subcommands of a command.
func (r *specReader) subcommands(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return r.pairs(n, func(k, v *yaml.Node) error {
			sub, aliases, err := r.spec(k, v, s)
			if err != nil {
				return err
			}
			sub.Aliases = aliases
			s.Subs = append(s.Subs, sub)
			return nil
		})
	}
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
	for o := range operandsOf(s) {
		if o.Role == fact.RoleCommand || o.Role == fact.RoleShell || o.Role == fact.RoleAssign {
			return true
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
func (r *specReader) use(s *command.Spec) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		names, err := r.words(n)
		for _, name := range names {
			set := r.sets[name]
			if set == nil {
				return r.errorf(n, "there is no option set .%s above%s", name,
					didYouMean(name, keysOf(r.sets)))
			}
			s.Shared = append(s.Shared, set)
		}
		return err
	}
}

// language reads the name of a language that package lang knows.
func (r *specReader) language(to *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if *to = n.Value; n.Kind != yaml.ScalarNode || !lang.Known(n.Value) {
			return r.errorf(n, "package lang knows no language %q", n.Value)
		}
		return nil
	}
}
