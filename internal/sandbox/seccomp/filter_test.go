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

// TestEvery runs each call of the lists, and calls of other architectures.
func TestEvery(t *testing.T) {
	for _, nr := range append(append([]uint32{}, denied[:]...), more[:]...) {
		if got := answer(t, false, arch, nr); got != eperm {
			t.Errorf("%d: %#x", nr, got)
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
