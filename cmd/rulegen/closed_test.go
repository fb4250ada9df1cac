package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/closed"
	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/gen/daemons"
)

// TestClosedMistakes holds what rulegen says about a mistake in the list of closed commands.
func TestClosedMistakes(t *testing.T) {
	for _, r := range []struct{ table, want string }{
		{"closed: [a, b c]\nrepository: [d]\n", ""},
		{"close: [a]\n", `unknown key "close" (did you mean closed?)`},
		{"closed: [/bin/a]\n", `"/bin/a" is no name of a program`},
		{"closed: [a]\nrepository: [a]\n", "a stands at presets/closed.yaml:1 already"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, closedYAML), r.table)
		err := generateTables(config{presets: dir}, newOutput())
		if (err == nil) != (r.want == "") || err != nil && !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: got %v, want %q", r.table, err, r.want)
		}
	}
}

// TestClosed: each command of the list has a spec, and none has a service of the machine do the work.
func TestClosed(t *testing.T) {
	var table closedTable
	if found, err := loadTable(config{presets: "../../presets"}, closedYAML, &table); !found {
		t.Fatal(err)
	}
	for _, name := range append(table.Closed, table.Repository...) {
		program, _, _ := strings.Cut(name, " ")
		if (commands.Table{}).Lookup(program) == nil || daemons.Of(name) != "" {
			t.Errorf("%s has no spec, or is a client", name)
		}
		if is, repository := closed.Of(name); !is || repository != (program == "git") {
			t.Errorf("%s: %v, %v", name, is, repository)
		}
	}
	for _, name := range []string{"python3", "make", "go", "npm", "tar", "git config list", "git"} {
		if is, _ := closed.Of(name); is {
			t.Errorf("%s counts as closed", name)
		}
	}
}
