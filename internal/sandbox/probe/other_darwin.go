package probe

import (
	"os"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/probe/report"
)

// others is sandbox-exec, which is experimental: it is there or not, and that is all that is known.
func others() []report.Engine {
	e := report.Engine{Name: "seatbelt", Level: sandbox.LevelFull}
	if _, err := os.Stat("/usr/bin/sandbox-exec"); err != nil {
		e.Error = err.Error()
	} else {
		e.Error = "experimental: its profile has not been tried on a Mac. Name it with --engine seatbelt"
	}
	return []report.Engine{e}
}
