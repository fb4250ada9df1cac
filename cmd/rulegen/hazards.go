package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"
)

const hazardsYAML = "hazards.yaml"

// hazardsTemplate is the page, with {hazards} and {validators} in place of the tables.
//
//go:embed hazards.md
var hazardsTemplate string

// hazardTable is presets/hazards.yaml.
type hazardTable struct{ hazards, validators []hazardEntry }

// hazardEntry is a hazard or a published validator: its name and the texts of its keys.
type hazardEntry struct {
	name string
	text map[string]string
}

// hazardKinds are the kinds in the order of their constants.
var hazardKinds = []string{"dynamic", "failure", "suspect"}

// generateHazards writes the ids as constants, and the page about them.
func generateHazards(c config, o *output) error {
	t := &hazardTable{}
	found, err := generateTable(c, hazardsYAML, "hazards", t, o)
	if found {
		var b bytes.Buffer
		t.page(&b)
		o.pages["hazards.md"] = b.Bytes()
	}
	return err
}

// load reads one file.
func (t *hazardTable) load(r *nodeReader, root *yaml.Node, _ map[string]string) error {
	return r.pairs(root, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "hazards":
			t.hazards, err = r.hazardEntries(value, 4, "kind", "what", "why", "example", "shell")
		case "validators":
			t.validators, err = r.hazardEntries(value, 3, "catches", "here", "example", "hazard", "reads")
		default:
			err = r.unknownKey(key, []string{"hazards", "validators"})
		}
		return err
	})
}

// hazardEntries reads entries with these keys, of which the first ones are needed.
func (r *nodeReader) hazardEntries(
	n *yaml.Node, needed int, keys ...string,
) (list []hazardEntry, err error) {
	err = r.pairs(n, func(name, value *yaml.Node) error {
		e := hazardEntry{name.Value, map[string]string{}}
		err := r.pairs(value, func(key, text *yaml.Node) error {
			if !slices.Contains(keys, key.Value) {
				return r.unknownKey(key, keys)
			}
			if key.Value == "kind" {
				if _, err := r.oneOf(text, hazardKinds); err != nil {
					return err
				}
			}
			e.text[key.Value] = text.Value
			return r.scalar(text)
		})
		for _, key := range keys[:needed] {
			if err == nil && e.text[key] == "" {
				err = r.errorf(name, "%s has no %s", e.name, key)
			}
		}
		if err == nil && keys[0] == "kind" && !hazardID.MatchString(e.name) {
			err = r.errorf(name, "%q is no id: small letters and dashes", e.name)
		}
		list = append(list, e)
		return err
	})
	return list, err
}

var hazardID = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// constant is the name of an id in Go: dynamic-path is DynamicPath.
func (e *hazardEntry) constant() string {
	var b strings.Builder
	for _, word := range strings.Split(e.name, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func kindConstant(kind string) string { return "Kind" + strings.ToUpper(kind[:1]) + kind[1:] }

func (t *hazardTable) emit() *File {
	f := NewFilePathName(genPkg+"/hazards", "hazards")
	f.HeaderComment("// " + generatedBy + " from presets/" + hazardsYAML + ". DO NOT EDIT.")
	f.PackageComment("Package hazards names the places where nothing can be known, or where a reader")
	f.PackageComment("of shell text and the shell may disagree (docs/hazards.md).")
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
		for i := range t.hazards {
			e := &t.hazards[i]
			name := g.Id(e.constant())
			if i == 0 {
				name.Id("ID").Op("=").Iota()
			}
			name.Comment(e.text["what"])
			rows = append(rows, Values(Lit(e.name), Id(kindConstant(e.text["kind"]))))
		}
	})
	f.Line()
	f.Var().Id("table").Op("=").Index(Op("...")).Struct(
		Id("name").String(),
		Id("kind").Id("Kind"),
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
	return f
}

// page writes the hazards and the validators into the template.
func (t *hazardTable) page(b *bytes.Buffer) {
	var hazards, validators strings.Builder
	for i := range t.hazards {
		e := &t.hazards[i]
		example := visible(e.text["example"])
		if shell := e.text["shell"]; shell != "" {
			example += " (" + shell + ")"
		}
		fmt.Fprintf(&hazards, "| `%s` | %s | %s | %s | %s |\n", e.name, e.text["kind"],
			cell(e.text["what"]), cell(e.text["why"]), example)
	}
	for i := range t.validators {
		e := &t.validators[i]
		what := cell(e.text["here"])
		if id := e.text["hazard"]; id != "" {
			what = "hazard `" + id + "`: " + what
		}
		fmt.Fprintf(&validators, "| %s | %s | %s | %s |\n", e.name, cell(e.text["catches"]), what,
			visible(e.text["example"]))
	}
	b.WriteString("<!-- " + generatedBy + " from presets/" + hazardsYAML + ". DO NOT EDIT. -->\n\n" +
		strings.NewReplacer("{hazards}\n", hazards.String(), "{validators}\n", validators.String()).
			Replace(hazardsTemplate))
}

// visible shows an example as code in a table: what cannot be seen is escaped. One in <> is a
// description.
func visible(s string) string {
	if inner, ok := strings.CutPrefix(s, "<"); ok && strings.HasSuffix(inner, ">") {
		return cell(strings.TrimSuffix(inner, ">"))
	}
	q := fmt.Sprintf("%+q", s)
	q = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(q[1 : len(q)-1])
	return "``` " + strings.ReplaceAll(q, "|", `\|`) + " ```"
}
