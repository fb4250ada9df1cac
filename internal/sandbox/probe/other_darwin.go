package probe

import (
	"os"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// others is sandbox-exec, which is experimental: it is there or not, and that is all that is known.
func others() []Engine {
	e := Engine{Name: "seatbelt", Level: sandbox.LevelFull}
	if _, err := os.Stat("/usr/bin/sandbox-exec"); err != nil {
		e.Error = err.Error()
	} else {
		e.Error = "experimental: its profile has not been tried on a Mac. Name it with --engine seatbelt"
	}
	return []Engine{e}
}
