package main

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

const environmentYAML = "environment.yaml"

// variables is presets/environment.yaml.
type variables struct {
	Variables []*variable                // with names
	Seems     []*variable                // with what the names seem to say
	Lists     ordered[string, condition] // sets of texts that Go code asks for by their names
}

// variable says how the values of some variables are judged.
type variable struct {
	Src   source
	Names variableNames // exact, or with a star at the end
	condition

	Value    envrisk.Kind
	Exported bool // it counts only where programs get it
	Words    uniqueWords
	Why      sentence
}

// Entries are those with names, and then those that the names seem to say.
func (t *variables) Entries() []*variable { return slices.Concat(t.Variables, t.Seems) }

// Patterns are the names, or what is known of them: what begins or ends with a star may go on there.
func (v *variable) Patterns() []string {
	names := slices.Concat(v.Names, variableNames(v.Is))
	for _, s := range v.Begins {
		names = append(names, s+"*")
	}
	for _, s := range v.Ends {
		names = append(names, "*"+s)
	}
	for _, s := range v.Holds {
		names = append(names, "*"+s+"*")
	}
	return names
}

// variableNames are names of which none stands in another entry.
type variableNames uniqueWords

func (l *variableNames) read(r *nodeReader, n *yaml.Node) error {
	err := (*uniqueWords)(l).read(r, n)
	for _, name := range *l {
		plain := strings.TrimSuffix(name, "*")
		if plain == "" || strings.ContainsAny(plain, "*= ") {
			return r.errorf(n, "%q is no name of a variable; one star may end it", name)
		}
		if err == nil {
			err = r.once(n, name, name)
		}
	}
	return err
}

// check refuses an entry in the wrong list.
func (t *variables) check(r *nodeReader, n *yaml.Node) error {
	for _, v := range t.Variables {
		if len(v.Names) == 0 {
			return fmt.Errorf("%s: names stand in variables; is, begins, ends and holds in seems", v.Src)
		}
	}
	for _, v := range t.Seems {
		if len(v.Names) > 0 {
			return fmt.Errorf("%s: names stand in variables; here stand is, begins, ends and holds", v.Src)
		}
	}
	return nil
}

// check refuses an entry that says too little, or what does not belong together.
func (v *variable) check(r *nodeReader, n *yaml.Node) error {
	if mistake := v.mistake(); mistake != "" {
		return r.errorf(n, "%s", mistake)
	}
	return nil
}

func (v *variable) mistake() string {
	switch {
	case v.Value == envrisk.NoKind:
		return "the entry does not say how a value is judged: add value"
	case v.Why == "":
		return "the entry does not say what the variable does: add why"
	case len(v.Patterns()) == 0:
		return "the entry names no variable: add names, or under seems is, begins, ends or holds"
	case v.Value.TakesWords() && len(v.Words) == 0:
		return v.Value.String() + " needs words"
	case v.Words != nil && !v.Value.TakesWords() && v.Value != envrisk.Blanks:
		return v.Value.String() + " takes no words"
	}
	for _, w := range v.Words {
		switch {
		case v.Value == envrisk.CodePath && !slices.Contains(envrisk.Languages(), w):
			return fmt.Sprintf("%q is not one of %s", w, strings.Join(envrisk.Languages(), ", "))
		case v.Value == envrisk.OneOf && strings.ToLower(w) != w:
			return fmt.Sprintf("%q: words are compared in small letters", w)
		case v.Value == envrisk.Options && patternMistake(w) != "":
			return fmt.Sprintf("%q: %s", w, patternMistake(w))
		}
	}
	return ""
}

// patternMistake says which place of a pattern is not known; "" if all are.
func patternMistake(rest string) string {
	for {
		_, after, found := strings.Cut(rest, "<")
		if !found {
			return ""
		}
		place, end, closed := strings.Cut(after, ">")
		name, _, _ := strings.Cut(place, ":")
		switch {
		case !closed:
			return "a < without its >"
		case !slices.Contains(envrisk.Places(), name):
			return fmt.Sprintf("<%s> is not one of %s", name, strings.Join(envrisk.Places(), ", "))
		case strings.HasPrefix(end, "<") || strings.HasPrefix(end, "*"):
			return fmt.Sprintf("text must stand behind <%s>", place)
		}
		rest = end
	}
}

// emit writes the table as functions: nothing of it is built, or lies where a program pays for it.
func (t *variables) emit() *File {
	f := newPackage("environment", "presets/"+environmentYAML,
		"Package environment holds what is known of variables as static data.")
	f.Comment("Variable returns the number of the entry of a variable; 0 for none.")
	f.Func().Id("Variable").Params(Id("name").String()).Int().BlockFunc(t.byName)
	f.Line()
	var seems []Code
	var entries packedTable
	for i, v := range t.Entries() {
		seems = append(seems, v.condition.code("upper", Lit(i+1))...)
		e := envrisk.Entry{Kind: v.Value, Exported: v.Exported, Words: codec.Join(v.Words),
			Why: string(v.Why)}
		c := codec.Writer()
		e.Pack(&c)
		entries.add(f, fmt.Sprint("entry", i+1), string(v.Src), c.Written(), "")
	}
	f.Comment("Seems returns the number of what a name in capitals seems to say; 0 for nothing.")
	f.Func().Id("Seems").Params(Id("upper").String()).Int().Block(append(seems, Return(Lit(0)))...)
	f.Line()
	entries.emit(f, "Entries", "Entries holds how the values of each entry are judged (envrisk.Entry).")
	for _, l := range t.Lists {
		name := specIdentifier(l.Key)
		f.Line()
		f.Commentf("%s reports whether a text is in the list %s (%s).", name, l.Key, l.src)
		f.Func().Id(name).Params(Id("s").String()).Bool().Block(
			append(l.Value.code("s", True()), Return(False()))...)
	}
	return f
}

// byName finds the entries with names: whole ones first.
func (t *variables) byName(g *Group) {
	var exact, begins []Code
	for i, v := range t.Entries() {
		var names []string
		var c condition
		for _, name := range v.Names {
			if begin, ok := strings.CutSuffix(name, "*"); ok {
				c.Begins = append(c.Begins, begin)
			} else {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			exact = append(exact, Case(literals(names)...).Block(Return(Lit(i+1))))
		}
		begins = append(begins, c.code("name", Lit(i+1))...)
	}
	g.Switch(Id("name")).Block(exact...)
	for _, c := range append(begins, Return(Lit(0))) {
		g.Add(c)
	}
}
