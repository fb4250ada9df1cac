//go:build unix

package wrap

import (
	"os"
	"syscall"
)

// start has a program take the place of this one. It returns only where that fails.
func start(program string, args []string) int {
	err := syscall.Exec(program, append([]string{program}, args...), os.Environ())
	return refuse("fencepost: " + program + " could not be started, and nothing has run: " +
		err.Error())
}
