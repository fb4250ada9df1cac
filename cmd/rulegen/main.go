// Rulegen compiles presets and command specs from YAML to Go.
//
// Usage:
//
//	rulegen [-presets DIR] [-commands DIR] [-effects DIR] [-languages DIR]
//		[-org DIR] [-out DIR [-overlay FILE]] [-docs DIR] [-check]
//
// Every preset becomes a type of package gen that answers as the interpreted rule set does, from
// static data: nothing is parsed, allocated or initialised when a program that links it starts. So
// do the tables of variables, settings of git and protected paths beside the presets (tables.go).
// The same input gives the same bytes. With -check nothing is written, and the exit status is 1 if
// a file differs from what would be generated.
//
// Organisation files are built in as well: docs/organisation.md. With -overlay a program is built
// from what was generated into another directory, and the checkout stays as it is.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
)

// config says where things are. Paths are relative to the module's root.
type config struct {
	presets  string // *.yaml are presets
	agents   string // a folder for each, with its protected.yaml
	commands string // *.yaml are command specs
	effects  string // *.yaml are callee tables of inline code; "" for none
	langs    string // *.yaml say what functions of other languages do; "" for none
	out      string // generated package, and commands/ below it
	docs     string // generated pages; "" for none
	org      string // *.yaml are organisation files; "" for none
	sources  string // the module's root, whose sources are summed; "" for none
}

// defaultOrg may be missing.
const defaultOrg = "presets/org"

func main() {
	var c config
	flag.StringVar(&c.presets, "presets", "presets", "directory of the presets")
	flag.StringVar(&c.agents, "agents", "internal/agent", "directory of the agents")
	flag.StringVar(&c.commands, "commands", "presets/commands", "directory of the command specs")
	flag.StringVar(&c.effects, "effects", "presets/effects",
		"directory of the callee tables; empty for none")
	flag.StringVar(&c.langs, "languages", "presets/languages",
		"directory of the tables of languages; empty for none")
	flag.StringVar(&c.out, "out", "gen", "directory of the generated package")
	flag.StringVar(&c.docs, "docs", "docs/reference", "directory of generated pages; empty for none")
	flag.StringVar(&c.org, "org", defaultOrg,
		"directory of the organisation files, which are built in")
	c.sources = "."
	overlay := flag.String("overlay", "",
		"write a file for go build -overlay, by which -out takes the place of the directory gen")
	check := flag.Bool("check", false, "write nothing; exit with status 1 if a file is not up to date")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "rulegen: unexpected argument %q; flags come first\n", flag.Arg(0))
		os.Exit(2)
	}
	err := run(c, *check)
	if err == nil && *overlay != "" {
		err = writeOverlay(*overlay, c.out, "gen")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run generates everything in memory, so that a mistake in the last preset leaves the package as it
// was.
func run(c config, check bool) error {
	made, err := generate(c)
	if err != nil {
		return err
	}
	changes, err := made.compare(c)
	if err != nil {
		return err
	}
	if check {
		return stale(changes)
	}
	return writeChanges(changes)
}

// generate makes all that is generated.
func generate(c config) (*output, error) {
	o := newOutput()
	for _, part := range []func(config, *output) error{generatePresets, generateEffects,
		generateTables, generateSandbox, generateNeeds, generateLanguages, generateSpecs} {
		if err := part(c, o); err != nil {
			return nil, err
		}
	}
	if c.sources != "" {
		if err := generateBuild(c.sources, o); err != nil { // last, as it sums the rest
			return nil, err
		}
	}
	if c.docs == "" {
		clear(o.pages)
	}
	return o, errors.Join(o.errs...)
}

// generatePresets makes the rule sets and the page about them.
func generatePresets(c config, o *output) error {
	presets, err := loadPresets(c.presets)
	org, orgErr := loadOrg(c.org)
	all := append(slices.Clone(presets), org...)
	if err := errors.Join(err, orgErr, errors.Join(checkImports(all)...), checkOrg(all)); err != nil {
		return err
	}
	for _, p := range slices.Concat(enforced(all)...) {
		p.enforced = true
	}
	for _, p := range org {
		p.doc.File = orgSrc(p.doc.File)
	}
	for _, p := range all {
		writePreset(p, o)
	}
	writeIndex(all, o)
	writeOrg(org, o)
	writeCredentials(presets, o)
	addPresetPage(presets, o)
	return writeScopes(all, o)
}
