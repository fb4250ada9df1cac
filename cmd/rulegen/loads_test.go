package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
)

// TestLoadsMistakes holds what rulegen says about a mistake in the table of files that programs load.
func TestLoadsMistakes(t *testing.T) {
	for _, r := range []struct{ table, want string }{
		{"files:\n  k: x=python\nfamilies:\n  - {programs: [a], loads: [k]}\nreaders:\n  y: {finds: {'(a)': '$1'}}\n", ""},
		{"files:\n  k: x\n", `"x" is no PATTERN=LANGUAGE`},
		{"families:\n  - {programs: [a], loads: [k]}\n", `no kind of files has the name "k"`},
		{"readers:\n  y: {finds: {'(a': '$1'}}\n", "missing closing )"},
		{"readers:\n  y: {find: {}}\n", `unknown key "find"`},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, loadsYAML), r.table)
		err := generateTables(config{presets: dir}, newOutput())
		if (err == nil) != (r.want == "") || err != nil && !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: got %v, want %q", r.table, err, r.want)
		}
	}
}

// TestLoadsLanguages: each language of the table has a reader or an interpreter that has a spec.
func TestLoadsLanguages(t *testing.T) {
	var table loadsTable
	if found, err := loadTable(config{presets: "../../presets"}, loadsYAML, &table); !found {
		t.Fatal(err)
	}
	readers := table.Readers.Keys()
	for _, lang := range table.languages() {
		read := false
		for _, name := range readers {
			read = read || name == lang
		}
		if !read && command.CodeOption(commands.Table{}, lang) == "" && lang != "bash" {
			t.Errorf("nobody reads %s", lang)
		}
	}
}
