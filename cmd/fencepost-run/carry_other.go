//go:build !linux && !darwin

package main

import (
	"errors"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

const (
	proxyFlag      = "--proxy"
	proxyFlagAlone = "--proxy-alone"
)

func proxyStage([]string) int { return exitFailed }

// carryOut refuses: there is no engine for this system yet.
func (o *options) carryOut(_ *plan.Request, rec *recorder) int {
	return rec.failed(exitFailed, errors.New("there is no sandbox for this system. Run the command on Linux"))
}
