package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The generated files are what rulegen makes of the presets now, and making them twice gives the
// same bytes.
func TestFresh(t *testing.T) {
	testkit.All(t, "it generates everything twice; the first tier runs rulegen -check")
	t.Chdir("../..")
	c := config{presets: "presets", commands: "presets/commands", effects: "presets/effects",
		langs: "presets/languages", out: "gen", docs: "docs/reference", org: defaultOrg,
		sources: ".", agents: "internal/agent"}
	for range 2 {
		made, err := generate(c)
		if err != nil {
			t.Fatal(err)
		}
		changes, err := made.compare(c)
		if err := errors.Join(err, stale(changes)); err != nil || len(made.pages) < 5 {
			t.Fatalf("%d pages: %v", len(made.pages), err)
		}
	}
}

const goodPreset = `meta: {title: A title, description: What it is for.}
tools: {bash: {allow: [ls]}}
`

// A mistake in a preset stops the generator with file, line and column, and nothing is written.
func TestMistakes(t *testing.T) {
	tests := []struct {
		about string
		files map[string]string
		want  []string
	}{
		{"no presets", nil, []string{"no presets"}},
		{"unknown key", map[string]string{"a.yaml": goodPreset + "defualt: ask\n"},
			[]string{"presets/a.yaml:3:1: ", `did you mean "default"?`, "defualt"}},
		{"no meta", map[string]string{"a.yaml": "tools: {bash: {allow: [ls]}}\n"},
			[]string{"presets/a.yaml:1", "meta"}},
		{"a broken allow is no warning here", map[string]string{"a.yaml": goodPreset +
			"effects:\n  - {on: [network], glob: a, host: b, decision: allow}\n"},
			[]string{"presets/a.yaml:4:5: "}},
		{"two files", map[string]string{"a.yaml": goodPreset + "x: 1\n", "b.yaml": goodPreset + "y: 1\n"},
			[]string{"presets/a.yaml:3:1: ", "presets/b.yaml:3:1: "}},
		{"unknown import", map[string]string{"a.yaml": goodPreset + "import: [b]\n"},
			[]string{`presets/a.yaml:3:10: there is no preset "b"`}},
		{"imports itself", map[string]string{"a.yaml": goodPreset + "import: [a]\n"},
			[]string{"presets/a.yaml:3:10: "}},
		{"a circle", map[string]string{"a.yaml": goodPreset + "import: [b]\n", "b.yaml": goodPreset +
			"import: [a]\n"}, []string{"presets/a.yaml:3:10: ", "presets/b.yaml:3:10: "}},
		{"the name all", map[string]string{"all.yaml": goodPreset}, []string{`"all" cannot be the name`}},
		{"a bad name", map[string]string{"A_b.yaml": goodPreset}, []string{`"A_b" cannot be the name`}},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			refused(t, sandbox(t, tt.files), tt.want)
		})
	}
}

// refused checks that a run with these files fails, says all of want, and writes nothing.
func refused(t *testing.T, c config, want []string) {
	t.Helper()
	err := run(c, false)
	if err == nil {
		t.Fatal("no error")
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("got %q, want %q in it", err, w)
		}
	}
	if left, _ := os.ReadDir(c.out); len(left) > 0 {
		t.Errorf("%v was written", left)
	}
}

// -check tells what differs and changes nothing; without it files are written and stale ones
// removed.
func TestCheckAndStale(t *testing.T) {
	c := sandbox(t, map[string]string{"a.yaml": goodPreset, "b-c.yaml": goodPreset})
	if err := run(c, false); err != nil {
		t.Fatal(err)
	}
	if err := run(c, true); err != nil {
		t.Fatalf("check after a run: %v", err)
	}
	for _, name := range []string{"a.go", "b-c.go", "presets.go"} {
		if _, err := os.Stat(filepath.Join(c.out, name)); err != nil {
			t.Error(err)
		}
	}
	mine := filepath.Join(c.out, "mine_test.go")
	write(t, mine, "package gen_test\n")
	write(t, filepath.Join(c.presets, "a.yaml"), strings.Replace(goodPreset, "[ls]", "[ls, pwd]", 1))
	if err := os.Remove(filepath.Join(c.presets, "b-c.yaml")); err != nil {
		t.Fatal(err)
	}
	err := run(c, true)
	if err == nil {
		t.Fatal("check finds no difference")
	}
	for _, want := range []string{"a.go: out of date at line ", "b-c.go: no longer generated",
		"presets.go: out of date", "presets.md: out of date", "go generate"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %q, want %q in it", err, want)
		}
	}
	if strings.Contains(err.Error(), "mine_test.go") {
		t.Errorf("a file that was not generated is reported: %v", err)
	}
	if err := run(c, false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(c.out, "b-c.go")); !os.IsNotExist(err) {
		t.Errorf("a stale file is left: %v", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Errorf("a file that was not generated is gone: %v", err)
	}
	if err := run(c, true); err != nil {
		t.Fatal(err)
	}
}

// sandbox returns a configuration of temporary directories with these presets and one command spec.
func sandbox(t *testing.T, files map[string]string) config {
	t.Helper()
	dir := t.TempDir()
	c := config{
		presets:  filepath.Join(dir, "presets"),
		commands: filepath.Join(dir, "presets", "commands"),
		out:      filepath.Join(dir, "gen"),
		docs:     filepath.Join(dir, "docs"),
	}
	if err := os.MkdirAll(c.commands, 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(c.commands, "shell.yaml"), "pwd:\n  does: reads\n")
	for name, text := range files {
		write(t, filepath.Join(c.presets, name), text)
	}
	return c
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
