package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
)

// needing is one thing that a command needs in the sandbox: a key of the block sandbox of its spec.
type needing struct {
	Command string // with its subcommands: "npm ci"
	key     string
	Values  []string // none for a key that is a mark
	src     string
}

// needLists are the keys of the block whose values are lists, in the order in which they are shown.
// Those of needMarks are true, or have the commands that are marked. env is what stays of the
// environment.
var (
	needLists = []string{"caches", "fills", "own", "hosts", "reads", "writes", "sockets", "sets", "files", "starts"}
	needMarks = []string{"packages", "hooks", "settings", "always", "terminal", "moves", "person"}
)

// sandbox reads what a command needs in the sandbox: sandbox: {env: [AWS_*]}, or, where not all of
// its names or subcommands need it, sandbox: {env: {npm publish: [NPM_TOKEN]}}.
func (r *specReader) sandbox(name string, names []string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		names := append([]string{name}, names...)
		f := fields{}
		for _, key := range append([]string{"env"}, needLists...) {
			f[key] = func(n *yaml.Node) error { return r.needs(names, key, n) }
		}
		for _, key := range needMarks {
			f[key] = func(n *yaml.Node) error { return r.marks(names, key, n) }
		}
		return r.mapping(n, f)
	}
}

// need notes what commands need, of which those that are written with bars stand for several:
// "npm ci|install".
func (r *specReader) need(names []string, at *yaml.Node, n needing) error {
	n.src = r.src(at)
	for _, command := range commandsOf(n.Command) {
		if first, _, _ := strings.Cut(command, " "); !slices.Contains(names, first) {
			return r.errorf(at, "%q is none of %s", first, strings.Join(names, ", "))
		}
		n.Command = command
		r.file.needs = append(r.file.needs, n)
	}
	return nil
}

// needs reads a list, for a command with all of its names and subcommands, or a list for each of
// some of them.
func (r *specReader) needs(names []string, key string, n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		values, err := r.needList(key, n)
		if err != nil {
			return err
		}
		return r.need(names, n, needing{strings.Join(names, "|"), key, values, ""})
	}
	return r.pairs(n, func(k, v *yaml.Node) error {
		values, err := r.needList(key, v)
		if err != nil {
			return err
		}
		return r.need(names, k, needing{k.Value, key, values, ""})
	})
}

// marks reads true, or the commands.
func (r *specReader) marks(names []string, key string, n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		yes, err := r.boolean(n)
		if err == nil && !yes {
			err = r.errorf(n, "write true, or the commands")
		}
		if err != nil {
			return err
		}
		return r.need(names, n, needing{Command: strings.Join(names, "|"), key: key})
	}
	for _, c := range n.Content {
		if err := r.need(names, c, needing{Command: c.Value, key: key}); err != nil {
			return err
		}
	}
	return nil
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
	if key == "env" {
		var names scrubNames
		err := names.read(r.nodeReader, n)
		return names.List, err
	}
	var values uniqueWords
	err := values.read(r.nodeReader, n)
	for _, v := range values {
		if wrong := needWrong(key, v); wrong != "" {
			return nil, r.errorf(n, "%q: %s", v, wrong)
		}
	}
	return values, err
}

// needWrong says what is wrong with a value; "" for nothing.
func needWrong(key, v string) string {
	if strings.ContainsAny(v, " \t\n") {
		return "a blank divides values"
	}
	switch key {
	case "caches", "fills", "own", "reads", "writes":
		name, place, ok := strings.Cut(v, "=")
		if !ok {
			name, place = "", v
		}
		if key == "own" && !ok {
			return "only a VARIABLE= leads a program to a cache of the project's own"
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
		if _, err := hostmatch.Parse(v, hostmatch.Allow); err != nil {
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
	case "files", "starts":
		if strings.ContainsAny(v, "/*?") {
			return "write the name of a file in a project"
		}
	}
	return ""
}

// program is what a command needs, by key.
type program struct {
	Command, src string
	Lists        map[string][]string
	Marks        []string
}

// programs joins what the specs say about each command.
func programs(files []*specFile) ([]*program, error) {
	by := map[string]*program{}
	for _, f := range files {
		for _, n := range f.needs {
			p := by[n.Command]
			if p == nil {
				p = &program{Command: n.Command, src: n.src, Lists: map[string][]string{}}
				by[n.Command] = p
			}
			switch {
			case n.Values == nil:
				p.Marks = append(p.Marks, n.key)
			case p.Lists[n.key] != nil:
				return nil, fmt.Errorf("%s: %s of %s stand at %s already", n.src, n.key, n.Command, p.src)
			default:
				p.Lists[n.key] = n.Values
			}
		}
	}
	return slices.SortedFunc(maps.Values(by), func(a, b *program) int {
		return strings.Compare(a.Command, b.Command)
	}), nil
}

// generateNeeds compiles the blocks sandbox of the specs into the package needs, and the page about
// them. Where no spec has one nothing is made.
func generateNeeds(c config, o *output) error {
	files, err := loadSpecs(c.commands)
	if err != nil {
		return err
	}
	all, err := programs(files)
	if err == nil && len(all) > 0 {
		o.addPackage("needs", emitNeeds(all))
		o.addPage("sandbox-programs.md", "presets/commands", all)
	}
	return err
}

// needEntry is an entry of the generated table.
type needEntry struct {
	Command                                                                string
	Caches, Fills, Own, Hosts, Reads, Writes, Sockets, Sets, Files, Starts []string
	Packages, Hooks, Settings, Always, Terminal, Moves, Person             bool
}

// emitNeeds writes the table as static data.
func emitNeeds(all []*program) *File {
	var entries []needEntry
	for _, p := range all {
		if !p.Confined() {
			continue
		}
		e := needEntry{Command: p.Command}
		v := reflect.ValueOf(&e).Elem()
		for _, key := range needLists {
			v.FieldByName(specIdentifier(key)).Set(reflect.ValueOf(p.Lists[key]))
		}
		for _, key := range p.Marks {
			v.FieldByName(specIdentifier(key)).SetBool(true)
		}
		entries = append(entries, e)
	}
	f := newPackage("needs", "presets/commands",
		"Package needs holds what programs need in the sandbox.")
	f.Comment("Need is what a command needs, with its subcommands.")
	f.Type().Id("Need").Struct(
		Id("Command").String(),
		List(Id("Caches"), Id("Fills"), Id("Own"), Id("Hosts"), Id("Reads"), Id("Writes"),
			Id("Sockets"), Id("Sets"), Id("Files"), Id("Starts")).Index().String(),
		List(Id("Packages"), Id("Hooks"), Id("Settings"), Id("Always"), Id("Terminal"),
			Id("Moves"), Id("Person")).Bool())
	f.Line()
	f.Comment("Table has the commands in order.")
	f.Var().Id("Table").Op("=").Index(Op("...")).Id("Need").Add(rows(entries))
	return f
}

// Confined reports whether a command needs more than variables.
func (p *program) Confined() bool {
	listed := func(key string) bool { return p.Lists[key] != nil }
	return len(p.Marks) > 0 || slices.ContainsFunc(needLists, listed)
}

// Files are those that are read though they are hidden, with a mark at those that are written.
func (p *program) Files() []string {
	files := slices.Clone(p.Lists["reads"])
	for _, name := range p.Lists["writes"] {
		files = append(files, name+" (written)")
	}
	return files
}

// Variables are those that stay in the environment, and those that are set.
func (p *program) Variables() []string { return slices.Concat(p.Lists["env"], p.Lists["sets"]) }
