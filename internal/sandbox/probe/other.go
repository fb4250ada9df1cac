//go:build !linux

package probe

import (
	"errors"
	"os"
	"runtime"
	"syscall"

	"github.com/fencepost/fencepost/internal/sandbox/probe/report"
)

func errnoOf(err error, to *syscall.Errno) bool { return errors.As(err, to) }

// The flags of processes that a probe starts; none does here.
const (
	FlagInside  = "--probe-inside"
	FlagNothing = "--probe-nothing"
	FlagLayer   = "--probe-layer"
)

// Inside refuses.
func Inside([]string) int { return 2 }

// Layer refuses.
func Layer() int { return 2 }

// Diagnose knows no causes here.
func Diagnose(error) *report.Cause { return nil }

// Print says what there is: on macOS an engine that no probe has tried, elsewhere none.
func Print(w *os.File, asJSON, _ bool) error {
	r := &report.Report{System: runtime.GOOS, Engines: others()}
	if asJSON {
		return r.JSON(w)
	}
	r.Print(w)
	return nil
}
