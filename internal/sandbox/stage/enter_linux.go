package stage

import (
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// entering is what a process does that becomes this program in the namespaces of a run.
type entering struct {
	user, mount, self, data uintptr
	argv, env               []*byte
	empty                   *byte
	mask                    *unix.Sigset_t
	head                    unix.CapUserHeader
	caps                    [2]unix.CapUserData
}

// enter starts this program in the user and mount namespace of a run. The file data stays open.
// The kernel lets only a process with a single thread into a user namespace, which no program in Go
// is: a copy of this thread enters and becomes the program, without Go's runtime.
func enter(user, mount, self, data int, argv []string) (pid int, err error) {
	e := &entering{user: uintptr(user), mount: uintptr(mount), self: uintptr(self),
		data: uintptr(data), env: []*byte{nil}, empty: new(byte), mask: &unix.Sigset_t{},
		head: unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}}
	if e.argv, err = syscall.SlicePtrFromStrings(argv); err != nil {
		return 0, err
	}
	const all = ^uint32(0)
	for i := range e.caps {
		e.caps[i] = unix.CapUserData{Effective: all, Permitted: all, Inheritable: all}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	syscall.ForkLock.Lock()
	defer syscall.ForkLock.Unlock()
	every := unix.Sigset_t{}
	for i := range every.Val {
		every.Val[i] = ^every.Val[i]
	}
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, &every, e.mask); err != nil {
		return 0, err
	}
	child, errno := e.fork()
	_ = unix.PthreadSigmask(unix.SIG_SETMASK, e.mask, nil)
	if errno != 0 {
		return 0, errno
	}
	return int(child), nil
}

// fork makes the process. In the new one it does not return.
//
//go:norace
//go:noinline
//go:nosplit
func (e *entering) fork() (uintptr, syscall.Errno) {
	pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 || pid != 0 {
		return pid, errno
	}
	_, _, errno = unix.RawSyscall(unix.SYS_SETNS, e.user, unix.CLONE_NEWUSER, 0)
	if errno == 0 {
		_, _, errno = unix.RawSyscall(unix.SYS_SETNS, e.mount, unix.CLONE_NEWNS, 0)
	}
	if errno == 0 {
		_, _, errno = unix.RawSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&e.head)),
			uintptr(unsafe.Pointer(&e.caps)), 0)
	}
	for _, c := range [...]uintptr{unix.CAP_SYS_ADMIN, unix.CAP_DAC_OVERRIDE} {
		if errno == 0 {
			_, _, errno = unix.RawSyscall6(unix.SYS_PRCTL, unix.PR_CAP_AMBIENT,
				unix.PR_CAP_AMBIENT_RAISE, c, 0, 0, 0)
		}
	}
	if errno == 0 {
		_, _, errno = unix.RawSyscall(unix.SYS_FCNTL, e.data, unix.F_SETFD, 0)
	}
	if errno == 0 {
		const size = 8
		_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK,
			uintptr(unsafe.Pointer(e.mask)), 0, size, 0, 0)
		_, _, errno = unix.RawSyscall6(unix.SYS_EXECVEAT, e.self, uintptr(unsafe.Pointer(e.empty)),
			uintptr(unsafe.Pointer(&e.argv[0])), uintptr(unsafe.Pointer(&e.env[0])), unix.AT_EMPTY_PATH, 0)
	}
	for {
		_, _, _ = unix.RawSyscall(unix.SYS_EXIT_GROUP, uintptr(errno), 0, 0)
	}
}
