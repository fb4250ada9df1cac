package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/glob"
	"github.com/fencepost/fencepost/internal/sandbox/environ"
)

const sandboxYAML = "sandbox-environment.yaml"

// sandboxTable is presets/sandbox-environment.yaml, and what the specs of commands say about it.
type sandboxTable struct {
	entries []*scrubbed
	never   []string
	keeps   []keeping
}

// scrubbed is one entry of a class.
type scrubbed struct {
	class, socket, why string
	names              []string
}

// keeping is what one command keeps.
type keeping struct {
	command string // with its subcommands: "npm publish"
	names   []string
	src     string
}

// generateSandbox compiles the table into the package scrub. Where there is no table nothing is
// made.
func generateSandbox(c config, o *output) error {
	t := &sandboxTable{}
	found, err := loadSandbox(c, t)
	if err != nil || !found {
		return err
	}
	o.addPackage("scrub", t.emit())
	var b bytes.Buffer
	t.page(&b)
	o.pages["sandbox-environment.md"] = b.Bytes()
	return nil
}

func loadSandbox(c config, t *sandboxTable) (found bool, err error) {
	r, root, err := readTable(filepath.Join(c.presets, sandboxYAML), "presets/"+sandboxYAML)
	if r == nil {
		return false, err
	}
	if err := t.load(r, root); err != nil {
		return false, err
	}
	files, err := loadSpecs(c.commands)
	if err != nil {
		return false, err
	}
	for _, f := range files {
		for _, d := range f.commands {
			for _, k := range t.keeps {
				if name, _, _ := strings.Cut(k.command, " "); slices.Contains(d.names, name) {
					return false, fmt.Errorf("%s: %s has a spec at %s; say there what it keeps", k.src, name,
						d.spec.Src)
				}
			}
		}
	}
	for _, f := range files {
		t.keeps = append(t.keeps, f.keeps...)
	}
	return true, t.check()
}

// load reads the file.
func (t *sandboxTable) load(r *nodeReader, root *yaml.Node) error {
	seen := map[string]string{}
	var never *yaml.Node
	err := r.pairs(root, func(key, value *yaml.Node) error {
		switch key.Value {
		case "classes":
			return r.pairs(value, func(k, v *yaml.Node) error {
				if !slices.Contains(environ.Classes(), k.Value) {
					return r.errorf(k, "%q is not one of %s", k.Value,
						strings.Join(environ.Classes(), ", "))
				}
				return r.entries(v, func(n *yaml.Node) error { return t.entry(r, k.Value, n, seen) })
			})
		case "never":
			never = value
			return nil
		case "programs":
			return r.pairs(value, func(k, v *yaml.Node) error {
				names, err := r.scrubNames(v)
				t.keeps = append(t.keeps, keeping{k.Value, names, r.src(k)})
				return err
			})
		}
		return r.unknownKey(key, []string{"classes", "never", "programs"})
	})
	if err != nil || never == nil {
		return err
	}
	if t.never, err = r.scrubNames(never); err != nil {
		return err
	}
	for _, name := range t.never {
		for other, src := range seen {
			if overlap(name, other) {
				return r.errorf(never, "%s is never dropped, and %s at %s would be", name, other, src)
			}
		}
	}
	return nil
}

// entry reads one entry of a class.
func (t *sandboxTable) entry(
	r *nodeReader, class string, n *yaml.Node, seen map[string]string,
) error {
	e := &scrubbed{class: class}
	t.entries = append(t.entries, e)
	err := r.pairs(n, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "names":
			if e.names, err = r.scrubNames(value); err != nil {
				return err
			}
			for _, name := range e.names {
				if seen[name] != "" {
					return r.errorf(value, "%s stands at %s already", name, seen[name])
				}
				seen[name] = r.src(value)
			}
		case "socket":
			e.socket, err = value.Value, r.scalar(value)
		case "why":
			e.why, err = r.sentence(value)
		default:
			err = r.unknownKey(key, []string{"names", "socket", "why"})
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case len(e.names) == 0:
		return r.errorf(n, "the entry names no variable: add names")
	case e.why == "":
		return r.errorf(n, "the entry does not say what the variable does: add why")
	}
	return nil
}

// scrubNames reads names in capitals, in which stars stand for any text.
func (r *nodeReader) scrubNames(n *yaml.Node) ([]string, error) {
	names, err := r.wordList(n)
	for _, name := range names {
		plain := strings.ReplaceAll(name, "*", "")
		switch {
		case len(plain) < 2 || strings.ContainsAny(name, "= ?|"):
			return nil, r.errorf(n, "%q is no name of a variable; stars stand for any text", name)
		case strings.ToUpper(name) != name:
			return nil, r.errorf(n, "%q: letters have no case here; write capitals", name)
		}
	}
	return names, err
}

// sandbox reads what a command needs in the sandbox: sandbox: {env: [AWS_*]}, or, where not all of
// its names or subcommands need it, sandbox: {env: {npm publish: [NPM_TOKEN]}}.
func (r *specReader) sandbox(name string, names []string, n *yaml.Node) error {
	names = append([]string{name}, names...)
	lists, marks := needKeys()
	known := slices.Concat(lists, marks)
	return r.pairs(n, func(key, value *yaml.Node) error {
		if slices.Contains(known, key.Value) {
			return r.needs(names, key, value)
		}
		if key.Value != "env" {
			return r.unknownKey(key, append([]string{"env"}, known...))
		}
		if value.Kind != yaml.MappingNode {
			return r.keeps(names, value)
		}
		return r.pairs(value, func(k, v *yaml.Node) error {
			first, _, _ := strings.Cut(k.Value, " ")
			if !slices.Contains(names, first) {
				return r.errorf(k, "%q is none of %s", first, strings.Join(names, ", "))
			}
			return r.keeps([]string{k.Value}, v)
		})
	})
}

// keeps reads what commands keep.
func (r *specReader) keeps(commands []string, n *yaml.Node) error {
	names, err := r.scrubNames(n)
	for _, c := range commands {
		r.file.keeps = append(r.file.keeps, keeping{c, names, r.src(n)})
	}
	return err
}

// check refuses what keeps nothing, and what keeps more than it seems to: a beginning of names that
// what is the agent's own has as well.
func (t *sandboxTable) check() error {
	slices.SortFunc(t.keeps, func(a, b keeping) int { return strings.Compare(a.command, b.command) })
	for i, k := range t.keeps {
		if i > 0 && t.keeps[i-1].command == k.command {
			return fmt.Errorf("%s: what %s keeps stands at %s already", k.src, k.command,
				t.keeps[i-1].src)
		}
		for _, name := range k.names {
			if err := t.checkKept(k, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *sandboxTable) checkKept(k keeping, name string) error {
	found := false
	for _, e := range t.entries {
		for _, n := range e.names {
			if !overlap(n, name) {
				continue
			}
			if found = true; e.class == environ.Agent && strings.Contains(name, "*") {
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

// overlap reports whether one name is, or may be, an example of the other.
func overlap(a, b string) bool { return glob.Match(a, b) || glob.Match(b, a) }

// emit writes the table as static data.
func (t *sandboxTable) emit() *File {
	f := NewFilePathName(genPkg+"/scrub", "scrub")
	f.HeaderComment("// " + generatedBy + " from presets/" + sandboxYAML +
		" and presets/commands. DO NOT EDIT.")
	f.PackageComment("Package scrub holds which variables of the environment stay out of the sandbox.")
	f.Comment("Variable is one name, with stars for any text.")
	f.Type().Id("Variable").Struct(List(Id("Name"), Id("Class"), Id("Socket"), Id("Why")).String())
	f.Line()
	f.Comment("Variables returns those that stay out, by class.")
	f.Func().Id("Variables").Params().Index().Id("Variable").Block(
		Return(Id("variables").Index(Op(":"))))
	f.Line()
	f.Var().Id("variables").Op("=").Index(Op("...")).Id("Variable").ValuesFunc(func(g *Group) {
		for _, e := range t.entries {
			for _, name := range e.names {
				g.Line().Values(Lit(name), Lit(e.class), Lit(e.socket), Lit(e.why))
			}
		}
		g.Line()
	})
	f.Line()
	f.Comment("Never returns those that stay, whatever names them.")
	f.Func().Id("Never").Params().Index().String().Block(Return(words(t.never)))
	f.Line()
	f.Comment("Commands returns the commands that keep some, each with its subcommands.")
	f.Func().Id("Commands").Params().Index().String().Block(ReturnFunc(func(g *Group) {
		var names []string
		for _, k := range t.keeps {
			names = append(names, k.command)
		}
		g.Add(words(names))
	}))
	f.Line()
	f.Comment("keeps has a line for each command: its name, and behind a tab the names that it keeps.")
	f.Const().Id("keeps").Op("=").Lit("\n").Do(func(all *Statement) {
		for _, k := range t.keeps {
			line := k.command + "\t" + strings.Join(k.names, " ") + "\n"
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

// page writes the page about the table.
func (t *sandboxTable) page(b *bytes.Buffer) {
	b.WriteString("<!-- " + generatedBy + " from presets/" + sandboxYAML + " and presets/commands. " +
		"DO NOT EDIT. -->\n\n# The environment of the sandbox\n\n" +
		"A program in the sandbox does not get these variables. `agent` and `session` count for every " +
		"run,\n`ci` and `cloud` for those that run code of the project. Names are compared in letters " +
		"of either case;\n`*` is any text. A variable with a socket stays where the profile has that " +
		"socket.\n\n| class | variables | socket | who has one |\n|---|---|---|---|\n")
	for _, e := range t.entries {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", e.class, codeList(e.names), e.socket, cell(e.why))
	}
	b.WriteString("\nThese stay, whatever names them: " + codeList(t.never) + ".\n\n" +
		"## What programs keep\n\n| program | keeps |\n|---|---|\n")
	for _, k := range t.keeps {
		fmt.Fprintf(b, "| %s | %s |\n", code(k.command), codeList(k.names))
	}
}
