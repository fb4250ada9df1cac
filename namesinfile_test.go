package fencepost

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNamesInFile: a list of files names what is read by it.
func TestNamesInFile(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	for name, text := range map[string]string{
		"keys.lst": filepath.Join(s.home, ".ssh", "id_rsa") + "\n", "src.lst": "src/a.ts\nsrc/b.ts\n", "VERSION": "1.2.3\n",
		"README.md": "Put the token into `~/.env`, see docs/x.md\n",
	} {
		if err := os.WriteFile(filepath.Join(s.project, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ cmd, want string }{
		{`cat $(cat keys.lst)`, held},
		{`f=$(head -1 keys.lst); cat "$f"`, held},
		{`xargs -a keys.lst cat`, held},
		{`xargs cat < keys.lst`, held},
		{`cat keys.lst | xargs cat`, held},
		{`sort -u keys.lst | xargs -n1 head`, held},

		{`cat $(cat src.lst)`, "allow"},
		{`xargs -a src.lst wc -l`, "allow"},
		{`cat src.lst | xargs cat`, "allow"},
		{`v=$(cat VERSION); echo "$v"; ls dist/"$v"`, "allow"},
		{`cat README.md | grep token | head -3`, "allow"},
		{`cat keys.lst`, "allow"},
	} {
		v := s.judge(t, "Bash", map[string]any{"command": tt.cmd})
		if got := v.Decision.String(); got != tt.want && (tt.want != held || got == "allow") {
			t.Errorf("%s\ngot %s (%s), want %s", tt.cmd, got, v.Description, tt.want)
		}
	}
}
