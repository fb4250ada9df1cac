package egress

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/netip"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/sandbox/egress/dns"
)

// How long the address of a name may be remembered, in seconds: that of a refused one not at all,
// as a person may allow the name.
const (
	allowedTTL = 300
	refusedTTL = 0
)

// nameServer is what answers of DNS are made of.
type nameServer struct{ s *Server }

func (n nameServer) Address(name string) (netip.Addr, uint32) {
	h := hostmatch.Host{Name: name}
	if n.s.rules.some(h) {
		return n.s.names.give(name, true), allowedTTL
	}
	n.s.refuse.resolved(name, n.s.rules.why(hostmatch.Target{Host: h}))
	return n.s.names.give(name, false), refusedTTL
}

func (n nameServer) Name(a netip.Addr) string { return n.s.names.find(a) }

func (n nameServer) Refused(name, kind string) {
	host := hostmatch.Show(name)
	if h, err := hostmatch.ReadHost(name); err == nil {
		host = h.String()
	}
	n.s.refuse.add(Refusal{Host: host, Why: "the name server of the sandbox answers no query for " +
		kind})
}

// maxFailed is how often in a row reading queries may fail.
const maxFailed = 1000

// packets answers queries one after the other: none of them waits for anything.
func (s *Server) packets(c net.PacketConn) error {
	in, out := make([]byte, dns.MaxMessage), make([]byte, 0, 512)
	for failed := 0; ; {
		n, from, err := c.ReadFrom(in)
		if err != nil && s.frozen.Load() {
			return nil
		}
		if err != nil {
			// An answer that nobody took is an error of the socket as well.
			if failed++; errors.Is(err, net.ErrClosed) || failed > maxFailed {
				return err
			}
			continue
		}
		failed = 0
		if answer := dns.Answer(in[:n], out, nameServer{s}); answer != nil {
			_, _ = c.WriteTo(answer, from)
		}
	}
}

// streamDNS answers queries that come over TCP.
func (s *Server) streamDNS(c net.Conn) {
	buf, out := make([]byte, dns.MaxMessage), make([]byte, 0, 512)
	for {
		_ = c.SetDeadline(time.Now().Add(s.limits.Head))
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return
		}
		n := int(binary.BigEndian.Uint16(size[:]))
		if n > len(buf) {
			return
		}
		if _, err := io.ReadFull(c, buf[:n]); err != nil {
			return
		}
		answer := dns.Answer(buf[:n], out, nameServer{s})
		if answer == nil {
			return
		}
		binary.BigEndian.PutUint16(size[:], uint16(len(answer)))
		if _, err := c.Write(append(size[:], answer...)); err != nil {
			return
		}
	}
}
