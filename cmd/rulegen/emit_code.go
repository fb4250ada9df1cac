package main

import (
	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// code writes the method Code: a switch over languages with a switch over the kinds of facts in
// each.
func (e *emitter) code(f *File) {
	in := &e.doc.Tools.Bash.Interpreters
	var langs []Code
	for _, l := range []struct {
		name string
		in   *policy.Interpreter
	}{{"python", &in.Python}, {"javascript", &in.JavaScript}} {
		if kinds := e.codeKinds(l.name, l.in); len(kinds) > 0 {
			langs = append(langs, Case(Lit(l.name)).Block(Switch(Id("f").Dot("Kind")).Block(kinds...)))
		}
	}
	var body []Code
	if len(langs) > 0 {
		body = append(body, Switch(Id("lang")).Block(langs...))
	}
	e.method(f, "Code", []Code{Id("lang").String(), Id("f").Op("*").Qual(factPkg, "CodeFact"),
		Id("at").Qual(factPkg, "Places"), hitParam()}, body)
}

func (e *emitter) codeKinds(lang string, in *policy.Interpreter) []Code {
	var calls, imports, kinds []Code
	named := func(match string, o *policy.Outcome) *Statement {
		return Qual(rulePkg, "CodeNamed").Call(Id("f"), Lit(match), Lit(o.Decision == rule.Allow))
	}
	for i := range in.Calls {
		r := &in.Calls[i]
		calls = append(calls, Comment(e.doc.Src(r.Pos)),
			If(named(r.Match, &r.Outcome)).Block(e.report(r.ID(lang), r.Pos, &r.Outcome,
				e.callPredicate(r))))
	}
	for i := range in.Imports {
		r := &in.Imports[i]
		imports = append(imports, Comment(e.doc.Src(r.Pos)),
			If(named(r.Match, &r.Outcome)).Block(e.report(r.ID(lang), r.Pos, &r.Outcome,
				Qual(factPkg, "Yes"))))
	}
	if len(calls) > 0 {
		kinds = append(kinds, Case(Qual(factPkg, "CodeCall")).Block(calls...))
	}
	if len(imports) > 0 {
		kinds = append(kinds, Case(Qual(factPkg, "CodeImport")).Block(imports...))
	}
	if r := in.Writes; r != nil {
		kinds = append(kinds, Case(Qual(factPkg, "CodeWrite")).Block(
			Comment(e.doc.Src(r.Pos)), e.report(r.ID(lang), r.Pos, &r.Outcome, e.writePredicate(r))))
	}
	return kinds
}

func (e *emitter) callPredicate(r *policy.CallRule) *Statement {
	allows := Lit(r.Decision == rule.Allow)
	switch {
	case r.ArgMatches != nil:
		return Qual(rulePkg, "CodeArgMatches").Call(Id("f"), e.regexp(r.ArgMatches), allows)
	case r.AllArgsMatch != nil:
		return Qual(rulePkg, "CodeAllArgsMatch").Call(Id("f"), e.regexp(r.AllArgsMatch), allows)
	case r.PathArgsOutside != nil:
		return Qual(rulePkg, "CodeArgsOutside").Call(Id("f"), literal(r.PathArgsOutside), Id("at"),
			allows)
	}
	return Qual(factPkg, "Yes")
}

func (e *emitter) writePredicate(r *policy.WriteRule) *Statement {
	path := Op("&").Id("f").Dot("Path")
	switch {
	case r.Outside == nil:
		return Qual(factPkg, "Yes")
	case r.Decision == rule.Allow:
		return Qual(rulePkg, "OutsideBoth").Call(path, literal(r.Outside), Id("at"), False())
	}
	return Qual(rulePkg, "Outside").Call(path, literal(r.Outside), Id("at"), False())
}
