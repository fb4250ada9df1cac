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

// assembler writes a program. Jumps are short: each block ends with an answer of its own.
type assembler []unix.SockFilter

func (a *assembler) emit(code uint16, k uint32, yes, no int) {
	*a = append(*a, unix.SockFilter{Code: code, Jt: uint8(yes), Jf: uint8(no), K: k})
}

func (a *assembler) load(off uint32) { a.emit(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, off, 0, 0) }
func (a *assembler) ret(answer uint32) {
	a.emit(unix.BPF_RET|unix.BPF_K, answer, 0, 0)
}

// equal jumps if the value is k, over so many instructions, and otherwise over others.
func (a *assembler) equal(k uint32, yes, no int) {
	a.emit(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, yes, no)
}

func (a *assembler) arg(i uint32) { a.load(offArgs + 8*i) }

// Filter returns the program. strict denies tracing as well: for engines whose first process is not
// under the filter.
func Filter(strict bool) []unix.SockFilter {
	var a assembler
	a.load(offArch)
	a.equal(arch, 1, 0)
	a.ret(kill) // int 0x80: other numbers
	a.load(offNumber)
	if x32 != 0 {
		a.emit(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, x32, 0, 1)
		a.ret(none)
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
	a.ret(allow)
	return a
}

// answer answers a system call.
func (a *assembler) answer(nr, answer uint32) {
	a.equal(nr, 0, 1)
	a.ret(answer)
}

// modes denies a mode with the rights of an owner or group.
func (a *assembler) modes(c modeCall) {
	a.equal(c.nr, 0, 4)
	a.arg(c.mode)
	a.emit(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, setID, 0, 1)
	a.ret(eperm)
	a.ret(allow)
}

// opens denies it where a file is made: else the mode is whatever the register holds.
func (a *assembler) opens(c modeCall) {
	a.equal(c.nr, 0, 6)
	a.arg(c.mode - 1) // the flags
	a.emit(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, makes, 0, 3)
	a.arg(c.mode)
	a.emit(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, setID, 0, 1)
	a.ret(eperm)
	a.ret(allow)
}

// clone denies the flags that make namespaces.
func (a *assembler) clone() {
	a.equal(unix.SYS_CLONE, 0, 4)
	a.arg(cloneFlags)
	a.emit(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, namespaces, 0, 1)
	a.ret(eperm)
	a.ret(allow)
}

// ioctl denies those that type on a terminal.
func (a *assembler) ioctl() {
	a.equal(unix.SYS_IOCTL, 0, len(terminal)+3)
	a.arg(1)
	for i, cmd := range terminal {
		a.equal(cmd, len(terminal)-i, 0)
	}
	a.ret(allow)
	a.ret(eperm)
}

// socket allows the families that commands need.
func (a *assembler) socket(nr uint32) {
	n := len(families)
	a.equal(nr, 0, n+6)
	a.arg(0)
	for i, f := range families {
		a.equal(f, n-i+3, 0)
	}
	a.equal(unix.AF_NETLINK, 0, 2)
	a.arg(2)
	a.equal(unix.NETLINK_ROUTE, 1, 0)
	a.ret(eperm)
	a.ret(allow)
}
