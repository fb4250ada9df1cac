// Package failtest makes system calls of a test's own program fail.
package failtest

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Call is a system call, or one with some arguments.
type Call struct {
	Says string // what has to be said of it, at least
	Nr   uint32
	Args []Arg
}

// Arg is the low half of an argument.
type Arg struct {
	Index, Value uint32
}

// Install has a call fail from now on, with EPERM, in all threads of this process and in what it
// becomes.
func (c *Call) Install() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const load, equal, give = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS,
		unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	const nr, args, size = 0, 16, 8 // of struct seccomp_data
	rest := uint8(2 * len(c.Args))
	program := []unix.SockFilter{{Code: load, K: nr}, {Code: equal, K: c.Nr, Jf: rest + 1}}
	for _, a := range c.Args {
		rest -= 2
		program = append(program, unix.SockFilter{Code: load, K: args + size*a.Index},
			unix.SockFilter{Code: equal, K: a.Value, Jf: rest + 1})
	}
	program = append(program,
		unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ALLOW})
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const setModeFilter = 1
	p := &unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if _, _, e := unix.Syscall(unix.SYS_SECCOMP, setModeFilter, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(p))); e != 0 {
		return e
	}
	return nil
}

// Confine are the calls with which a process restricts itself.
var Confine = []Call{
	{"close_range", unix.SYS_CLOSE_RANGE, nil},
	{"openat2", unix.SYS_OPENAT2, nil},
	{"landlock", unix.SYS_LANDLOCK_CREATE_RULESET, []Arg{{2, 0}}},
	{"landlock", unix.SYS_LANDLOCK_ADD_RULE, nil},
	{"landlock", unix.SYS_LANDLOCK_RESTRICT_SELF, nil},
	{"landlock", unix.SYS_PRCTL, []Arg{{0, unix.PR_SET_NO_NEW_PRIVS}}},
	{"AMBIENT", unix.SYS_PRCTL, []Arg{{0, unix.PR_CAP_AMBIENT}}},
	{"capset", unix.SYS_CAPSET, nil},
	{"seccomp", unix.SYS_SECCOMP, nil},
}
