package native

import (
	"net/netip"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// loopback switches on the interface lo, which gets its addresses by that, and gives it others.
func (c *compiler) loopback(serve *plan.Network) {
	s := c.get("socket lo", unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	up := ifreq("lo")
	up[ifrData] = unix.IFF_UP
	c.do("ioctl SIOCSIFFLAGS lo", unix.SYS_IOCTL, s, unix.SIOCSIFFLAGS, pointer(c.list, up))
	for i, a := range serve.Addresses {
		if a.Is4() {
			c.address4(s, i, a)
		} else {
			c.address6(a)
		}
	}
	c.close(s)
}

// Parts of struct ifreq: 16 bytes of name, then an address or flags.
const (
	ifrData = 16
	ifrSize = 40
)

func ifreq(name string) *[ifrSize]byte {
	var r [ifrSize]byte
	copy(r[:ifrData-1], name)
	return &r
}

// address4 gives lo another address, under a label of its own, and without its class's network.
func (c *compiler) address4(s reg, i int, a netip.Addr) {
	for _, set := range [...]struct {
		name string
		nr   int
		addr [4]byte
	}{{"SIOCSIFADDR", unix.SIOCSIFADDR, a.As4()},
		{"SIOCSIFNETMASK", unix.SIOCSIFNETMASK, [4]byte{255, 255, 255, 255}}} {
		r := ifreq("lo:" + strconv.Itoa(i))
		in := &unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: set.addr}
		copy(r[ifrData:], (*[unix.SizeofSockaddrInet4]byte)(unsafe.Pointer(in))[:])
		c.do("ioctl "+set.name+" "+a.String(), unix.SYS_IOCTL, s, set.nr, pointer(c.list, r))
	}
}

// address6 does the same for IPv6: struct in6_ifreq, and lo is interface 1 of every namespace.
func (c *compiler) address6(a netip.Addr) {
	s := c.get("socket lo", unix.SYS_SOCKET, unix.AF_INET6, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	r := &struct {
		addr   [16]byte
		prefix uint32
		index  int32
	}{a.As16(), 128, 1}
	c.do("ioctl SIOCSIFADDR "+a.String(), unix.SYS_IOCTL, s, unix.SIOCSIFADDR, pointer(c.list, r))
	c.close(s)
}

// socket makes a socket that is served from outside.
func (c *compiler) socket(l *plan.Listener) reg {
	family, at, size := c.sockaddr(l.Addr)
	kind := unix.SOCK_STREAM
	if l.UDP {
		kind = unix.SOCK_DGRAM
	}
	s := c.get("socket: "+l.String(), unix.SYS_SOCKET, family,
		kind|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if family == unix.AF_INET6 {
		on := new(int32)
		*on = 1
		// A new address of IPv6 cannot be bound for a moment, while the kernel looks whether another
		// machine has it: FREEBIND does not wait for that.
		for _, option := range [...]int{unix.IPV6_V6ONLY, unix.IPV6_FREEBIND} {
			c.do("setsockopt: "+l.String(), unix.SYS_SETSOCKOPT, s, unix.IPPROTO_IPV6, option,
				pointer(c.list, on), 4)
		}
	}
	if l.Loose {
		return s
	}
	c.do("bind: "+l.String(), unix.SYS_BIND, s, at, size)
	if !l.UDP {
		const backlog = 256
		c.do("listen: "+l.String(), unix.SYS_LISTEN, s, backlog)
	}
	return s
}

// sockaddr is an address as the kernel has it.
func (c *compiler) sockaddr(a netip.AddrPort) (family int, at, size uintptr) {
	port := [2]byte{byte(a.Port() >> 8), byte(a.Port())}
	if a.Addr().Is4() {
		in := &unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: a.Addr().As4(),
			Port: *(*uint16)(unsafe.Pointer(&port))}
		return unix.AF_INET, pointer(c.list, in), unsafe.Sizeof(*in)
	}
	in := &unix.RawSockaddrInet6{Family: unix.AF_INET6, Addr: a.Addr().As16(),
		Port: *(*uint16)(unsafe.Pointer(&port))}
	return unix.AF_INET6, pointer(c.list, in), unsafe.Sizeof(*in)
}
