// Package native carries out a plan with the kernel's namespaces and nothing else: no program has
// to be installed for it.
//
// It forks into new namespaces, and the child makes the plan's system calls from a list that was
// prepared before: what happens is data, and a call that fails is known by its name. The child is
// the first process of the run; it starts the command and waits for all that comes of it.
package native

import (
	"errors"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/early"
	"github.com/fencepost/fencepost/internal/sandbox/landlock"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// OpError is a call that failed. Nothing of the command has run.
type OpError struct {
	Index int
	Name  string
	Errno syscall.Errno
	Exec  bool // it was the start of the command itself
}

func (e *OpError) Error() string { return e.Name + ": " + e.Errno.Error() }

func (e *OpError) Unwrap() error { return e.Errno }

// Status is how a command ended.
type Status struct {
	Code int  // the exit status, or 128 and the signal
	Left bool // processes of the run go on
	// With Left: the first process of the run, and a socket to it. They end when the last copy of that
	// is closed, or a byte is sent over it; it has nothing more to read when they have ended.
	Pid     int
	Control *os.File
}

// Serve is called with the first process of the run and the sockets of plan.Network once they are
// bound, before the command starts.
type Serve func(pid int, sockets []*os.File) error

// Run carries out a plan, and returns when its command has ended. The process should end soon
// after: what it is sent is caught from now on.
func Run(p *plan.Plan, serve Serve) (Status, error) {
	b := Begin(p.Net, &p.Serve)
	defer b.Finish()
	return b.Run(p, serve, nil)
}

// Begun is a run that waits for its plan. Its namespaces and sockets are made meanwhile: that takes
// as long as to make a plan.
type Begun struct {
	ready chan struct{} // closed when there is r or err
	over  chan struct{} // closed at the end
	r     *run
	err   error
}

// Begin begins a run for a plan with such a network. Its end is Run and Finish, or End.
func Begin(net plan.NetMode, serve *plan.Network) *Begun {
	b := &Begun{ready: make(chan struct{}), over: make(chan struct{})}
	go func() {
		runtime.LockOSThread() // the run ends with the thread that started it
		defer runtime.UnlockOSThread()
		b.r, b.err = begin(net, serve)
		close(b.ready)
		<-b.over
	}()
	return b
}

func begin(net plan.NetMode, serve *plan.Network) (*run, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(pair[1])
	control := os.NewFile(uintptr(pair[0]), "control")
	a, err := surroundings(pair)
	if err == nil {
		var r *run
		if r, err = start(prepare(net, serve, a), net); err == nil {
			r.control = control
			return r, nil
		}
	}
	control.Close()
	return nil, err
}

// Finish waits until nothing is left of a run that ended, but for processes that go on. The kernel
// takes its mounts and network apart, which this process can use for other things.
func (b *Begun) Finish() {
	defer close(b.over)
	if b.err == nil {
		b.r.reap()
	}
}

// Run carries out the plan, and returns when its command has ended. before, if there is one, is what
// has to be done before the command starts; an error of it ends the run. serve is called with the
// sockets of the plan.
func (b *Begun) Run(p *plan.Plan, serve Serve, before func() error) (Status, error) {
	<-b.ready
	if b.err != nil {
		return Status{}, b.err
	}
	b.r.c.compile(p)
	err := b.r.proceed()
	var status Status
	if err == nil {
		status, err = b.r.wait(serve, before)
	} else {
		b.r.kill()
	}
	if err == nil && status.Left {
		status.Pid, status.Control = b.r.pid, b.r.control
	} else {
		b.r.control.Close()
	}
	return status, err
}

// End ends a run that gets no plan.
func (b *Begun) End() {
	defer close(b.over)
	<-b.ready
	if b.err == nil {
		b.r.control.Close()
		b.r.kill()
	}
}

// Explain returns the names of all calls for a plan, in order.
func Explain(p *plan.Plan) ([]string, error) {
	a, err := surroundings([2]int{-1, -1})
	if err != nil {
		return nil, err
	}
	c := prepare(p.Net, &p.Serve, a)
	c.compile(p)
	var out []string
	for i := range c.calls {
		out = append(out, c.calls[i].name)
	}
	return out, nil
}

// surroundings looks at the process that starts a run.
func surroundings(pair [2]int) (*around, error) {
	a := &around{uid: os.Geteuid(), gid: os.Getegid(), mine: pair[0], report: pair[1],
		landlock: landlock.Version()}
	a.umask = unix.Umask(0)
	unix.Umask(a.umask)
	var now unix.Sigset_t
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, nil, &now); err != nil {
		return nil, err
	}
	for i := range a.mask {
		a.mask[i] = byte(now.Val[0] >> (8 * i))
	}
	a.nofile = unix.Rlimit{Cur: early.NoFile[0], Max: early.NoFile[1]}
	for fd := range a.stdio {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) != nil {
			continue
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		kind := st.Mode & unix.S_IFMT
		if kind == unix.S_IFDIR {
			return nil, &plan.Error{What: "standard stream " + string(rune('0'+fd)) + " is a directory",
				Mend: "It would lead out of the sandbox; use < /dev/null"}
		}
		readOnly := err == nil && flags&unix.O_ACCMODE == unix.O_RDONLY
		a.stdio[fd] = err == nil && !readOnly && (kind == unix.S_IFREG || kind == unix.S_IFCHR)
		if readOnly && kind == unix.S_IFREG && a.landlock == 0 {
			return nil, &plan.Error{What: "standard input is a file, and this kernel has no Landlock",
				Mend: "The command could open it anew and write to it; use cat FILE |"}
		}
	}
	return a, nil
}

// namespaces are those of every run.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS

// run is a child that has been forked.
type run struct {
	c       *compiler
	child   *child
	pid     int
	reaped  bool
	left    bool     // processes of it go on
	control *os.File // the socket on which it reports
	signals chan os.Signal
}

// runs are what children use that may still run: one whose command left processes behind does so
// until this process ends, and longer.
var (
	runsLock sync.Mutex
	runs     []*run
)

// start forks.
func start(c *compiler, net plan.NetMode) (*run, error) {
	flags := uintptr(namespaces)
	if net != plan.NetOpen {
		flags |= unix.CLONE_NEWNET
	}
	r := &run{c: c, child: &child{calls: c.calls, regs: c.regs[:maxRegs], stores: c.stores,
		report: uintptr(c.a.report), clone: c.cloneCall}, signals: make(chan os.Signal, 16)}
	for i := range r.child.all {
		r.child.all[i] = 255
	}
	runsLock.Lock()
	runs = append(runs, r)
	runsLock.Unlock()
	pid, errno := spawn(r.child, flags)
	if errno != 0 {
		return nil, &OpError{Index: -1, Name: "clone into new namespaces", Errno: errno}
	}
	r.pid = pid
	return r, nil
}

// proceed has the child go on with the plan.
func (r *run) proceed() error {
	if r.c.full {
		return &plan.Error{What: "the plan has more than " + strconv.Itoa(maxRegs) + " paths",
			Mend: "Name directories in place of what is in them"}
	}
	r.child.calls, r.child.stores = r.c.calls, r.c.stores
	// Who is sent a signal before ends, and the run with it. The command begins behind it.
	signal.Notify(r.signals, slices.DeleteFunc([]os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT,
		unix.SIGTERM, unix.SIGUSR1, unix.SIGUSR2, unix.SIGALRM, unix.SIGTSTP, unix.SIGCONT,
		unix.SIGWINCH}, signal.Ignored)...)
	r.answer()
	return nil
}

// answer is what the child waits for. One that is gone has said why.
func (r *run) answer() { _ = unix.Send(r.c.a.mine, []byte{1}, unix.MSG_NOSIGNAL) }

// wait reads what the child reports until the command has ended.
func (r *run) wait(serve Serve, before func() error) (Status, error) {
	if before != nil {
		if err := before(); err != nil {
			r.kill()
			return Status{}, err
		}
	}
	sockets := len(r.c.p.Serve.Sockets)
	if sockets == 0 {
		r.answer()
	}
	for {
		said, files, err := receive(r.c.a.mine, sockets)
		if err != nil {
			return r.gone()
		}
		switch said.kind {
		case failed:
			r.reap()
			return Status{}, r.failed(said)
		case listening:
			if err := served(serve, r.pid, files); err != nil {
				r.kill()
				return Status{}, err
			}
			r.answer()
		case started:
			go r.forward()
		case ended:
			r.left = said.left != 0
			if said.index == others {
				r.reap()
			}
			return Status{Code: code(unix.WaitStatus(said.value)), Left: said.left != 0}, nil
		}
	}
}

// kill ends a run before its command has started.
func (r *run) kill() {
	if !r.reaped {
		_ = unix.Kill(r.pid, unix.SIGKILL)
		r.reap()
	}
}

func served(serve Serve, pid int, sockets []*os.File) error {
	if serve == nil {
		return errors.New("nobody serves the sockets of the plan")
	}
	return serve(pid, sockets)
}

func (r *run) failed(said report) error {
	i := int(said.index)
	e := &OpError{Index: i, Name: "end of the plan", Errno: syscall.Errno(said.value)}
	if i < len(r.c.calls) {
		e.Name = r.c.calls[i].name
		e.Exec = r.c.calls[i].nr == unix.SYS_EXECVE
	}
	return e
}

// gone is the end of a run whose first process was killed.
func (r *run) gone() (Status, error) {
	s := r.reap()
	if s.Signaled() {
		return Status{Code: code(s)}, nil
	}
	return Status{}, errors.New("the first process of the sandbox ended before the command")
}

// reap waits for the first process, and with it for all of the run.
func (r *run) reap() unix.WaitStatus {
	if r.left || r.reaped {
		return 0
	}
	var s unix.WaitStatus
	for {
		if _, err := unix.Wait4(r.pid, &s, 0, nil); err != unix.EINTR {
			r.reaped = true
			return s
		}
	}
}

// forward sends on what this process is sent. It stops as the run is stopped.
func (r *run) forward() {
	for s := range r.signals {
		_ = unix.Kill(r.pid, s.(syscall.Signal))
		if s == unix.SIGTSTP {
			_ = unix.Kill(os.Getpid(), unix.SIGSTOP)
		}
	}
}

func code(s unix.WaitStatus) int {
	if s.Signaled() {
		return 128 + int(s.Signal())
	}
	return s.ExitStatus()
}
