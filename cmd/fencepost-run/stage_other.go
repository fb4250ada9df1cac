//go:build !linux

package main

import (
	"errors"

	"github.com/fencepost/fencepost/internal/sandbox/egress"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

const (
	innerFlag  = "--inner"
	keeperFlag = "--keeper"
	settleFlag = "--settle"
	mendFlag   = "--mend"
)

// host serves a run for others of its session.
type host struct{}

func (*host) over() {}

func (o *options) checkSession() error {
	if o.Session != "" {
		return errors.New("--session needs Linux")
	}
	return nil
}

func (o *options) aboutRuns() int {
	return fail(errors.New("--list and --stop need Linux"))
}

func (o *options) hideRuns(*plan.Request) {}

func keeperStage() int { return exitFailed }

func settleStage([]string) int { return 0 }

func innerStage() int { return exitFailed }

func mendStage([]string) int { return exitFailed }

type publisher struct{}

func publish(*egress.Server, int, []uint16) *publisher { return nil }

func (*publisher) stop() {}
