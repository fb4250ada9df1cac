package main

import (
	"errors"
	"fmt"
	"math"
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

// loadPresets reads the presets of a directory.
func loadPresets(dir string) ([]*preset, error) {
	presets, err := loadRules(dir, func(file string, text []byte) (*preset, []policy.Problem) {
		if isTable(filepath.Base(file)) {
			return nil, nil
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		// Sources are named as they stand in the repository, wherever rulegen runs.
		doc, problems := parse.ParsePreset(path.Join("presets", name+".yaml"), text)
		return &preset{name: name, ident: identifier(name), doc: doc}, problems
	})
	if err == nil && len(presets) == 0 {
		err = fmt.Errorf("rulegen: no presets (*.yaml) in %s", dir)
	}
	return presets, err
}

// loadRules reads the files of a directory that are presets, in the order of their names. All
// mistakes of all files are reported.
func loadRules(dir string,
	read func(file string, text []byte) (*preset, []policy.Problem)) (list []*preset, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".yaml"), strings.TrimSuffix(b, ".yaml"))
	})
	var mistakes []error
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		p, problems := read(file, text)
		if p == nil {
			continue
		}
		p.text = text
		list = append(list, p)
		for _, problem := range problems {
			mistakes = append(mistakes, errors.New(problem.String()))
		}
		mistakes = append(mistakes, p.check())
	}
	return list, errors.Join(mistakes...)
}

// mistake is an error at a place of the file.
func (p *preset) mistake(pos policy.Pos, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", p.doc.File, max(pos.Line, 1), max(pos.Col, 1),
		fmt.Sprintf(format, args...))
}

// check reports what a config may have, but a preset may not.
func (p *preset) check() error {
	if !policy.IsPresetName(p.name) || p.name == "all" {
		return p.mistake(policy.Pos{}, "%q cannot be the name of a preset: "+
			"rename the file, with small letters, digits and dashes", p.name)
	}
	if n := len(wordRules(p.doc)); n > math.MaxUint16 {
		return p.mistake(policy.Pos{}, "%d rules on the words of commands are more than %d: split the file",
			n, math.MaxUint16)
	}
	return nil
}

// checkImports reports imports of presets that do not exist and presets that import each other in a
// circle.
func checkImports(presets []*preset) []error {
	var mistakes []error
	byName := indexed(presets)
	for _, p := range presets {
		for _, e := range p.doc.Import {
			switch {
			case byName[e.Preset] == nil:
				mistakes = append(mistakes, p.mistake(e.Pos,
					"there is no preset %q: add %s.yaml or remove the import", e.Preset, e.Preset))
			case slices.Contains(withImports(byName[e.Preset], byName, map[*preset]bool{}), p):
				mistakes = append(mistakes, p.mistake(e.Pos,
					"preset %q imports %q in turn: remove one of the imports", e.Preset, p.name))
			}
		}
	}
	return mistakes
}

func indexed(presets []*preset) map[string]*preset {
	m := make(map[string]*preset, len(presets))
	for _, p := range presets {
		m[p.name] = p
	}
	return m
}

// identifier turns python-safety into pythonSafety.
func identifier(name string) string {
	id := specIdentifier(name)
	return strings.ToLower(id[:min(1, len(id))]) + id[min(1, len(id)):]
}
