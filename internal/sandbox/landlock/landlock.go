//go:build linux

// Package landlock says what Landlock can keep on this kernel, and prepares the data of its three
// system calls. It calls nothing but the question for the version: who restricts itself may be a
// forked child that can make raw system calls only.
package landlock

import (
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// leastABI is the first version that lets files be moved between directories: before it a command
// under any ruleset could not.
const leastABI = 2

// Version returns the version of the kernel's Landlock; 0 where there is none that is of use.
func Version() int {
	const versionFlag = 1
	v, _, errno := syscall.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, versionFlag)
	if errno != 0 || int(v) < leastABI {
		return 0
	}
	return int(v)
}

// What changes files: of a file, and what a directory can have in addition.
const (
	ofFile = unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	ofDir  = unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER
	devices = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK
)

// The versions that brought what is used here.
const (
	abiTruncate = 3
	abiScope    = 6
	abiSockets  = 9
)

// Attr is what a ruleset handles: all that changes files, and where the kernel can, connections to
// abstract sockets and signals that leave.
func Attr(version int) unix.LandlockRulesetAttr {
	a := unix.LandlockRulesetAttr{Handled_access_fs: ofFile | ofDir | devices}
	if version >= abiTruncate {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= abiScope {
		a.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	if version >= abiSockets {
		a.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX
	}
	return a
}

// Access is what a rule allows below a path of a type; 0 where a rule says nothing. Devices are
// made nowhere.
func Access(version int, t plan.Type) uint64 {
	if t == plan.Socket {
		if version >= abiSockets {
			return unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX
		}
		return 0
	}
	access := uint64(ofFile)
	if version >= abiTruncate {
		access |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if t == plan.Dir {
		access |= ofDir
	}
	return access
}
