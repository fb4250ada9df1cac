//go:build unix

package shparse_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/testkit"
)

// TestPrograms runs scripts in which real programs start others, because an option, a setting or a
// file of theirs says so, and holds that each of these is reported by its name: a hazard or an
// unknown name is no excuse here.
func TestPrograms(t *testing.T) {
	data, err := os.ReadFile("../../testdata/programs.sh")
	if err != nil {
		t.Fatal(err)
	}
	for n, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n%%\n") {
		head, script, _ := strings.Cut(text, "\n")
		needs, ok := strings.CutPrefix(head, "#needs ")
		if !ok {
			t.Fatalf("entry %d does not say what it needs", n+1)
		}
		t.Run(fmt.Sprintf("%d/%s", n+1, needs), func(t *testing.T) {
			testkit.Installed(t, needs)
			r := newRig(t, "bash")
			r.link(t, needs)
			r.named(t, script)
		})
	}
}

// link puts a real program in the place of its stub.
func (r *rig) link(t *testing.T, name string) {
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(r.bin, name)
	_ = os.Remove(at)
	if err := os.Symlink(path, at); err != nil {
		t.Fatal(err)
	}
}

// named runs a script and holds that whatever ran is reported by its name.
func (r *rig) named(t *testing.T, script string) {
	dir := r.place(t)
	f := reported(script, dir, r.dialect)
	ran := r.run(t, script, dir, 0)
	if len(ran) == 0 {
		t.Errorf("%s\nran nothing", script)
	}
	for _, argv := range ran {
		if covered(f, argv, false) != named {
			t.Errorf("%s\nran %q, reported:%s", script, argv, show(f))
		}
	}
}
