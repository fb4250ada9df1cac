package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
)

// specFile is one YAML file of command specs.
type specFile struct {
	path     string // as it is shown in errors and generated comments
	commands []*specDef
	sets     []*setDef
	needs    []needing // in the sandbox
}

// specDef is one command: the spec and the names under which it is found.
type specDef struct {
	names []string
	spec  *command.Spec
}

// setDef is a named list of options that several specs share.
type setDef struct {
	name string
	src  string
	set  *command.OptionSet
}

// generateSpecs compiles the command specs into the package commands: one file for each YAML file and
// one with the table. The same input gives the same bytes.
func generateSpecs(c config, o *output) error {
	files, err := loadSpecs(c.commands)
	if err != nil {
		return err
	}
	var specs, sets packedTable
	numbers := numberSets(files)
	for _, f := range files {
		base := strings.TrimSuffix(filepath.Base(f.path), ".yaml")
		if base == "table" {
			return fmt.Errorf("%s: the name is taken by the generated table; rename the file", f.path)
		}
		o.add("commands/"+base+".go", emitFile(f, numbers, &specs, &sets))
	}
	o.add("commands/table.go", emitTable(&specs, &sets))
	return nil
}

// loadSpecs reads and checks every YAML file of a directory, by name.
func loadSpecs(dir string) ([]*specFile, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: no command specs (*.yaml)", dir)
	}
	var files []*specFile
	var readers []*specReader
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		r, err := openSpecs("presets/commands/"+filepath.Base(p), text)
		if err != nil {
			return nil, err
		}
		files, readers = append(files, r.file), append(readers, r)
	}
	return files, readSpecs(readers)
}

// openSpecs reads a file's option sets, and notes its commands.
func openSpecs(path string, text []byte) (*specReader, error) {
	nodes, root, err := openYAML(path, text)
	if err != nil {
		return nil, err
	}
	r := &specReader{nodeReader: nodes, sets: map[string]*command.OptionSet{},
		file: &specFile{path: path}}
	return r, r.pairs(root, func(key, value *yaml.Node) error {
		switch {
		case key.Value == "doc":
			return r.scalar(value)
		case key.Value == "subcommands":
			return r.into(value, &r.more)
		case strings.HasPrefix(key.Value, "."):
			return r.optionSet(key, value)
		}
		r.commands = append(r.commands, pair[string, *yaml.Node]{Key: key.Value, Value: value, at: key})
		return nil
	})
}

// readSpecs reads the commands of all files. A file may use the option sets of others, and have
// subcommands for their commands.
func readSpecs(files []*specReader) error {
	for _, r := range files {
		stem := strings.TrimSuffix(filepath.Base(r.path), ".yaml")
		for _, s := range r.file.sets {
			for _, o := range files {
				o.sets[stem+"."+s.name] = s.set
			}
		}
	}
	commands := map[string]*specDef{}
	for _, r := range files {
		for _, c := range r.commands {
			if err := r.command(c.at, c.Value, commands); err != nil {
				return err
			}
		}
	}
	for _, r := range files {
		for _, c := range r.more {
			d := commands[c.Key]
			if d == nil {
				return r.errorf(c.at, "no file has a command %s", c.Key)
			}
			err := r.subcommands(d.spec)(c.Value)
			if err == nil {
				err = r.lint(c.at, d.spec)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// numberSets gives every shared option set its number.
func numberSets(files []*specFile) setNumbers {
	numbers := setNumbers{}
	for _, f := range files {
		for _, s := range f.sets {
			numbers[s.set] = len(numbers)
		}
	}
	return numbers
}

// specIdentifier makes a name into the end of a Go identifier: git-lfs is GitLfs, [ is X5b.
func specIdentifier(name string) string {
	var b strings.Builder
	upper := true
	for _, ch := range name {
		switch {
		case ch >= 'a' && ch <= 'z' && upper:
			b.WriteRune(ch - 'a' + 'A')
			upper = false
		case ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9':
			b.WriteRune(ch)
			upper = false
		case ch == '-' || ch == '_':
			upper = true
		default:
			fmt.Fprintf(&b, "X%02x", ch)
			upper = true
		}
	}
	return b.String()
}
