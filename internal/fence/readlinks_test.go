package fence

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReadThroughLinks: who reads by a pattern, or a tree with its links, reads what they lead to.
func TestReadThroughLinks(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	for _, dir := range []string{"src", "certs", "docs", "up"} {
		if err := os.MkdirAll(filepath.Join(s.project, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"certs/k": filepath.Join(s.home, ".ssh", "id_rsa"), "up/h": s.home,
		"docs/guide":  filepath.Join(s.project, "src"),
		"docs/readme": "/usr/share/doc/x",
	} {
		if err := os.Symlink(to, filepath.Join(s.project, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ cmd, want string }{
		{`cat certs/*`, held},
		{`head certs/?`, held},
		{`cat cert?/k`, held},
		{`cat c*/*`, held},
		{`grep . certs/*`, held},
		{`cat < certs/*`, held},
		{`cd certs; cat *`, held},
		{`cp certs/* src/`, held},
		{`grep -R x certs`, held},
		{`grep -Rs x .`, held},
		{`grep -Rs x`, held},
		{`grep -rR x up`, held},
		{`rg -L x certs`, held},
		{`rg --follow x`, held},
		{`tar chf - certs | tar xOf -`, held},
		{`tar -c -h -f a.tar up`, held},
		{`zip -r a.zip certs`, held},
		{`diff -r certs src`, held},

		{`chmod 600 certs/*`, held},
		{`chmod -R a+r up/*`, held},
		{`truncate -s 0 c*/*`, held},
		{`tee up/* < a.txt`, held},

		{`chmod 644 src/*`, "allow"},
		{`truncate -s 0 src/*`, "allow"},
		{`cat src/*`, "allow"},
		{`cat docs/*`, "allow"},
		{`cat d*/*`, "allow"},
		{`grep -rn x .`, "allow"}, // leaves links alone
		{`grep -R x docs src`, "allow"},
		{`rg -L x docs`, "allow"},
		{`rg x`, "allow"},
		{`tar cf a.tar certs`, "allow"}, // holds the link itself
		{`tar chf a.tar docs`, "allow"},
		{`zip -r a.zip src`, "allow"},
		{`diff -r docs src`, "allow"},
		{`ls certs/*`, "allow"}, // names
		{`wc -l *.md`, "allow"},
	} {
		v := s.judge(t, "Bash", map[string]any{"command": tt.cmd})
		if got := v.Decision.String(); got != tt.want && (tt.want != held || got == "allow") {
			t.Errorf("%s\ngot %s (%s), want %s", tt.cmd, got, v.Description, tt.want)
		}
	}
}
