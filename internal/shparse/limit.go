package shparse

import (
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// The bounds of the analysis. Exceeding one is a hazard of kind Failure: what was found before
// still counts.
const (
	maxText = 1 << 19 // bytes of one script
	// of brackets in one script, and 16 times as many control structures: the parser recurses
	maxNesting  = 400
	maxDepth    = 16     // of scripts in scripts
	maxCommands = 20000  // visited in one call
	maxSteps    = 200000 // statements and words interpreted in one call
	maxFields   = 1024   // that one word expands to
	maxUnroll   = 32     // items of a for loop that are followed one by one
	maxCalls    = 24     // of functions in functions
	// of functions in one call: one that calls itself on several ways is called without end
	maxAllCalls = 1024
)

// budget counts the work of one call, nested scripts included.
type budget struct {
	commands int
	steps    int
	calls    int            // functions that are being run
	allCalls int            // functions that may still be called
	deadline time.Time      // the last resort
	left     *effort.Budget // of several texts; nil: each has its own
	spent    bool           // a bound was reported
	limited  bool           // what is interpreted has bounds of its own
}

func newBudget(opt *Options) budget {
	return budget{commands: maxCommands, steps: maxSteps, allCalls: maxAllCalls,
		deadline: opt.Deadline, left: opt.Left}
}

// clockSteps is the number of steps between two looks at the clock.
const clockSteps = 64

func (b *budget) command() bool {
	b.commands--
	return b.commands >= 0 && !(b.commands%clockSteps == 0 && b.late())
}

func (b *budget) step() bool {
	b.steps--
	return b.steps >= 0 && b.left.Spend(1) && !(b.steps%clockSteps == 0 && b.late())
}

// late reports whether the deadline has passed. From then on no step is left.
func (b *budget) late() bool {
	if b.deadline.IsZero() || time.Now().Before(b.deadline) {
		return false
	}
	b.steps, b.commands = 0, 0
	return true
}
