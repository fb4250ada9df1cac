package fence

import (
	"os"
	"path/filepath"
	"testing"
)

// TestModeOfReference: a program gets the rights of another one with its mode.
func TestModeOfReference(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	for name, mode := range map[string]os.FileMode{"plain": 0o755, "special": 0o755 | os.ModeSetuid,
		"tool": 0o644} {
		p := filepath.Join(s.project, name)
		if err := os.WriteFile(p, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(p, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ cmd, want string }{
		{"chmod --reference=special tool", held},
		{"chmod --reference special tool", held},
		{`chmod --reference="$X" tool`, held},
		{"chmod --reference=s* tool", held},
		{"chmod --reference=plain tool", "allow"},
		{"chmod 755 tool", "allow"},
	} {
		v := s.judge(t, "Bash", map[string]any{"command": tt.cmd})
		if got := v.Decision.String(); got != tt.want && (tt.want != held || got == "allow") {
			t.Errorf("%s\ngot %s (%s), want %s", tt.cmd, got, v.Description, tt.want)
		}
	}
}
