package main

import (
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
)

// writeIndex writes presets.go, which finds presets by name.
func writeIndex(presets []*preset, o *output) {
	f := newFile("presets/*.yaml")
	f.ImportName(presetsPkg, "presets")
	var sets, imports, lists, names, sources []Code
	presets = slices.SortedFunc(slices.Values(presets),
		func(a, b *preset) int { return strings.Compare(a.name, b.name) })
	for _, p := range presets {
		if p.org {
			sources = append(sources, Case(Lit(p.name)).Block(Return(Id(p.ident+"Source"))))
		}
		sets = append(sets, Case(Lit(p.name)).Block(Return(Op("&").Id(p.ident+"Rules"), True())))
		names = append(names, Lit(p.name))
		if len(p.doc.Import) == 0 {
			continue
		}
		var from []Code
		for _, e := range p.doc.Import {
			from = append(from, Lit(e.Preset))
		}
		list := p.ident + "Imports"
		lists = append(lists, Id(list).Op("=").Index(Op("...")).String().Values(from...))
		imports = append(imports, Case(Lit(p.name)).Block(Return(Id(list).Index(Op(":")))))
	}
	f.Comment("Presets finds the bundled presets (policy.Presets).")
	f.Type().Id("Presets").Struct()
	f.Line()
	f.Comment("Lookup returns the rules of a preset, without those of the presets that it imports.")
	f.Func().Params(Id("Presets")).Id("Lookup").Params(Id("name").String()).Params(Qual(rulePkg,
		"RuleSet"), Bool()).Block(
		Switch(Id("name")).Block(sets...),
		Return(Nil(), False()),
	)
	f.Line()
	f.Comment("Static data, because a literal in a function would be made anew in each process.")
	f.Var().Defs(lists...)
	f.Line()
	f.Comment("Imports returns the names of the presets that a preset imports, in the order in " +
		"which it names them. The caller must not")
	f.Comment("change the list.")
	f.Func().Params(Id("Presets")).Id("Imports").Params(Id("name").String()).Index().String().Block(
		Switch(Id("name")).Block(imports...),
		Return(Nil()),
	)
	f.Line()
	f.Comment("Names returns the names of all presets in alphabetical order.")
	f.Func().Params(Id("Presets")).Id("Names").Params().Index().String().Block(
		Return(Index().String().Values(names...)),
	)
	f.Line()
	f.Comment("Source returns the YAML of a preset, comments included; \"\" for a name that is none.")
	source := []Code{Return(Qual(presetsPkg, "Source").Call(Id("name")))}
	if len(sources) > 0 {
		source = append([]Code{Switch(Id("name")).Block(sources...)}, source...)
	}
	f.Func().Id("Source").Params(Id("name").String()).String().Block(source...)
	o.add("presets.go", f)
}
