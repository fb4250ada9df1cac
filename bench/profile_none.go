//go:build !pprof

package bench

import (
	"errors"
	"time"
)

// HasProfiler reports whether this build can write profiles. The profiler brings compress/flate and
// hash/crc32 along, which have tables to make whenever the program starts.
const HasProfiler = false

// Profile fails: this build has no profiler.
func Profile(dir, temp string, classes []Class, each time.Duration) error {
	return errors.New("this build has no profiler, which would cost every call some start-up time; " +
		"in the source tree, `go run -tags pprof ./cmd/fencepost bench --profile DIR` has it")
}
