// Command lazydeps writes copies of the dependencies that build tables when a program starts, changed so that they build
// them when they are first used, and a go.mod by which the go command takes the copies.
//
//	go run ./cmd/lazydeps            # writes build/deps
//	go build -modfile=build/deps/go.mod ./cmd/fencepost
//
// The gate starts before every call of an agent, and most calls need none of these tables: they were about an eighth of
// its time. edits.go says what is changed, and nothing else is. Without the copies everything works alike, and starts
// later: `go build ./cmd/fencepost` is right, too.
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
	"strings"
)

func main() {
	out := flag.String("o", filepath.Join("build", "deps"), "directory for the copies, inside the module")
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
	text := string(mod) + "\n// Written by cmd/lazydeps.\n"
	for _, d := range dependencies {
		dir := filepath.Join(out, filepath.FromSlash(d.path))
		if err := d.copy(dir); err != nil {
			return fmt.Errorf("%s: %w", d.path, err)
		}
		text += fmt.Sprintf("replace %s => ./%s\n", d.path, filepath.ToSlash(dir))
	}
	return errors.Join(
		os.WriteFile(filepath.Join(out, "go.mod"), []byte(text), 0o644),
		os.WriteFile(filepath.Join(out, "go.sum"), sum, 0o644))
}

// copy writes the module's packages, without their tests, and changes them.
func (d *dependency) copy(dir string) error {
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
		if !wanted(e.Name()) {
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
	for _, e := range d.edits {
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
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") || name == "go.mod" || strings.HasPrefix(name, "LICENSE")
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

// apply replaces what the pattern matches. It fails where it does not match as often as it must: then the dependency is
// another one than that for which the edit was made.
func (e *edit) apply(dir string) error {
	file := filepath.Join(dir, filepath.FromSlash(e.file))
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	re := regexp.MustCompile(e.find)
	if n := len(re.FindAllIndex(data, -1)); n != e.times {
		return fmt.Errorf("%s: %q matches %d times, and should %d times: the dependency has changed, see cmd/lazydeps/edits.go",
			e.file, e.find, n, e.times)
	}
	return os.WriteFile(file, re.ReplaceAll(data, []byte(e.replace)), 0o644)
}
