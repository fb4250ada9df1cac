package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
	"github.com/fencepost/fencepost/internal/pack"
)

const tablesPath = "github.com/fencepost/fencepost/internal/interp/eval/tables"

// calleeModule is one module of a callee table: and its entries.
type calleeModule struct {
	name    string
	src     string
	entries []tables.Entry
}

// generateEffects compiles the callee tables into the package callees: one type for each language,
// whose entries are strings in read-only data.
func generateEffects(c config, o *output) error {
	if c.effects == "" {
		return nil
	}
	for _, lang := range []struct{ file, typ string }{{"python", "Python"},
		{"javascript", "JavaScript"}} {
		modules, err := loadLanguage(c.effects, lang.file)
		if err != nil {
			return err
		}
		o.add("callees/"+lang.file+".go", emitCallees(lang.file, lang.typ, modules))
	}
	return nil
}

// loadLanguage reads the tables of a language: python.yaml and python-*.yaml.
func loadLanguage(yamlDir, lang string) ([]calleeModule, error) {
	files, err := filepath.Glob(filepath.Join(yamlDir, lang+"-*.yaml"))
	if err != nil {
		return nil, err
	}
	var all []calleeModule
	seen := map[string]string{}
	for _, file := range append([]string{filepath.Join(yamlDir, lang+".yaml")}, files...) {
		modules, err := loadCallees(file)
		if err != nil {
			return nil, err
		}
		for _, m := range modules {
			if where := seen[m.name]; where != "" {
				return nil, fmt.Errorf("%s: module %q stands in %s, too", m.src, m.name, where)
			}
			seen[m.name] = m.src
		}
		all = append(all, modules...)
	}
	return all, nil
}

// loadCallees reads and checks one table.
func loadCallees(path string) ([]calleeModule, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	shown := "presets/effects/" + filepath.Base(path)
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s:1: the table is a mapping of modules", shown)
	}
	root := doc.Content[0]
	seen := map[string]bool{}
	var modules []calleeModule
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, val := root.Content[i], root.Content[i+1]
		if seen[key.Value] {
			return nil, fmt.Errorf("%s:%d: module %q stands twice", shown, key.Line, key.Value)
		}
		seen[key.Value] = true
		m, err := calleeEntries(shown, key, val)
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
	return modules, nil
}

func calleeEntries(shown string, key, val *yaml.Node) (calleeModule, error) {
	m := calleeModule{name: key.Value, src: fmt.Sprintf("%s:%d", shown, key.Line)}
	if val.Kind != yaml.MappingNode {
		return m, fmt.Errorf("%s: module %q must be a mapping of callees", m.src, key.Value)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(val.Content); i += 2 {
		k, v := val.Content[i], val.Content[i+1]
		fail := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", shown, k.Line, fmt.Sprintf(format, args...))
		}
		names, params, call := strings.Cut(k.Value, "(")
		if call {
			if params, call = strings.CutSuffix(params, ")"); !call {
				return m, fail("%q has no closing parenthesis", k.Value)
			}
		} else {
			params = "-" // a value, no function
		}
		e := tables.Entry{Params: parseParams(params), Clauses: parseClauses(v.Value)}
		if err := checkClauses(&e); err != nil {
			return m, fail("%s: %v", k.Value, err)
		}
		for name := range strings.SplitSeq(names, "|") {
			if name == "*" && tables.Harmless(e.Clauses) {
				return m, fail("* says of names that nobody has looked at that they do nothing: list the names")
			}
			if name == "" || strings.ContainsAny(name, " \t\n.") {
				return m, fail("%q is not the name of a callee", name)
			}
			if seen[name] {
				return m, fail("%q stands twice in %s", name, key.Value)
			}
			seen[name] = true
			e.Name = name
			m.entries = append(m.entries, e)
		}
	}
	return m, nil
}

// checkClauses refuses verbs that are not known, and parameters that the callee does not have.
func checkClauses(e *tables.Entry) error {
	if len(e.Clauses) == 0 {
		return fmt.Errorf("says nothing; write pure or data for what only computes")
	}
	known := map[string]bool{"self": true, ".": true}
	for _, p := range e.Params {
		known[p.Name] = true
		for _, k := range p.Keys {
			known[k] = true
		}
	}
	for _, c := range e.Clauses {
		least, most, ok := tables.Verbs(c.Verb)
		if !ok {
			return fmt.Errorf("unknown verb %q", c.Verb)
		}
		if n := len(c.Args); n < least || n > most {
			return fmt.Errorf("%s takes %d to %d words", c.Verb, least, most)
		}
		for i, a := range c.Args {
			free := c.Verb == "unseen" || c.Verb == "text" ||
				c.Verb == "returns" && (i == 0 || c.Args[0] == "module") ||
				c.Verb == "spawn" && i == 1 || strings.HasPrefix(a, "/")
			if !free && !known[a] {
				return fmt.Errorf("%s %s: there is no such parameter", c.Verb, a)
			}
		}
	}
	return nil
}

func emitCallees(lang, typ string, modules []calleeModule) *jen.File {
	doc := ""
	if lang == "python" {
		doc = "Package callees holds the callee tables of presets/effects as static data. " +
			"Only fencepost-interp links it."
	}
	f := newPackage("callees", "presets/effects/"+lang+".yaml", doc)
	f.Commentf("%s is what is known of the callees of the language (tables.Table).", typ)
	f.Type().Id(typ).Struct()
	f.Line()
	f.Comment("Module returns the entries of a module.")
	f.Func().Params(jen.Id(typ)).Id("Module").Params(jen.Id("name").String()).Params(jen.String(),
		jen.Bool()).Block(jen.Return(jen.Qual(tablesPath, "ModuleIn").Call(jen.Id(lang), jen.Id("name"))))
	f.Line()
	f.Comment("Modules returns the names of all modules.")
	f.Func().Params(jen.Id(typ)).Id("Modules").Params().Index().String().Block(
		jen.Return(jen.Qual(tablesPath, "Names").Call(jen.Id(lang))))
	f.Line()
	var table pack.TableWriter
	var consts []string
	for _, m := range modules {
		table.Add(tables.EncodeModule(m.entries), m.name)
		consts = append(consts, calleeConst(lang, m.name))
	}
	table.Sort()
	f.Commentf("%s is the table of modules (package pack): its head, and the records.", lang)
	f.Const().Id(lang).Op("=").Add(sum(table.Head(), consts))
	for _, m := range modules {
		f.Line()
		f.Comment(m.src)
		f.Const().Id(calleeConst(lang, m.name)).Op("=").Lit(
			pack.Record(tables.EncodeModule(m.entries)))
	}
	return f
}

func calleeConst(lang, module string) string {
	words := regexp.MustCompile(`[^A-Za-z0-9]+`).Split(module, -1)
	name := lang
	for _, w := range words {
		if w != "" {
			name += strings.ToUpper(w[:1]) + w[1:]
		}
	}
	if module[0] >= 'A' && module[0] <= 'Z' {
		name += "Type" // Number beside number
	}
	return name
}
