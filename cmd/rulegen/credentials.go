package main

import (
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// credentialsPreset is the preset whose rules on reading, and those of its imports, name what a
// sandbox hides.
const credentialsPreset = "secrets"

// writeCredentials writes what holds secrets as static data: the files, which a sandbox hides, and
// the variables, of which a makefile shows the name and not the value. One list for rules and these.
func writeCredentials(presets []*preset, o *output) {
	i := slices.IndexFunc(presets, func(p *preset) bool { return p.name == credentialsPreset })
	if i < 0 {
		return
	}
	f := newPackage("credentials", "presets/"+credentialsPreset+".yaml",
		"Package credentials names the files and variables that hold secrets, as static data.")
	f.Comment("Entry is what a path glob stands for.")
	f.Type().Id("Entry").Struct(
		Id("Glob").String(),
		Id("Why").String(),
		Id("Deny").Bool().Comment("nobody opens it"),
		Id("Shown").Bool().Comment("an exception to those that ask: it holds no secrets"),
	)
	f.Line()
	f.Comment("Entries returns all of them, in the order of the rules. They are no variable: its pages")
	f.Comment("would lie between those that every call of the hook writes to.")
	var entries []credential
	var secrets, others []string
	for _, p := range withImports(presets[i], indexed(presets), map[*preset]bool{}) {
		for _, r := range p.doc.Effects {
			// A rule on whole trees is about what lies in them, which has entries of its own. One with
			// roots is about what nobody knows: hidden, programs would not find their own settings.
			if slices.Contains(r.On, fact.Read) && r.Glob != "" && r.Outside == nil &&
				r.Recursive == rule.BoolUnset {
				entries = append(entries, credential{r.Glob, r.Description, r.Decision == rule.Deny,
					r.Decision == rule.Allow})
			}
			list := &secrets
			if r.Decision == rule.Allow {
				list = &others
			}
			if r.Variable != "" {
				*list = append(*list, strings.Split(r.Variable, "|")...)
			}
		}
	}
	f.Func().Id("Entries").Params().Index().Id("Entry").Block(
		Return(Index().Id("Entry").Add(rows(entries))))
	f.Line()
	f.Comment("Variable reports whether the name of a variable says that it holds a secret.")
	f.Func().Id("Variable").Params(Id("name").String()).Bool().Block(
		Id("is").Op(":=").Func().Params(Id("pattern").String()).Bool().Block(
			Return(Qual("github.com/fencepost/fencepost/internal/lowlevel/glob", "Match").Call(
				Id("pattern"), Qual("strings", "ToUpper").Call(Id("name"))))),
		Return(Qual("slices", "ContainsFunc").Call(words(secrets), Id("is")).Op("&&").Op("!").
			Qual("slices", "ContainsFunc").Call(words(others), Id("is"))))
	o.addPackage("credentials", f)
}

// credential is an entry of the generated list: a rule that is about reading files by their names.
type credential struct {
	Glob, Why   string
	Deny, Shown bool
}
