package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// preset is one file of rules.
type preset struct {
	name  string // file name without .yaml
	ident string // name as the beginning of a Go identifier: pythonSafety
	doc   *policy.Document
	text  []byte

	org      bool // an organisation file
	enforced bool // its rules are those of an enforced policy
}

// loadPresets reads the presets of a directory in the order of their names. All mistakes of all
// files are reported.
func loadPresets(dir string) ([]*preset, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(file string) bool { return isTable(filepath.Base(file)) })
	if len(files) == 0 {
		return nil, fmt.Errorf("rulegen: no presets (*.yaml) in %s", dir)
	}
	slices.SortFunc(files, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".yaml"), strings.TrimSuffix(b, ".yaml"))
	})
	var presets []*preset
	var mistakes []error
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		p := &preset{name: name, ident: identifier(name), text: text}
		// Sources are named as they stand in the repository, wherever rulegen runs.
		doc, problems := parse.ParsePreset(path.Join("presets", name+".yaml"), text)
		p.doc = doc
		presets = append(presets, p)
		for _, problem := range problems {
			mistakes = append(mistakes, errors.New(problem.String()))
		}
		mistakes = append(mistakes, p.check()...)
	}
	return presets, errors.Join(mistakes...)
}

// check reports what a config may have, but a preset may not.
func (p *preset) check() []error {
	var mistakes []error
	fail := func(pos policy.Pos, text string) {
		mistakes = append(mistakes,
			fmt.Errorf("%s:%d:%d: %s", p.doc.File, max(pos.Line, 1), max(pos.Col, 1), text))
	}
	if !policy.IsPresetName(p.name) || p.name == "all" {
		fail(policy.Pos{}, fmt.Sprintf("%q cannot be the name of a preset: "+
			"rename the file, with small letters, digits and dashes", p.name))
	}
	return mistakes
}

// checkImports reports imports of presets that do not exist and presets that import each other in a
// circle.
func checkImports(presets []*preset) []error {
	var mistakes []error
	byName := make(map[string]*preset, len(presets))
	for _, p := range presets {
		byName[p.name] = p
	}
	for _, p := range presets {
		for _, e := range p.doc.Import {
			switch {
			case byName[e.Preset] == nil:
				mistakes = append(mistakes, fmt.Errorf(
					"%s:%d:%d: there is no preset %q: add %s.yaml or remove the import",
					p.doc.File, e.Pos.Line, e.Pos.Col, e.Preset, e.Preset))
			case reaches(byName, e.Preset, p.name, nil):
				mistakes = append(mistakes, fmt.Errorf(
					"%s:%d:%d: preset %q imports %q in turn: remove one of the imports",
					p.doc.File, e.Pos.Line, e.Pos.Col, e.Preset, p.name))
			}
		}
	}
	return mistakes
}

// reaches reports whether a preset is another one or imports it, directly or through others.
func reaches(byName map[string]*preset, from, to string, seen []string) bool {
	if from == to {
		return true
	}
	if byName[from] == nil || slices.Contains(seen, from) {
		return false
	}
	for _, e := range byName[from].doc.Import {
		if reaches(byName, e.Preset, to, append(seen, from)) {
			return true
		}
	}
	return false
}

// identifier turns python-safety into pythonSafety.
func identifier(name string) string {
	parts := strings.Split(name, "-")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}
