package egress

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Prepare does what Needs asks for in the network namespace of the calling process, which needs
// the rights of its administrator there: for back ends whose inner stage is a Go program, and for
// tests. The files are in the order of the sockets.
func (n *Needs) Prepare() ([]*os.File, error) {
	if err := loopbackUp(n.Addresses); err != nil {
		return nil, err
	}
	var files []*os.File
	for _, s := range n.Sockets {
		f, err := s.open()
		if err != nil {
			closeFiles(files)
			return nil, fmt.Errorf("%s: %w", s, err)
		}
		files = append(files, f)
	}
	return files, nil
}

// open makes a socket in the network namespace of the process.
func (s Socket) open() (*os.File, error) {
	family, kind := s.Kind()
	fd, err := unix.Socket(family, kind|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if family == unix.AF_INET6 {
		err = unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1)
	}
	if err == nil && s.Bound() {
		err = unix.Bind(fd, sockaddr(s.Addr))
	}
	if err == nil && s.Listens() {
		err = unix.Listen(fd, Backlog)
	}
	if err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), s.String()), nil
}

// Kind is what socket(2) gets: the family and the kind.
func (s Socket) Kind() (family, kind int) {
	family, kind = unix.AF_INET, unix.SOCK_STREAM
	if s.Addr.Addr().Is6() {
		family = unix.AF_INET6
	}
	if s.Packet() {
		kind = unix.SOCK_DGRAM
	}
	return family, kind
}

// Sockaddr is what bind(2) gets, as the kernel has it.
func (s Socket) Sockaddr() []byte {
	port := [2]byte{byte(s.Addr.Port() >> 8), byte(s.Addr.Port())}
	if s.Addr.Addr().Is4() {
		a := unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: s.Addr.Addr().As4()}
		a.Port = *(*uint16)(unsafe.Pointer(&port))
		b := *(*[unix.SizeofSockaddrInet4]byte)(unsafe.Pointer(&a))
		return b[:]
	}
	a := unix.RawSockaddrInet6{Family: unix.AF_INET6, Addr: s.Addr.Addr().As16()}
	a.Port = *(*uint16)(unsafe.Pointer(&port))
	b := *(*[unix.SizeofSockaddrInet6]byte)(unsafe.Pointer(&a))
	return b[:]
}

func sockaddr(a netip.AddrPort) unix.Sockaddr {
	if a.Addr().Is4() {
		return &unix.SockaddrInet4{Port: int(a.Port()), Addr: a.Addr().As4()}
	}
	return &unix.SockaddrInet6{Port: int(a.Port()), Addr: a.Addr().As16()}
}

// loopbackUp switches the loopback interface on and gives it addresses.
func loopbackUp(addresses []netip.Addr) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	r, _ := unix.NewIfreq("lo")
	r.SetUint16(unix.IFF_UP | unix.IFF_RUNNING | unix.IFF_LOOPBACK)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, r); err != nil {
		return fmt.Errorf("loopback interface: %w", err)
	}
	for i, a := range addresses {
		if a.Is4() {
			err = addAddress(fd, i, a)
		} else {
			err = addAddress6(a)
		}
		if err != nil {
			return fmt.Errorf("address %s: %w", a, err)
		}
	}
	return nil
}

// addAddress gives the loopback interface another address, under a label of its own.
func addAddress(fd, i int, a netip.Addr) error {
	r, err := unix.NewIfreq(fmt.Sprintf("lo:%d", i))
	if err != nil {
		return err
	}
	b := a.As4()
	if err := r.SetInet4Addr(b[:]); err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFADDR, r); err != nil {
		return err
	}
	// Without a mask the whole network of the address's class would be the interface's.
	if err := r.SetInet4Addr([]byte{255, 255, 255, 255}); err != nil {
		return err
	}
	return unix.IoctlIfreq(fd, unix.SIOCSIFNETMASK, r)
}

// addAddress6 is addAddress for IPv6: the request is struct in6_ifreq, and lo has the index 1 in
// every network namespace.
func addAddress6(a netip.Addr) error {
	fd, err := unix.Socket(unix.AF_INET6, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	r := struct {
		addr   [16]byte
		prefix uint32
		index  int32
	}{a.As16(), 128, 1}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SIOCSIFADDR,
		uintptr(unsafe.Pointer(&r)))
	if errno != 0 {
		return errno
	}
	return nil
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
