package escape

import (
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/reduced"
)

func TestEscapesLandlock(t *testing.T) {
	t.Parallel()
	if _, err := reduced.New(); err != nil {
		t.Skip("no row was run: " + err.Error())
	}
	escapes(t, "landlock")
}
