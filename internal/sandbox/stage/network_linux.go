package stage

import (
	"net/netip"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// up switches on the interface lo, which gets its own addresses by that.
func up() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return Named("socket lo", err)
	}
	defer unix.Close(fd)
	r, err := unix.NewIfreq("lo")
	if err == nil {
		r.SetUint16(unix.IFF_UP)
		err = unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, r)
	}
	return Named("ioctl SIOCSIFFLAGS lo", err)
}

// lowPorts lets the command listen at ports below 1024, which takes a capability else. It is for a
// network of the run's own: as root, this process could change it for the machine.
func lowPorts(proc int) {
	const name = "sys/net/ipv4/ip_unprivileged_port_start"
	if fd, err := unix.Openat(proc, name, unix.O_WRONLY|unix.O_CLOEXEC, 0); err == nil {
		_, _ = unix.Write(fd, []byte("0")) // without it they are refused
		unix.Close(fd)
	}
}

// network makes what is served from outside, and hands it out.
func (s *stage) network() error {
	fds, err := Prepare(s.spec.Up, &s.spec.Serve)
	defer func() {
		for _, fd := range fds {
			unix.Close(fd)
		}
	}()
	if err != nil || len(fds) == 0 {
		return err
	}
	err = unix.Sendmsg(FDControl, []byte{Listening}, unix.UnixRights(fds...), nil, unix.MSG_NOSIGNAL)
	return Named("sendmsg listeners", err)
}

// Prepare switches on the interface lo, if it has to be, gives it its addresses, and makes the
// sockets that are served from outside, in their order: in the network namespace of this thread.
func Prepare(lo bool, n *plan.Network) (fds []int, err error) {
	if lo {
		if err := up(); err != nil {
			return nil, err
		}
	}
	for i, a := range n.Addresses {
		if err := address(i, a); err != nil {
			return nil, err
		}
	}
	for i := range n.Sockets {
		fd, err := socket(&n.Sockets[i])
		if err != nil {
			return fds, err
		}
		fds = append(fds, fd)
	}
	return fds, nil
}

// served waits until the front forwards signals, and serves what has been handed out.
func served() error {
	b := make([]byte, 2)
	for {
		n, err := unix.Read(FDControl, b)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return Named("read: they are served", err)
		case n == 0:
			return &Error{Name: "who started the sandbox is gone"}
		case b[0] == Served:
			return nil
		}
	}
}

// socket makes a socket that is served from outside.
func socket(l *plan.Listener) (int, error) {
	family, addr := unix.AF_INET, unix.Sockaddr(&unix.SockaddrInet4{Port: int(l.Addr.Port())})
	if l.Addr.Addr().Is4() {
		addr.(*unix.SockaddrInet4).Addr = l.Addr.Addr().As4()
	} else {
		family, addr = unix.AF_INET6, &unix.SockaddrInet6{Port: int(l.Addr.Port()),
			Addr: l.Addr.Addr().As16()}
	}
	kind := unix.SOCK_STREAM
	if l.UDP {
		kind = unix.SOCK_DGRAM
	}
	fd, err := unix.Socket(family, kind|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, Named("socket: "+l.String(), err)
	}
	if name, err := bind(fd, family, addr, l); err != nil {
		unix.Close(fd)
		return -1, Named(name+": "+l.String(), err)
	}
	return fd, nil
}

func bind(fd, family int, addr unix.Sockaddr, l *plan.Listener) (name string, err error) {
	if family == unix.AF_INET6 {
		// A new address cannot be bound for a moment, while the kernel looks whether another machine
		// has it: FREEBIND does not wait for that.
		for _, option := range [...]int{unix.IPV6_V6ONLY, unix.IPV6_FREEBIND} {
			if err := unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, option, 1); err != nil {
				return "setsockopt", err
			}
		}
	}
	if l.Loose {
		return "", nil
	}
	if err := unix.Bind(fd, addr); err != nil {
		return "bind", err
	}
	const backlog = 256
	if l.UDP {
		return "", nil
	}
	return "listen", unix.Listen(fd, backlog)
}

// address gives lo another address, under a label of its own, and without its class's network.
func address(i int, a netip.Addr) error {
	if a.Is6() {
		return address6(a)
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return Named("socket lo", err)
	}
	defer unix.Close(fd)
	r, err := unix.NewIfreq("lo:" + strconv.Itoa(i))
	if err != nil {
		return &Error{Name: "lo: " + err.Error()}
	}
	for _, set := range [...]struct {
		nr   uint
		addr [4]byte
	}{{unix.SIOCSIFADDR, a.As4()}, {unix.SIOCSIFNETMASK, [4]byte{255, 255, 255, 255}}} {
		if err = r.SetInet4Addr(set.addr[:]); err == nil {
			err = unix.IoctlIfreq(fd, set.nr, r)
		}
		if err != nil {
			return Named("ioctl SIOCSIFADDR lo "+a.String(), err)
		}
	}
	return nil
}

// address6 does the same for IPv6: struct in6_ifreq, and lo is interface 1 of every namespace.
func address6(a netip.Addr) error {
	fd, err := unix.Socket(unix.AF_INET6, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return Named("socket lo", err)
	}
	defer unix.Close(fd)
	r := &struct {
		addr   [16]byte
		prefix uint32
		index  int32
	}{a.As16(), 128, 1}
	_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SIOCSIFADDR, uintptr(unsafe.Pointer(r)))
	if e != 0 {
		return &Error{Name: "ioctl SIOCSIFADDR lo " + a.String(), Errno: e}
	}
	return nil
}
