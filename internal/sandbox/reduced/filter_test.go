//go:build linux

package reduced

import (
	"testing"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// run is what the kernel does with a program, as far as these use it.
func run(t *testing.T, program []unix.SockFilter, nr uint32, args ...uint32) uint32 {
	t.Helper()
	var a uint32
	for i := 0; i < len(program); i++ {
		in := program[i]
		jump := func(yes bool) {
			if yes {
				i += int(in.Jt)
			} else {
				i += int(in.Jf)
			}
		}
		switch in.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			const offArg = 16 // where the first argument is
			a = nr
			if in.K >= offArg {
				a = args[(in.K-offArg)/8]
			}
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			a &= in.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			jump(a == in.K)
		case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
			jump(a&in.K != 0)
		case unix.BPF_RET | unix.BPF_K:
			return in.K
		default:
			t.Fatalf("instruction %#x", in.Code)
		}
	}
	t.Fatal("the program runs out")
	return 0
}

func TestFilter(t *testing.T) {
	const inet, inet6, stream, dgram = unix.AF_INET, unix.AF_INET6, unix.SOCK_STREAM, unix.SOCK_DGRAM
	none, filtered, open := sandbox.NetNone, sandbox.NetFiltered, sandbox.NetOpen
	for _, tt := range []struct {
		net     sandbox.Network
		sockets Sockets
		nr      uint32
		args    []uint32
		ok      bool
	}{
		{none, SocketsNone, unix.SYS_SOCKET, []uint32{inet, stream, 0}, false},
		{none, SocketsNone, unix.SYS_SOCKET, []uint32{inet6, dgram, 0}, false},
		{none, SocketsNone, unix.SYS_SOCKET, []uint32{unix.AF_UNIX, stream, 0}, false},
		{none, SocketsAll, unix.SYS_SOCKET, []uint32{unix.AF_UNIX, stream, 0}, true},
		{none, SocketsKept, unix.SYS_SOCKET, []uint32{unix.AF_UNIX, stream, 0}, true},
		{none, SocketsNone, unix.SYS_SOCKETPAIR, []uint32{unix.AF_UNIX, stream, 0}, true},
		{none, SocketsNone, unix.SYS_SOCKET, []uint32{unix.AF_NETLINK, unix.SOCK_RAW, 0}, true},
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{inet, stream, 0}, true},
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{inet6, stream | unix.SOCK_CLOEXEC, 6}, true},
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{inet, stream, 262}, false}, // MPTCP
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{inet, stream, 132}, false}, // SCTP
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{inet, dgram, 0}, false},
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{inet6, dgram | unix.SOCK_NONBLOCK, 17}, false},
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{inet, unix.SOCK_RAW, 1}, false},
		{filtered, SocketsNone, unix.SYS_SOCKET, []uint32{unix.AF_UNIX, dgram, 0}, false},
		{filtered, SocketsAll, unix.SYS_SOCKET, []uint32{unix.AF_UNIX, dgram, 0}, true},
		{filtered, SocketsNone, unix.SYS_SENDTO, []uint32{3, 0, 9, unix.MSG_FASTOPEN, 0, 0}, false},
		{filtered, SocketsNone, unix.SYS_SENDTO, []uint32{3, 0, 9, unix.MSG_NOSIGNAL, 0, 0}, true},
		{filtered, SocketsNone, unix.SYS_SENDMSG, []uint32{3, 0, unix.MSG_FASTOPEN | 1, 0}, false},
		{filtered, SocketsNone, unix.SYS_SENDMMSG, []uint32{3, 0, 1, unix.MSG_FASTOPEN}, false},
		{filtered, SocketsNone, unix.SYS_SENDMMSG, []uint32{3, 0, 1, 0}, true},
		{filtered, SocketsNone, unix.SYS_READ, []uint32{inet, dgram, 0}, true},
		{open, SocketsNone, unix.SYS_SOCKET, []uint32{inet, dgram, 0}, true},
		{open, SocketsNone, unix.SYS_SOCKET, []uint32{unix.AF_UNIX, dgram, 0}, false},
		{open, SocketsNone, unix.SYS_SENDTO, []uint32{3, 0, 9, unix.MSG_FASTOPEN, 0, 0}, true},
	} {
		got := run(t, sockets(tt.net, tt.sockets), tt.nr, tt.args...)
		if want := map[bool]uint32{true: allowed, false: refused}[tt.ok]; got != want {
			t.Errorf("%s %s %d %v: %#x", tt.net, tt.sockets, tt.nr, tt.args, got)
		}
	}
}
