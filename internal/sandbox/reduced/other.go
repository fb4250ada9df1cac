//go:build !linux

package reduced

import (
	"errors"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// ErrNone is a system without Landlock.
var ErrNone = errors.New("Landlock is for Linux")

// Options are what a plan does not say.
type Options struct{ Connect []uint16 }

// Engine is none on this system.
type Engine struct{ Version int }

// New returns no engine.
func New() (*Engine, error) { return nil, ErrNone }

// Exec refuses.
func (e *Engine) Exec(*plan.Plan, Options) error { return ErrNone }
