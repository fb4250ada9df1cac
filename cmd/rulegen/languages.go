package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lang/callee"
)

// language is what one file of presets/languages says.
type language struct {
	name  string
	src   string
	sets  []wordSet // sets of words
	calls []callSet // calls and search
}

// wordSet is a list of words under a key.
type wordSet struct {
	name  string
	words []string
}

// callSet is a table of callees under a key.
type callSet struct {
	name  string
	lines []callLine
}

// callLine is one line of a table: names that do the same.
type callLine struct {
	names []string
	call  callee.Call
}

const calleePath = "github.com/fencepost/fencepost/internal/lang/callee"

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
	sort.Strings(paths)
	var list []language
	for _, p := range paths {
		l, err := loadLang(p)
		if err != nil {
			return err
		}
		list = append(list, l)
	}
	for i := range list {
		o.add("languages/"+list[i].name+".go", emitLanguage(&list[i]))
	}
	o.add("languages/table.go", emitLanguageTable(list))
	return nil
}

// loadLang reads and checks one file.
func loadLang(path string) (language, error) {
	base := filepath.Base(path)
	l := language{name: strings.TrimSuffix(base, ".yaml"), src: "presets/languages/" + base}
	text, err := os.ReadFile(path)
	if err != nil {
		return l, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return l, fmt.Errorf("%s: %w", l.src, err)
	}
	r := &specReader{nodeReader: nodeReader{l.src}}
	if len(doc.Content) == 0 {
		return l, fmt.Errorf("%s: it is empty", l.src)
	}
	return l, r.pairs(doc.Content[0], func(key, value *yaml.Node) error {
		switch key.Value {
		case "doc":
			return r.scalar(value)
		case "calls", "search":
			s, err := r.callees(key, value)
			l.calls = append(l.calls, s)
			return err
		}
		s, err := r.wordSet(key, value)
		l.sets = append(l.sets, s)
		return err
	})
}

// wordSet reads words with blanks between them; one that stands twice is an error.
func (r *specReader) wordSet(key, value *yaml.Node) (wordSet, error) {
	s := wordSet{name: key.Value}
	words, err := r.words(value)
	if err != nil {
		return s, err
	}
	seen := map[string]bool{}
	for _, w := range words {
		if seen[w] {
			return s, r.errorf(value, "%s stands twice in %s", w, key.Value)
		}
		seen[w] = true
	}
	s.words = words
	return s, nil
}

// callees reads a table: "File.delete|File.unlink(path...): delete path".
func (r *specReader) callees(key, value *yaml.Node) (callSet, error) {
	s := callSet{name: key.Value}
	seen := map[string]bool{}
	err := r.pairs(value, func(k, v *yaml.Node) error {
		names, params, _ := strings.Cut(k.Value, "(")
		params, ok := strings.CutSuffix(params, ")")
		if !ok {
			return r.errorf(k,
				"%q is no function with its parameters: NAME|NAME(PARAM, PARAM...)", k.Value)
		}
		c, err := callee.Parse(params, v.Value)
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
		s.lines = append(s.lines, line)
		return nil
	})
	return s, err
}

// identifier is the beginning of the names of a language's functions.
func (l *language) identifier() string {
	name := specIdentifier(l.name)
	return strings.ToLower(name[:1]) + name[1:]
}

func emitLanguage(l *language) *jen.File {
	f := jen.NewFilePathName("github.com/fencepost/fencepost/gen/languages", "languages")
	f.HeaderComment("// " + generatedBy + " from " + l.src + ". DO NOT EDIT.")
	name := l.identifier()
	f.Func().Id(name+"Word").Params(jen.List(jen.Id("set"), jen.Id("word")).String()).Bool().Block(
		jen.Switch(jen.Id("set")).BlockFunc(func(g *jen.Group) {
			for _, s := range l.sets {
				g.Case(jen.Lit(s.name)).Block(wordSwitch(s.words))
			}
		}),
		jen.Return(jen.False()),
	)
	for _, s := range l.calls {
		f.Line()
		f.Func().Id(name+specIdentifier(s.name)).Params(jen.Id("name").String()).
			Qual(calleePath, "Call").Block(callSwitch(s.lines), jen.Return(jen.Qual(calleePath,
			"Call").Values()))
	}
	return f
}

// wordSwitch returns true for a word of a list.
func wordSwitch(words []string) jen.Code {
	return jen.Switch(jen.Id("word")).Block(jen.CaseFunc(func(g *jen.Group) {
		for _, w := range words {
			g.Lit(w)
		}
	}).Block(jen.Return(jen.True())))
}

// callSwitch returns what the call of a name does.
func callSwitch(lines []callLine) jen.Code {
	return jen.Switch(jen.Id("name")).BlockFunc(func(g *jen.Group) {
		for _, line := range lines {
			g.CaseFunc(func(g *jen.Group) {
				for _, n := range line.names {
					g.Lit(n)
				}
			}).Block(jen.Return(callValue(line.call)))
		}
	})
}

func callValue(c callee.Call) jen.Code {
	return jen.Qual(calleePath, "Call").Values(jen.DictFunc(func(d jen.Dict) {
		d[jen.Id("Verb")] = jen.Lit(int(c.Verb))
		d[jen.Id("Least")] = jen.Lit(int(c.Least))
		d[jen.Id("Most")] = jen.Lit(int(c.Most))
		if c.On > 0 {
			d[jen.Id("On")] = jen.Lit(int(c.On))
		}
		if c.Rest {
			d[jen.Id("Rest")] = jen.True()
		}
		if c.Flag != "" {
			d[jen.Id("Flag")] = jen.Lit(c.Flag)
		}
	}))
}

// emitLanguageTable writes the functions that look up in all languages.
func emitLanguageTable(list []language) *jen.File {
	f := jen.NewFilePathName("github.com/fencepost/fencepost/gen/languages", "languages")
	f.HeaderComment("// " + generatedBy + ". DO NOT EDIT.")
	f.PackageComment("Package languages holds what presets/languages says of words and functions.")
	lookup := func(doc, name string, params *jen.Statement, result jen.Code,
		of func(*language) jen.Code) {
		f.Comment(doc)
		f.Func().Id(name).Params(params).Add(result).Block(
			jen.Switch(jen.Id("lang")).BlockFunc(func(g *jen.Group) {
				for i := range list {
					if call := of(&list[i]); call != nil {
						g.Case(jen.Lit(list[i].name)).Block(jen.Return(call))
					}
				}
			}),
			jen.ReturnFunc(func(g *jen.Group) {
				if name == "Word" {
					g.False()
				} else {
					g.Qual(calleePath, "Call").Values()
				}
			}),
		).Line()
	}
	lookup("Word reports whether a word is in a set of a language.", "Word",
		jen.List(jen.Id("lang"), jen.Id("set"),
			jen.Id("word")).String(), jen.Bool(), func(l *language) jen.Code {
			return jen.Id(l.identifier()+"Word").Call(jen.Id("set"), jen.Id("word"))
		})
	table := func(key string) func(*language) jen.Code {
		return func(l *language) jen.Code {
			for _, s := range l.calls {
				if s.name == key {
					return jen.Id(l.identifier() + specIdentifier(key)).Call(jen.Id("name"))
				}
			}
			return nil
		}
	}
	params := jen.List(jen.Id("lang"), jen.Id("name")).String()
	lookup("Call is what the call of a function does, in code that is understood.", "Call",
		params, jen.Qual(calleePath, "Call"), table("calls"))
	lookup("Search is what the call of a function does, in code that is searched.", "Search",
		params.Clone(), jen.Qual(calleePath, "Call"), table("search"))
	return f
}
