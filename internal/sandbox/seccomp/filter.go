//go:build linux

package seccomp

import "golang.org/x/sys/unix"

// Where the kernel puts what a filter looks at, and the low half of an argument.
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16
)

// What a filter answers.
const (
	allow = unix.SECCOMP_RET_ALLOW
	kill  = unix.SECCOMP_RET_KILL_PROCESS
	eperm = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	none  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// Assembler writes a program. Jumps are short: each block ends with an answer of its own.
type Assembler []unix.SockFilter

// Emit adds an instruction. Jumps go over so many others.
func (a *Assembler) Emit(code uint16, k uint32, yes, no int) {
	*a = append(*a, unix.SockFilter{Code: code, Jt: uint8(yes), Jf: uint8(no), K: k})
}

func (a *Assembler) load(off uint32) { a.Emit(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, off, 0, 0) }

// Number takes the number of the system call, and Arg the low half of one of its arguments.
func (a *Assembler) Number()      { a.load(offNumber) }
func (a *Assembler) Arg(i uint32) { a.load(offArgs + 8*i) }

// Return ends with an answer.
func (a *Assembler) Return(answer uint32) { a.Emit(unix.BPF_RET|unix.BPF_K, answer, 0, 0) }

// Any jumps if the value has one of the bits, over so many instructions, and otherwise over others.
func (a *Assembler) Any(bits uint32, yes, no int) {
	a.Emit(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, bits, yes, no)
}

// Equal jumps if the value is k, over so many instructions, and otherwise over others.
func (a *Assembler) Equal(k uint32, yes, no int) {
	a.Emit(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, yes, no)
}

// Filter returns the program. strict denies tracing as well: for engines whose first process is not
// under the filter.
func Filter(strict bool) []unix.SockFilter {
	var a Assembler
	a.load(offArch)
	a.Equal(arch, 1, 0)
	a.Return(kill) // int 0x80: other numbers
	a.Number()
	if x32 != 0 {
		a.Emit(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, x32, 0, 1)
		a.Return(none)
	}
	for _, c := range opens { // first: no other call that is looked at is made as often
		a.opens(c)
	}
	for _, c := range modes {
		a.modes(c)
	}
	for _, nr := range denied {
		a.answer(nr, eperm)
	}
	for _, nr := range more {
		a.answer(nr, eperm)
	}
	for _, nr := range absent {
		a.answer(nr, none)
	}
	if strict {
		for _, nr := range [...]uint32{unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV,
			unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD} {
			a.answer(nr, eperm)
		}
	}
	a.clone()
	a.ioctl()
	a.socket(unix.SYS_SOCKET)
	a.socket(unix.SYS_SOCKETPAIR)
	a.Return(allow)
	return a
}

// answer answers a system call.
func (a *Assembler) answer(nr, answer uint32) {
	a.Equal(nr, 0, 1)
	a.Return(answer)
}

// modes denies a mode with the rights of an owner or group.
func (a *Assembler) modes(c modeCall) {
	a.Equal(c.nr, 0, 4)
	a.Arg(c.mode)
	a.Any(setID, 0, 1)
	a.Return(eperm)
	a.Return(allow)
}

// opens denies it where a file is made: else the mode is whatever the register holds.
func (a *Assembler) opens(c modeCall) {
	a.Equal(c.nr, 0, 6)
	a.Arg(c.mode - 1) // the flags
	a.Any(makes, 0, 3)
	a.Arg(c.mode)
	a.Any(setID, 0, 1)
	a.Return(eperm)
	a.Return(allow)
}

// clone denies the flags that make namespaces.
func (a *Assembler) clone() {
	a.Equal(unix.SYS_CLONE, 0, 4)
	a.Arg(cloneFlags)
	a.Any(namespaces, 0, 1)
	a.Return(eperm)
	a.Return(allow)
}

// ioctl denies those that type on a terminal.
func (a *Assembler) ioctl() {
	a.Equal(unix.SYS_IOCTL, 0, len(terminal)+3)
	a.Arg(1)
	for i, cmd := range terminal {
		a.Equal(cmd, len(terminal)-i, 0)
	}
	a.Return(allow)
	a.Return(eperm)
}

// socket allows the families that commands need.
func (a *Assembler) socket(nr uint32) {
	n := len(families)
	a.Equal(nr, 0, n+6)
	a.Arg(0)
	for i, f := range families {
		a.Equal(f, n-i+3, 0)
	}
	a.Equal(unix.AF_NETLINK, 0, 2)
	a.Arg(2)
	a.Equal(unix.NETLINK_ROUTE, 1, 0)
	a.Return(eperm)
	a.Return(allow)
}
