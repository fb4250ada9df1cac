//go:build unix

package wrap

import (
	"os"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// handOver puts a profile into a pipe, for a program that takes the place of this one. What a pipe
// does not hold at once would wait forever for who reads it.
func handOver(p *sandbox.Profile) (fd int, err error) {
	data, err := p.Encode()
	if err != nil {
		return 0, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	defer w.Close()
	_ = w.SetWriteDeadline(time.Now().Add(time.Second))
	if _, err := w.Write(data); err != nil {
		return 0, err
	}
	return syscall.Dup(int(r.Fd())) // it stays open for that program
}

// start has a program take the place of this one. It returns only where that fails.
func start(program string, args []string) int {
	err := syscall.Exec(program, append([]string{program}, args...), os.Environ())
	return refuse("fencepost: " + program + " could not be started, and nothing has run: " +
		err.Error())
}
