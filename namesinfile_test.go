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
		{`cat $(<keys.lst)`, held},
		{`f=$(<keys.lst); cat "$f"`, held},
		{`while read -r f; do cat "$f"; done < keys.lst`, held},
		{`read -r f < keys.lst; cat "$f"`, held},
		{`mapfile -t f < keys.lst; cat "${f[@]}"`, held},
		{`for f in $(<keys.lst); do head -1 "$f"; done`, held},

		{`cat $(cat src.lst)`, "allow"},
		{`xargs -a src.lst wc -l`, "allow"},
		{`cat src.lst | xargs cat`, "allow"},
		{`cat $(<src.lst)`, "allow"},
		{`while read -r f; do wc -l "$f"; done < src.lst`, "allow"},
		{`while read -r line; do echo "$line"; done < keys.lst`, "allow"},
		{`mapfile -t f < src.lst; wc -l "${f[@]}"`, "allow"},
		{`v=$(<VERSION); echo "$v"; ls "dist/$v"`, "allow"},
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
