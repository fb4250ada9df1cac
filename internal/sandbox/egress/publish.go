package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"time"
)

// inside connects with ports inside the sandbox. A socket belongs to the network namespace that it
// was made in, whoever connects it: some were made inside and passed out, and each serves one
// connection after the other.
type inside struct {
	v4, v6 chan *os.File
}

func newInside(v4, v6 []*os.File) *inside {
	// There may be more of them than are free now: connections have some of a server before.
	in := &inside{make(chan *os.File, max(len(v4), connectors)),
		make(chan *os.File, max(len(v6), connectors6))}
	for _, f := range v4 {
		in.v4 <- f
	}
	for _, f := range v6 {
		in.v6 <- f
	}
	return in
}

// publish listens on this machine's own address for the ports that are published. One that is
// taken, by another sandbox perhaps, is published at another port.
func (s *Server) publish(ctx context.Context, l *Listeners, in *inside) {
	before := map[uint16]bool{} // by the server that handed over
	for i := range l.listeners {
		if l.listeners[i].role == published {
			l.listeners[i].inside = in
			before[l.listeners[i].port] = true
		}
	}
	for _, port := range s.config.Publish {
		if before[port] {
			continue
		}
		var config net.ListenConfig
		c, err := config.Listen(ctx, "tcp4", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			if c, err = config.Listen(ctx, "tcp4", "127.0.0.1:0"); err != nil {
				s.refuse.say(fmt.Sprintf("sandbox cannot publish port %d: %v", port, err))
				continue
			}
			s.refuse.say(fmt.Sprintf("sandbox publishes port %d as %s: %d is taken on this machine",
				port, c.Addr(), port))
		} else if c6, err := config.Listen(ctx, "tcp6", fmt.Sprintf("[::1]:%d", port)); err == nil {
			l.listeners = append(l.listeners,
				listener{Listener: c6, role: published, inside: in, port: port})
		}
		l.listeners = append(l.listeners,
			listener{Listener: c, role: published, inside: in, port: port})
	}
}

// insideLimit is how long a server inside may take to answer: there is no way between.
const insideLimit = 2 * time.Second

// forward connects a connection from this machine with a port inside.
func (in *inside) forward(s *Server, c net.Conn, port uint16) {
	for _, to := range [...]struct {
		free chan *os.File
		addr netip.Addr
	}{{in.v4, netip.AddrFrom4([4]byte{127, 0, 0, 1})}, {in.v6, netip.IPv6Loopback()}} {
		select {
		case f := <-to.free:
			server, err := connectSocket(f, to.addr, port, min(insideLimit, s.limits.Dial))
			if err == nil {
				if s.track(server) {
					s.pass(c, server, nil, nil)
				}
				if p, ok := c.(*sender); ok && p.to != nil {
					p.to.Back = 6
					if to.addr.Is4() {
						p.to.Back = 4
					}
					return
				}
				_ = server.Close()
			}
			disconnect(f)
			to.free <- f
			if err == nil {
				return
			}
		default: // all are in use
		}
	}
	reset(c)
}

// connectSocket connects a socket with a port of the loopback interface that it has. The connection
// is a duplicate: the socket stays.
func connectSocket(f *os.File, a netip.Addr, port uint16, limit time.Duration) (net.Conn, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = connectFD(int(fd), a, port, limit)
	})
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	return net.FileConn(f)
}

// disconnect makes a socket fit for another connection: connect(2) with an address of no family.
func disconnect(f *os.File) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { disconnectFD(int(fd)) })
}
