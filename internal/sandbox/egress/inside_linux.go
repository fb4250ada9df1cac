package egress

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

func sockaddr(a netip.AddrPort) unix.Sockaddr {
	if a.Addr().Is4() {
		return &unix.SockaddrInet4{Port: int(a.Port()), Addr: a.Addr().As4()}
	}
	return &unix.SockaddrInet6{Port: int(a.Port()), Addr: a.Addr().As16()}
}

func connectFD(fd int, a netip.Addr, port uint16, limit time.Duration) error {
	if err := unix.SetNonblock(fd, true); err != nil {
		return err
	}
	var to unix.Sockaddr = &unix.SockaddrInet6{Port: int(port), Addr: a.As16()}
	if a.Is4() {
		to = &unix.SockaddrInet4{Port: int(port), Addr: a.As4()}
	}
	err := unix.Connect(fd, to)
	if err != unix.EINPROGRESS {
		return err
	}
	wait := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
	for until := time.Now().Add(limit); ; {
		n, err := unix.Poll(wait, int(time.Until(until).Milliseconds()))
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return err
		case n == 0:
			return unix.ETIMEDOUT
		}
		code, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
		if err != nil || code == 0 {
			return err
		}
		return syscall.Errno(code)
	}
}

// disconnectFD is connect(2) with AF_UNSPEC, for which package unix has no address.
func disconnectFD(fd int) {
	none := unix.RawSockaddr{Family: unix.AF_UNSPEC}
	_, _, _ = unix.Syscall(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(&none)),
		unsafe.Sizeof(none))
}

// readable reports whether a listener has somebody to accept.
func readable(l net.Listener) bool {
	n := 0
	control(l, func(fd int) {
		n, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
	})
	return n > 0
}

// control calls a function with the descriptor of a connection or a listener, if it has one.
func control(of any, f func(fd int)) {
	sc, ok := of.(syscall.Conn)
	if !ok {
		return
	}
	if raw, err := sc.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { f(int(fd)) })
	}
}

// listenAt makes a socket listen that was made inside. Who is the owner of the namespace may do so
// from outside.
func listenAt(f *os.File, at netip.AddrPort) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEADDR, 1)
		if failed == nil {
			failed = unix.Bind(int(fd), sockaddr(at))
		}
		if failed == nil {
			failed = unix.Listen(int(fd), Backlog)
		}
	})
	return errors.Join(err, failed)
}
