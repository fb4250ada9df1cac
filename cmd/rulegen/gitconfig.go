package main

import (
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/gitconfig"
	"github.com/fencepost/fencepost/internal/pack"
)

const gitconfigYAML = "gitconfig.yaml"

// gitSettings is presets/gitconfig.yaml.
type gitSettings struct {
	settings          []*gitSetting
	trivial, harmless gitKeys
	variables         [][2]string // names with the keys that they stand for
}

// gitSetting is one entry.
type gitSetting struct {
	src    string
	keys   gitKeys
	runner int
	value  int
	found  []string
	why    string
}

// gitKeys are keys: section.name with any subsection, section.*, and beginnings with a star.
type gitKeys []string

// load reads one file.
func (t *gitSettings) load(r *nodeReader, root *yaml.Node, seen map[string]string) error {
	return r.pairs(root, func(key, value *yaml.Node) error {
		switch key.Value {
		case "settings":
			return r.entries(value, func(n *yaml.Node) error { return t.setting(r, n, seen) })
		case "harmless":
			return r.entries(value, func(n *yaml.Node) error { return t.without(r, n, seen) })
		case "variables":
			return r.pairs(value, func(k, v *yaml.Node) error {
				t.variables = append(t.variables, [2]string{k.Value, v.Value})
				if t.find(v.Value) == nil {
					return r.errorf(v, "%s has no entry in settings", v.Value)
				}
				return nil
			})
		}
		return r.unknownKey(key, []string{"settings", "harmless", "variables"})
	})
}

// setting reads one entry of a setting that runs something.
func (t *gitSettings) setting(r *nodeReader, n *yaml.Node, seen map[string]string) error {
	s := &gitSetting{src: r.src(n)}
	err := r.pairs(n, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "keys":
			s.keys, err = r.gitKeys(value, s.src, seen)
		case "runs":
			s.runner, err = r.oneOf(value, gitconfig.RunnerNames())
		case "value":
			s.value, err = r.oneOf(value, gitconfig.ValueNames())
		case "found":
			s.found, err = r.wordList(value)
		case "why":
			s.why, err = r.sentence(value)
		default:
			err = r.unknownKey(key, []string{"keys", "runs", "value", "found", "why"})
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case s.keys == nil:
		return r.errorf(n, "the entry has no keys")
	case s.why == "":
		return r.errorf(n, "the entry does not say what git does with the value: add why")
	}
	t.settings = append(t.settings, s)
	return nil
}

// without reads one entry of settings that run nothing.
func (t *gitSettings) without(r *nodeReader, n *yaml.Node, seen map[string]string) error {
	list := &t.harmless
	var names gitKeys
	err := r.pairs(n, func(key, value *yaml.Node) error {
		switch key.Value {
		case "keys":
			var err error
			names, err = r.gitKeys(value, r.src(n), seen)
			return err
		case "trivial":
			trivial, err := r.boolean(value)
			if trivial {
				list = &t.trivial
			}
			return err
		}
		return r.unknownKey(key, []string{"keys", "trivial"})
	})
	*list = append(*list, names...)
	return err
}

// oneOf returns the number of a name.
func (r *nodeReader) oneOf(n *yaml.Node, names []string) (int, error) {
	i := slices.Index(names, n.Value)
	if i < 0 || n.Value == "" {
		given := slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s == "" })
		return 0, r.errorf(n, "%q is not one of %s%s",
			n.Value, strings.Join(given, ", "), didYouMean(n.Value, given))
	}
	return i, nil
}

// gitKeys reads keys of which none stands in another entry.
func (r *nodeReader) gitKeys(n *yaml.Node, src string, seen map[string]string) (gitKeys, error) {
	list, err := r.wordList(n)
	for i, key := range list {
		section, name, ok := strings.Cut(key, ".")
		switch {
		case strings.ToLower(key) != key:
			return nil, r.errorf(n.Content[i], "%q: keys stand in small letters", key)
		case !ok || section == "" || name == "" || strings.Contains(section, "*"):
			return nil, r.errorf(n.Content[i],
				"%q is no key: section.name, section.*.name or section.*", key)
		case slices.ContainsFunc(strings.Split(name, "."), partlyStar):
			return nil, r.errorf(n.Content[i], "%q: a star stands for a whole part", key)
		}
		plain := strings.ReplaceAll(key, ".*.", ".")
		if seen[plain] != "" {
			return nil, r.errorf(n.Content[i], "%s stands at %s already", key, seen[plain])
		}
		seen[plain] = src
		list[i] = plain
	}
	return list, err
}

// partlyStar reports whether a part of a key has a star and something else.
func partlyStar(s string) bool { return len(s) > 1 && strings.Contains(s, "*") }

// find returns the entry of a whole key.
func (t *gitSettings) find(key string) *gitSetting {
	for _, s := range t.settings {
		if slices.Contains(s.keys, key) {
			return s
		}
	}
	return nil
}

func (t *gitSettings) emit() *File {
	f := NewFilePathName(genPkg+"/gitsettings", "gitsettings")
	f.HeaderComment("// " + generatedBy + " from presets/" + gitconfigYAML + ". DO NOT EDIT.")
	f.PackageComment("Package gitsettings holds what is known of git's settings as static data.")
	f.Comment("Setting returns the number of the entry of a key in small letters with which git runs")
	f.Comment("something; 0 for none.")
	f.Func().Id("Setting").Params(Id("key").String()).Int().BlockFunc(func(g *Group) {
		var names []keyCase
		for i, s := range t.settings {
			for _, key := range s.keys {
				names = append(names, keyCase{key, Lit(i + 1)})
			}
		}
		emitKeys(g, names)
		g.Return(Lit(0))
	})
	for _, l := range []struct {
		name, what string
		keys       gitKeys
	}{
		{"Harmless", "only changes how git shows things", t.harmless},
		{"Trivial", "changes nothing about what a subcommand does", t.trivial},
	} {
		f.Line()
		f.Comment(l.name + " reports whether a key in small letters " + l.what + ".")
		f.Func().Id(l.name).Params(Id("key").String()).Bool().BlockFunc(func(g *Group) {
			var names []keyCase
			for _, key := range l.keys {
				names = append(names, keyCase{key, True()})
			}
			emitKeys(g, names)
			g.Return(False())
		})
	}
	t.emitEntries(f)
	return f
}

func (t *gitSettings) emitEntries(f *File) {
	f.Line()
	var entries packedTable
	for _, s := range t.settings {
		e := gitconfig.Entry{Runner: gitconfig.Runner(s.runner), Value: gitconfig.Value(s.value),
			Found: pack.Join(s.found)}
		entries.add(s.src, e.Pack)
	}
	entries.emit(f, "Entries holds how git runs the values of each entry (gitconfig.Entry).")
	f.Line()
	f.Comment("OfVariable returns the key that a variable stands for; \"\" if none.")
	f.Func().Id("OfVariable").Params(Id("name").String()).String().Block(
		Switch(Id("name")).BlockFunc(func(g *Group) {
			for _, v := range t.variables {
				g.Case(Lit(v[0])).Block(Return(Lit(v[1])))
			}
		}),
		Return(Lit("")),
	)
}

// keyCase is a key with what is returned for it.
type keyCase struct {
	key    string
	result Code
}

// emitKeys writes the search for a key: by its section and its last part, by its section alone, and
// by its beginning.
func emitKeys(g *Group, cases []keyCase) {
	var sections []string
	bySection := map[string][]keyCase{}
	var begins condition
	for _, c := range cases {
		section, name, _ := strings.Cut(c.key, ".")
		begin, open := strings.CutSuffix(c.key, "*")
		if open && name != "*" {
			begins.begins = []string{begin}
			for _, code := range begins.code("key", c.result) {
				g.Add(code)
			}
			continue
		}
		if bySection[section] == nil {
			sections = append(sections, section)
		}
		bySection[section] = append(bySection[section], keyCase{name, c.result})
	}
	slices.Sort(sections)
	g.List(Id("section"), Id("_"), Id("_")).Op(":=").Qual("strings", "Cut").Call(Id("key"), Lit("."))
	g.Id("name").Op(":=").Id("key").Index(behindLast("key", '.'), Empty())
	g.Switch(Id("section")).BlockFunc(func(g *Group) {
		for _, section := range sections {
			g.Case(Lit(section)).BlockFunc(func(g *Group) {
				var named []Code
				for _, c := range bySection[section] {
					if c.key == "*" {
						g.Return(c.result)
						return
					}
					named = append(named, Case(Lit(c.key)).Block(Return(c.result)))
				}
				g.Switch(Id("name")).Block(named...)
			})
		}
	})
}
