//go:build !linux

package bwrap

import (
	"errors"
	"os"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

func ownedByRoot(os.FileInfo) bool { return false }

// Status is how a command ended.
type Status struct {
	Code int
	Left bool
}

// Engine carries out plans.
type Engine struct{ Program Program }

// New returns an engine; there is none on this system.
func New() (*Engine, error) { return nil, errors.New("bubblewrap is for Linux") }

// Run refuses.
func (e *Engine) Run(*plan.Plan, func(int, []*os.File) error) (Status, error) {
	return Status{}, errors.New("bubblewrap is for Linux")
}
