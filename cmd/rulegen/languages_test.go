package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A mistake in the table of a language is reported with file and line.
func TestLanguageMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"words: a b a\n":                          "x.yaml:1:8: a stands twice in words",
		"calls:\n  f: read path\n":                `x.yaml:2:3: "f" is no function`,
		"calls:\n  f(path): burn path\n":          `unknown verb "burn"`,
		"calls:\n  f(path): read file\n":          "there is no such parameter",
		"calls:\n  f(path): read\n":               "a verb and a parameter are needed",
		"calls:\n  f|g|f(path): read path\n":      `"f" stands twice`,
		"search:\n  f(a): run a\n  f(b): run b\n": `"f" stands twice`,
		"": "the file is empty",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := generateLanguages(config{langs: dir}, newOutput())
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "presets/languages/x.yaml") {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
