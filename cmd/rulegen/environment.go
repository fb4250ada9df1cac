package main

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/environ"
	"github.com/fencepost/fencepost/internal/pack"
)

const environmentYAML = "environment.yaml"

// variables is presets/environment.yaml.
type variables struct {
	entries []*variable // those with names, then those that the names seem to say
	lists   []namedList
}

// variable is one entry.
type variable struct {
	src      string
	names    []string // exact, or with a star at the end; none where seems says which are meant
	seems    condition
	kind     environ.Kind
	exported bool // it counts only where programs get it
	words    []string
	why      string
}

// namedList is a set of texts that Go code asks for by its name.
type namedList struct {
	name string
	src  string
	condition
}

// load reads one file.
func (t *variables) load(r *nodeReader, root *yaml.Node, seen map[string]string) error {
	return r.pairs(root, func(key, value *yaml.Node) error {
		switch key.Value {
		case "variables", "seems":
			return r.entries(value, func(n *yaml.Node) error {
				return t.variable(r, n, key.Value == "seems", seen)
			})
		case "lists":
			return t.loadLists(r, value)
		}
		return r.unknownKey(key, []string{"variables", "seems", "lists"})
	})
}

// variable reads one entry.
func (t *variables) variable(
	r *nodeReader, n *yaml.Node, seems bool, seen map[string]string,
) error {
	v := &variable{src: r.src(n)}
	err := r.pairs(n, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "value":
			if v.kind = environ.ParseKind(value.Value); v.kind == environ.NoKind {
				names := environ.KindNames()
				return r.errorf(value, "%q is not one of %s%s", value.Value, strings.Join(names, ", "),
					didYouMean(value.Value, names))
			}
		case "exported":
			v.exported, err = r.boolean(value)
		case "words":
			v.words, err = r.wordList(value)
		case "why":
			v.why, err = r.sentence(value)
		case "names":
			if seems {
				return r.errorf(key, "names stand in variables; here stand is, begins, ends and holds")
			}
			v.names, err = r.variableNames(value, v.src, seen)
		default:
			ok := false
			if seems {
				ok, err = r.conditionKey(&v.seems, key, value)
			}
			if !ok && err == nil {
				return r.unknownKey(key, append(conditionKeys(), "names", "value", "exported", "words", "why"))
			}
		}
		return err
	})
	if err == nil {
		err = v.check(r, n, seems)
	}
	t.entries = append(t.entries, v)
	return err
}

// variableNames reads names of which none stands in another entry.
func (r *nodeReader) variableNames(
	n *yaml.Node, src string, seen map[string]string,
) ([]string, error) {
	names, err := r.wordList(n)
	for _, name := range names {
		plain := strings.TrimSuffix(name, "*")
		switch {
		case plain == "" || strings.ContainsAny(plain, "*= "):
			return nil, r.errorf(n, "%q is no name of a variable; one star may end it", name)
		case seen[name] != "":
			return nil, r.errorf(n, "%s stands at %s already", name, seen[name])
		}
		seen[name] = src
	}
	return names, err
}

// check refuses an entry that says too little, or what does not belong together.
func (v *variable) check(r *nodeReader, n *yaml.Node, seems bool) error {
	switch c := &v.seems; {
	case v.kind == environ.NoKind:
		return r.errorf(n, "the entry does not say how a value is judged: add value")
	case v.why == "":
		return r.errorf(n, "the entry does not say what the variable does: add why")
	case !seems && len(v.names) == 0:
		return r.errorf(n, "the entry names no variable: add names")
	case seems && len(c.is)+len(c.begins)+len(c.ends)+len(c.holds) == 0:
		return r.errorf(n, "the entry names no variable: add is, begins, ends or holds")
	case v.kind.TakesWords() && len(v.words) == 0:
		return r.errorf(n, "%s needs words", v.kind)
	case v.words != nil && !v.kind.TakesWords() && v.kind != environ.Blanks:
		return r.errorf(n, "%s takes no words", v.kind)
	}
	for _, w := range v.words {
		if err := v.checkWord(w); err != nil {
			return r.errorf(n, "%s", err)
		}
	}
	return nil
}

func (v *variable) checkWord(w string) error {
	switch {
	case v.kind == environ.CodePath && !slices.Contains(environ.Languages(), w):
		return fmt.Errorf("%q is not one of %s", w, strings.Join(environ.Languages(), ", "))
	case v.kind == environ.OneOf && strings.ToLower(w) != w:
		return fmt.Errorf("%q: words are compared in small letters", w)
	case v.kind == environ.Options:
		return checkPattern(w)
	}
	return nil
}

// checkPattern refuses places that are not known.
func checkPattern(pattern string) error {
	for rest := pattern; ; {
		_, after, found := strings.Cut(rest, "<")
		if !found {
			return nil
		}
		place, end, closed := strings.Cut(after, ">")
		name, _, _ := strings.Cut(place, ":")
		switch {
		case !closed:
			return fmt.Errorf("%q: a < without its >", pattern)
		case !slices.Contains(environ.Places(), name):
			return fmt.Errorf("%q: <%s> is not one of %s",
				pattern, name, strings.Join(environ.Places(), ", "))
		case strings.HasPrefix(end, "<") || strings.HasPrefix(end, "*"):
			return fmt.Errorf("%q: text must stand behind <%s>", pattern, place)
		}
		rest = end
	}
}

func (t *variables) loadLists(r *nodeReader, n *yaml.Node) error {
	return r.pairs(n, func(key, value *yaml.Node) error {
		l := namedList{name: key.Value, src: r.src(key)}
		t.lists = append(t.lists, l)
		return r.pairs(value, func(k, v *yaml.Node) error {
			ok, err := r.conditionKey(&t.lists[len(t.lists)-1].condition, k, v)
			if !ok && err == nil {
				return r.unknownKey(k, conditionKeys())
			}
			return err
		})
	})
}

// emit writes the table as functions: nothing of it is built, or lies where a program pays for it.
func (t *variables) emit() *File {
	slices.SortStableFunc(t.entries, func(a, b *variable) int {
		return min(len(b.names), 1) - min(len(a.names), 1)
	})
	f := NewFilePathName(genPkg+"/environment", "environment")
	f.HeaderComment("// " + generatedBy + " from presets/" + environmentYAML + ". DO NOT EDIT.")
	f.PackageComment("Package environment holds what is known of variables as static data.")
	f.Comment("Variable returns the number of the entry of a variable; 0 for none.")
	f.Func().Id("Variable").Params(Id("name").String()).Int().BlockFunc(t.byName)
	f.Line()
	f.Comment("Seems returns the number of what a name in capitals seems to say; 0 for nothing.")
	f.Func().Id("Seems").Params(Id("upper").String()).Int().BlockFunc(func(g *Group) {
		for i, v := range t.entries {
			for _, c := range v.seems.code("upper", Lit(i+1)) {
				g.Add(c)
			}
		}
		g.Return(Lit(0))
	})
	f.Line()
	var entries packedTable
	for _, v := range t.entries {
		e := environ.Entry{Kind: v.kind, Exported: v.exported, Words: pack.Join(v.words), Why: v.why}
		entries.add(v.src, e.Pack)
	}
	entries.emit(f, "Entries holds how the values of each entry are judged (environ.Entry).")
	for i := range t.lists {
		f.Line()
		t.lists[i].emit(f)
	}
	return f
}

// byName finds the entries with names: whole ones first.
func (t *variables) byName(g *Group) {
	g.Switch(Id("name")).BlockFunc(func(g *Group) {
		for i, v := range t.entries {
			exact := slices.DeleteFunc(slices.Clone(v.names), func(name string) bool {
				return strings.HasSuffix(name, "*")
			})
			if len(exact) > 0 {
				g.Case(literals(exact)...).Block(Return(Lit(i + 1)))
			}
		}
	})
	for i, v := range t.entries {
		var c condition
		for _, name := range v.names {
			if begin, ok := strings.CutSuffix(name, "*"); ok {
				c.begins = append(c.begins, begin)
			}
		}
		for _, code := range c.code("name", Lit(i+1)) {
			g.Add(code)
		}
	}
	g.Return(Lit(0))
}

// emit writes a list as a function that reports whether a text is in it.
func (l *namedList) emit(f *File) {
	name := specIdentifier(l.name)
	f.Comment(name + " reports whether a text is in the list " + l.name + " (" + l.src + ").")
	f.Func().Id(name).Params(Id("s").String()).Bool().BlockFunc(func(g *Group) {
		for _, c := range l.code("s", True()) {
			g.Add(c)
		}
		g.Return(False())
	})
}
