//go:build unix

package beside

import (
	"errors"
	"os"
	"sync"
	"syscall"
	"time"
)

// conn is a program with one socket for its standard input and output.
//
// It is started by plain system calls, because each process that judges a call starts it anew:
// package os would start another process first, to learn whether the system knows descriptors of
// processes, and have a thread wait for this one.
type conn struct {
	*os.File     // our end of the socket
	pid      int // 0: it has been waited for, or left
}

func (p *Process) start(path string, argv, env []string) error {
	ours, theirs, err := socketpair()
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	none := ^uintptr(0)
	p.pid, _, err = syscall.StartProcess(path, argv,
		&syscall.ProcAttr{Env: env, Files: []uintptr{uintptr(theirs), uintptr(theirs), none}})
	syscall.Close(theirs)
	if err != nil {
		syscall.Close(ours)
		return err
	}
	p.File = os.NewFile(uintptr(ours), path)
	if !p.deadline.IsZero() {
		if err := p.SetDeadline(p.deadline); err != nil {
			p.Close()
			return err
		}
	}
	return nil
}

// socketpair makes two sockets that no other program gets. Ours is one that the runtime can wait
// for until a deadline.
func socketpair() (ours, theirs int, err error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return -1, -1, err
	}
	syscall.CloseOnExec(pair[0])
	syscall.CloseOnExec(pair[1])
	return pair[0], pair[1], syscall.SetNonblock(pair[0], true)
}

// CloseWrite ends the program's input.
func (p *Process) CloseWrite() {
	if raw, err := p.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_WR) })
	}
}

// Wait waits for the program, which is ended at the deadline, and reports whether it succeeded.
func (p *Process) Wait() bool {
	var status syscall.WaitStatus
	pause := 20 * time.Microsecond
	for p.pid > 0 {
		got, err := syscall.Wait4(p.pid, &status, syscall.WNOHANG, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			p.pid = 0
			return false
		case got == p.pid:
			p.pid = 0
			return status.Exited() && status.ExitStatus() == 0
		default:
			if !p.deadline.IsZero() && !time.Now().Before(p.deadline) {
				_ = syscall.Kill(p.pid, syscall.SIGKILL)
			}
			time.Sleep(pause)
			pause = min(2*pause, 5*time.Millisecond)
		}
	}
	return false
}

// Close ends the program. It does not wait for it.
func (p *Process) Close() {
	if p.pid > 0 {
		_ = syscall.Kill(p.pid, syscall.SIGKILL) // first: it has no use for the end of its input
		left.add(p.pid)
		p.pid = 0
	}
	_ = p.File.Close()
}

// left are programs that were ended and not waited for.
var left leftover

// leftover collects programs that were ended. A process that judges one call is gone before they
// are, and pays nothing for them; one that judges many collects them when others follow.
type leftover struct {
	mu   sync.Mutex
	pids []int
}

// maxLeft is how many there may be before one is waited for.
const maxLeft = 8

func (l *leftover) add(pid int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := l.pids[:0]
	for _, old := range l.pids {
		if !collected(old, syscall.WNOHANG) {
			kept = append(kept, old)
		}
	}
	if l.pids = append(kept, pid); len(l.pids) > maxLeft {
		collected(l.pids[0], 0)
		l.pids = append(l.pids[:0], l.pids[1:]...)
	}
}

// collected reports whether a program has ended, of which nothing is left then.
func collected(pid, flags int) bool {
	for {
		got, err := syscall.Wait4(pid, nil, flags, nil)
		if !errors.Is(err, syscall.EINTR) {
			return got == pid || err != nil
		}
	}
}
