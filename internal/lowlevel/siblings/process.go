package siblings

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
	proc     *os.Process // nil: it has been waited for, or left
	in, out  *os.File    // its standard input and output
	deadline time.Time   // zero: none
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

func (p *Process) start(path string, argv, env []string) error {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	defer inRead.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inWrite.Close()
		return err
	}
	defer outWrite.Close()
	p.proc, err = os.StartProcess(path, argv,
		&os.ProcAttr{Env: env, Files: []*os.File{inRead, outWrite, nil}})
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return err
	}
	p.in, p.out = inWrite, outRead
	p.limit()
	return nil
}

// limit lets reads and writes end at the deadline. Where pipes know no deadline the program is ended
// instead, which ends them as well.
func (p *Process) limit() {
	if p.deadline.IsZero() {
		return
	}
	if p.in.SetWriteDeadline(p.deadline) != nil || p.out.SetReadDeadline(p.deadline) != nil {
		proc := p.proc
		time.AfterFunc(time.Until(p.deadline), func() { _ = proc.Kill() })
	}
}

// Read reads what the program says; io.EOF where it will say no more.
func (p *Process) Read(b []byte) (int, error) {
	n, err := p.out.Read(b)
	if n == 0 && err != nil && p.over() {
		err = os.ErrDeadlineExceeded
	}
	return n, err
}

// Write tells the program something.
func (p *Process) Write(b []byte) (int, error) {
	n, err := p.in.Write(b)
	if err != nil && p.over() {
		err = os.ErrDeadlineExceeded
	}
	return n, err
}

func (p *Process) over() bool {
	return !p.deadline.IsZero() && !time.Now().Before(p.deadline)
}

// CloseWrite ends the program's input.
func (p *Process) CloseWrite() { p.in.Close() }

// Wait waits for the program, which is ended at the deadline, and reports whether it succeeded.
func (p *Process) Wait() bool {
	if p.proc == nil {
		return false
	}
	if !p.deadline.IsZero() {
		proc := p.proc
		t := time.AfterFunc(time.Until(p.deadline), func() { _ = proc.Kill() })
		defer t.Stop()
	}
	state, err := p.proc.Wait()
	p.proc = nil
	return err == nil && state.Success()
}

// Close ends the program. It does not wait for it.
func (p *Process) Close() {
	p.in.Close()
	p.out.Close()
	if proc := p.proc; proc != nil {
		_ = proc.Kill()
		go proc.Wait()
		p.proc = nil
	}
}
