package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// change is one generated file that differs from what is there.
type change struct {
	path string // of the file to change
	want []byte // nil: the file is to be removed
	what string // "missing", "out of date at line 12", "no longer generated"
}

// compare lists the differences between what was made and what is there, in the order of the file
// names.
func compare(made, there config) ([]change, error) {
	changes, err := compareTrees(made.out, there.out, isGenerated)
	if err != nil || made.docs == "" {
		return changes, err
	}
	for _, name := range [...]string{"presets.md", tablesPage, hazardsPage, sandboxPage,
		programsPage} {
		want, err := os.ReadFile(filepath.Join(made.docs, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // of the presets alone
		}
		if err != nil {
			return nil, err
		}
		if changes, err = appendChange(changes, filepath.Join(there.docs, name), want); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

func compareTrees(made, there string, generated func(path string) (bool, error)) ([]change, error) {
	var changes []change
	err := filepath.WalkDir(made, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		want, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(made, path)
		if err != nil {
			return err
		}
		changes, err = appendChange(changes, filepath.Join(there, rel), want)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(there, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // nothing was generated yet
		}
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(there, path)
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(made, rel)); err == nil {
			return nil
		}
		if is, err := generated(path); err != nil || !is {
			return err
		}
		changes = append(changes, change{path: path, what: "no longer generated"})
		return nil
	})
	return changes, err
}

// isGenerated reports whether a file carries the mark of generated code (go.dev/s/generatedcode) of
// this program. Hand-written files beside the generated ones, such as tests, stay.
func isGenerated(path string) (bool, error) {
	if filepath.Ext(path) != ".go" {
		return false, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	return bytes.HasPrefix(data, []byte("// "+generatedBy)), nil
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
	replace := map[string]string{}
	add := func(root string, each func(rel, path string) error) error {
		return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			return each(rel, path)
		})
	}
	there, err := filepath.Abs(there)
	if err != nil {
		return err
	}
	made, err = filepath.Abs(made)
	if err != nil {
		return err
	}
	err = add(there, func(rel, path string) error {
		is, err := isGenerated(path)
		if is {
			replace[path] = "" // unless it is generated anew
		}
		return err
	})
	if err != nil {
		return err
	}
	err = add(made, func(rel, path string) error {
		replace[filepath.Join(there, rel)] = path
		return nil
	})
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}
