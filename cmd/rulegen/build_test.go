package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The id changes with what is generated and with each deciding source, and with nothing else.
func TestBuildID(t *testing.T) {
	id := func(change func(root, out string)) string {
		dir := t.TempDir()
		root, out := filepath.Join(dir, "root"), filepath.Join(dir, "gen")
		files := []string{filepath.Join(out, "git.go"), filepath.Join(out, "needs", "needs.go")}
		for _, path := range deciding {
			if filepath.Ext(path) == "" {
				path = filepath.Join(path, "a.go")
			}
			files = append(files, filepath.Join(root, path))
		}
		for _, file := range files {
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, file, "package a\n")
		}
		change(root, out)
		if err := generateBuild(root, out); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(out, "build", "build.go"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	plain := id(func(string, string) {})
	for _, tt := range []struct {
		about  string
		change func(root, out string)
		same   bool
	}{
		{"nothing", func(string, string) {}, true},
		{"a preset", func(_, out string) { write(t, filepath.Join(out, "git.go"), "package b\n") }, false},
		{"an organisation policy", func(_, out string) {
			write(t, filepath.Join(out, "orgAcme.go"), "package a\n")
		}, false},
		{"a table", func(_, out string) {
			write(t, filepath.Join(out, "needs", "needs.go"), "package b\n")
		}, false},
		{"a table by another name", func(_, out string) {
			if err := os.Rename(filepath.Join(out, "needs", "needs.go"),
				filepath.Join(out, "needs", "other.go")); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"a codec", func(root, _ string) {
			write(t, filepath.Join(root, "internal/pack/a.go"), "package b\n")
		}, false},
		{"C code", func(root, _ string) {
			write(t, filepath.Join(root, "internal/interp/tree.c"), "int a;\n")
		}, false},
		{"a module", func(root, _ string) { write(t, filepath.Join(root, "go.mod"), "module b\n") }, false},
		{"a test", func(root, _ string) {
			write(t, filepath.Join(root, "internal/pack/a_test.go"), "package a\n")
		}, true},
		{"notes", func(root, _ string) { write(t, filepath.Join(root, "internal/pack/a.md"), "a\n") }, true},
		{"another package", func(root, _ string) {
			write(t, filepath.Join(root, "internal/other.go"), "package a\n")
		}, true},
	} {
		if same := id(tt.change) == plain; same != tt.same {
			t.Errorf("%s: the same id is %v, want %v", tt.about, same, tt.same)
		}
	}
	if err := generateBuild(t.TempDir(), t.TempDir()); err == nil {
		t.Error("sources that are not there have an id")
	}
}
