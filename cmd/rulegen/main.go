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
	"path/filepath"
	"slices"
)

// config says where things are. Paths are relative to the module's root.
type config struct {
	presets  string // *.yaml are presets
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
	flag.StringVar(&c.commands, "commands", "presets/commands", "directory of the command specs")
	flag.StringVar(&c.effects, "effects", "presets/effects",
		"directory of the callee tables; empty for none")
	flag.StringVar(&c.langs, "languages", "presets/languages",
		"directory of the tables of languages; empty for none")
	flag.StringVar(&c.out, "out", "gen", "directory of the generated package")
	flag.StringVar(&c.docs, "docs", "docs", "directory of the generated pages; empty for none")
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

// run generates everything into a temporary directory and then compares with it or copies from it,
// so that a mistake in the last preset leaves the package as it was.
func run(c config, check bool) error {
	tmp, err := os.MkdirTemp("", "rulegen-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	made := c
	made.out, made.docs = filepath.Join(tmp, "gen"), ""
	if c.docs != "" {
		made.docs = filepath.Join(tmp, "docs")
	}
	if err := generate(made); err != nil {
		return err
	}
	changes, err := compare(made, c)
	if err != nil {
		return err
	}
	if check {
		return stale(changes)
	}
	return writeChanges(changes)
}

// generate writes all that is generated below c.out and c.docs, which are empty or missing.
func generate(c config) error {
	if err := generatePresets(c); err != nil {
		return err
	}
	if c.effects != "" {
		if err := generateEffects(c.effects, filepath.Join(c.out, "callees")); err != nil {
			return err
		}
	}
	if err := errors.Join(generateTables(c), generateHazards(c)); err != nil {
		return err
	}
	if err := errors.Join(generateSandbox(c), generateNeeds(c)); err != nil {
		return err
	}
	if err := generateDaemons(c); err != nil {
		return err
	}
	if c.langs != "" {
		if err := generateLanguages(c.langs, filepath.Join(c.out, "languages")); err != nil {
			return err
		}
	}
	err := generateSpecs(c.commands, filepath.Join(c.out, "commands"))
	if err != nil || c.sources == "" {
		return err
	}
	return generateBuild(c.sources, c.out) // last, as it sums the rest
}

// generatePresets writes the rule sets and the page about them.
func generatePresets(c config) error {
	presets, err := loadPresets(c.presets)
	org, orgErr := loadOrg(c.org)
	all := append(slices.Clone(presets), org...)
	if err := errors.Join(err, orgErr, errors.Join(checkImports(all)...), checkOrg(all)); err != nil {
		return err
	}
	markEnforced(all)
	for _, p := range org {
		p.doc.File = orgSrc(p.doc.File)
	}
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	for _, p := range all {
		if err := writePreset(p, c.out); err != nil {
			return err
		}
	}
	if err := writeIndex(all, c.out); err != nil {
		return err
	}
	if err := writeScopes(all, c.out); err != nil {
		return err
	}
	if err := errors.Join(writeOrg(org, c.out), writeCredentials(presets, c.out)); err != nil {
		return err
	}
	if c.docs == "" {
		return nil
	}
	if err := os.MkdirAll(c.docs, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.docs, "presets.md"), presetPage(presets), 0o666)
}
