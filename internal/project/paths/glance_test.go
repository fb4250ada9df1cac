package paths_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// What a look says that no glob can speak of, no glob speaks of.
func TestGlanceErrsOnTheSideOfYes(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(base, "proj")
	for _, dir := range []string{".ssh", "src/.aws", "plain"} {
		if err := os.MkdirAll(filepath.Join(project, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"keys": ".ssh", "src/cfg": ".aws", "gone": "id_rsa"} {
		if err := os.Symlink(to, filepath.Join(project, link)); err != nil {
			t.Fatal(err)
		}
	}
	r := paths.New(project, base, "", true)
	globs := []string{"**/.env", "**/.env.*", "**/.ssh/**", "**/.ssh", "**/id_rsa", "**/id_rsa*",
		"**/*.pem", "**/.aws/**", "**/.aws/credentials", "**/Secrets/**", "**/*secret*",
		"**/.git-credentials", "**/k?bernetes.yaml", "**/.npmrc", "**/_netrc", "**/*.p12"}
	names := []string{".env", ".ENV", ".env.local", "x.env", "keys", "keys/id_rsa", "keys/config", "gone",
		"src/cfg/credentials", "src/cfg", ".ssh", ".SSH/Config", "ſecrets/x", "SECRETS/x", "my-secret",
		"my\u200bsecret", "se\u0301cret", "Kubernetes.yaml", "\u212aubernetes.yaml", "a.PEM", "*.pem",
		"*.go", "*", "id_*", "*_rsa", ".*", "src/*/credentials", "**/x", "_netrc", "plain/readme.md",
		"../.ssh/x", "plain/../.env", "ID_RSA~1", "x.p12", "*.P12"}
	for _, name := range names {
		p := paths.Absolute(project, name)
		p.Glob = strings.Contains(name, "*")
		l := r.Glance(&p)
		for _, glob := range globs {
			text, end := paths.Needed(glob)
			may := l.May(end, 0, 0, 0) || !bit(&l, 0)
			for i := 1; i < len(text); i++ {
				n := fact.PairBit(text[i-1], text[i])
				may = may && l.May(end, n, n, n)
			}
			if written, target := r.Glob(&p, glob, true); !may && written.Or(target) != fact.No {
				t.Errorf("%s is not to be asked about %s, which says %v and %v", glob, name, written, target)
			}
		}
	}
	// and it is of use: it excludes most of what a glob may need. Which pairs the name of a temporary
	// directory adds changes with each run.
	plain := paths.Absolute(project, "plain/readme.md")
	l := r.Glance(&plain)
	excluded := 0
	for n := range 256 {
		if !bit(&l, uint8(n)) {
			excluded++
		}
	}
	if l.Hidden || l.Below || excluded < 128 {
		t.Errorf("plain/readme.md looks like anything: %d of 256 pairs are excluded", excluded)
	}
}

func bit(l *fact.Glance, n uint8) bool { return l.Pairs[n>>6]>>(n&63)&1 != 0 }
