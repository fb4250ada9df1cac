package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A table of callees says what each name does; a star may say of names that nobody has looked at
// only that they act.
func TestCallees(t *testing.T) {
	tests := []struct{ text, problem string }{
		{"json:\n  loads|dumps(*x): data\n", ""},
		{"ctypes:\n  \"*(*x)\": exec\n", ""},
		{"socketserver:\n  \"*(*x)\": network\n", ""},
		{"fs:\n  readFile(path, options{encoding|flag}): opens path flag, returns data\n", ""},
		{"email: {}\n", ""},
		{"copy:\n  \"*(*x)\": data\n", "python.yaml:2:3: * says of names"},
		{"copy:\n  \"*(*x)\": pure\n", "python.yaml:2:3: * says of names"},
		{"lib.x:\n  \"*\": self\n", "python.yaml:2:3: * says of names"},
		{"x:\n  \"*(path)\": read path\n", "python.yaml:2:3: * says of names"},
		{"x:\n  f(a): read b\n", "there is no such parameter"},
		{"x:\n  f(a): frobs a\n", "unknown verb"},
		{"x:\n  f|f(a): data\n", "stands twice"},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "python.yaml"), []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := loadLanguage(dir, "python")
		switch {
		case tt.problem == "" && err != nil:
			t.Errorf("%s\n%v", tt.text, err)
		case tt.problem != "" && (err == nil || !strings.Contains(err.Error(), tt.problem)):
			t.Errorf("%s\ngot %v, want %s", tt.text, err, tt.problem)
		}
	}
	dir := t.TempDir()
	for _, f := range []string{"python.yaml", "python-more.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, f), []byte("json: {}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := loadLanguage(dir, "python"); err == nil ||
		!strings.Contains(err.Error(), `module "json" stands in`) {
		t.Errorf("one module in two files: %v", err)
	}
}
