package paths_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

const held = gatetest.Held

// TestModeOfReference: a program gets the rights of another one with its mode.
func TestModeOfReference(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for name, mode := range map[string]os.FileMode{"plain": 0o755, "special": 0o755 | os.ModeSetuid,
		"tool": 0o644} {
		p := filepath.Join(s.Project, name)
		if err := os.WriteFile(p, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(p, mode); err != nil {
			t.Fatal(err)
		}
	}
	s.Rows(t, gatetest.Table{
		{"chmod --reference=special tool", held},
		{"chmod --reference special tool", held},
		{`chmod --reference="$X" tool`, held},
		{"chmod --reference=s* tool", held},
		{"chmod --reference=plain tool", "allow"},
		{"chmod 755 tool", "allow"},
	})
}
