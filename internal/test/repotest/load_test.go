package repotest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// module is the path of this module, and the import path of its root.
const module = "github.com/fencepost/fencepost"

// listedPackage is what `go list` says of a package.
type listedPackage struct {
	ImportPath, Dir, Doc, Export string
	GoFiles, CgoFiles            []string
	TestGoFiles, XTestGoFiles    []string
	Imports                      []string
	Standard                     bool
	Module                       *struct{ Main bool }
}

// ours reports whether the package is one of this module.
func (p *listedPackage) ours() bool { return p.Module != nil && p.Module.Main }

// name is the directory of a package of this module from the root: "." for the root.
func (p *listedPackage) name() string { return packageName(p.ImportPath) }

func packageName(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// uses are the names of the packages of this module that a package imports.
func (p *listedPackage) uses() (names []string) {
	for _, path := range p.Imports {
		if path == module || strings.HasPrefix(path, module+"/") {
			names = append(names, packageName(path))
		}
	}
	return names
}

// listed are the packages of this module and all that they import, by import path. Their export
// data come from the build cache, where the compiler puts them if they are not there.
var listed = sync.OnceValues(func() (map[string]*listedPackage, error) {
	c := exec.Command("go", "list", "-deps", "-export",
		"-json=ImportPath,Dir,Doc,Export,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,Standard,Module",
		"./...")
	c.Dir = root
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	list := map[string]*listedPackage{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listedPackage{}
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list[p.ImportPath] = p
	}
})

// ourPackages are the packages of this module in the order of their names, as they are built for
// Linux.
func ourPackages(t *testing.T) (list []*listedPackage) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the lists are those of the packages and files for Linux")
	}
	all, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if all[path].ours() {
			list = append(list, all[path])
		}
	}
	if len(list) < 100 {
		t.Fatalf("go list names %d packages of this module only", len(list))
	}
	return list
}

// source is a package that was read from its files, without tests, with the types of all it says.
type source struct {
	name  string // as listedPackage.name
	dir   string
	fset  *token.FileSet
	files []*ast.File
	types *types.Package
	info  *types.Info
	tests int // files of tests
}

// file is the name of the file that holds a position.
func (s *source) file(pos token.Pos) string { return filepath.Base(s.fset.Position(pos).Filename) }

var (
	sourcesLock sync.Mutex
	sourcesRead = map[string]*source{}
	sourcesFset = token.NewFileSet()
	imports     = importer.ForCompiler(sourcesFset, "gc", func(path string) (io.ReadCloser, error) {
		all, err := listed()
		if err != nil {
			return nil, err
		}
		if p := all[path]; p != nil && p.Export != "" {
			return os.Open(p.Export)
		}
		return nil, fmt.Errorf("no export data of %s", path)
	})
)

// readSource reads a package once for all tests.
func readSource(t *testing.T, p *listedPackage) *source {
	t.Helper()
	sourcesLock.Lock()
	defer sourcesLock.Unlock()
	if s := sourcesRead[p.ImportPath]; s != nil {
		return s
	}
	var files []string
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		files = append(files, filepath.Join(p.Dir, name))
	}
	s := checkFiles(t, p.ImportPath, files)
	s.dir, s.tests = p.Dir, len(p.TestGoFiles)+len(p.XTestGoFiles)
	sourcesRead[p.ImportPath] = s
	return s
}

// checkFiles reads the files of a package. The same positions serve all packages.
func checkFiles(t *testing.T, path string, names []string) *source {
	t.Helper()
	s := &source{name: packageName(path), fset: sourcesFset, info: &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Types:      map[ast.Expr]types.TypeAndValue{},
	}}
	for _, name := range names {
		f, err := parser.ParseFile(sourcesFset, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, f)
	}
	conf := types.Config{Importer: imports, FakeImportC: true}
	var err error
	if s.types, err = conf.Check(path, sourcesFset, s.files, s.info); err != nil {
		t.Fatal(err)
	}
	return s
}

// synthetic reads a package of testdata, with which a test shows that it can fail.
func synthetic(t *testing.T, name string) *source {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", name, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of testdata/%s: %v", name, err)
	}
	return checkFiles(t, module+"/testdata/"+name, files)
}

// below reports whether a package is one of those named or lies in the folder of one.
func below(name string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return name == folder || strings.HasPrefix(name, folder+"/")
	})
}
