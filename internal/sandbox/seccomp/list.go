//go:build linux

// Package seccomp is the list of system calls that no command needs, as a program for the kernel.
//
// The program is written here and not by a library. Those that there are compare arguments as 64
// bits, of which the kernel looks at 32 (a socket of family 1<<32|40 would pass), let other
// architectures have the default action, which is to allow, and build tables of all system calls
// when they start. What is needed is four instructions; golang.org/x/net/bpf runs them in the test.
package seccomp

import "golang.org/x/sys/unix"

// denied fail with EPERM. ptrace, process_vm_readv and their like are not here: all processes of a
// run are alike and have no more rights than the one that looks, and debuggers need them.
var denied = [...]uint32{
	// other namespaces, and mounts in one's own
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT,
	unix.SYS_CHROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, openTreeAttr, unix.SYS_FSOPEN,
	unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	// work that the kernel does behind the filter, programs in the kernel
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_BPF,
	unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	// keys of the session
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	// another kernel, or other parts of this one
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
	unix.SYS_DELETE_MODULE, unix.SYS_REBOOT, unix.SYS_SYSLOG,
	// files by number, past all directories
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
	// the machine's settings
	unix.SYS_QUOTACTL, quotactlFd, unix.SYS_ACCT, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_SETHOSTNAME,
	unix.SYS_SETDOMAINNAME, unix.SYS_VHANGUP, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_NFSSERVCTL,
	unix.SYS_FANOTIFY_INIT,
}

// Calls with the same number everywhere that the library does not name.
const (
	openTreeAttr = 467
	quotactlFd   = 443
	fchmodat2    = 452
)

// absent fail with ENOSYS: programs then use the older call, whose arguments can be looked at.
var absent = [...]uint32{unix.SYS_CLONE3, unix.SYS_OPENAT2}

// A file that a run makes set-uid or set-gid gives its owner's rights to others, outside of the
// sandbox and after it. So no file gets such a mode, and no directory either: to the filter they are
// the same.
const setID = unix.S_ISUID | unix.S_ISGID

// modeCall is a call that gives a file a mode, and which of its arguments that is.
type modeCall struct{ nr, mode uint32 }

// modes always give it, and opens where their flags, the argument before, say that a file is made.
var (
	modes = append([]modeCall{{unix.SYS_FCHMOD, 1}, {unix.SYS_FCHMODAT, 2}, {fchmodat2, 2},
		{unix.SYS_MKNODAT, 2}}, moreModes[:]...)
	opens = append([]modeCall{{unix.SYS_OPENAT, 3}}, moreOpens[:]...)
)

// makes are the flags with which open makes a file.
const makes = unix.O_CREAT | unix.O_TMPFILE&^unix.O_DIRECTORY

// namespaces are the flags of clone that make one. The kernel takes those of clone from the low 32
// bits.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// terminal are ioctls that type on a terminal, or take what is on its screen.
var terminal = [...]uint32{unix.TIOCSTI, unix.TIOCLINUX, unix.TIOCSETD, unix.TIOCCONS}

// families are the kinds of socket that there are: the rest leads to drivers, other machines of the
// same host, or the kernel. Of netlink only that which lists routes and interfaces.
var families = [...]uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6}
