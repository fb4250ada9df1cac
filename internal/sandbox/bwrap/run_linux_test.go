package bwrap

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// TestMoved has what bubblewrap prints where a path went, or went and came back, while it mounted.
// Whatever else it says would be said again.
func TestMoved(t *testing.T) {
	const dest = `/newroot/home/u/p/run/s4`
	for _, c := range []struct {
		said  string
		moved bool
	}{
		{"Can't find source path /home/u/p/a: No such file or directory", true},
		{"Can't create file at " + dest + ": Read-only file system", true},
		{"Can't mkdir " + dest + ": Read-only file system", true},
		{"Can't bind mount /bindfilekAnKP7 on " + dest + `: Unable to find "` + dest +
			`" in mount table`, true},
		{"Can't bind mount /bindfilekAnKP7 on " + dest + `: Unable to remount destination "` + dest +
			`" with correct flags: Invalid argument`, true},
		{"Can't remount readonly on " + dest + ": Invalid argument", true},
		{"Can't bind mount /bindfilekAnKP7 on " + dest + `: Unable to remount destination "` + dest +
			`" with correct flags: Operation not permitted`, false},
		{"No permissions to create new namespace, likely because the kernel does not allow " +
			"non-privileged user namespaces.", false},
		{"setting up uid map: Permission denied", false},
	} {
		if got := Moved(&Error{Said: c.said}); got != c.moved {
			t.Errorf("%s: %t", c.said, got)
		}
	}
	if !Moved(stage.Named("openat2 /home/u/p/a", unix.ENOENT)) || Moved(errors.New("else")) {
		t.Error("the stage's own errors count as before")
	}
}
