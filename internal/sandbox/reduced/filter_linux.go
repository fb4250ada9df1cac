package reduced

import (
	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/seccomp"
)

// filter is a program for seccomp. It looks at sockets only; what no command needs, and other
// architectures, are refused by the filter below it (package seccomp).
type filter struct{ seccomp.Assembler }

// equal goes on if the value is k, and skips so many instructions otherwise.
func (f *filter) equal(k uint32, skip int) { f.Equal(k, 0, skip) }

const (
	allowed = unix.SECCOMP_RET_ALLOW
	refused = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	// kinds is the part of a socket's type that is no flag.
	kinds = 0xf
)

// sockets is the program for a network mode. Of a filtered network only TCP is left, which Landlock
// keeps to ports; other protocols over the same kind of socket it does not know, and data that
// comes with the first packet goes past it.
func sockets(net sandbox.Network, unixSockets Sockets) []unix.SockFilter {
	var f filter
	f.Number()
	var body filter
	body.Arg(0)
	if unixSockets == SocketsNone {
		body.equal(unix.AF_UNIX, 1)
		body.Return(refused)
	}
	switch net {
	case sandbox.NetNone:
		for _, family := range [...]uint32{unix.AF_INET, unix.AF_INET6} {
			body.equal(family, 1)
			body.Return(refused)
		}
	case sandbox.NetFiltered:
		body.tcp()
	}
	body.Return(allowed)
	f.equal(unix.SYS_SOCKET, len(body.Assembler))
	f.Assembler = append(f.Assembler, body.Assembler...)
	if net == sandbox.NetFiltered {
		f.fastOpen()
	}
	f.Return(allowed)
	return f.Assembler
}

// tcp refuses sockets of the internet that are not of TCP. The family is loaded.
func (f *filter) tcp() {
	const rest = 7 // instructions from the load of the type on
	f.Equal(unix.AF_INET, 1, 0)
	f.equal(unix.AF_INET6, rest)
	f.Arg(1)
	f.Emit(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, kinds, 0, 0)
	f.equal(unix.SOCK_STREAM, 3)
	f.Arg(2)
	f.Equal(0, 2, 0)
	f.Equal(unix.IPPROTO_TCP, 1, 0)
	f.Return(refused)
}

// fastOpen refuses to send with the first packet.
func (f *filter) fastOpen() {
	for _, c := range [...]struct{ nr, arg uint32 }{
		{unix.SYS_SENDTO, 3}, {unix.SYS_SENDMSG, 2}, {unix.SYS_SENDMMSG, 3},
	} {
		f.equal(c.nr, 4)
		f.Arg(c.arg)
		f.Any(unix.MSG_FASTOPEN, 0, 1)
		f.Return(refused)
		f.Return(allowed)
	}
}
