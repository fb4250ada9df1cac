package native

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What the runtime does around a fork, in the process that forks; package syscall has the same two.

//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

// child is the state of the forked process. It shares the memory of this one, where the garbage
// collector works on: it writes no pointers, and what it uses is never given back.
type child struct {
	calls  []call // read anew for each one: there are more when the plan is there
	regs   []uintptr
	stores []*uint32
	report uintptr
	clone  uintptr // the number of the system call that makes a process
	said   report
	info   siginfo
	all    [8]byte
	status uint32

	handled bool // it has the handlers of signals that this process has
	action  sigaction
}

// sigaction is what the kernel does with a signal.
type sigaction struct {
	handler, flags, restorer, mask uintptr
}

// siginfo is what the kernel says of a signal.
type siginfo struct {
	signo, errno, code, _ int32
	pid                   int32
	_                     [108]byte
}

// cloneArgs are the first arguments of clone3.
type cloneArgs struct {
	flags                        uint64
	_                            [3]uint64 // numbers of the child are not asked for
	exitSignal, stack, stackSize uint64
	_                            uint64 // it has no memory of a thread's own
}

// stackSize is much more than the functions of the child need.
const stackSize = 64 << 10

// spawn forks into new namespaces. The child shares the memory: to copy it, and each page that one of
// the two writes, would take longer than all that it does. It has a stack of its own, makes its calls
// and never returns. Nothing that is called there may grow the stack, allocate or write a pointer,
// and no signal arrives there, so that no handler of this process is run.
func spawn(c *child, flags uintptr) (pid int, err syscall.Errno) {
	stack, e := unix.Mmap(-1, 0, stackSize, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if e != nil {
		return 0, e.(syscall.Errno)
	}
	args := &cloneArgs{flags: uint64(flags) | unix.CLONE_VM | unix.CLONE_CLEAR_SIGHAND,
		exitSignal: uint64(unix.SIGCHLD), stack: uint64(uintptr(unsafe.Pointer(&stack[0]))),
		stackSize: stackSize}
	syscall.ForkLock.Lock()
	defer syscall.ForkLock.Unlock()
	r := int(forkNow(args, c, 0))
	if r == -int(unix.ENOSYS) || r == -int(unix.EPERM) { // a filter cannot look at flags in memory
		r = int(forkNow(args, c, flags|unix.CLONE_VM|uintptr(unix.SIGCHLD)))
	}
	if r < 0 {
		return 0, syscall.Errno(-r)
	}
	return r, 0
}

// forkNow forks with clone3, or where there are flags with clone.
//
//go:noinline
//go:norace
//go:nocheckptr
func forkNow(args *cloneArgs, c *child, flags uintptr) (r uintptr) {
	beforeFork()
	if flags == 0 {
		r = clone3(args, unsafe.Sizeof(*args), c)
	} else {
		c.handled = true
		r = clone(flags, uintptr(args.stack+args.stackSize), c)
	}
	afterFork()
	return r
}

// clone3 and clone make the system calls of these names, and childMain is what the new process does.
func clone3(args *cloneArgs, size uintptr, c *child) (r uintptr)
func clone(flags, stack uintptr, c *child) (r uintptr)

var _ = childMain // is called where only the assembler sees it

//go:nosplit
//go:norace
//go:nocheckptr
func childMain(c *child) {
	if c.handled {
		c.unhandle()
	}
	c.run()
}

// unhandle takes away the handlers of signals that this process has.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) unhandle() {
	const last, size = 64, 8
	for sig := uintptr(1); sig <= last; sig++ {
		c.action = sigaction{}
		_, _, errno := syscall.RawSyscall6(unix.SYS_RT_SIGACTION, sig, 0,
			uintptr(unsafe.Pointer(&c.action)), size, 0, 0)
		if errno != 0 || c.action.handler <= 1 { // default or ignored
			continue
		}
		c.action = sigaction{}
		_, _, _ = syscall.RawSyscall6(unix.SYS_RT_SIGACTION, sig,
			uintptr(unsafe.Pointer(&c.action)), 0, size, 0, 0)
	}
}

// run makes the calls, up to the one that starts the command, and in the first process those
// behind.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) run() {
	for i := 0; i < len(c.calls); i++ {
		if op := &c.calls[i]; op.nr == doFork {
			c.regs[op.out] = c.fork(i + 1)
			i = int(op.args[0]) - 1
			continue
		}
		i += c.step(i)
	}
	c.fail(len(c.calls), unix.ENOEXEC)
}

// fork starts the process of the command, which makes the calls from the next one on and becomes
// the command with the last of them. It shares the memory until then, this stack too, and the first
// process waits: what lies in the frames above is the same when it goes on.
//
//go:nosplit
//go:noinline
//go:norace
//go:nocheckptr
func (c *child) fork(next int) uintptr {
	pid := vfork(c.clone, unix.CLONE_VM|unix.CLONE_VFORK|uintptr(unix.SIGCHLD))
	if int(pid) == 0 {
		for i := next; ; i++ {
			i += c.step(i)
		}
	}
	if int(pid) < 0 {
		c.fail(next-1, syscall.Errno(-int(pid)))
	}
	return pid
}

// vfork makes the system call clone with flags. It returns twice; a negative number is an error.
func vfork(nr, flags uintptr) (r uintptr)

// step makes one call, and returns how many behind it are not to be made.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) step(i int) (skip int) {
	op := &c.calls[i]
	var a [6]uintptr
	for j := range a {
		a[j] = op.args[j]
		if r := op.regs[j]; r != 0 {
			a[j] = c.regs[r]
		}
	}
	switch op.nr {
	case doStore:
		*c.stores[a[0]] = uint32(a[1])
		return 0
	case doReap:
		c.reap(a[0], a[2] != 0)
	case doAnswer:
		r, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, a[0], a[1], 1, 0, 0, 0)
		if errno != 0 || r != 1 {
			c.fail(i, errno)
		}
		return 0
	}
	r, _, errno := syscall.RawSyscall6(op.nr, a[0], a[1], a[2], a[3], a[4], a[5])
	switch {
	case errno == 0 || op.ran:
	case errno == op.ok:
		return op.skip
	default:
		c.fail(i, errno)
	}
	if op.out != 0 {
		c.regs[op.out] = r
	}
	return 0
}

// fail reports the call that failed, and ends.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) fail(index int, errno syscall.Errno) {
	c.said.kind, c.said.index, c.said.value = failed, uint32(index), uint32(errno)
	c.say()
	for {
		_, _, _ = syscall.RawSyscall6(unix.SYS_EXIT_GROUP, exitFailed, 0, 0, 0, 0, 0)
	}
}

// exitFailed is the status of a process that could not be set up.
const exitFailed = 125

//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) say() {
	_, _, _ = syscall.RawSyscall6(unix.SYS_SENDTO, c.report, uintptr(unsafe.Pointer(&c.said)),
		reportSize, unix.MSG_NOSIGNAL, 0, 0)
}

// reap is the first process of the run, until its end: it collects processes, forwards what is sent
// to it from outside, and reports the status of the command. With keep it stays while others do.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) reap(command uintptr, keep bool) {
	done := false
	for {
		r, _, errno := syscall.RawSyscall6(unix.SYS_RT_SIGTIMEDWAIT, uintptr(unsafe.Pointer(&c.all)),
			uintptr(unsafe.Pointer(&c.info)), 0, 8, 0, 0)
		switch {
		case errno != 0:
			continue
		case r == uintptr(unix.SIGIO):
			if keep && c.ordered() {
				_, _, _ = syscall.RawSyscall6(unix.SYS_EXIT_GROUP, 0, 0, 0, 0, 0, 0)
			}
			continue
		case r != uintptr(unix.SIGCHLD):
			if c.info.pid == 0 && !done { // from outside
				c.forward(command, r)
			}
			continue
		}
		over, empty := c.collect(command)
		if over {
			done = true
			c.said.kind, c.said.value, c.said.left, c.said.index = ended, c.status, 0, 0
			if !empty {
				c.said.index = others
			}
			if keep && !empty {
				c.said.left = 1
				_, _, _ = syscall.RawSyscall6(unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, 0, 0, 0, 0, 0)
			}
			c.say()
		}
		if done && (empty || !keep) {
			_, _, _ = syscall.RawSyscall6(unix.SYS_EXIT_GROUP, 0, 0, 0, 0, 0, 0)
		}
	}
}

// ordered reports whether the run has to end: who waits outside is gone, or says so.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) ordered() bool {
	var b byte
	_, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, c.report, uintptr(unsafe.Pointer(&b)), 1,
		unix.MSG_DONTWAIT, 0, 0)
	return errno == 0
}

// collect takes the processes that have ended. over: the command was among them; empty: no other is
// left.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) collect(command uintptr) (over, empty bool) {
	for {
		var status uint32
		pid, _, errno := syscall.RawSyscall6(unix.SYS_WAIT4, ^uintptr(0),
			uintptr(unsafe.Pointer(&status)), unix.WNOHANG, 0, 0, 0)
		switch {
		case errno == unix.ECHILD:
			return over, true
		case errno == 0 && pid == 0:
			return over, false
		case errno == 0 && pid == command:
			over, c.status = true, status
		}
	}
}

// forward sends a signal on to the command. One that ends programs goes to its process group: a shell
// that ends would leave the programs it waits for. The stop key of a terminal stops all: the command's
// session has no terminal, and there it would be ignored.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (c *child) forward(command, signal uintptr) {
	switch signal {
	case uintptr(unix.SIGTSTP):
		command, signal = ^uintptr(0), uintptr(unix.SIGSTOP)
	case uintptr(unix.SIGCONT):
		command = ^uintptr(0)
	case uintptr(unix.SIGTERM), uintptr(unix.SIGINT), uintptr(unix.SIGHUP), uintptr(unix.SIGQUIT):
		command = -command
	}
	_, _, _ = syscall.RawSyscall6(unix.SYS_KILL, command, signal, 0, 0, 0, 0)
}
