package main

import (
	_ "embed"
	"regexp"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"
)

const hazardsYAML = "hazards.yaml"

// hazardTable is presets/hazards.yaml.
type hazardTable struct {
	Hazards    ordered[hazardID, hazard]
	Validators ordered[string, validator] // that are published
}

type hazard struct {
	Kind                      hazardKind
	Confined                  bool
	What, Why, Example, Shell string
}

type validator struct{ Catches, Here, Example, Hazard, Reads string }

type hazardKind string

// hazardKinds are the kinds in the order of their constants.
var hazardKinds = []string{"dynamic", "failure", "suspect"}

// hazardID is the id of a hazard.
type hazardID string

func (id *hazardID) read(r *nodeReader, n *yaml.Node) error {
	*id = hazardID(n.Value)
	if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(n.Value) {
		return r.errorf(n, "%q is no id: small letters and dashes", n.Value)
	}
	return nil
}

func (t *hazardTable) check(r *nodeReader, n *yaml.Node) error {
	for _, e := range t.Hazards {
		h := &e.Value
		if err := r.needed(e.at, string(e.Key), "kind", string(h.Kind), "what", h.What, "why", h.Why,
			"example", h.Example); err != nil {
			return err
		}
	}
	for _, e := range t.Validators {
		v := &e.Value
		if err := r.needed(e.at, e.Key, "catches", v.Catches, "here", v.Here, "example",
			v.Example); err != nil {
			return err
		}
	}
	return nil
}

func kindConstant[T ~string](kind T) string { return "Kind" + specIdentifier(string(kind)) }

func (t *hazardTable) emit() *File {
	f := newPackage("hazards", "presets/"+hazardsYAML,
		"Package hazards names the places where nothing can be known, or where a reader")
	f.PackageComment("of shell text and the shell may disagree (docs/reference/hazards.md).")
	f.Comment("Kind selects the policy that a hazard falls under.")
	f.Type().Id("Kind").Uint8()
	f.Line()
	f.Comment("The kinds.")
	f.Const().DefsFunc(func(g *Group) {
		for i, kind := range hazardKinds {
			name := g.Id(kindConstant(kind))
			if i == 0 {
				name.Id("Kind").Op("=").Iota()
			}
		}
	})
	f.Line()
	f.Comment("ID is a hazard.")
	f.Type().Id("ID").Uint8()
	f.Line()
	f.Comment("The hazards.")
	var rows []Code
	f.Const().DefsFunc(func(g *Group) {
		for i, e := range t.Hazards {
			name := g.Id(specIdentifier(string(e.Key)))
			if i == 0 {
				name.Id("ID").Op("=").Iota()
			}
			name.Comment(e.Value.What)
			rows = append(rows, Values(Lit(string(e.Key)), Id(kindConstant(e.Value.Kind)),
				Lit(e.Value.Confined)))
		}
	})
	f.Line()
	f.Var().Id("table").Op("=").Index(Op("...")).Struct(
		Id("name").String(),
		Id("kind").Id("Kind"),
		Id("confined").Bool(),
	).Values(append(lines(rows), Line())...)
	f.Line()
	f.Comment("IDs are all hazards.")
	f.Func().Id("IDs").Params().Index().Id("ID").Block(
		Id("list").Op(":=").Make(Index().Id("ID"), Len(Id("table"))),
		For(Id("i").Op(":=").Range().Id("list")).Block(
			Id("list").Index(Id("i")).Op("=").Id("ID").Call(Id("i"))),
		Return(Id("list")))
	f.Line()
	f.Comment("String returns the id that people see.")
	f.Func().Params(Id("id").Id("ID")).Id("String").Params().String().Block(
		Return(Id("table").Index(Id("id")).Dot("name")))
	f.Line()
	f.Comment("Kind returns the kind of the hazard.")
	f.Func().Params(Id("id").Id("ID")).Id("Kind").Params().Id("Kind").Block(
		Return(Id("table").Index(Id("id")).Dot("kind")))
	f.Line()
	f.Comment("Confined reports whether a confined run answers an ask about the hazard.")
	f.Func().Params(Id("id").Id("ID")).Id("Confined").Params().Bool().Block(
		Return(Id("table").Index(Id("id")).Dot("confined")))
	return f
}
