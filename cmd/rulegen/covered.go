package main

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/command"
)

// checkAllowed reads what checkTables compares.
func checkAllowed(c config, list []*language) error {
	at := slices.IndexFunc(list, func(l *language) bool { return l.name == "options" })
	if at < 0 {
		return nil
	}
	presets, err := loadPresets(c.presets)
	files, specErr := loadSpecs(c.commands)
	if err := errors.Join(err, specErr); err != nil {
		return err
	}
	return checkTables(presets, files, list[at])
}

// checkTables refuses a preset that allows a command of which no table says what options and
// operands it has: neither its spec, nor presets/languages/options.yaml, where the set no-table
// names those that do without.
func checkTables(presets []*preset, files []*specFile, options *language) error {
	specs := map[string]*command.Spec{}
	for _, f := range files {
		for _, d := range f.commands {
			for _, name := range d.names {
				specs[name] = d.spec
			}
		}
	}
	listed := func(word string) bool {
		return slices.ContainsFunc(options.sets, func(s wordSet) bool {
			return slices.Contains(s.names, path.Base(word)) ||
				s.names[0] == "no-table" && slices.Contains(s.words, path.Base(word))
		})
	}
	var errs []error
	for _, p := range presets {
		for _, a := range p.doc.Tools.Bash.Allow {
			spec := specs[path.Base(a.Words[0])]
			if spec == nil {
				spec = specs[command.CmdletKey+strings.ToLower(a.Words[0])]
			}
			if slices.ContainsFunc(a.Words, listed) || spec != nil && spec.Lists(a.Words[1:]) ||
				strings.Contains(a.Text, "version") {
				continue
			}
			errs = append(errs, fmt.Errorf("%s: allows %q, and no table says what options %s has: "+
				"add them to presets/commands or presets/languages", p.doc.Src(a.Pos), a.Text,
				a.Words[0]))
		}
	}
	return errors.Join(errs...)
}
