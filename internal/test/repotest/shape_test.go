package repotest

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

const (
	mostMethods    = 60
	mostFields     = 20
	mostParameters = 6
)

// analysisFolders hold the packages that turn a call into facts.
var analysisFolders = []string{
	"internal/shparse", "internal/command", "internal/interp", "internal/analyze",
}

// shape is what a package has too much of, or lacks, by kind and name.
type shape map[string]map[string]int

func (s shape) add(kind, name string, n int) {
	if s[kind] == nil {
		s[kind] = map[string]int{}
	}
	s[kind][name] = max(n, s[kind][name])
}

// fieldCount counts the fields of a struct. An embedded struct counts as the fields that it brings.
func fieldCount(s *types.Struct) (n int) {
	for f := range s.Fields() {
		typ := f.Type()
		if p, ok := typ.Underlying().(*types.Pointer); ok {
			typ = p.Elem()
		}
		if inner, ok := typ.Underlying().(*types.Struct); ok && f.Embedded() {
			n += fieldCount(inner)
		} else {
			n++
		}
	}
	return n
}

// measure finds what is wrong with the shape of a package.
func measure(s *source, found shape) {
	for id, obj := range s.info.Defs {
		typ, ok := obj.(*types.TypeName)
		if !ok || typ.IsAlias() {
			continue
		}
		name := s.name + "." + id.Name
		set := types.NewMethodSet(types.NewPointer(typ.Type()))
		if types.IsInterface(typ.Type()) {
			set = types.NewMethodSet(typ.Type())
		}
		if n := set.Len(); n > mostMethods {
			found.add("methods", name, n)
		}
		if st, ok := typ.Type().Underlying().(*types.Struct); ok {
			if n := fieldCount(st); n > mostFields {
				found.add("fields", name, n)
			}
		}
	}
	for _, f := range s.files {
		for _, d := range f.Decls {
			name := s.name + "." + s.file(d.Pos())
			if fn, ok := d.(*ast.FuncDecl); ok {
				name = s.name + "." + functionName(fn)
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if typ, ok := n.(*ast.FuncType); ok && typ.Params.NumFields() > mostParameters {
					found.add("parameters", name, typ.Params.NumFields())
				}
				return true
			})
		}
	}
	if s.tests == 0 {
		found.add("untested", s.name, 1)
	}
}

// functionName is T.m for a method and f for a function.
func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	typ := types.ExprString(fn.Recv.List[0].Type)
	typ, _, _ = strings.Cut(strings.TrimPrefix(typ, "*"), "[")
	return typ + "." + fn.Name.Name
}

// analysisSources are the packages of the analysis, without those that only tests use.
func analysisSources(t *testing.T) (list []*source) {
	t.Helper()
	for _, p := range ourPackages(t) {
		code := len(p.GoFiles)+len(p.CgoFiles) > 0 && !slices.Contains(p.Imports, "testing")
		if code && below(p.name(), analysisFolders...) {
			list = append(list, readSource(t, p))
		}
	}
	if len(list) < 10 {
		t.Fatalf("the analysis has %d packages only", len(list))
	}
	return list
}

// TestShape: in the analysis types are small, functions take few parameters, and each package has
// tests of its own. A type counts with the methods and fields of those that it embeds.
func TestShape(t *testing.T) {
	found := shape{}
	for _, s := range analysisSources(t) {
		measure(s, found)
	}
	holdTo(t, "methods", fmt.Sprintf("a type may have %d methods", mostMethods), found["methods"])
	holdTo(t, "fields", fmt.Sprintf("a type may have %d fields", mostFields), found["fields"])
	holdTo(t, "parameters", fmt.Sprintf("a function may have %d parameters", mostParameters),
		found["parameters"])
	holdTo(t, "untested", "a package needs a file of tests", found["untested"])
}

func TestShapeRows(t *testing.T) {
	found := shape{}
	measure(synthetic(t, "shape"), found)
	var got []string
	for kind, names := range found {
		for name, n := range names {
			got = append(got, fmt.Sprintf("%s %s %d", kind, strings.TrimPrefix(name, "testdata/shape"), n))
		}
	}
	slices.Sort(got)
	want := []string{
		"fields .Wide 21", "methods .Both 61", "parameters .Both.many 7", "parameters .literal 7",
		"untested  1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
