package beside

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"time"
)

// LastResort is how long a call may take, with all programs that are asked for it, whatever is the
// matter with the machine. It is shorter than agents and the shell lines of their hooks wait
// (hookfile: 5 s), so that the answer is still one of this program's.
const LastResort = 4 * time.Second

// Process is another program of this build while it works for this one: it is told what to do on
// its standard input and answers on its standard output. It gets nothing of this process's
// environment, and its standard error is closed. One goroutine at a time uses it.
type Process struct {
	conn
	deadline time.Time // zero: none
}

// Start starts the program at a path. After the deadline reads and writes fail with
// os.ErrDeadlineExceeded, or the program has been ended; zero: it may take as long as it likes.
// argv begins with the program's name; env is added to what every program gets.
func Start(path string, argv, env []string, deadline time.Time) (*Process, error) {
	// They live for one question: no garbage is collected before they are large.
	all := []string{"GOGC=off", "GOMEMLIMIT=400MiB", "GOTRACEBACK=none"}
	if runtime.GOOS == "windows" {
		all = append(all, "SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
	}
	p := &Process{deadline: deadline}
	if err := p.start(path, argv, append(all, env...)); err != nil {
		return nil, reason(err)
	}
	return p, nil
}

// reason is why a program could not be started, without the path.
func reason(err error) error {
	var perr *fs.PathError
	if errors.As(err, &perr) {
		return perr.Err
	}
	return err
}
