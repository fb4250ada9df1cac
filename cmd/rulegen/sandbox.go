package main

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/glob"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
)

const sandboxYAML = "sandbox-environment.yaml"

// sandboxTable is presets/sandbox-environment.yaml, and what the specs of commands say about it.
type sandboxTable struct {
	Classes  ordered[scrubClass, []scrubbed]
	Never    scrubNames
	Programs ordered[string, scrubNames] // what commands without a spec keep
	Keeps    []needing                   // what all commands keep
}

type scrubClass string

// scrubbed is one entry of a class.
type scrubbed struct {
	Names  scrubNames
	Socket string
	Why    sentence
}

// scrubNames are names in capitals, in which stars stand for any text.
type scrubNames struct {
	List uniqueWords
	at   *yaml.Node
}

func (l *scrubNames) read(r *nodeReader, n *yaml.Node) error {
	l.at = n
	err := l.List.read(r, n)
	for _, name := range l.List {
		plain := strings.ReplaceAll(name, "*", "")
		switch {
		case len(plain) < 2 || strings.ContainsAny(name, "= ?|"):
			return r.errorf(n, "%q is no name of a variable; stars stand for any text", name)
		case strings.ToUpper(name) != name:
			return r.errorf(n, "%q: letters have no case here; write capitals", name)
		}
	}
	return err
}

func (e *scrubbed) check(r *nodeReader, n *yaml.Node) error {
	for _, name := range e.Names.List {
		if err := r.once(e.Names.at, name, name); err != nil {
			return err
		}
	}
	switch {
	case len(e.Names.List) == 0:
		return r.errorf(n, "the entry names no variable: add names")
	case e.Why == "":
		return r.errorf(n, "the entry does not say what the variable does: add why")
	}
	return nil
}

func (t *sandboxTable) check(r *nodeReader, n *yaml.Node) error {
	for _, p := range t.Programs {
		t.Keeps = append(t.Keeps, needing{Command: p.Key, Values: p.Value.List, src: p.src})
	}
	for _, name := range t.Never.List {
		for other, src := range r.seen {
			if overlap(name, other) {
				return r.errorf(t.Never.at, "%s is never dropped, and %s at %s would be", name, other, src)
			}
		}
	}
	return nil
}

// generateSandbox compiles the table into the package scrub. Where there is no table nothing is
// made.
func generateSandbox(c config, o *output) error {
	t := &sandboxTable{}
	found, err := loadTable(c, sandboxYAML, t)
	if err != nil || !found {
		return err
	}
	files, err := loadSpecs(c.commands)
	if err != nil {
		return err
	}
	for _, f := range files {
		for _, d := range f.commands {
			for _, k := range t.Keeps {
				if name, _, _ := strings.Cut(k.Command, " "); slices.Contains(d.names, name) {
					return fmt.Errorf("%s: %s has a spec at %s; say there what it keeps", k.src, name,
						d.spec.Src)
				}
			}
		}
	}
	for _, f := range files {
		for _, n := range f.needs {
			if n.key == "env" {
				t.Keeps = append(t.Keeps, n)
			}
		}
	}
	if err := t.checkKeeps(); err != nil {
		return err
	}
	o.addPackage("scrub", t.emit())
	o.addPage("sandbox-environment.md", "presets/"+sandboxYAML+" and presets/commands", t)
	return nil
}

// checkKeeps refuses what keeps nothing, and what keeps more than it seems to: a beginning of names that
// what is the agent's own has as well.
func (t *sandboxTable) checkKeeps() error {
	slices.SortFunc(t.Keeps, func(a, b needing) int { return strings.Compare(a.Command, b.Command) })
	for i, k := range t.Keeps {
		if i > 0 && t.Keeps[i-1].Command == k.Command {
			return fmt.Errorf("%s: what %s keeps stands at %s already", k.src, k.Command,
				t.Keeps[i-1].src)
		}
		for _, name := range k.Values {
			if err := t.checkKept(k, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *sandboxTable) checkKept(k needing, name string) error {
	found := false
	for _, v := range t.variables() {
		n := v.Name
		if v.Class != envscrub.Named && overlap(n, name) {
			if found = true; v.Class == envscrub.Agent && strings.Contains(name, "*") {
				return fmt.Errorf("%s: %s keeps %s as well, which is the agent's; write the names one by one",
					k.src, name, n)
			}
		}
	}
	if !found {
		return fmt.Errorf("%s: %s is in no class of presets/%s, and stays anyway", k.src, name,
			sandboxYAML)
	}
	return nil
}

// scrubVariable is an entry of the generated table.
type scrubVariable struct{ Name, Class, Socket, Why string }

// variables are all names, by class.
func (t *sandboxTable) variables() (list []scrubVariable) {
	for _, c := range t.Classes {
		for _, e := range c.Value {
			for _, name := range e.Names.List {
				list = append(list, scrubVariable{name, string(c.Key), e.Socket, string(e.Why)})
			}
		}
	}
	return list
}

// overlap reports whether one name is, or may be, an example of the other.
func overlap(a, b string) bool { return glob.Match(a, b) || glob.Match(b, a) }

// emit writes the table as static data.
func (t *sandboxTable) emit() *File {
	f := newPackage("scrub", "presets/"+sandboxYAML+" and presets/commands",
		"Package scrub holds which variables of the environment stay out of the sandbox.")
	f.Comment("Variable is one name, with stars for any text.")
	f.Type().Id("Variable").Struct(List(Id("Name"), Id("Class"), Id("Socket"), Id("Why")).String())
	f.Line()
	f.Comment("Variables returns those that stay out, by class.")
	f.Func().Id("Variables").Params().Index().Id("Variable").Block(
		Return(Id("variables").Index(Op(":"))))
	f.Line()
	f.Var().Id("variables").Op("=").Index(Op("...")).Id("Variable").Add(rows(t.variables()))
	f.Line()
	f.Comment("Never returns those that stay, whatever names them.")
	f.Func().Id("Never").Params().Index().String().Block(Return(words(t.Never.List)))
	f.Line()
	f.Comment("Commands returns the commands that keep some, each with its subcommands.")
	f.Func().Id("Commands").Params().Index().String().Block(ReturnFunc(func(g *Group) {
		var names []string
		for _, k := range t.Keeps {
			names = append(names, k.Command)
		}
		g.Add(words(names))
	}))
	f.Line()
	f.Comment("keeps has a line for each command: its name, and behind a tab the names that it keeps.")
	f.Const().Id("keeps").Op("=").Lit("\n").Do(func(all *Statement) {
		for _, k := range t.Keeps {
			line := k.Command + "\t" + strings.Join(k.Values, " ") + "\n"
			all.Op("+").Line().Comment(k.src).Line().Lit(line)
		}
	})
	f.Line()
	f.Comment("Keeps returns the names that a command keeps, or one with subcommands, with blanks between")
	f.Comment("them.")
	f.Func().Id("Keeps").Params(Id("command").String()).String().Block(
		List(Id("_"), Id("line"), Id("_")).Op(":=").Qual("strings", "Cut").Call(Id("keeps"),
			Lit("\n").Op("+").Id("command").Op("+").Lit("\t")),
		List(Id("names"), Id("_"), Id("_")).Op(":=").Qual("strings", "Cut").Call(Id("line"), Lit("\n")),
		Return(Id("names")),
	)
	return f
}

func words(list []string) *Statement { return Index().String().Values(literals(list)...) }
