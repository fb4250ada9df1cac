package egress

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
)

// Role is what a socket is for.
type Role uint8

const (
	DNS     Role = iota // a packet socket for queries
	DNSTCP              // queries over TCP
	Out                 // what programs connect to by an address that stands for a name
	HTTP                // a proxy: CONNECT, and GET http://…
	SOCKS               // a proxy: SOCKS5
	Connect             // not bound: with it this process connects to a port inside (Publish)

	published // a port of this machine, that leads inside
	Join      // not bound: with it this process listens inside, for a port of another sandbox (Open)
	joined    // a port inside, that leads into another sandbox
)

// Ports of the proxies inside, for programs that insist on one. Where programs have other uses for
// them, Needs has the next ones.
const (
	httpPort  = 3128
	socksPort = 1080
)

// connectors is how many connections this machine can have at a time to ports inside, of IPv4 and,
// for servers that listen on ::1 alone, of IPv6.
const (
	connectors  = 24
	connectors6 = 8
)

// Backlog is what listen(2) gets.
const Backlog = 256

// Socket is one that has to be made in the network namespace of the sandbox: by socket(2), and, but
// for the role Connect, bind(2) and, but for the role DNS, listen(2). One of IPv6 is for IPv6 alone
// (IPV6_V6ONLY).
type Socket struct {
	Role Role
	Addr netip.AddrPort // for the role Connect only its kind of address counts
}

// Packet reports whether the socket is one of UDP.
func (s Socket) Packet() bool { return s.Role == DNS }

// Bound reports whether the socket has an address, and Listens whether it listens there.
func (s Socket) Bound() bool   { return s.Role != Connect && s.Role != Join }
func (s Socket) Listens() bool { return s.Bound() && !s.Packet() }

// String is for explanations: "listen tcp 0.0.0.0:443".
func (s Socket) String() string {
	switch {
	case s.Packet():
		return "bind udp " + s.Addr.String()
	case s.Listens():
		return "listen tcp " + s.Addr.String()
	case s.Addr.Addr().Is4():
		return "socket tcp4"
	}
	return "socket tcp6"
}

// Needs is what the sandbox has to have inside for the network to work.
type Needs struct {
	Sockets    []Socket     // in this order they are passed out
	Addresses  []netip.Addr // have to be on the loopback interface before sockets are bound
	ResolvConf string       // is /etc/resolv.conf
	Hosts      string       // is /etc/hosts; names of this machine's own lead nowhere inside
}

// hasIPv6 reports whether loopback interfaces have an address of IPv6 here.
func hasIPv6() bool {
	b, err := os.ReadFile("/proc/net/if_inet6")
	return err == nil && strings.Contains(string(b), "00000000000000000000000000000001 ")
}

// resolvConf has names looked up as they are, without an end from a search list or the name of the
// machine. (With "search ." the C library musl finds no name without a dot.)
const resolvConf = "nameserver 127.0.0.1\noptions ndots:0 timeout:5 attempts:2\n"

// maxSockets is how many there may be in all.
const maxSockets = 250

// Needs returns what the sandbox has to have. It is always the same for one server.
func (s *Server) Needs() Needs {
	n := Needs{
		ResolvConf: resolvConf,
		Hosts:      "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n",
	}
	if name, err := os.Hostname(); err == nil {
		if h, err := hostmatch.ReadHost(name); err == nil && h.Name != "" && h.Name != "localhost" {
			n.Hosts += "127.0.0.1 " + h.Name + "\n"
		}
	}
	n.bind(DNS, local(53))
	n.bind(DNSTCP, local(53))
	n.bind(HTTP, local(s.free(httpPort)))
	n.bind(SOCKS, local(s.free(socksPort)))
	for _, p := range hostmatch.DefaultPorts {
		n.bind(Out, anywhere(p))
	}
	for i := range s.config.Allow {
		s.outFor(&n, &s.config.Allow[i])
	}
	n.collapse()
	for _, p := range s.config.Localhost {
		if !n.has(anywhere(p)) {
			n.bind(Out, local(p))
		}
		if s.ipv6 {
			n.bind(Out, netip.AddrPortFrom(netip.IPv6Loopback(), p))
		}
	}
	if s.config.Join {
		for range joiners {
			n.Sockets = append(n.Sockets, Socket{Join, local(0)})
		}
	}
	v4, v6 := 0, 0
	switch {
	case len(s.config.Publish) > 0:
		v4, v6 = connectors, connectors6
	case s.config.Join:
		v4, v6 = connectors/2, connectors6/2
	}
	for range v4 {
		n.Sockets = append(n.Sockets, Socket{Connect, local(0)})
	}
	for i := 0; s.ipv6 && i < v6; i++ {
		n.Sockets = append(n.Sockets, Socket{Connect, netip.AddrPortFrom(netip.IPv6Loopback(), 0)})
	}
	return n
}

// free is a port that neither Localhost nor Publish names.
func (s *Server) free(port uint16) uint16 {
	for slices.Contains(s.config.Localhost, port) || slices.Contains(s.config.Publish, port) {
		port++
	}
	return port
}

// outFor adds the sockets of one entry. Ports that programs themselves may listen on are taken at
// the address of the entry alone, if it is for one.
func (s *Server) outFor(n *Needs, p *hostmatch.Pattern) {
	ports := hostmatch.DefaultPorts[:]
	if p.Port != 0 {
		ports = []uint16{p.Port}
	}
	addr := p.Addr()
	switch {
	case addr.IsValid() && (addr.Is4() || s.ipv6):
		if !slices.Contains(n.Addresses, addr) {
			n.Addresses = append(n.Addresses, addr)
		}
	case addr.IsValid():
		return
	case p.Exact() && p.Port >= 1024:
		addr = s.names.give(p.Host, true)
	}
	for _, port := range ports {
		at := netip.AddrPortFrom(addr, port)
		if !addr.IsValid() || addr.Is4() && port < 1024 {
			at = anywhere(port)
		}
		if !n.has(anywhere(port)) || addr.Is6() {
			n.bind(Out, at)
		}
	}
}

func local(port uint16) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)
}

func anywhere(port uint16) netip.AddrPort {
	return netip.AddrPortFrom(netip.IPv4Unspecified(), port)
}

func (n *Needs) has(at netip.AddrPort) bool {
	return slices.ContainsFunc(n.Sockets, func(s Socket) bool { return s.Role == Out && s.Addr == at })
}

// maxOut is how many sockets may be bound one by one for what programs connect with: all of them
// have to go into one message, which takes 253.
const maxOut = 100

// collapse binds ports at every address where there would be too many sockets otherwise. Programs
// inside cannot listen there then.
func (n *Needs) collapse() {
	if len(n.Sockets) <= maxOut {
		return
	}
	for i := 0; i < len(n.Sockets); i++ {
		if s := n.Sockets[i]; s.Role == Out && s.Addr.Addr().Is4() && !n.has(anywhere(s.Addr.Port())) {
			n.bind(Out, anywhere(s.Addr.Port()))
			i = -1
		}
	}
}

// bind adds a socket once. One for every address takes the place of those for one.
func (n *Needs) bind(role Role, at netip.AddrPort) {
	if role == Out && n.has(at) {
		return
	}
	if at.Addr() == netip.IPv4Unspecified() {
		n.Sockets = slices.DeleteFunc(n.Sockets, func(s Socket) bool {
			return s.Role == Out && s.Addr.Addr().Is4() && s.Addr.Port() == at.Port()
		})
	}
	n.Sockets = append(n.Sockets, Socket{role, at})
}

// Listeners are the sockets of a sandbox, passed out.
type Listeners struct {
	packets   []net.PacketConn
	listeners []listener
	connect   []*os.File
	connect6  []*os.File
	join      []*os.File
}

// listener is one with its role.
type listener struct {
	net.Listener
	role   Role
	inside *inside       // where connections lead that are published
	port   uint16        // at which port
	turns  *atomic.Int64 // how often the loop that accepts has come back for Drain; ended
}

// NewListeners takes the sockets of Needs as files, in the same order. The files are taken over,
// also where it fails.
func NewListeners(sockets []Socket, files []*os.File) (*Listeners, error) {
	l := &Listeners{}
	if len(files) != len(sockets) {
		closeFiles(files)
		return nil, fmt.Errorf("the sandbox passed out %d sockets, and not %d", len(files), len(sockets))
	}
	for i, s := range sockets {
		if err := l.add(s, files[i]); err != nil {
			closeFiles(files[i:])
			l.Close()
			return nil, fmt.Errorf("%s of the sandbox: %w", s, err)
		}
	}
	return l, nil
}

func (l *Listeners) add(s Socket, f *os.File) error {
	switch {
	case s.Packet():
		c, err := net.FilePacketConn(f)
		if err != nil {
			return err
		}
		l.packets = append(l.packets, c)
	case s.Listens():
		c, err := net.FileListener(f)
		if err != nil {
			return err
		}
		l.listeners = append(l.listeners, listener{Listener: c, role: s.Role})
	case s.Role == Join:
		l.join = append(l.join, f)
		return nil
	case s.Addr.Addr().Is4():
		l.connect = append(l.connect, f)
		return nil
	default:
		l.connect6 = append(l.connect6, f)
		return nil
	}
	return f.Close() // net has a duplicate
}

// closeListening closes those at which something comes in.
func (l *Listeners) closeListening() {
	for _, c := range l.packets {
		_ = c.Close()
	}
	for _, c := range l.listeners {
		_ = c.Close()
	}
}

// Close closes all of them. Serve does it.
func (l *Listeners) Close() {
	l.closeListening()
	closeFiles(l.connect)
	closeFiles(l.connect6)
	closeFiles(l.join)
}

func closeFiles(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// ProxyVariables are the variables that name proxies, in both spellings: they would have programs go
// through a proxy that is not there, with credentials of others.
func ProxyVariables() []string {
	var all []string
	for _, name := range [...]string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
		"FTP_PROXY"} {
		all = append(all, name, strings.ToLower(name))
	}
	return all
}
