package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The id changes with what is generated and with each deciding source, and with nothing else.
func TestBuildID(t *testing.T) {
	id := func(change func(root string, made map[string][]byte)) string {
		dir := t.TempDir()
		root, o := filepath.Join(dir, "root"), newOutput()
		o.code["git.go"], o.code["needs/needs.go"] = []byte("package a\n"), []byte("package a\n")
		var files []string
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
		change(root, o.code)
		if err := generateBuild(root, o); err != nil {
			t.Fatal(err)
		}
		return string(o.code["build/build.go"])
	}
	plain := id(func(string, map[string][]byte) {})
	for _, tt := range []struct {
		about  string
		change func(root string, made map[string][]byte)
		same   bool
	}{
		{"nothing", func(string, map[string][]byte) {}, true},
		{"a preset", func(_ string, made map[string][]byte) {
			made["git.go"] = []byte("package b\n")
		}, false},
		{"an organisation policy", func(_ string, made map[string][]byte) {
			made["orgAcme.go"] = []byte("package a\n")
		}, false},
		{"a table", func(_ string, made map[string][]byte) {
			made["needs/needs.go"] = []byte("package b\n")
		}, false},
		{"a table by another name", func(_ string, made map[string][]byte) {
			made["needs/other.go"] = made["needs/needs.go"]
			delete(made, "needs/needs.go")
		}, false},
		{"a codec", func(root string, _ map[string][]byte) {
			write(t, filepath.Join(root, "internal/lowlevel/codec/a.go"), "package b\n")
		}, false},
		{"C code", func(root string, _ map[string][]byte) {
			write(t, filepath.Join(root, "internal/interp/tree.c"), "int a;\n")
		}, false},
		{"a module", func(root string, _ map[string][]byte) { write(t, filepath.Join(root, "go.mod"), "module b\n") }, false},
		{"a test", func(root string, _ map[string][]byte) {
			write(t, filepath.Join(root, "internal/lowlevel/codec/a_test.go"), "package a\n")
		}, true},
		{"notes", func(root string, _ map[string][]byte) {
			write(t, filepath.Join(root, "internal/lowlevel/codec/a.md"), "a\n")
		}, true},
		{"another package", func(root string, _ map[string][]byte) {
			write(t, filepath.Join(root, "internal/other.go"), "package a\n")
		}, true},
	} {
		if same := id(tt.change) == plain; same != tt.same {
			t.Errorf("%s: the same id is %v, want %v", tt.about, same, tt.same)
		}
	}
	if err := generateBuild(t.TempDir(), newOutput()); err == nil {
		t.Error("sources that are not there have an id")
	}
}
