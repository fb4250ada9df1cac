package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

const gitconfigYAML = "gitconfig.yaml"

// gitSettings is presets/gitconfig.yaml.
type gitSettings struct {
	Settings  []*gitSetting
	Harmless  []*harmlessSetting
	Variables ordered[string, string] // names with the keys that they stand for
}

// gitSetting is one entry of a setting that runs something.
type gitSetting struct {
	Src   source
	Keys  gitKeys
	Runs  gitconfig.Runner
	Value gitconfig.Value
	Found uniqueWords
	Why   sentence
}

// harmlessSetting is one entry of settings that run nothing.
type harmlessSetting struct {
	Keys    gitKeys
	Trivial bool
}

// gitKeys are keys of which none stands in another entry: section.name with any subsection,
// section.*, and beginnings with a star.
type gitKeys []string

func (l *gitKeys) read(r *nodeReader, n *yaml.Node) error {
	if err := (*uniqueWords)(l).read(r, n); err != nil {
		return err
	}
	for i, key := range *l {
		section, name, ok := strings.Cut(key, ".")
		switch at := n.Content[i]; {
		case strings.ToLower(key) != key:
			return r.errorf(at, "%q: keys stand in small letters", key)
		case !ok || section == "" || name == "" || strings.Contains(section, "*"):
			return r.errorf(at, "%q is no key: section.name, section.*.name or section.*", key)
		case slices.ContainsFunc(strings.Split(name, "."), partlyStar):
			return r.errorf(at, "%q: a star stands for a whole part", key)
		}
		(*l)[i] = strings.ReplaceAll(key, ".*.", ".")
		if err := r.once(n.Content[i], (*l)[i], key); err != nil {
			return err
		}
	}
	return nil
}

// partlyStar reports whether a part of a key has a star and something else.
func partlyStar(s string) bool { return len(s) > 1 && strings.Contains(s, "*") }

func (s *gitSetting) check(r *nodeReader, n *yaml.Node) error {
	switch {
	case s.Keys == nil:
		return r.errorf(n, "the entry has no keys")
	case s.Why == "":
		return r.errorf(n, "the entry does not say what git does with the value: add why")
	}
	return nil
}

func (t *gitSettings) check(r *nodeReader, n *yaml.Node) error {
	for _, v := range t.Variables {
		if !slices.ContainsFunc(t.Settings, func(s *gitSetting) bool {
			return slices.Contains(s.Keys, v.Value)
		}) {
			return r.errorf(v.at, "%s has no entry in settings", v.Value)
		}
	}
	return nil
}

func (t *gitSettings) emit() *File {
	f := newPackage("gitsettings", "presets/"+gitconfigYAML,
		"Package gitsettings holds what is known of git's settings as static data.")
	var runs, harmless, trivial []keyCase
	var entries packedTable
	for i, s := range t.Settings {
		for _, key := range s.Keys {
			runs = append(runs, keyCase{key, Lit(i + 1)})
		}
		e := gitconfig.Entry{Runner: s.Runs, Value: s.Value, Found: codec.Join(s.Found)}
		c := codec.Writer()
		e.Pack(&c)
		entries.add(f, fmt.Sprint("entry", i+1), string(s.Src), c.Written(), "")
	}
	for _, s := range t.Harmless {
		list := &harmless
		if s.Trivial {
			list = &trivial
		}
		for _, key := range s.Keys {
			*list = append(*list, keyCase{key, True()})
		}
	}
	f.Comment("Setting returns the number of the entry of a key in small letters with which git runs")
	f.Comment("something; 0 for none.")
	f.Func().Id("Setting").Params(Id("key").String()).Int().Block(keySearch(runs, Lit(0))...)
	f.Line()
	f.Comment("Harmless reports whether a key in small letters only changes how git shows things.")
	f.Func().Id("Harmless").Params(Id("key").String()).Bool().Block(keySearch(harmless, False())...)
	f.Line()
	f.Comment("Trivial reports whether a key in small letters changes nothing about what a subcommand does.")
	f.Func().Id("Trivial").Params(Id("key").String()).Bool().Block(keySearch(trivial, False())...)
	f.Line()
	entries.emit(f, "Entries", "Entries holds how git runs the values of each entry (gitconfig.Entry).")
	f.Line()
	f.Comment("OfVariable returns the key that a variable stands for; \"\" if none.")
	f.Func().Id("OfVariable").Params(Id("name").String()).String().Block(
		Switch(Id("name")).BlockFunc(func(g *Group) {
			for _, v := range t.Variables {
				g.Case(Lit(v.Key)).Block(Return(Lit(v.Value)))
			}
		}),
		Return(Lit("")),
	)
	return f
}

// keyCase is a key with what is returned for it.
type keyCase struct {
	key    string
	result Code
}

// keySearch is the search for a key: by its beginning, by its section and its last part, or by its
// section alone. none is returned for another key.
func keySearch(cases []keyCase, none Code) (code []Code) {
	bySection := map[string][]Code{}
	whole := map[string]Code{}
	for _, c := range cases {
		section, name, _ := strings.Cut(c.key, ".")
		begin, open := strings.CutSuffix(c.key, "*")
		switch {
		case name == "*":
			whole[section] = Return(c.result)
		case open:
			begins := condition{Begins: uniqueWords{begin}}
			code = append(code, begins.code("key", c.result)...)
			continue
		}
		bySection[section] = append(bySection[section], Case(Lit(name)).Block(Return(c.result)))
	}
	var sections []Code
	for _, section := range slices.Sorted(maps.Keys(bySection)) {
		found := whole[section]
		if found == nil {
			found = Switch(Id("name")).Block(bySection[section]...)
		}
		sections = append(sections, Case(Lit(section)).Block(found))
	}
	return append(code,
		List(Id("section"), Id("_"), Id("_")).Op(":=").Qual("strings", "Cut").Call(Id("key"), Lit(".")),
		Id("name").Op(":=").Id("key").Index(behindLast("key", '.'), Empty()),
		Switch(Id("section")).Block(sections...),
		Return(none))
}
