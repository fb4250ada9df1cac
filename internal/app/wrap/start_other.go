//go:build !unix

package wrap

import (
	"errors"
	"runtime"

	"github.com/fencepost/fencepost/internal/sandbox"
)

func handOver(*sandbox.Profile) (int, error) { return 0, errors.New("it needs a Unix") }

// start has a program take the place of this one, which needs a Unix.
func start(program string, _ []string) int {
	return refuse("fencepost: there is no sandbox on " + runtime.GOOS + ", and nothing has run. " +
		"Run `fencepost install --no-sandbox`.")
}
