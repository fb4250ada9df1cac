package main

import (
	"regexp"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"
)

const loadsYAML = "loads.yaml"

// loadsTable is presets/loads.yaml: which files of the project programs load as code, and what is
// read of files whose language nobody reads.
type loadsTable struct {
	Files    ordered[string, patterns] // kinds of files
	Families []family
	Readers  ordered[string, textReader]
}

// family is programs that load the same kinds of files.
type family struct {
	Programs programNames
	Loads    []string // kinds of files
	Looks    []string // words with which they build and test nothing; * for always
}

func (t *loadsTable) check(r *nodeReader, n *yaml.Node) error {
	kinds := t.Files.Keys()
	for i := range t.Families {
		for _, kind := range t.Families[i].Loads {
			if !slices.Contains(kinds, kind) {
				return r.errorf(n, "no kind of files has the name %q", kind)
			}
		}
	}
	return nil
}

// patterns are names of files, each with its language.
type patterns []string

func (l *patterns) read(r *nodeReader, n *yaml.Node) (err error) {
	*l, err = r.words(n)
	for _, w := range *l {
		name, lang, ok := strings.Cut(w, "=")
		if !ok || name == "" || lang == "" {
			return r.errorf(n, "%q is no PATTERN=LANGUAGE", w)
		}
	}
	return err
}

// textReader says what a text runs: each place that an expression finds becomes a line of shell.
type textReader struct {
	Into  string   // the interpreter that gets all lines as one program; none: they are shell
	Whole bool     // the rest of the text stays, and is shell
	Drops []string // texts that become blanks in what was found
	Finds ordered[string, string]
}

func (t *textReader) check(r *nodeReader, n *yaml.Node) error {
	for _, f := range t.Finds {
		if _, err := regexp.Compile(f.Key); err != nil {
			return r.errorf(f.at, "%v", err)
		}
	}
	return nil
}

// emit writes the lists as switch statements, as those of the daemons.
func (t *loadsTable) emit() *File {
	f := newPackage("loads", "presets/"+loadsYAML,
		"Package loads knows which files of the project programs load as code.")
	f.Comment("All are the kinds of files that a program may load of which nothing is known.")
	f.Const().Id("All").Op("=").Lit(strings.Join(t.untold(), " "))
	f.Line()
	f.Comment("Of returns the kinds of files that a program loads, and the words with which it builds and")
	f.Comment("tests nothing; \"\" for a program of which nothing is known.")
	of := f.Func().Id("Of").Params(Id("program").String())
	of.Params(List(Id("kinds"), Id("looks")).String()).Block(
		Switch(Id("program")).BlockFunc(func(g *Group) {
			for _, e := range t.Families {
				g.Case(literals(e.Programs)...).Block(Return(Lit(strings.Join(e.Loads, " ")),
					Lit(strings.Join(e.Looks, " "))))
			}
		}),
		Return(Lit(""), Lit("")),
	)
	f.Line()
	f.Comment("Files returns the files of a kind, PATTERN=LANGUAGE each; \"\" for no kind.")
	f.Func().Id("Files").Params(Id("kind").String()).String().Block(
		Switch(Id("kind")).BlockFunc(func(g *Group) {
			for _, e := range t.Files {
				g.Case(Lit(e.Key)).Block(Return(Lit(strings.Join(e.Value, " "))))
			}
		}),
		Return(Lit("")),
	)
	f.Line()
	f.Comment("Reader says what is read of a text of a language that no interpreter of ours reads:")
	f.Comment("expressions, each with what it makes of a place; texts that become blanks in that; the")
	f.Comment("interpreter that gets it; and whether the rest of the text stays. There are no finds for any other language.")
	reader := f.Func().Id("Reader").Params(Id("language").String())
	reader.Params(Id("finds").Index().Index(Lit(2)).String(), Id("drops").Index().String(), Id("into").String(), Id("whole").Bool()).Block(
		Switch(Id("language")).BlockFunc(func(g *Group) {
			for _, e := range t.Readers {
				g.Case(Lit(e.Key)).Block(Return(
					Index().Index(Lit(2)).String().ValuesFunc(func(g *Group) {
						for _, p := range e.Value.Finds {
							g.Values(Lit(p.Key), Lit(p.Value))
						}
					}),
					Index().String().Values(literals(e.Value.Drops)...),
					Lit(e.Value.Into), Lit(e.Value.Whole)))
			}
		}),
		Return(Nil(), Nil(), Lit(""), False()),
	)
	return f
}

// untold are the kinds without those that fit all files which words name.
func (t *loadsTable) untold() (list []string) {
	for _, e := range t.Files {
		if !slices.ContainsFunc(e.Value, func(w string) bool {
			return strings.HasPrefix(w, "@*=") || strings.HasPrefix(w, "@!*=")
		}) {
			list = append(list, e.Key)
		}
	}
	return list
}

// languages are all that the table names.
func (t *loadsTable) languages() (list []string) {
	for _, e := range t.Files {
		for _, w := range e.Value {
			if _, lang, _ := strings.Cut(w, "="); !slices.Contains(list, lang) {
				list = append(list, lang)
			}
		}
	}
	return list
}
