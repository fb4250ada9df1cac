package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/slowpath"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/compile"
	"github.com/fencepost/fencepost/internal/policy/store"
)

// compileCommand compiles the configs that apply, as the first call after an edit does.
func compileCommand(s stdio) *cobra.Command {
	var asJSON bool
	var dir string
	var h handOut
	c := newCommand("compile [POLICY...]",
		"compile the configs here, or make a policy file to hand out",
		func(operands []string) int {
			if h.out != "" || h.key != "" || len(operands) > 0 {
				return h.run(s, dir, asJSON, operands)
			}
			return runCompile(s, dir, asJSON)
		})
	c.Long = "After an edit, the first call compiles a config and keeps the result below\n" +
		"~/" + confighome.Own + "/compiled. This command does it now, and removes what other versions left\n" +
		"there. A compiled config never outlives an edit.\n\n" +
		"With -o it makes one policy file of the files you name, or of all YAML files in a directory.\n" +
		"Without names it takes the configs that apply here. A config puts the file in force with\n" +
		"policy: FILE and policyKey: the public key, if the signature beside the file is right.\n" +
		"Make a key with `ssh-keygen -t ed25519 -f KEY`. With --sign, ssh-keygen signs the file."
	jsonFlag(c, &asJSON)
	cwdFlag(c, &dir)
	c.Flags().StringVarP(&h.out, "output", "o", "", "make the policy file `FILE`")
	textFlag(c, &h.key, "sign", "sign with the private `KEY`, or the public one if the SSH agent "+
		"holds the key")
	return takesFiles(c)
}

// compiledFile is what was made of a config.
type compiledFile struct {
	File     string           `json:"file"`
	Compiled string           `json:"compiled"`
	Bytes    int              `json:"bytes"`
	Rules    tally            `json:"rules"`
	Errors   []policy.Problem `json:"errors"`
}

func runCompile(s stdio, dir string, asJSON bool) int {
	g, cwd, err := gateAt(dir, gate.Options{})
	if err != nil {
		return s.fail("compile: %v", err)
	}
	p, _, _ := g.Policy(cwd)
	stored := slowpath.Store(g.ConfigHome())
	removed := sweep(stored)
	made, status := []compiledFile{}, exitOK
	for _, file := range p.Files {
		one, err := compileFile(stored, file)
		if err != nil {
			return s.fail("compile: %s: %s", file, cause(err))
		}
		if len(one.Errors) > 0 {
			status = exitFailed
		}
		made = append(made, *one)
	}
	for _, h := range p.HandedOut {
		one, err := kept(stored, compile.Policy(h))
		if err != nil {
			return s.fail("compile: %s: %s", h.File, cause(err))
		}
		made = append(made, *one)
	}
	broken := status == exitOK && len(p.Errors) > 0 // the files themselves are right
	if broken {
		status = exitFailed
	}
	if asJSON {
		s.json(made)
		return status
	}
	for i := range made {
		made[i].print(s)
	}
	if broken {
		printProblems(s, s.style.red("error"), p.Errors)
	}
	if len(made) == 0 {
		s.printf("There is no config to compile. The bundled presets are part of the program.\n")
	}
	if removed > 0 {
		s.printf("%s of other versions removed\n", plural(removed, "file"))
	}
	return status
}

func compileFile(stored *store.Store, file string) (*compiledFile, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	u := compile.Config(file, data)
	made, err := kept(stored, u)
	if err == nil {
		made.Errors = list(u.Errors)
	}
	return made, err
}

// kept keeps what was compiled.
func kept(stored *store.Store, u *store.Unit) (*compiledFile, error) {
	u.Program = stored.Program
	if err := stored.Keep(u); err != nil {
		return nil, err
	}
	made := &compiledFile{File: u.File, Compiled: stored.File(u.File), Bytes: len(store.Encode(u)),
		Errors: []policy.Problem{}}
	for i := range u.Members {
		t := count(u.Members[i].Document)
		made.Rules.Deny += t.Deny
		made.Rules.Ask += t.Ask
		made.Rules.Allow += t.Allow
	}
	return made, nil
}

func (c *compiledFile) print(s stdio) {
	s.printf("%s: %s, %d bytes\n", c.File, c.Rules, c.Bytes)
	s.printf("  %s\n", s.style.dim(c.Compiled))
	for _, p := range c.Errors {
		s.printf("  %s %s:%d: %s\n", s.style.red("error"), p.File, p.Line, p.Text)
	}
}

// sweep takes out of the store what this program would not read, and returns how much it was.
func sweep(stored *store.Store) (removed int) {
	names, err := os.ReadDir(stored.Dir)
	if err != nil {
		return 0
	}
	for _, e := range names {
		path := filepath.Join(stored.Dir, e.Name())
		if strings.HasPrefix(e.Name(), "tree-") {
			continue // files of projects: there are never many
		}
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		there := func(file string) bool {
			_, err := os.Lstat(file)
			return err == nil
		}
		if !stored.Keeps(path, data, there) && os.Remove(path) == nil {
			removed++
		}
	}
	return removed
}
