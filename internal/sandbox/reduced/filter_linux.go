package reduced

import (
	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// What the kernel shows of a system call: its number, and the low halves of its arguments.
const (
	offNumber = 0
	offArg    = 16
)

// filter writes a program for seccomp. It looks at sockets only; what no command needs, and other
// architectures, are refused by the filter below it (package seccomp).
type filter []unix.SockFilter

func (f *filter) emit(code uint16, k uint32, yes, no int) {
	*f = append(*f, unix.SockFilter{Code: code, Jt: uint8(yes), Jf: uint8(no), K: k})
}

func (f *filter) load(off uint32) { f.emit(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, off, 0, 0) }
func (f *filter) arg(i uint32)    { f.load(offArg + 8*i) }
func (f *filter) ret(answer uint32) {
	f.emit(unix.BPF_RET|unix.BPF_K, answer, 0, 0)
}

// equal goes on if the value is k, and skips so many instructions otherwise.
func (f *filter) equal(k uint32, skip int) {
	f.emit(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, k, 0, skip)
}

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
	f.load(offNumber)
	var body filter
	body.arg(0)
	if unixSockets == SocketsNone {
		body.equal(unix.AF_UNIX, 1)
		body.ret(refused)
	}
	switch net {
	case sandbox.NetNone:
		for _, family := range [...]uint32{unix.AF_INET, unix.AF_INET6} {
			body.equal(family, 1)
			body.ret(refused)
		}
	case sandbox.NetFiltered:
		body.tcp()
	}
	body.ret(allowed)
	f.equal(unix.SYS_SOCKET, len(body))
	f = append(f, body...)
	if net == sandbox.NetFiltered {
		f.fastOpen()
	}
	f.ret(allowed)
	return f
}

// tcp refuses sockets of the internet that are not of TCP. The family is loaded.
func (f *filter) tcp() {
	const rest = 7 // instructions from the load of the type on
	f.emit(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.AF_INET, 1, 0)
	f.equal(unix.AF_INET6, rest)
	f.arg(1)
	f.emit(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, kinds, 0, 0)
	f.equal(unix.SOCK_STREAM, 3)
	f.arg(2)
	f.emit(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, 0, 2, 0)
	f.emit(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.IPPROTO_TCP, 1, 0)
	f.ret(refused)
}

// fastOpen refuses to send with the first packet.
func (f *filter) fastOpen() {
	for _, c := range [...]struct{ nr, arg uint32 }{
		{unix.SYS_SENDTO, 3}, {unix.SYS_SENDMSG, 2}, {unix.SYS_SENDMMSG, 3},
	} {
		f.equal(c.nr, 4)
		f.arg(c.arg)
		f.emit(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, unix.MSG_FASTOPEN, 0, 1)
		f.ret(refused)
		f.ret(allowed)
	}
}
