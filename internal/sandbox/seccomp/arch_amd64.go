//go:build linux

package seccomp

import "golang.org/x/sys/unix"

const (
	arch       = unix.AUDIT_ARCH_X86_64
	x32        = 0x40000000 // the bit in the numbers of the other ABI
	cloneFlags = 0
)

// more are those of this architecture only.
var more = [...]uint32{unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB,
	unix.SYS__SYSCTL, unix.SYS_CREATE_MODULE}

// moreModes and moreOpens are the calls of this architecture that give a file a mode.
var (
	moreModes = [...]modeCall{{unix.SYS_CHMOD, 1}, {unix.SYS_CREAT, 1}, {unix.SYS_MKNOD, 1}}
	moreOpens = [...]modeCall{{unix.SYS_OPEN, 2}}
)
