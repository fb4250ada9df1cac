package paths

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestOwnPrograms: nobody but a person changes the programs that lie where this one does, also one
// that is not there yet: `fencepost hook` would start it.
func TestOwnPrograms(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	dir := filepath.Dir(exe)
	for name, want := range map[string]rule.Decision{
		"fencepost": rule.Deny, "fencepost-hook": rule.Deny, "fencepost-interp": rule.Deny,
		"fencepost-hooks": rule.Unset, "fencepost-notes.txt": rule.Unset,
	} {
		for _, kind := range []fact.EffectKind{fact.Write, fact.Delete, fact.Meta} {
			g := NewGuard(New("/srv/project", "/home/you", "", true), "", nil, nil)
			e := fact.Effect{Kind: kind, Path: Absolute("/srv/project", filepath.Join(dir, name))}
			if got, why := g.Protected(&e); got != want {
				t.Errorf("%v %s: got %v (%s), want %v", kind, name, got, why, want)
			}
		}
	}
}
