package paths

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// TestFarFromTemps: the agent's temporary directories are looked for where a path may lie in one, and
// only there.
func TestFarFromTemps(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"p", "agent-1"} {
		if err := os.Mkdir(filepath.Join(base, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(base+"/agent-1", base+"/p/link"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		asked bool
		want  fact.Tri
	}{
		{"p/a", false, fact.No},
		{"p/none/a.b-c_d", false, fact.No},
		{"p/a b", true, fact.No},
		{"agent-1/a", true, fact.Yes},
		{"Agent-1/a", true, fact.No},
		{"p/link/a", true, fact.No}, // only as its target
	} {
		also := &added{temp: []string{base + "/agent-1"}}
		r := New(base+"/p", base+"/home", base+"/s", true)
		r.Also, r.TempPart = also, "agent-"
		p := Absolute(base, tt.name)
		written, target := r.Inside(&p, "$SCRATCH", false)
		if got := written.And(target); got != tt.want || also.temps > 0 != tt.asked {
			t.Errorf("%s: %v, asked %d times; want %v, asked: %v", tt.name, got, also.temps, tt.want, tt.asked)
		}
		if written, target = r.Glob(&p, "$SCRATCH/**", false); written.And(target) != tt.want {
			t.Errorf("glob %s: %v %v", tt.name, written, target)
		}
	}
}
