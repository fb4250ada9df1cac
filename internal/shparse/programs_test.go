//go:build unix

package shparse_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestPrograms runs scripts in which real programs start others, because an option, a setting or a
// file of theirs says so, and holds that each of these is reported by its name: a hazard or an
// unknown name is no excuse here. Of an entry that asks the text is not read (that of an editor, a
// debugger or a makefile), so that the command says that it runs code which is not seen.
func TestPrograms(t *testing.T) {
	data, err := os.ReadFile("../../testdata/programs.sh")
	if err != nil {
		t.Fatal(err)
	}
	for n, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n%%\n") {
		head, script, _ := strings.Cut(text, "\n")
		needs, ok := strings.CutPrefix(head, "#needs ")
		asks := false
		if !ok {
			needs, asks = strings.CutPrefix(head, "#asks ")
		}
		if !ok && !asks {
			t.Fatalf("entry %d does not say what it needs", n+1)
		}
		t.Run(fmt.Sprintf("%d/%s", n+1, needs), func(t *testing.T) {
			testkit.Installed(t, needs)
			r := newRig(t, "bash")
			if asks {
				if f := reported(script, r.place(t), r.dialect); !runsUnseen(f) {
					t.Errorf("%s\nnothing says that code runs which is not seen:%s", script, show(f))
				}
				return
			}
			r.link(t, needs)
			r.named(t, script)
		})
	}
}

// runsUnseen reports whether a command of a script runs code that is not read.
func runsUnseen(f *fact.Facts) bool {
	for i := range f.Commands {
		c := &f.Commands[i]
		if len(c.Hazards) > 0 ||
			slices.ContainsFunc(c.Effects, func(e fact.Effect) bool { return e.Kind == fact.Exec }) {
			return true
		}
	}
	return len(f.Hazards) > 0
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
