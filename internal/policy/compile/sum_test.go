package compile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// TestSum: what is kept of a config is the sum that a record of trust holds of it.
func TestSum(t *testing.T) {
	s, _ := counted("", false)
	for _, files := range []map[string]string{
		{".claude/fencepost.yaml": "default: deny\n"},
		{".claude/fencepost.yaml": ""},
		{".claude/fencepost/config/a.yaml": "default: deny\n"},
		{".claude/fencepost/config/a.yaml": "default: deny\n", ".claude/fencepost/config/b.yaml": "mode: plan\n"},
	} {
		project := t.TempDir()
		for name, text := range files {
			name = filepath.Join(project, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		src := policy.Source{Home: t.TempDir(), Project: project, Foreign: true}
		was := policy.Read
		policy.Read = func(file string, data []byte) (*policy.Document, []policy.Problem, []policy.Problem) {
			return parse.Parse(file, data, policy.Config)
		}
		read := policy.Load(src).ConfigSum()
		policy.Read = s.Read
		kept := policy.Load(src).ConfigSum()
		policy.Read = was
		if read != kept || len(read) != 64 {
			t.Errorf("%v: the sum is %s, and %s is kept", files, read, kept)
		}
	}
}
