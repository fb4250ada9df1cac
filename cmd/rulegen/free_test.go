package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/gen/daemons"
	"github.com/fencepost/fencepost/gen/free"
)

// TestFreeMistakes holds what rulegen says about a mistake in the list of commands that need no sandbox.
func TestFreeMistakes(t *testing.T) {
	for _, r := range []struct{ table, want string }{
		{"free: [a, b c]\nrepository: [d]\n", ""},
		{"fre: [a]\n", `unknown key "fre" (did you mean free?)`},
		{"free: [/bin/a]\n", `"/bin/a" is no name of a program`},
		{"free: [a]\nrepository: [a]\n", "a stands at presets/free.yaml:1 already"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, freeYAML), r.table)
		err := generateTables(config{presets: dir}, newOutput())
		if (err == nil) != (r.want == "") || err != nil && !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: got %v, want %q", r.table, err, r.want)
		}
	}
}

// TestFreeCommandsHaveSpecs: each command of the list has a spec, and has no service do the work.
func TestFreeCommandsHaveSpecs(t *testing.T) {
	var table freeTable
	if found, err := loadTable(config{presets: "../../presets"}, freeYAML, &table); !found {
		t.Fatal(err)
	}
	for _, name := range append(table.Free, table.Repository...) {
		program, _, _ := strings.Cut(name, " ")
		if (commands.Table{}).Lookup(program) == nil || daemons.Of(name) != "" {
			t.Errorf("%s has no spec, or is a client", name)
		}
		if is, repository := free.Of(name); !is || repository != (program == "git") {
			t.Errorf("%s: %v, %v", name, is, repository)
		}
	}
	for _, name := range []string{"python3", "make", "go", "npm", "tar", "git config list", "git"} {
		if is, _ := free.Of(name); is {
			t.Errorf("%s counts as free", name)
		}
	}
}
