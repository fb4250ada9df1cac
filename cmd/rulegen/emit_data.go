package main

import (
	"reflect"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// data writes the static data of a preset. Everything is a composite literal of constants, which the linker lays out:
// no initialisation is left for the start of the program.
func (e *emitter) data(f *File) {
	f.Var().Id(e.ident + "Settings").Op("=").Add(literal(reflect.ValueOf(e.doc.Settings())))
	f.Line()
	var infos, regexps, words, tables, lists []Code
	for _, in := range e.infos {
		infos = append(infos, fields(reflect.ValueOf(in)))
	}
	for _, re := range e.regexps {
		d := Dict{Id("Src"): Lit(re.Src)}
		if re.Need != "" {
			d[Id("Need")] = Lit(re.Need)
		}
		regexps = append(regexps, Values(d))
	}
	for _, w := range e.strings {
		words = append(words, fields(reflect.ValueOf(w)))
	}
	for _, t := range e.tables {
		tables = append(tables, fields(reflect.ValueOf(t)))
	}
	for _, l := range e.lists {
		lists = append(lists, fields(reflect.ValueOf(l)))
	}
	e.table(f, "Info", Qual(rulePkg, "Info"), infos)
	e.table(f, "Regexp", Qual(rulePkg, "Regexp"), regexps)
	e.table(f, "Words", Index().String(), words)
	e.table(f, "Tables", Index().Index().String(), tables)
	e.table(f, "Lists", Index().Uint16(), lists)
}

// table writes one array, if there is anything to put into it.
func (e *emitter) table(f *File, name string, of *Statement, values []Code) {
	if len(values) == 0 {
		return
	}
	f.Var().Id(e.ident+name).Op("=").Index(Op("...")).Add(of).Custom(
		Options{Open: "{", Close: "}", Separator: ",", Multi: true}, values...)
	f.Line()
}

// literal is a composite literal of a struct or slice of package rule, zero fields left out.
func literal(v reflect.Value) *Statement { return typeOf(v.Type()).Add(fields(v)) }

// fields is the braced part of a composite literal.
func fields(v reflect.Value) *Statement {
	var values []Code
	switch v.Kind() {
	case reflect.Slice:
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

// element is a value inside a composite literal; elided says that its type may be left out.
func element(v reflect.Value, elided bool) *Statement {
	switch v.Kind() {
	case reflect.Struct, reflect.Slice:
		if elided {
			return fields(v)
		}
		return literal(v)
	}
	return value(v.Interface())
}

func typeOf(t reflect.Type) *Statement {
	if t.Kind() == reflect.Slice {
		return Index().Add(typeOf(t.Elem()))
	}
	if t.PkgPath() != "" {
		return Qual(t.PkgPath(), t.Name())
	}
	return Id(t.Name())
}

// value is a constant of an enumeration by its name, or a literal.
func value(v any) *Statement {
	switch v := v.(type) {
	case rule.Decision:
		return Qual(rulePkg, [...]string{"Unset", "Allow", "Ask", "Deny"}[v])
	case rule.Bool:
		return Qual(rulePkg, [...]string{"BoolUnset", "False", "True"}[v])
	case rule.Output:
		return Qual(rulePkg, [...]string{"OutputUnset", "OutputSilent", "OutputExplicit"}[v])
	case rule.Mode:
		return Qual(rulePkg, [...]string{"ModeUnset", "ReadOnly", "WorkspaceWrite", "DangerFullAccess", "Prompt", "ModeAllow"}[v])
	case rule.RedirectMode:
		return Qual(rulePkg, [...]string{"RedirectRead", "RedirectWrite", "RedirectAppend", "RedirectAny"}[v])
	case fact.EffectKind:
		return Qual(factPkg, [...]string{"Read", "Write", "Append", "Delete", "Meta", "Exec", "Network", "Privilege", "Process", "VCSLoss", "System"}[v])
	case uint16:
		return Lit(int(v))
	}
	return Lit(v)
}

// effectKinds are the kinds of effects that a rule speaks of: an append is also a write (rule.OnKind).
func effectKinds(on []fact.EffectKind) []fact.EffectKind {
	var kinds []fact.EffectKind
	for k := fact.Read; k <= fact.System; k++ {
		if rule.OnKind(on, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}
