package repotest

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// factPackage declares a command and the records that it consists of.
const factPackage = module + "/internal/fact"

// phases are the records of a command with the folders whose packages make them. No other package
// writes into one, and package fact itself may only add findings. Package cmdlets is the shell of
// PowerShell: it makes invocations as package shparse does.
var phases = map[string][]string{
	"Invocation": {"internal/shparse", "internal/analyze/cmdlets"},
	"Resolution": {"internal/command", "internal/lang/powershell"},
	"Findings": {
		"internal/shparse", "internal/command", "internal/lang/powershell", "internal/analyze",
		"internal/fact",
	},
}

// writesInto counts the places of a package that write into a record, by record and field. A place
// assigns to a field or to what a field holds, itself or through a variable with the address of it,
// or makes a record with fields. Addresses that are handed to a function are not followed.
func writesInto(s *source, home string, records map[string][]string) map[string]int {
	w := &writers{source: s, home: home, records: records,
		behind: map[types.Object][]string{}, found: map[string]int{}}
	for _, f := range s.files {
		ast.Inspect(f, w.addresses)
		ast.Inspect(f, w.writes)
	}
	return w.found
}

type writers struct {
	*source
	home    string // the package with the records
	records map[string][]string
	behind  map[types.Object][]string // the fields whose address a variable has
	found   map[string]int            // places, by RECORD.FIELD
}

// addresses notes the variables that get the address of a field.
func (w *writers) addresses(n ast.Node) bool {
	if x, ok := n.(*ast.AssignStmt); ok && len(x.Lhs) == len(x.Rhs) {
		for i, e := range x.Rhs {
			of, ok := e.(*ast.UnaryExpr)
			id, named := x.Lhs[i].(*ast.Ident)
			if ok && named && of.Op == token.AND {
				if obj := w.object(id); obj != nil {
					w.behind[obj] = append(w.behind[obj], w.into(of.X)...)
				}
			}
		}
	}
	return true
}

func (w *writers) object(id *ast.Ident) types.Object {
	if obj := w.info.Defs[id]; obj != nil {
		return obj
	}
	return w.info.Uses[id]
}

func (w *writers) writes(n ast.Node) bool {
	var targets []ast.Expr
	switch x := n.(type) {
	case *ast.AssignStmt:
		targets = x.Lhs
	case *ast.IncDecStmt:
		targets = []ast.Expr{x.X}
	case *ast.RangeStmt:
		targets = []ast.Expr{x.Key, x.Value}
	case *ast.CompositeLit:
		if record := w.record(w.info.Types[x].Type); record != "" && len(x.Elts) > 0 {
			w.found[record+".{}"]++
		}
	}
	for _, e := range targets {
		for _, name := range w.into(e) {
			w.found[name]++
		}
	}
	return true
}

// into are the fields of records that an expression on the left of an assignment writes into.
func (w *writers) into(e ast.Expr) (names []string) {
	for outer := e; e != nil; {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			names = append(names, w.selected(x, e == outer)...)
			e = x.X
		case *ast.Ident:
			if e != outer { // else the variable gets another address
				names = append(names, w.behind[w.object(x)]...)
			}
			return names
		default:
			return names
		}
	}
	return names
}

// selected are the fields of records that a selection goes through, as RECORD.FIELD, and RECORD for
// a record as a whole.
func (w *writers) selected(x *ast.SelectorExpr, whole bool) (names []string) {
	sel := w.info.Selections[x]
	if sel == nil || sel.Kind() != types.FieldVal {
		return nil
	}
	typ := sel.Recv()
	for i, n := range sel.Index() {
		if p, ok := typ.Underlying().(*types.Pointer); ok {
			typ = p.Elem()
		}
		field := typ.Underlying().(*types.Struct).Field(n)
		last := i == len(sel.Index())-1
		if record := w.record(typ); record != "" {
			names = append(names, record+"."+field.Name())
		} else if record := w.record(field.Type()); record != "" && last && whole {
			names = append(names, record)
		}
		typ = field.Type()
	}
	return names
}

// record is the name of a record, "" for another type.
func (w *writers) record(typ types.Type) string {
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != w.home {
		return ""
	}
	if _, ok := w.records[named.Obj().Name()]; !ok {
		return ""
	}
	return named.Obj().Name()
}

// TestPhases: a record of a command is written by the phase that makes it. Who replaces a whole
// record of another phase counts as well.
func TestPhases(t *testing.T) {
	found, own := map[string]int{}, map[string]int{}
	for _, p := range ourPackages(t) {
		if p.ImportPath != factPackage && !slices.Contains(p.Imports, factPackage) ||
			slices.Contains(p.Imports, "testing") || below(p.name(), "internal/test/testkit") {
			continue
		}
		writes := writesInto(readSource(t, p), factPackage, phases)
		for _, name := range slices.Sorted(maps.Keys(writes)) {
			record, _, _ := strings.Cut(name, ".")
			if below(p.name(), phases[record]...) {
				own[record] += writes[name]
			} else {
				found[p.name()+":"+name] = writes[name]
			}
		}
	}
	for record := range phases {
		if own[record] == 0 {
			t.Errorf("no package of its phase writes into %s", record)
		}
	}
	holdTo(t, "written", "each record is written by its phase only (repotest/phases_test.go)", found)
}

func TestPhasesRows(t *testing.T) {
	records := map[string][]string{"First": {"a"}, "Second": {"b"}}
	got := writesInto(synthetic(t, "phases"), module+"/testdata/phases", records)
	want := map[string]int{
		"First.Words": 5, "First.Next": 1, "First.Count": 3, "First": 1, "First.{}": 1, "Second.Note": 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("writes %v, want %v", got, want)
	}
}
