package reads_test

import (
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestReadThroughLinks: who reads by a pattern, or a tree with its links, reads what they lead to.
func TestReadThroughLinks(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	s.Mkdir(t, "src", "certs", "docs", "up")
	for name, to := range map[string]string{
		"certs/k": filepath.Join(s.Home, ".ssh", "id_rsa"), "up/h": s.Home,
		"docs/guide":  filepath.Join(s.Project, "src"),
		"docs/readme": "/usr/share/doc/x",
	} {
		s.Link(t, to, name)
	}
	s.Rows(t, gatetest.Table{
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
	})
}
