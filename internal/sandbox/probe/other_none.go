//go:build !linux && !darwin

package probe

import "github.com/fencepost/fencepost/internal/sandbox/probe/report"

// others is none: there is no sandbox for this system.
func others() []report.Engine { return nil }
