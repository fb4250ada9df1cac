//go:build linux

package escape

import (
	"strings"
	"testing"
)

// TestExact: where a link has taken the place of what was judged nothing runs.
func TestExact(t *testing.T) {
	bothEngines(t, func(t *testing.T, w *place) {
		if out, err := w.command(t, "sh", "-c", "ln -s $O l").CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		for _, flags := range [][]string{{"-w", "l", "--exact"}, {"-r", "l/file", "--exact"}} {
			out, err := w.boxed(t, "touch ran; touch l/x", flags...).CombinedOutput()
			if err == nil || exists(w.path("home/p/ran")) || !strings.Contains(string(out), "leads to") {
				t.Errorf("%q: %v %s", flags, err, out)
			}
		}
	})
}
