package stage

import (
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/landlock"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/seccomp"
)

// exitFailed is the status of a stage that could not set up.
const exitFailed = 125

// Main is the stage: fencepost-run --inner, the first process of a sandbox. It returns the status
// to exit with. Nobody looks at it: what counts is said over the socket.
func Main() int {
	runtime.LockOSThread()
	s := &stage{}
	if err := s.run(); err != nil {
		e, ok := err.(*Error)
		if !ok {
			e = &Error{Name: err.Error()}
		}
		s.say(e.encode())
		return exitFailed
	}
	return 0
}

type stage struct {
	spec    *Spec
	command int // 0 when it has ended
	watch   *watch
}

func (s *stage) say(b []byte) { _ = unix.Send(FDControl, b, unix.MSG_NOSIGNAL) }

func (s *stage) run() error {
	if err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return Named("close_range", err)
	}
	if err := s.alive(); err != nil {
		return err
	}
	data, err := io.ReadAll(os.NewFile(FDSpec, "spec"))
	if err == nil {
		s.spec, err = Decode(data)
	}
	if err != nil {
		return err
	}
	m := newMounts(s.spec.Steps)
	m.ownNet = s.spec.Up
	for _, do := range [...]func() error{s.streams, m.run, s.held, s.network, s.watchOver, served, s.confine,
		s.alive, s.start} {
		if err := do(); err != nil {
			return err
		}
	}
	s.wait()
	return nil
}

// alive makes this process end with the front, and fails if that is gone and all it said was read.
func (s *stage) alive() error {
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return Named("prctl PDEATHSIG", err)
	}
	n, _, err := unix.Recvfrom(FDControl, make([]byte, 1), unix.MSG_DONTWAIT|unix.MSG_PEEK)
	switch {
	case err == nil && n == 0:
		return &Error{Name: "who started the sandbox is gone"}
	case err != nil && err != unix.EAGAIN:
		return Named("recvfrom: who started the sandbox", err)
	}
	return nil
}

// streams gives the command its standard error.
func (s *stage) streams() error {
	if err := unix.Dup3(FDStderr, 2, 0); err != nil {
		return Named("dup3 standard error", err)
	}
	return nil
}

// held compares what is mounted with what the plan looked at.
func (s *stage) held() error {
	for i := range s.spec.Held {
		h := &s.spec.Held[i]
		fd, err := open(h.Path)
		if err != nil {
			return err
		}
		var st unix.Stat_t
		err = unix.Fstat(fd, &st)
		unix.Close(fd)
		switch {
		case err != nil:
			return Named("fstat "+h.Path, err)
		case h.Hidden && st.Mode&0o666 != 0, !h.Hidden && (st.Dev != h.Dev || st.Ino != h.Ino):
			return &Error{Name: "something else is mounted at " + plan.Quote(h.Path),
				Errno: unix.ESTALE}
		}
	}
	return nil
}

// confine adds Landlock and seccomp, and drops the last capabilities.
func (s *stage) confine() error {
	if v := landlock.Version(); v > 0 {
		attr, rules := landlock.Attr(v), Writes(v, s.spec.Rules)
		if len(s.spec.Veiled) > 0 {
			attr.Handled_access_fs |= readFile
			rules = append(rules, s.spec.reads()...)
		}
		if err := Confine(attr, rules); err != nil {
			return err
		}
	}
	if err := DropCaps(true); err != nil {
		return err
	}
	return Filter(seccomp.Filter(false))
}

// start starts the command, in a process group of its own: what it sends to its group stays inside.
func (s *stage) start() error {
	hold()
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return Named("open /dev/null", err)
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return Named("prctl DUMPABLE", err)
	}
	unix.Umask(s.spec.Umask)
	// Package syscall gives the command the limit on open files that this process began with. A session
	// of its own is a group of the scheduler of its own as well: a command that takes all the time that
	// its group has does not keep this process from its watch.
	pid, err := syscall.ForkExec(s.spec.Path, s.spec.Argv, &syscall.ProcAttr{Env: s.spec.Env,
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Setsid: true, Ptrace: s.spec.Limits != Limits{}}})
	if err != nil {
		return &Error{Name: "execve " + s.spec.Path, Errno: errno(err), Exec: true}
	}
	if err := s.spec.Limits.set(pid); err != nil {
		return err
	}
	s.command = pid
	s.say([]byte{Started})
	release(null)
	return nil
}

// set limits a command that has not begun yet: it is traced, and stands still at its first
// instruction. This process itself is not limited: it has to go on where the command may not.
func (l Limits) set(pid int) error {
	if l == (Limits{}) {
		return nil
	}
	if _, err := syscall.Wait4(pid, nil, 0, nil); err != nil {
		return Named("wait4 the command", err)
	}
	for kind, most := range map[int]uint64{unix.RLIMIT_DATA: l.Memory,
		unix.RLIMIT_NPROC: l.Processes + Threads*min(l.Processes, 1)} {
		var is unix.Rlimit
		err := unix.Prlimit(pid, kind, nil, &is)
		if err == nil && most > 0 && most < is.Max {
			err = unix.Prlimit(pid, kind, &unix.Rlimit{Cur: min(most, is.Cur), Max: most}, nil)
		}
		if err != nil {
			return Named("prlimit", err)
		}
	}
	return Named("ptrace DETACH", syscall.PtraceDetach(pid))
}

// hold makes what is sent from inside nothing to this process: the kernel drops a signal for the
// first process of a namespace that has no handler for it. Go's runtime has handlers. What was
// ignored when this process began stays so, for the command as well. signal.Notify for each signal
// would do the same in 2.6 ms, a third of a start.
func hold() {
	const last, size = 64, 8
	const perThread = 33 // Go's runtime makes calls in all threads with it
	for sig := uintptr(1); sig <= last; sig++ {
		var is, none struct{ handler, flags, restorer, mask uintptr }
		_, _, e := unix.RawSyscall6(unix.SYS_RT_SIGACTION, sig, 0,
			uintptr(unsafe.Pointer(&is)), size, 0, 0)
		own := sig == perThread || sig == uintptr(unix.SIGURG)
		if e != 0 || is.handler <= 1 || own { // default or ignored
			continue
		}
		_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, sig,
			uintptr(unsafe.Pointer(&none)), 0, size, 0, 0)
	}
}

// release lets go of the streams, so that their reader sees their end.
func release(null int) {
	for fd := range 3 {
		_ = unix.Dup3(null, fd, 0)
	}
	unix.Close(null)
	unix.Close(FDStderr)
	unix.Close(FDSelf)
}

// wait collects processes until the command has ended, or with Background until all have. All that
// sends signals is done by this thread, and nothing is quicker than what the watch says.
func (s *stage) wait() {
	orders, gone := make(chan [2]byte, 8), make(chan death, 8)
	wake, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return
	}
	go s.control(orders, wake)
	go collect(gone, wake)
	hurry()
	poll := []unix.PollFd{{Fd: int32(s.watch.fd), Events: unix.POLLIN},
		{Fd: int32(wake), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(poll, -1); err != nil && err != unix.EINTR {
			return
		}
		switch {
		case poll[0].Revents == 0:
		case s.watch.read():
			s.stop()
		case s.watch.soon && !s.watch.asked:
			s.pause()
		}
		if poll[1].Revents == 0 {
			continue
		}
		_, _ = unix.Read(wake, make([]byte, 8))
		for more := true; more; {
			select {
			case order := <-orders:
				s.obey(order)
			case d, on := <-gone:
				if !on || d.pid == s.command && s.over(d.status) {
					return
				}
			default:
				more = false
			}
		}
	}
}

// notify has wait look.
func notify(wake int) { _, _ = unix.Write(wake, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

type death struct {
	pid    int
	status syscall.WaitStatus
}

// collect collects processes until there are none.
func collect(gone chan<- death, wake int) {
	defer notify(wake)
	for {
		var d death
		var err error
		d.pid, err = syscall.Wait4(-1, &d.status, 0, nil)
		switch err {
		case nil:
			gone <- d
			notify(wake)
		case syscall.EINTR:
		default:
			close(gone)
			return
		}
	}
}

// over says how the command has ended, and reports whether that was all.
func (s *stage) over(status syscall.WaitStatus) bool {
	s.command = 0
	left := s.spec.Background && others()
	if left {
		_ = allThreads("", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, 0)
	}
	if !left {
		s.watch.end()
	}
	s.say(ended(uint32(status), left))
	return !left
}

// others reports whether there are other processes than this one.
func others() bool {
	dir, err := os.Open("/proc")
	if err != nil {
		return false
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, n := range names {
		if n[0] < '0' || n[0] > '9' || n == "1" {
			continue
		}
		stat, err := os.ReadFile("/proc/" + n + "/stat")
		if i := strings.LastIndexByte(string(stat), ')'); err == nil && i >= 0 &&
			!strings.HasPrefix(string(stat[i:]), ") Z") {
			return true
		}
	}
	return false
}

// control reads orders from outside. The run ends with their sender. What goes on ends at its word.
func (s *stage) control(orders chan<- [2]byte, wake int) {
	b := make([]byte, 2)
	for {
		n, err := unix.Read(FDControl, b)
		switch {
		case err == unix.EINTR:
		case err != nil || n == 0 || s.spec.Background && b[0] == Stop:
			os.Exit(0)
		case b[0] == Signal || b[0] == Mounted || b[0] == Mended:
			orders <- [2]byte(b)
			notify(wake)
		}
	}
}

func (s *stage) obey(order [2]byte) {
	switch sig := syscall.Signal(order[1]); {
	case order[0] == Mounted:
		s.say(s.watch.doubtful())
	case order[0] == Mended:
		s.mended()
	case !s.watch.asked || sig != unix.SIGCONT:
		s.forward(sig)
	}
}

// forward sends a signal on; one that ends programs to the command's process group. The thread that
// started the command does so: Landlock takes each thread for a domain of its own. The stop key of a
// terminal stops all: the command's session has no terminal, and there it would be ignored.
func (s *stage) forward(sig syscall.Signal) {
	to := s.command
	switch sig {
	case unix.SIGTSTP:
		to, sig = -1, unix.SIGSTOP
	case unix.SIGCONT:
		to = -1
	case unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT:
		to = -to
	}
	if s.command != 0 {
		_ = syscall.Kill(to, sig)
	}
}
