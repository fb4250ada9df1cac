package main

import (
	"path/filepath"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/gen/languages"
)

// language is what one file of presets/languages says.
type language struct {
	name  string
	src   string
	sets  []wordSet
	calls map[string]callTable // under the keys calls and search
}

// wordSet is a list of words under a key.
type wordSet struct {
	names []string // keys of sets with the same words
	words []string
}

// callTable says what functions do: "File.delete|File.unlink(path...): delete path".
type callTable []callLine

// callLine is one line of a table: names that do the same.
type callLine struct {
	names []string
	call  languages.Effect
}

// generateLanguages compiles what is said of languages into the package languages: switch statements,
// so that nothing is built when a program starts.
func generateLanguages(c config, o *output) error {
	if c.langs == "" {
		return nil
	}
	paths, err := filepath.Glob(filepath.Join(c.langs, "*.yaml"))
	if err != nil {
		return err
	}
	var list []*language
	for _, p := range paths {
		l, err := loadLang(p)
		if err != nil {
			return err
		}
		if last := len(list) - 1; last >= 0 && list[last].name == l.name {
			list[last].sets = append(list[last].sets, l.sets...)
			continue
		}
		list = append(list, l)
	}
	o.addPackage("languages", emitLanguages(list))
	return checkAllowed(c, list)
}

// loadLang reads and checks one file.
func loadLang(path string) (*language, error) {
	base := filepath.Base(path)
	name, _, _ := strings.Cut(base, ".") // options.js.yaml adds to options.yaml
	l := &language{name: name, src: "presets/languages/" + base, calls: map[string]callTable{}}
	r, root, err := readTable(path, l.src)
	if r == nil {
		return l, err
	}
	return l, r.pairs(root, func(key, value *yaml.Node) error {
		switch key.Value {
		case "doc":
			return r.scalar(value)
		case "calls", "search":
			var t callTable
			err := t.read(r, value)
			l.calls[key.Value] = t
			return err
		}
		words, err := r.words(value)
		for i, w := range words {
			if slices.Contains(words[:i], w) {
				return r.errorf(value, "%s stands twice in %s", w, key.Value)
			}
		}
		l.sets = append(l.sets, wordSet{strings.Split(key.Value, "|"), words})
		return err
	})
}

func (t *callTable) read(r *nodeReader, n *yaml.Node) error {
	seen := map[string]bool{}
	return r.pairs(n, func(k, v *yaml.Node) error {
		names, params, _ := strings.Cut(k.Value, "(")
		params, ok := strings.CutSuffix(params, ")")
		if !ok {
			return r.errorf(k,
				"%q is no function with its parameters: NAME|NAME(PARAM, PARAM...)", k.Value)
		}
		c, err := parseEffect(params, v.Value)
		if err != nil {
			return r.errorf(k, "%s: %v", k.Value, err)
		}
		line := callLine{names: strings.Split(names, "|"), call: c}
		for _, n := range line.names {
			if n == "" || seen[n] {
				return r.errorf(k, "%q stands twice, or is no name", n)
			}
			seen[n] = true
		}
		*t = append(*t, line)
		return nil
	})
}

func emitLanguages(list []*language) *File {
	f := newPackage("languages", "presets/languages",
		"Package languages holds what presets/languages says of words and functions.")
	var words []Code
	for _, l := range list {
		if l.name == "options" {
			tools := wordSet{names: []string{"tools"}}
			for _, s := range l.sets {
				tools.words = append(tools.words, s.names...)
			}
			l.sets = append(l.sets, tools)
		}
		words = append(words, Comment(l.src), Case(Lit(l.name)).Block(
			Switch(Id("set")).BlockFunc(func(g *Group) {
				for _, s := range l.sets {
					g.Case(stringsOf(s.names)...).Block(
						Switch(Id("word")).Block(Case(stringsOf(s.words)...).Block(Return(True()))))
				}
			})))
	}
	f.Comment("Word reports whether a word is in a set of a language.")
	f.Func().Id("Word").Params(List(Id("lang"), Id("set"), Id("word")).String()).Bool().Block(
		Switch(Id("lang")).Block(words...), Return(False())).Line()
	for _, table := range []struct{ key, name, doc string }{
		{"calls", "Call", "Call is what the call of a function does, in code that is understood."},
		{"search", "Search", "Search is what the call of a function does, in code that is searched."},
	} {
		var calls []Code
		for _, l := range list {
			if l.calls[table.key] == nil {
				continue
			}
			calls = append(calls, Comment(l.src), Case(Lit(l.name)).Block(
				Switch(Id("name")).BlockFunc(func(g *Group) {
					for _, line := range l.calls[table.key] {
						g.Case(stringsOf(line.names)...).Block(Return(literal(line.call)))
					}
				})))
		}
		f.Comment(table.doc)
		f.Func().Id(table.name).Params(List(Id("lang"), Id("name")).String()).Id("Effect").Block(
			Switch(Id("lang")).Block(calls...), Return(Id("Effect").Values())).Line()
	}
	return f
}
