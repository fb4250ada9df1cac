package main

import (
	"reflect"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// data writes what the matchers refer to: constants, functions, and the few variables that have to
// be compiled once. Tables would lie in the data segment, and a program pays at its start for each
// word there that may hold a pointer.
func (e *emitter) data(f *File) {
	base := Dict{Id("Preset"): Lit(e.name)}
	if s := e.doc.Settings(); !reflect.ValueOf(s).IsZero() {
		base[Id("Scalars")] = Op("&").Add(literal(s))
	}
	if len(e.infos) > 0 {
		base[Id("InfoTable")] = Id(e.ident + "Infos")
		f.Comment("// " + e.ident + "Infos is what is said of each rule (rule.InfoAt).")
		f.Const().Id(e.ident + "Infos").Op("=").Lit(rule.EncodeInfos(e.infos))
		f.Line()
	}
	f.Var().Id(e.ident + "Rules").Op("=").Id(e.typ()).Values(Qual(rulePkg, "Base").Values(base))
	f.Line()
	e.regexpTable(f)
}

// regexpTable writes the expressions of the preset. Each is compiled when it is first needed, once.
func (e *emitter) regexpTable(f *File) {
	if len(e.regexps) == 0 {
		return
	}
	var values []Code
	for _, re := range e.regexps {
		d := Dict{Id("Src"): Lit(re.Src)}
		if rule.NamesUnknown(re.Src) {
			d[Id("Open")] = Lit(true)
		}
		if re.Need != nil {
			d[Id("Need")] = literal(re.Need)
		}
		if re.Ends != nil {
			d[Id("Ends")] = literal(re.Ends)
		}
		values = append(values, Values(d))
	}
	f.Var().Id(e.ident+"Regexp").Op("=").Index(Op("...")).Add(Qual(rulePkg, "Regexp")).Custom(
		Options{Open: "{", Close: "}", Separator: ",", Multi: true}, values...)
	f.Line()
}

// literal is a composite literal of a struct or list, zero fields left out.
func literal(value any) *Statement { return typed(reflect.ValueOf(value)) }

func typed(v reflect.Value) *Statement { return typeOf(v.Type()).Add(braced(v)) }

// braced is the braced part of a composite literal.
func braced(v reflect.Value) *Statement {
	var values []Code
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			values = append(values, element(v.Index(i), true))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				values = append(values, Id(v.Type().Field(i).Name).Op(":").Add(element(v.Field(i), false)))
			}
		}
	}
	return Values(values...)
}

// rows is the braced part of a list, with a line for each element.
func rows(list any) *Statement {
	v := reflect.ValueOf(list)
	var values []Code
	for i := range v.Len() {
		values = append(values, Line().Add(element(v.Index(i), true)))
	}
	return Values(append(values, Line())...)
}

// element is a value inside a composite literal; elided says that its type may be left out.
func element(v reflect.Value, elided bool) *Statement {
	switch v.Kind() {
	case reflect.Pointer:
		return Op("&").Add(typed(v.Elem()))
	case reflect.Struct, reflect.Slice, reflect.Array:
		if elided {
			return braced(v)
		}
		return typed(v)
	}
	return value(v.Interface())
}

func typeOf(t reflect.Type) *Statement {
	switch t.Kind() {
	case reflect.Slice:
		return Index().Add(typeOf(t.Elem()))
	case reflect.Array:
		return Index(Lit(t.Len())).Add(typeOf(t.Elem()))
	}
	if t.PkgPath() != "" {
		return Qual(t.PkgPath(), t.Name())
	}
	return Id(t.Name())
}

// constants are the names of an enumeration's constants, by their values.
var constants = map[reflect.Type][]string{
	reflect.TypeFor[rule.Decision](): {"Unset", "Allow", "Ask", "Deny"},
	reflect.TypeFor[rule.Bool]():     {"BoolUnset", "False", "True"},
	reflect.TypeFor[rule.Output]():   {"OutputUnset", "OutputSilent", "OutputExplicit"},
	reflect.TypeFor[rule.Mode](): {"ModeUnset", "ReadOnly", "WorkspaceWrite", "DangerFullAccess",
		"Prompt", "ModeAllow"},
	reflect.TypeFor[rule.RedirectMode](): {"RedirectRead", "RedirectWrite", "RedirectAppend",
		"RedirectAny"},
	reflect.TypeFor[fact.EffectKind](): {"Read", "Write", "Append", "Delete", "Meta", "Exec",
		"Network", "Privilege", "Process", "VCSLoss", "System", "Variable"},
	reflect.TypeFor[rule.Together](): {"", "SecretSent", "WrittenRun", "SourceWrittenRun",
		"OutsideRun"},
}

// value is a constant of an enumeration by its name, or a literal.
func value(v any) *Statement {
	t, n := reflect.TypeOf(v), reflect.ValueOf(v)
	switch {
	case constants[t] != nil:
		return Qual(t.PkgPath(), constants[t][n.Uint()])
	case n.CanUint():
		return Lit(int(n.Uint()))
	}
	return Lit(v)
}

// effectKinds are the kinds of effects that a rule speaks of: an append is also a write
// (rule.OnKind).
func effectKinds(on []fact.EffectKind) []fact.EffectKind {
	var kinds []fact.EffectKind
	for k := fact.Read; k <= fact.Variable; k++ {
		if rule.OnKind(on, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}
