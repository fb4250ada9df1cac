package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/assist"
	"github.com/fencepost/fencepost/internal/fence"
	"github.com/fencepost/fencepost/internal/policy/compile"
	"github.com/fencepost/fencepost/internal/policy/packed"
)

// compileCommand compiles the configs that apply, as the first call after an edit does.
func compileCommand(s stdio) *cobra.Command {
	var asJSON bool
	var dir string
	c := newCommand("compile", "compile the configs that apply here, as the first call does",
		func(operands []string) int { return runCompile(s, dir, asJSON, operands) })
	c.Long = "Each config is compiled once after an edit, by the first call that needs it, and kept " +
		"below ~/.claude/fencepost/compiled. This does the same now, and takes away what other " +
		"versions of the program have left there. No call is judged by a config that has changed since."
	jsonFlag(c, &asJSON)
	cwdFlag(c, &dir)
	return c
}

// compiledFile is what was made of a config.
type compiledFile struct {
	File     string    `json:"file"`
	Compiled string    `json:"compiled"`
	Bytes    int       `json:"bytes"`
	Rules    tally     `json:"rules"`
	Errors   []problem `json:"errors"`
}

func runCompile(s stdio, dir string, asJSON bool, operands []string) int {
	if len(operands) > 0 {
		return s.fail("compile takes no arguments, and got %q", operands[0])
	}
	gate, cwd, err := gateAt(dir, fence.Options{})
	if err != nil {
		return s.fail("compile: %v", err)
	}
	p, _, _ := gate.Policy(cwd)
	store := assist.Store(gate.ConfigHome())
	removed := sweep(store)
	made, status := []compiledFile{}, exitOK
	for _, file := range p.Files {
		one, err := compileFile(store, file)
		if err != nil {
			return s.fail("compile: %s: %s", file, cause(err))
		}
		if len(one.Errors) > 0 {
			status = exitFailed
		}
		made = append(made, *one)
	}
	if asJSON {
		s.json(made)
		return status
	}
	for i := range made {
		made[i].print(s)
	}
	if len(made) == 0 {
		s.printf("there is no config; the bundled presets are a part of the program\n")
	}
	if removed > 0 {
		s.printf("%s of other versions removed\n", plural(removed, "file"))
	}
	return status
}

func compileFile(store *packed.Store, file string) (*compiledFile, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	u := compile.Unit(file, data)
	u.Program = store.Program
	if err := store.Keep(u); err != nil {
		return nil, err
	}
	return &compiledFile{File: file, Compiled: store.File(file), Bytes: len(packed.Encode(u)),
		Rules: count(u.Document), Errors: problems(u.Errors)}, nil
}

func (c *compiledFile) print(s stdio) {
	s.printf("%s: %s, %d bytes\n", c.File, c.Rules, c.Bytes)
	s.printf("  %s\n", s.style.dim(c.Compiled))
	for _, p := range c.Errors {
		s.printf("  %s %s:%d: %s\n", s.style.red("error"), p.File, p.Line, p.Text)
	}
}

// sweep takes out of the store what this program would not read, and returns how much it was.
func sweep(store *packed.Store) (removed int) {
	names, err := os.ReadDir(store.Dir)
	if err != nil {
		return 0
	}
	for _, e := range names {
		path := filepath.Join(store.Dir, e.Name())
		if strings.HasPrefix(e.Name(), "yaml-") {
			continue // files of projects, of which there are never many
		}
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		u, ok := packed.Decode(data)
		if ok && u.Program == store.Program && store.File(u.File) == path {
			if _, err := os.Lstat(u.File); err == nil {
				continue
			}
		}
		if os.Remove(path) == nil {
			removed++
		}
	}
	return removed
}
