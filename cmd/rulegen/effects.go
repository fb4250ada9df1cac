package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

const tablesPath = "github.com/fencepost/fencepost/internal/interp/eval/tables"

// calleeModule is one module of a callee table, and its entries.
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
func loadLanguage(yamlDir, lang string) (all []calleeModule, err error) {
	files, err := filepath.Glob(filepath.Join(yamlDir, lang+"-*.yaml"))
	if err != nil {
		return nil, err
	}
	seen := map[string]string{}
	for _, file := range append([]string{filepath.Join(yamlDir, lang+".yaml")}, files...) {
		r, root, err := readTable(file, "presets/effects/"+filepath.Base(file))
		if r == nil {
			return nil, cmp.Or(err, fmt.Errorf("%s: there is no such file", file))
		}
		err = r.pairs(root, func(key, value *yaml.Node) error {
			if where := seen[key.Value]; where != "" {
				return r.errorf(key, "module %q stands in %s, too", key.Value, where)
			}
			m := calleeModule{name: key.Value, src: r.src(key)}
			seen[m.name] = m.src
			err := m.read(r, value)
			all = append(all, m)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// read reads the entries: NAME|NAME(PARAMS) of functions and NAME of values, each with its clauses.
func (m *calleeModule) read(r *nodeReader, n *yaml.Node) error {
	seen := map[string]bool{}
	return r.pairs(n, func(key, value *yaml.Node) error {
		names, params, call := strings.Cut(key.Value, "(")
		if call {
			if params, call = strings.CutSuffix(params, ")"); !call {
				return r.errorf(key, "%q has no closing parenthesis", key.Value)
			}
		} else {
			params = "-" // a value, no function
		}
		e := tables.Entry{Params: parseParams(params), Clauses: parseClauses(value.Value)}
		if err := checkClauses(&e); err != nil {
			return r.errorf(key, "%s: %v", key.Value, err)
		}
		for name := range strings.SplitSeq(names, "|") {
			switch {
			case name == "*" && tables.Harmless(e.Clauses):
				return r.errorf(key,
					"* says of names that nobody has looked at that they do nothing: list the names")
			case name == "" || strings.ContainsAny(name, " \t\n."):
				return r.errorf(key, "%q is not the name of a callee", name)
			case seen[name]:
				return r.errorf(key, "%q stands twice in %s", name, m.name)
			}
			seen[name] = true
			e.Name = name
			m.entries = append(m.entries, e)
		}
		return nil
	})
}

// parseParams reads a parameter list: names separated by commas, each with =default, a * before one
// that takes the rest, {a|b} behind one that is an object with these options.
func parseParams(s string) []tables.Param {
	if s == "" {
		return nil
	}
	var list []tables.Param
	for p := range strings.SplitSeq(s, ",") {
		name, def, _ := strings.Cut(strings.TrimSpace(p), "=")
		name, keys, has := strings.Cut(strings.TrimSuffix(name, "}"), "{")
		name, rest := strings.CutPrefix(name, "*")
		param := tables.Param{Name: name, Default: def, Rest: rest}
		if has {
			param.Keys = strings.Split(keys, "|")
		}
		list = append(list, param)
	}
	return list
}

// parseClauses reads clauses: a verb and its words, separated by commas.
func parseClauses(s string) []tables.Clause {
	var list []tables.Clause
	for c := range strings.SplitSeq(s, ",") {
		if f := strings.Fields(c); len(f) > 0 {
			list = append(list, tables.Clause{Verb: f[0], Args: f[1:]})
		}
	}
	return list
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
	var table packedTable
	for _, m := range modules {
		table.add(f, calleeConst(lang, m.name), m.src, tables.EncodeModule(m.entries), m.name)
	}
	table.Sort()
	table.emit(f, lang, lang+" is the table of modules (package codec): its head, and the records.")
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
