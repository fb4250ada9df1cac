// Package compile makes packed policies of the YAML of configs.
package compile

import (
	"reflect"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/handout"
	"github.com/fencepost/fencepost/internal/policy/packed"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/regex"
)

// Unit reads a config file and compiles its expressions. What is wrong with the file is in the
// unit, too.
func Unit(file string, data []byte) *packed.Unit {
	u := &packed.Unit{File: file, Source: string(data)}
	u.Document, u.Errors, u.Warnings = parse.Parse(file, data, policy.Config)
	u.Document.Sum = policy.OwnSum(data)
	if len(u.Errors) == 0 {
		Expressions(u.Document)
	}
	return u
}

// Bundle checks the signature of a policy that was handed out, and compiles it. What is wrong with it
// is in the bundle, too.
func Bundle(h *policy.HandedOut) *packed.Bundle {
	b := &packed.Bundle{File: h.File, Key: h.Key, Signature: string(h.Signature), Data: string(h.Data)}
	if b.Members, b.Errors = handout.Read(h); len(b.Errors) == 0 {
		for i := range b.Members {
			Expressions(b.Members[i].Document)
		}
	}
	return b
}

// Expressions gives each expression of a document its program, so that nothing has to be compiled
// while a call waits. One that looks behind or back has none.
func Expressions(doc *policy.Document) { expressions(reflect.ValueOf(doc).Elem()) }

func expressions(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if re, ok := v.Interface().(*rule.Regexp); ok {
			re.Prog = regex.Program(re.Src)
			return
		}
		expressions(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			expressions(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				expressions(v.Field(i))
			}
		}
	}
}
