package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
)

// openSpecs reads a file's option sets, and notes its commands.
func openSpecs(path string, text []byte) (*specReader, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r := &specReader{nodeReader: nodeReader{path}, sets: map[string]*command.OptionSet{},
		file: &specFile{path: path}}
	if len(doc.Content) == 0 {
		return nil, fmt.Errorf("%s: no commands", path)
	}
	return r, r.pairs(doc.Content[0], func(key, value *yaml.Node) error {
		switch {
		case key.Value == "doc":
			return r.scalar(value)
		case key.Value == "subcommands":
			return r.pairs(value, func(k, v *yaml.Node) error {
				r.more = append(r.more, k, v)
				return nil
			})
		case strings.HasPrefix(key.Value, "."):
			return r.optionSet(key, value)
		}
		r.commands = append(r.commands, key, value)
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
		for i := 0; i < len(r.commands); i += 2 {
			if err := r.command(r.commands[i], r.commands[i+1], commands); err != nil {
				return err
			}
		}
	}
	for _, r := range files {
		for i := 0; i < len(r.more); i += 2 {
			d := commands[r.more[i].Value]
			if d == nil {
				return r.errorf(r.more[i], "no file has a command %s", r.more[i].Value)
			}
			err := r.subcommands(d.spec, r.more[i+1])
			if err == nil {
				err = r.lint(r.more[i], d.spec)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
