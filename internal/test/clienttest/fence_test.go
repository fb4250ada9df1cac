//go:build unix

package clienttest

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Place puts the programs into the world's home, each world its own, because attempts try to
// replace them.
func (w *World) Place() {
	w.t.Helper()
	testkit.Place(w.t, filepath.Dir(w.Fencepost()))
	w.own(filepath.Join(w.Home, ".local"))
}

// Install puts the programs into the home and their hook into the person's settings.
func (w *World) Install(args ...string) {
	w.t.Helper()
	w.Place()
	if out, err := w.Run(w.Fencepost(), append([]string{"install"}, args...)...); err != nil {
		w.t.Fatalf("fencepost install: %v\n%s", err, out)
	}
}
