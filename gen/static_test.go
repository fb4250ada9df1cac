package gen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Nothing of the generated code may run when a program starts: a process judges one call, and every preset would be
// initialised for it.
func TestNoInitialisation(t *testing.T) {
	n := 0
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, what := range initialisation(f) {
			t.Errorf("%s: %s", fset.Position(what.pos), what.text)
		}
		n++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 5 {
		t.Fatalf("looked at %d files only: is the package generated?", n)
	}
}

// The checker itself finds what it is meant to find.
func TestInitialisationIsFound(t *testing.T) {
	tests := []struct {
		src  string
		want string
	}{
		{`func init() {}`, "func init"},
		{`var m = map[string]int{"a": 1}`, "map"},
		{`var t = struct{ m map[string]int }{m: map[string]int{}}`, "map"},
		{`var re = regexp.MustCompile("x")`, "call"},
		{`var x = [...]T{{A: f()}}`, "call"},
		{`var x = func() int { return 1 }()`, "call"},
		{`var p = *q`, "load"},
		{`var p = a[1]`, "load"},
		{`var c = <-ch`, "load"},
		{`var t = [...]T{{A: "a", B: []string{"b"}, C: rule.Deny, D: &U{}}}`, ""},
		{`func f() { m := map[string]int{}; _ = m; g() }`, ""},
	}
	for _, tt := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+tt.src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, what := range initialisation(f) {
			got = append(got, what.text)
		}
		if tt.want == "" && len(got) > 0 || tt.want != "" && !strings.Contains(strings.Join(got, "\n"), tt.want) {
			t.Errorf("%s: got %q, want %q", tt.src, got, tt.want)
		}
	}
}

type finding struct {
	pos  token.Pos
	text string
}

// initialisation lists what a file makes its program do at start-up, or could make it do.
func initialisation(f *ast.File) []finding {
	var found []finding
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				found = append(found, finding{d.Pos(), "func init"})
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				for _, v := range spec.(*ast.ValueSpec).Values {
					found = append(found, inValue(v)...)
				}
			}
		}
	}
	return found
}

// inValue looks through an initialiser. The types of composite literals are looked at for maps alone.
func inValue(v ast.Expr) []finding {
	var found []finding
	ast.Inspect(v, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			if text := runs(n); text != "" {
				found = append(found, finding{n.Pos(), text})
			}
			return true
		}
		if _, ok := lit.Type.(*ast.MapType); ok {
			found = append(found, finding{lit.Pos(), "a package-level map"})
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value // the key is a field's name or a constant index
			}
			found = append(found, inValue(elt)...)
		}
		return false
	})
	return found
}

// runs says why a part of a package-level initialiser cannot be laid out by the linker; "" if it can.
func runs(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CallExpr:
		return "a call in a package-level initialiser"
	case *ast.StarExpr, *ast.IndexExpr:
		return "a load in a package-level initialiser"
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "a load in a package-level initialiser"
		}
	}
	return ""
}

// What the compiler made of it. For any package with variables it writes a function init; where it could lay out all of
// them statically, the function only returns.
func TestCompilerFoundNothingToInitialise(t *testing.T) {
	const onlyReturns = 16 // bytes, on every architecture; a single call is longer
	for _, pkg := range []string{".", "./commands"} {
		out, err := exec.Command("go", "list", "-export", "-f", "{{.Export}}", pkg).Output()
		if err != nil {
			t.Fatalf("go list -export %s: %v", pkg, err)
		}
		symbols, err := exec.Command("go", "tool", "nm", "-size", strings.TrimSpace(string(out))).Output()
		if err != nil {
			t.Fatalf("go tool nm: %v", err)
		}
		functions := 0
		for line := range strings.Lines(string(symbols)) {
			fields := strings.Fields(line) // address, size, type, name
			if len(fields) != 4 || fields[2] != "T" {
				continue
			}
			functions++
			size, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatalf("go tool nm: %q", line)
			}
			name := fields[3][strings.LastIndexByte(fields[3], '/')+1:]
			switch {
			case strings.HasSuffix(name, ".init") && size > onlyReturns:
				t.Errorf("%s: %s has %d bytes: something is initialised at start-up", pkg, name, size)
			case strings.Contains(name, ".init.") || strings.Contains(name, ".map.init"):
				t.Errorf("%s: there is a function %s", pkg, name)
			}
		}
		if functions == 0 {
			t.Fatalf("%s: no functions found", pkg)
		}
	}
}
