// Command lazydeps writes copies of the dependencies that build tables when a program starts,
// changed so that they build them when they are first used, and a go.mod by which the go command
// takes the copies.
//
//	go run ./cmd/lazydeps            # writes build/deps
//	go build -modfile=build/deps/go.mod -overlay=build/deps/overlay.json ./cmd/fencepost
//
// The gate starts before every call of an agent, and most calls need none of these tables: they
// were about an eighth of its time. edits.go says what is changed, and nothing else is. Without the
// copies everything works alike, and starts later: `go build ./cmd/fencepost` is right, too.
//
// Some of it is in the standard library, whose files go build -overlay replaces. They are those of
// one Go release. With another, in which an edit does not fit, the standard library stays as it is.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	out := flag.String("o", filepath.Join("build", "deps"),
		"directory for the copies, inside the module")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "lazydeps: "+err.Error())
		os.Exit(1)
	}
}

// run makes the directory anew. It works in the root of the module.
func run(out string) error {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return fmt.Errorf("it has to run where the module's go.mod is: %w", err)
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	overlay, err := standardOverlay(filepath.Join(out, "std"))
	if err != nil {
		// Programs are right without it. Nothing that counts on the changes is changed either.
		fmt.Fprintf(os.Stderr, "lazydeps: the standard library stays as it is: %v\n", err)
		overlay = map[string]string{}
	}
	text := string(mod) + "\n// Written by cmd/lazydeps.\n"
	for _, d := range dependencies {
		if standard(d.path) {
			continue
		}
		dir := filepath.Join(out, filepath.FromSlash(d.path))
		text += fmt.Sprintf("replace %s => ./%s\n", d.path, filepath.ToSlash(dir))
		if err := d.copyModule(dir, len(overlay) > 0); err != nil {
			return fmt.Errorf("%s: %w", d.path, err)
		}
	}
	replace, err := json.MarshalIndent(map[string]any{"Replace": overlay}, "", "\t")
	return errors.Join(err,
		os.WriteFile(filepath.Join(out, "overlay.json"), replace, 0o644),
		os.WriteFile(filepath.Join(out, "go.mod"), []byte(text), 0o644),
		os.WriteFile(filepath.Join(out, "go.sum"), sum, 0o644))
}

// standardOverlay copies and changes what is changed of the standard library, all of it or nothing,
// and returns which files the copies take the place of.
func standardOverlay(dir string) (map[string]string, error) {
	overlay := map[string]string{}
	for _, d := range dependencies {
		if !standard(d.path) {
			continue
		}
		if err := d.copyStandard(filepath.Join(dir, filepath.FromSlash(d.path)), overlay); err != nil {
			return nil, fmt.Errorf("%s: %w", d.path, err)
		}
	}
	return overlay, nil
}

// copyStandard writes the files of a package of the standard library that are changed or added, and
// notes in the overlay which files they replace.
func (d *dependency) copyStandard(dir string, overlay map[string]string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	from := filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(d.path))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	take := func(name string) error {
		to, err := filepath.Abs(filepath.Join(dir, name))
		overlay[filepath.Join(from, name)] = to
		return err
	}
	for _, e := range d.edits {
		if overlay[filepath.Join(from, e.file)] != "" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, e.file))
		if err != nil {
			return err
		}
		if err := errors.Join(take(e.file), os.WriteFile(filepath.Join(dir, e.file), data,
			0o644)); err != nil {
			return err
		}
	}
	for name := range d.adds {
		if err := take(name); err != nil {
			return err
		}
	}
	return d.change(dir, true)
}

// copyModule writes the module's packages, without their tests, and changes them. std is whether
// the standard library is changed, too.
func (d *dependency) copyModule(dir string, std bool) error {
	from, err := moduleDir(d.path)
	if err != nil {
		return err
	}
	err = filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			if name := e.Name(); rel != "." && (name == "testdata" || name[0] == '.' || name[0] == '_') {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(dir, rel), 0o755)
		}
		if !wanted(e.Name()) || !d.needs(filepath.ToSlash(filepath.Dir(rel))) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, rel), data, 0o644)
	})
	if err != nil {
		return err
	}
	return d.change(dir, std)
}

// needs reports whether a directory of the module is copied.
func (d *dependency) needs(dir string) bool {
	return len(d.only) == 0 || dir == "." || slices.Contains(d.only, dir)
}

// change changes the copy.
func (d *dependency) change(dir string, std bool) error {
	edits := d.edits
	if std {
		edits = append(edits[:len(edits):len(edits)], d.withStandard...)
	}
	for _, e := range edits {
		if err := e.apply(dir); err != nil {
			return err
		}
	}
	for name, text := range d.adds {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func wanted(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") ||
		name == "go.mod" || strings.HasPrefix(name, "LICENSE")
}

// moduleDir returns where the module's source is, downloaded and verified.
func moduleDir(path string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", path)
	cmd.Env = append(os.Environ(), "GOFLAGS=") // an earlier copy is no source
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	var m struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &m); err == nil {
		err = jsonErr
	}
	switch {
	case m.Error != "":
		return "", errors.New(m.Error)
	case err != nil:
		return "", fmt.Errorf("go mod download: %w", err)
	case m.Dir == "":
		return "", errors.New("go mod download: no directory")
	}
	return m.Dir, nil
}

// apply replaces what the pattern matches. It fails where it does not match as often as it must:
// then the dependency is another one than that for which the edit was made.
func (e *edit) apply(dir string) error {
	file := filepath.Join(dir, filepath.FromSlash(e.file))
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	re := regexp.MustCompile(e.find)
	if n := len(re.FindAllIndex(data, -1)); n != e.times {
		return fmt.Errorf("%s: %q matches %d times, and should %d times: the dependency has changed, "+
			"see cmd/lazydeps/edits.go",
			e.file, e.find, n, e.times)
	}
	return os.WriteFile(file, re.ReplaceAll(data, []byte(e.replace)), 0o644)
}
