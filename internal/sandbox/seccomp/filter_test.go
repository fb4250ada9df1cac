//go:build linux

package seccomp

import (
	"encoding/binary"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// answer runs the program on a system call, as the kernel does.
func answer(t *testing.T, strict bool, architecture, nr uint32, args ...uint64) uint32 {
	t.Helper()
	var raw []bpf.RawInstruction
	for _, f := range Filter(strict) {
		raw = append(raw, bpf.RawInstruction{Op: f.Code, Jt: f.Jt, Jf: f.Jf, K: f.K})
	}
	list, ok := bpf.Disassemble(raw)
	if !ok {
		t.Fatal("an instruction that is none")
	}
	vm, err := bpf.NewVM(list)
	if err != nil {
		t.Fatal(err)
	}
	// The machine of the library reads bytes in the order of networks, and the kernel words in its
	// own: a word is written so that the library reads the same value.
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[0:], nr)
	binary.BigEndian.PutUint32(data[4:], architecture)
	for i, a := range args {
		binary.BigEndian.PutUint32(data[16+8*i:], uint32(a))
		binary.BigEndian.PutUint32(data[20+8*i:], uint32(a>>32))
	}
	out, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(out)
}

func TestFilter(t *testing.T) {
	const high = 1 << 32
	for _, c := range []struct {
		name string
		nr   uint32
		args []uint64
		want uint32
	}{
		{"read", unix.SYS_READ, nil, allow},
		{"openat", unix.SYS_OPENAT, nil, allow},
		{"openat, set-uid where nothing is made", unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDWR, 0o4755},
			allow},
		{"openat, makes", unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT | unix.O_WRONLY, 0o755}, allow},
		{"openat, set-uid", unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT | unix.O_RDWR, 0o4755}, eperm},
		{"openat, set-gid", unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT, 0o2711}, eperm},
		{"openat, no name", unix.SYS_OPENAT, []uint64{0, 0, unix.O_TMPFILE | unix.O_RDWR, 0o4755}, eperm},
		{"openat, a directory", unix.SYS_OPENAT, []uint64{0, 0, unix.O_DIRECTORY, 0o6777}, allow},
		{"openat, high", unix.SYS_OPENAT, []uint64{0, 0, high | unix.O_CREAT, high | 0o4755}, eperm},
		{"openat2", unix.SYS_OPENAT2, nil, none},
		{"fchmod", unix.SYS_FCHMOD, []uint64{3, 0o755}, allow},
		{"fchmod, sticky", unix.SYS_FCHMOD, []uint64{3, 0o1777}, allow},
		{"fchmod, set-uid", unix.SYS_FCHMOD, []uint64{3, 0o104755}, eperm},
		{"fchmodat", unix.SYS_FCHMODAT, []uint64{0, 0, 0o644}, allow},
		{"fchmodat, set-gid", unix.SYS_FCHMODAT, []uint64{0, 0, 0o2755}, eperm},
		{"fchmodat, the path is no mode", unix.SYS_FCHMODAT, []uint64{0, 0o6000, 0o644}, allow},
		{"fchmodat2, set-uid", fchmodat2, []uint64{0, 0, 0o4755, 0}, eperm},
		{"mknodat, a pipe", unix.SYS_MKNODAT, []uint64{0, 0, unix.S_IFIFO | 0o644}, allow},
		{"mknodat, set-uid", unix.SYS_MKNODAT, []uint64{0, 0, unix.S_IFREG | 0o4755}, eperm},
		{"execve", unix.SYS_EXECVE, nil, allow},
		{"ptrace", unix.SYS_PTRACE, nil, allow},
		{"mount", unix.SYS_MOUNT, nil, eperm},
		{"unshare", unix.SYS_UNSHARE, []uint64{unix.CLONE_NEWUSER}, eperm},
		{"clone3", unix.SYS_CLONE3, nil, none},
		{"clone, a thread", unix.SYS_CLONE, []uint64{0x3d0f00}, allow},
		{"clone, a process", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, allow},
		{"clone, user", unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | uint64(unix.SIGCHLD)}, eperm},
		{"clone, mounts", unix.SYS_CLONE, []uint64{unix.CLONE_NEWNS}, eperm},
		{"clone, high", unix.SYS_CLONE, []uint64{high | unix.CLONE_NEWNS}, eperm},
		{"ioctl TCGETS", unix.SYS_IOCTL, []uint64{0, unix.TCGETS}, allow},
		{"ioctl TIOCSTI", unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}, eperm},
		{"ioctl TIOCSTI, high", unix.SYS_IOCTL, []uint64{0, high | unix.TIOCSTI}, eperm},
		{"ioctl TIOCLINUX", unix.SYS_IOCTL, []uint64{0, unix.TIOCLINUX}, eperm},
		{"ioctl TIOCCONS", unix.SYS_IOCTL, []uint64{0, unix.TIOCCONS}, eperm},
		{"socket unix", unix.SYS_SOCKET, []uint64{unix.AF_UNIX, 1}, allow},
		{"socket inet", unix.SYS_SOCKET, []uint64{unix.AF_INET, 1}, allow},
		{"socket inet6", unix.SYS_SOCKET, []uint64{unix.AF_INET6, 1}, allow},
		{"socket vsock", unix.SYS_SOCKET, []uint64{unix.AF_VSOCK, 1}, eperm},
		{"socket vsock, high", unix.SYS_SOCKET, []uint64{high | unix.AF_VSOCK, 1}, eperm},
		{"socket packet", unix.SYS_SOCKET, []uint64{unix.AF_PACKET, 3}, eperm},
		{"socket alg", unix.SYS_SOCKET, []uint64{unix.AF_ALG, 5}, eperm},
		{"socket netlink route", unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, 3, 0}, allow},
		{"socket netlink audit", unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, 3, 9}, eperm},
		{"socketpair unix", unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX, 1}, allow},
		{"socketpair tipc", unix.SYS_SOCKETPAIR, []uint64{unix.AF_TIPC, 1}, eperm},
	} {
		if got := answer(t, false, arch, c.nr, c.args...); got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
}

// TestEachListedCallIsDenied runs each call of the lists, and calls of other architectures.
func TestEachListedCallIsDenied(t *testing.T) {
	for _, nr := range append(append([]uint32{}, denied[:]...), more[:]...) {
		if got := answer(t, false, arch, nr); got != eperm {
			t.Errorf("%d: %#x", nr, got)
		}
	}
	for _, c := range modes {
		for mode, want := range map[uint64]uint32{0o4755: eperm, 0o2755: eperm, 0o1777: allow} {
			args := make([]uint64, 6)
			args[c.mode] = mode
			if got := answer(t, false, arch, c.nr, args...); got != want {
				t.Errorf("%d with mode %o: %#x", c.nr, mode, got)
			}
		}
	}
	for _, c := range opens {
		for _, flags := range []uint64{0, unix.O_CREAT, unix.O_TMPFILE} {
			args := make([]uint64, 6)
			args[c.mode-1], args[c.mode] = flags, 0o4755
			if got := answer(t, false, arch, c.nr, args...); (got == eperm) != (flags != 0) {
				t.Errorf("%d with flags %o: %#x", c.nr, flags, got)
			}
		}
	}
	for _, other := range []uint32{unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM, 0} {
		if got := answer(t, false, other, unix.SYS_READ); got != kill {
			t.Errorf("architecture %#x: %#x", other, got)
		}
	}
	if x32 != 0 {
		if got := answer(t, false, arch, x32|unix.SYS_READ); got != none {
			t.Errorf("x32: %#x", got)
		}
	}
	for _, nr := range []uint32{unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PIDFD_GETFD} {
		if got := answer(t, true, arch, nr); got != eperm {
			t.Errorf("strict, %d: %#x", nr, got)
		}
	}
}
