package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/egress/match"
)

// needing is one thing that a command needs in the sandbox: a key of the block sandbox of its spec.
type needing struct {
	command string // with its subcommands: "npm ci"
	key     string
	values  []string // none for a key that is a mark
	src     string
}

// needKeys are the keys of the block beside env, in the order in which they are shown, and whether
// their values are lists or the commands themselves, which are marked.
func needKeys() (lists, marks []string) {
	return []string{"caches", "hosts", "reads", "writes", "sockets", "sets", "files"},
		[]string{"packages", "hooks", "settings", "always"}
}

// needs reads one key: a list, for a command with all of its names and subcommands, or a list for
// each of some of them; of a mark true, or the commands.
func (r *specReader) needs(names []string, key, n *yaml.Node) error {
	_, marks := needKeys()
	mark := slices.Contains(marks, key.Value)
	put := func(command string, values []string, at *yaml.Node) {
		r.file.needs = append(r.file.needs, needing{command, key.Value, values, r.src(at)})
	}
	several := func(at *yaml.Node, values []string) error {
		for _, c := range commandsOf(at.Value) {
			if first, _, _ := strings.Cut(c, " "); !slices.Contains(names, first) {
				return r.errorf(at, "%q is none of %s", first, strings.Join(names, ", "))
			}
			put(c, values, at)
		}
		return nil
	}
	switch {
	case mark && n.Kind == yaml.SequenceNode:
		for _, c := range n.Content {
			if err := several(c, nil); err != nil {
				return err
			}
		}
		return nil
	case mark:
		yes, err := r.boolean(n)
		if err == nil && !yes {
			err = r.errorf(n, "write true, or the commands")
		}
		for _, c := range names {
			put(c, nil, n)
		}
		return err
	case n.Kind != yaml.MappingNode:
		values, err := r.needList(key.Value, n)
		for _, c := range names {
			put(c, values, n)
		}
		return err
	}
	return r.pairs(n, func(k, v *yaml.Node) error {
		values, err := r.needList(key.Value, v)
		if err != nil {
			return err
		}
		return several(k, values)
	})
}

// commandsOf are the commands that words with bars stand for: "npm ci|install".
func commandsOf(text string) []string {
	out := []string{""}
	for word := range strings.FieldsSeq(text) {
		var next []string
		for _, before := range out {
			for _, w := range strings.Split(word, "|") {
				next = append(next, strings.TrimSpace(before+" "+w))
			}
		}
		out = next
	}
	return out
}

// needList reads what stands at a key, which the program that uses it could not report.
func (r *specReader) needList(key string, n *yaml.Node) ([]string, error) {
	values, err := r.wordList(n)
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		if wrong := needWrong(key, v); wrong != "" {
			return nil, r.errorf(n, "%q: %s", v, wrong)
		}
	}
	return values, nil
}

// needWrong says what is wrong with a value; "" for nothing.
func needWrong(key, v string) string {
	if strings.ContainsAny(v, " \t\n") {
		return "a blank divides values"
	}
	switch key {
	case "caches", "reads", "writes":
		name, place, ok := strings.Cut(v, "=")
		if !ok {
			name, place = "", v
		}
		place, below, _ := strings.Cut(place, "//")
		switch {
		case strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != "":
			return "write [VARIABLE=]PATH[//BELOW]"
		case !strings.HasPrefix(place, "~/") && !strings.HasPrefix(place, "/"):
			return "a path begins with ~/ or /"
		case filepath.Clean(place) != place || below != "" && filepath.Clean(below) != below:
			return "the path has a part that says nothing"
		}
	case "hosts":
		if _, err := match.Parse(v, match.Allow); err != nil {
			return err.Error()
		}
	case "sockets":
		if v != "ssh-agent" && v != "gpg-agent" && !strings.HasPrefix(v, "/") {
			return "write ssh-agent, gpg-agent, or an absolute path"
		}
	case "sets":
		if name, _, ok := strings.Cut(v, "="); !ok || name == "" {
			return "write NAME=VALUE"
		}
	case "files":
		if strings.ContainsAny(v, "/*?") {
			return "write the name of a file in a project"
		}
	}
	return ""
}

// program is what a command needs, by key.
type program struct {
	command, src string
	lists        map[string][]string
	marks        []string
	env          []string
}

// programs joins what the specs say about each command.
func programs(files []*specFile) ([]*program, error) {
	by := map[string]*program{}
	var all []*program
	get := func(command, src string) *program {
		if by[command] == nil {
			by[command] = &program{command: command, src: src, lists: map[string][]string{}}
			all = append(all, by[command])
		}
		return by[command]
	}
	for _, f := range files {
		for _, n := range f.needs {
			p := get(n.command, n.src)
			switch {
			case n.values == nil:
				p.marks = append(p.marks, n.key)
			case p.lists[n.key] != nil:
				return nil, fmt.Errorf("%s: %s of %s stand at %s already", n.src, n.key, n.command, p.src)
			default:
				p.lists[n.key] = n.values
			}
		}
		for _, k := range f.keeps {
			get(k.command, k.src).env = k.names
		}
	}
	slices.SortFunc(all, func(a, b *program) int { return strings.Compare(a.command, b.command) })
	return all, nil
}

// generateNeeds compiles the blocks sandbox of the specs into the package needs, and the page about
// them. Where no spec has one nothing is made.
func generateNeeds(c config, o *output) error {
	files, err := loadSpecs(c.commands)
	if err != nil {
		return err
	}
	all, err := programs(files)
	if err != nil || len(all) == 0 {
		return err
	}
	o.addPackage("needs", emitNeeds(all))
	o.pages["sandbox-programs.md"] = needsPage(all)
	return nil
}

// emitNeeds writes one text with a line for each command, which is found by its name and not
// touched before: "\nnpm ci\thosts=registry.npmjs.org\tpackages\n".
func emitNeeds(all []*program) *File {
	f := NewFilePathName(genPkg+"/needs", "needs")
	f.HeaderComment("// " + generatedBy + " from presets/commands. DO NOT EDIT.")
	f.PackageComment("Package needs holds what programs need in the sandbox.")
	f.Comment("Table has a line for each command, which begins with a newline: its name, and keys with values").
		Line().Comment("behind = and blanks between them, each behind a tab.")
	f.Const().Id("Table").Op("=").Lit("").Do(func(s *Statement) {
		for _, p := range all {
			if line := p.line(); line != "" {
				s.Op("+").Line().Lit(line)
			}
		}
		s.Op("+").Line().Lit("\n")
	})
	return f
}

// line is the line of the table; "" for a command that needs no more than variables.
func (p *program) line() string {
	lists, _ := needKeys()
	line := ""
	for _, key := range lists {
		if v := p.lists[key]; v != nil {
			line += "\t" + key + "=" + strings.Join(v, " ")
		}
	}
	for _, m := range p.marks {
		line += "\t" + m
	}
	if line == "" {
		return ""
	}
	return "\n" + p.command + line + "\t"
}
