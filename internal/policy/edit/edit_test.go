package edit

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSandboxMode(t *testing.T) {
	const fresh = "# What the coding agent may do; `fencepost verify` finds mistakes in this file.\n" +
		"import: [recommended]\nsandbox:\n  mode: auto\n"
	tests := []struct {
		about, old, want string // want "" is an error
	}{
		{"nothing", "", fresh},
		{"comments alone", "# mine\n", "# mine\nsandbox:\n  mode: auto\n"},
		{"no block", "import: [recommended] # all\n\n# asks\ndefault: ask",
			"import: [recommended] # all\n\n# asks\ndefault: ask\n\nsandbox:\n  mode: auto\n"},
		{"another mode", "sandbox:\n  # why\n  mode: off # for now\ndefault: ask\n",
			"sandbox:\n  # why\n  mode: auto # for now\ndefault: ask\n"},
		{"in quotes", "sandbox: {mode: 'off', scope: all}\n", "sandbox: {mode: 'auto', scope: all}\n"},
		{"the same", "sandbox: {mode: auto}   # x\n", "sandbox: {mode: auto}   # x\n"},
		{"a block without", "sandbox:\n    # all of it\n    scope: all\n    write: {deny: [é]}\ndefault: ask\n",
			"sandbox:\n    mode: auto\n    # all of it\n    scope: all\n    write: {deny: [é]}\ndefault: ask\n"},
		{"braces without", "sandbox: {scope: all}\n", "sandbox: {mode: auto, scope: all}\n"},
		{"empty braces", "# é\nsandbox: {}\n", "# é\nsandbox: {mode: auto}\n"},
		{"an empty block", "sandbox:\n  # mode: require\ndefault: ask\n",
			"sandbox:\n  mode: auto\n  # mode: require\ndefault: ask\n"},
		{"an empty block at the end", "default: ask\nsandbox:", "default: ask\nsandbox:\n  mode: auto\n"},
		{"a null", "sandbox: ~\n", ""},
		{"all in braces", "{default: ask}\n", ""},
		{"an anchor", "sandbox: &s {scope: all}\n", ""},
		{"broken", "defualt: ask\n", ""},
		{"no YAML", "a: [\n", ""},
		{"the end of a document", "default: ask\n...\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, ".claude", "fencepost.yaml")
			if tt.old != "" {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(tt.old), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			backup, err := SandboxMode(file, "auto", "recommended")
			got, _ := os.ReadFile(file)
			switch {
			case tt.want == "":
				if err == nil || string(got) != tt.old {
					t.Errorf("made %q of %q, want an error", got, tt.old)
				}
			case err != nil || string(got) != tt.want:
				t.Errorf("%v, made %q\nwant %q", err, got, tt.want)
			case tt.old != "" && tt.old != tt.want:
				if kept, _ := os.ReadFile(backup); string(kept) != tt.old {
					t.Errorf("kept %q in %q", kept, backup)
				}
				if info, _ := os.Stat(file); info.Mode().Perm() != 0o600 {
					t.Errorf("the mode is %v", info.Mode())
				}
			case backup != "":
				t.Errorf("kept %s, and changed nothing", backup)
			}
		})
	}
}
