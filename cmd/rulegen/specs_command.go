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
	set := &command.OptionSet{Options: s.Syntax.Options}
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
	if s.Syntax.Parse == command.Cmdlet {
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
	syntax, effects, programs := &s.Syntax, &s.Effects, &s.Programs
	if parent != nil {
		syntax.Parse, s.Lang, programs.Unread = parent.Syntax.Parse, parent.Lang, parent.Programs.Unread
	}
	var doc string
	var names, elsewhere []string
	var subs, tree, prints, sandbox *yaml.Node // these name operands and options, or come last
	err := r.mapping(value, fields{
		"doc": &doc, "names": &names, "elsewhere": &elsewhere, "lang": r.language(&s.Lang), "is": &s.Is,
		"includes": &s.Includes,

		"parse": &syntax.Parse, "globals": &syntax.Globals, "response": &syntax.ResponseFiles,
		"rest": &syntax.RestOf, "use": r.use(s), "options": r.options(s), "plain": r.plain(s),
		"operands": r.operands(&syntax.Operands), "when": r.variants(s), "subcommands": &subs,

		"does": &effects.Does, "writes": r.fixed(fact.Write, &effects.Fixed),
		"deletes": r.fixed(fact.Delete, &effects.Fixed), "reads": r.fixed(fact.Read, &effects.Fixed),
		"remote": &effects.Remote, "entries": &effects.Entries,

		"run": &programs.Run, "wrapper": &programs.Wrapper, "unread": &programs.Unread,
		"starts": &programs.StartupFiles, "mark": &programs.Placeholder,
		"keys": r.keys(&programs.Keys), "dashes": &programs.DropsDashes,
		"behind": &programs.VersionedWords, "proxies": &programs.Proxies,
		"marked": &programs.CodePrefix,

		"tree": &tree, "prints": &prints, "tasks": r.tasks(s), "sandbox": &sandbox,
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
	syntax.TakesCommand = takesCommand(s)
	switch {
	case parent != nil && s.Lang == parent.Lang: // a subcommand has the traits of its command
	case s.Lang == "python":
		s.Is |= fact.Python
	case s.Lang == "javascript":
		s.Is |= fact.JavaScript
	}
	if syntax.Parse == command.GoFlag || syntax.Parse == command.Joined {
		twoDashes(s)
	}
	if syntax.Parse == command.Cmdlet {
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
	switch s.Programs.Run {
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
	for i := range s.Syntax.Options {
		o := &s.Syntax.Options[i]
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
			s.Syntax.Shared = append(s.Syntax.Shared, set)
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
