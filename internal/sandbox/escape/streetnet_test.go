//go:build linux

package escape

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// addresses are what the name server of the net says. A name with several lists leads elsewhere
// each time it is asked for; names below evil.test lead there.
var addresses = map[string][]string{
	"good.test":   {goodAddr},
	"other.test":  {"93.184.216.11"},
	"evil.test":   {evilAddr},
	"loop.test":   {"127.0.0.1"},
	"zero.test":   {"0.0.0.0"},
	"link.test":   {"169.254.7.7"},
	"meta.test":   {"169.254.169.254"},
	"own.test":    {machineAddr},
	"own6.test":   {machineAddr6},
	"mapped.test": {"::ffff:127.0.0.1"},
	"nat64.test":  {"64:ff9b::7f00:1"},
	"meta64.test": {"64:ff9b::a9fe:a9fe"},
	"6to4.test":   {"2002:a9fe:a9fe::1"},
	"rebind.test": {goodAddr, "127.0.0.1", "169.254.169.254", machineAddr},
}

// hostOf is the name of an address in what was heard; the address where it has none.
func hostOf(a netip.Addr) string {
	for name, all := range addresses {
		if all[0] == a.String() && name != "rebind.test" {
			return name
		}
	}
	return a.String()
}

func address6(b []byte) string { return netip.AddrFrom16([16]byte(b)).String() }

// serve opens the servers of the net.
func (s *streetWorld) serve() error {
	s.asks = map[string]int{}
	names, err := net.ListenPacket("udp", namesAddr+":53")
	if err != nil {
		return err
	}
	go s.names(names)
	for _, port := range netPorts {
		l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
		if err != nil {
			return err
		}
		go each(l, func(to netip.Addr) { s.note(fmt.Sprintf("heard-%s:%d", hostOf(to), port)) },
			func(c net.Conn) { talk(c, port) })
	}
	go s.neighbour("3000")
	return nil
}

// The ports of the servers of the net, and of the machine.
var (
	netPorts     = []int{22, 25, 53, 80, 443, 853, 3128, 5432, 6379, 8080, 9418}
	machinePorts = []int{80, 443}
)

// each serves the connections of a listener. It notes the address of one before it takes the next:
// those of drain come last.
func each(l net.Listener, note func(to netip.Addr), f func(net.Conn)) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		to := netip.MustParseAddrPort(c.LocalAddr().String()).Addr().Unmap()
		if to.String() == drainNet || to.String() == drainMachine {
			c.Close()
			continue
		}
		note(to)
		go func() {
			defer c.Close()
			_ = c.SetDeadline(time.Now().Add(timeLimit))
			f(c)
		}()
	}
}

// machine opens the servers of the machine itself.
func (s *streetWorld) machine() error {
	for _, port := range machinePorts {
		l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
		if err != nil {
			return err
		}
		go each(l, func(netip.Addr) { s.note("reached-machine") }, func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.0 200 OK\r\n\r\nmachine\n")
		})
	}
	return nil
}

// talk serves a connection with a host of the net.
func talk(c net.Conn, port int) {
	to := netip.MustParseAddrPort(c.LocalAddr().String()).Addr().Unmap()
	switch port {
	case 22:
		_, _ = io.WriteString(c, "SSH-2.0-standin\r\n")
		_, _ = c.Read(make([]byte, 4096))
		return
	case 443:
		t := tls.Server(c, &tls.Config{Certificates: []tls.Certificate{certificate()}})
		if t.Handshake() != nil {
			return
		}
		c = t
	case 8080: // takes all that comes
		_, _ = io.Copy(io.Discard, c)
		return
	case 80:
	default: // hears once
		_, _ = c.Read(make([]byte, 4096))
		return
	}
	_, path, _, _, err := head(bufio.NewReader(c))
	if err != nil {
		return
	}
	if to, ok := strings.CutPrefix(path, "/to/"); ok {
		_, _ = fmt.Fprintf(c, "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n"+
			"Connection: close\r\n\r\n", to)
		return
	}
	text := hostOf(to) + " says hello\n"
	if path == "/large" {
		text = strings.Repeat(text, 1<<20)
	}
	_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		len(text), text)
}

// neighbour asks a port of the machine until it answers.
func (s *streetWorld) neighbour(port string) {
	var once sync.Once
	for ; ; time.Sleep(50 * time.Millisecond) {
		s.asking.Lock()
		for _, a := range []string{machineAddr, machineAddr6} {
			c, err := (&net.Dialer{Timeout: time.Second}).Dial("tcp", net.JoinHostPort(a, port))
			if err != nil {
				continue
			}
			_ = c.SetDeadline(time.Now().Add(time.Second))
			_, _ = io.WriteString(c, "x")
			if said, _ := io.ReadAll(c); len(said) > 0 {
				once.Do(func() { _ = os.WriteFile(s.dir+"/lan", said, 0o644) })
			}
			c.Close()
		}
		s.asking.Unlock()
	}
}

// names is the name server of the net.
func (s *streetWorld) names(c net.PacketConn) {
	b := make([]byte, 1<<16)
	for {
		n, from, err := c.ReadFrom(b)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(b[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		if answer, err := s.answer(m).Pack(); err == nil {
			_, _ = c.WriteTo(answer, from)
		}
	}
}

func (s *streetWorld) answer(m dnsmessage.Message) *dnsmessage.Message {
	q := m.Questions[0]
	name := strings.ToLower(strings.TrimSuffix(q.Name.String(), "."))
	all, known := addresses[name]
	if strings.HasSuffix(name, ".evil.test") {
		all, known = addresses["evil.test"], true
	}
	reply := &dnsmessage.Message{Questions: m.Questions,
		Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}}
	if !known {
		reply.RCode = dnsmessage.RCodeNameError
		return reply
	}
	h := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
	switch q.Type {
	case dnsmessage.TypeA:
		if slices.ContainsFunc(all, func(a string) bool { return strings.Contains(a, ":") }) {
			break
		}
		a := netip.MustParseAddr(all[s.asks[name]%len(all)])
		s.asks[name]++
		reply.Answers = []dnsmessage.Resource{{Header: h, Body: &dnsmessage.AResource{A: a.As4()}}}
	case dnsmessage.TypeAAAA:
		if a := netip.MustParseAddr(all[0]); a.Is6() {
			reply.Answers = []dnsmessage.Resource{{Header: h,
				Body: &dnsmessage.AAAAResource{AAAA: a.As16()}}}
		}
	case dnsmessage.TypeTXT:
		reply.Answers = []dnsmessage.Resource{{Header: h,
			Body: &dnsmessage.TXTResource{TXT: []string{"text"}}}}
	}
	return reply
}
