package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// output is what was generated, and what went wrong while it was rendered.
type output struct {
	code  map[string][]byte // Go files, by their paths below the directory gen
	pages map[string][]byte // by their names in the directory docs
	errs  []error
}

func newOutput() *output {
	return &output{code: map[string][]byte{}, pages: map[string][]byte{}}
}

// newPackage begins a file of a generated package; doc is what it says of the package, or "".
func newPackage(name, from, doc string) *jen.File {
	f := jen.NewFilePathName(genPkg+"/"+name, name)
	f.HeaderComment("// " + generatedBy + " from " + from + ". DO NOT EDIT.")
	for _, p := range []string{rulePkg, factPkg, commandPath, tablesPath} {
		f.ImportName(p, path.Base(p))
	}
	if doc != "" {
		f.PackageComment(doc)
	}
	return f
}

// add renders a Go file, whose path has slashes.
func (o *output) add(name string, f *jen.File) {
	var b bytes.Buffer
	if err := f.Render(&b); err != nil {
		o.errs = append(o.errs, fmt.Errorf("%s: %w", name, err))
	}
	o.code[name] = b.Bytes()
}

// addPackage renders the only file of a generated package.
func (o *output) addPackage(name string, f *jen.File) { o.add(path.Join(name, name+".go"), f) }

// change is one generated file that differs from what is there.
type change struct {
	path string // of the file to change
	want []byte // nil: the file is to be removed
	what string // "missing", "out of date at line 12", "no longer generated"
}

// compare lists the differences between what was made and what is there, in the order of the file
// names.
func (o *output) compare(there config) (changes []change, err error) {
	for _, tree := range []struct {
		dir   string
		files map[string][]byte
	}{{there.out, o.code}, {there.docs, o.pages}} {
		for _, name := range slices.Sorted(maps.Keys(tree.files)) {
			file := filepath.Join(tree.dir, filepath.FromSlash(name))
			if changes, err = appendChange(changes, file, tree.files[name]); err != nil {
				return nil, err
			}
		}
	}
	err = goFiles(there.out, func(name, file string, generated bool) {
		if generated && o.code[name] == nil {
			changes = append(changes, change{path: file, what: "no longer generated"})
		}
	})
	return changes, err
}

// goFiles calls f for the Go files of a directory, which may be missing. Generated ones carry the mark
// of generated code (go.dev/s/generatedcode) of this program; hand-written files beside them, such as
// tests, stay.
func goFiles(dir string, f func(name, file string, generated bool)) error {
	return filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // nothing was generated yet
		}
		if err != nil || e.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		f(filepath.ToSlash(name), file, bytes.HasPrefix(data, []byte("// "+generatedBy)))
		return err
	})
}

func appendChange(changes []change, path string, want []byte) ([]change, error) {
	have, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return append(changes, change{path, want, "missing"}), nil
	case err != nil:
		return nil, err
	case !bytes.Equal(have, want):
		what := fmt.Sprintf("out of date at line %d", firstDifference(have, want))
		return append(changes, change{path, want, what}), nil
	}
	return changes, nil
}

// firstDifference returns the first line, counted from 1, in which two texts differ.
func firstDifference(a, b []byte) int {
	line := 1
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '\n' {
			line++
		}
	}
	return line
}

// stale is the error of -check: one line for each file, and the mend.
func stale(changes []change) error {
	if len(changes) == 0 {
		return nil
	}
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "%s: %s\n", c.path, c.what)
	}
	b.WriteString("rulegen: generated files are not up to date; run go generate ./...")
	return errors.New(b.String())
}

// writeChanges writes what differs and removes what is no longer generated.
func writeChanges(changes []change) error {
	for _, c := range changes {
		if c.want == nil {
			if err := os.Remove(c.path); err != nil {
				return err
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(c.path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(c.path, c.want, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// writeOverlay writes the file by which the go command reads each generated file of a directory
// from another one (go help build, -overlay).
func writeOverlay(file, made, there string) error {
	there, err := filepath.Abs(there)
	if err != nil {
		return err
	}
	if made, err = filepath.Abs(made); err != nil {
		return err
	}
	replace := map[string]string{}
	err = goFiles(there, func(_, file string, generated bool) {
		if generated {
			replace[file] = "" // unless it is generated anew
		}
	})
	err = errors.Join(err, goFiles(made, func(name, file string, _ bool) {
		replace[filepath.Join(there, filepath.FromSlash(name))] = file
	}))
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}
