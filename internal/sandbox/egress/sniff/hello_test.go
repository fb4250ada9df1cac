package sniff

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
)

// hello returns what a client of crypto/tls sends first.
func hello(t testing.TB, config *tls.Config) []byte {
	t.Helper()
	client, server := net.Pipe()
	defer server.Close()
	go func() {
		_ = tls.Client(client, config).Handshake()
		client.Close()
	}()
	b := make([]byte, 5)
	if _, err := io.ReadFull(server, b); err != nil {
		t.Fatal(err)
	}
	rest := make([]byte, int(b[3])<<8|int(b[4]))
	if _, err := io.ReadFull(server, rest); err != nil {
		t.Fatal(err)
	}
	return append(b, rest...)
}

// split writes the message of a record in records of n bytes.
func split(b []byte, n int) []byte {
	var out []byte
	for rest := b[5:]; len(rest) > 0; {
		part := rest[:min(n, len(rest))]
		out = append(out, 22, 3, 1, byte(len(part)>>8), byte(len(part)))
		out = append(out, part...)
		rest = rest[len(part):]
	}
	return out
}

// theirs is the name that crypto/tls reads.
func theirs(b []byte) (name string, seen bool) {
	server := tls.Server(&replay{Reader: bytes.NewReader(b)}, &tls.Config{
		GetConfigForClient: func(h *tls.ClientHelloInfo) (*tls.Config, error) {
			name, seen = h.ServerName, true
			return nil, errors.New("enough")
		},
	})
	_ = server.Handshake()
	return name, seen
}

type replay struct {
	net.Conn
	io.Reader
}

func (r *replay) Read(b []byte) (int, error)  { return r.Reader.Read(b) }
func (r *replay) Write(b []byte) (int, error) { return len(b), nil }
func (r *replay) Close() error                { return nil }

func TestServerName(t *testing.T) {
	long := strings.Repeat("a", 60) + ".test"
	for _, config := range []*tls.Config{
		{ServerName: "good.test"},
		{ServerName: long, NextProtos: []string{"h2", "http/1.1"}},
		{ServerName: "good.test", MaxVersion: tls.VersionTLS12},
		{ServerName: "10.0.0.1", InsecureSkipVerify: true}, // is not sent
		{InsecureSkipVerify: true},
	} {
		b := hello(t, config)
		want, _ := theirs(b)
		for _, n := range []int{1 << 14, 100, 5, 1} {
			got, err := ServerName(split(b, n))
			if got != want || err != nil {
				t.Errorf("%q in records of %d: %q %v", want, n, got, err)
			}
		}
		for i := range b {
			if got, err := ServerName(b[:i]); err != ErrShort {
				t.Fatalf("%q cut at %d: %q %v", want, i, got, err)
			}
		}
	}
}

func TestServerNameRefuses(t *testing.T) {
	b := hello(t, &tls.Config{ServerName: "good.test"})
	i := bytes.Index(b, []byte("good.test"))
	name := b[i-9 : i+9] // the whole extension
	twice := bytes.Clone(b)
	twice = append(twice, name...)
	grow(twice, len(name))
	for what, b := range map[string][]byte{
		"two names":            twice,
		"another message":      edit(b, 5, 2),
		"another record":       append(split(b, 100)[:105], 23, 3, 1, 0, 1, 0),
		"version":              edit(b, 1, 2),
		"an empty record":      {22, 3, 1, 0, 0},
		"a long record":        {22, 3, 1, 0xff, 0xff},
		"a long message":       {22, 3, 1, 0, 4, 1, 0x10, 0, 0},
		"a kind of name":       edit(b, i-3, 1),
		"a list that is short": edit(b, i-4, 11),
		"an odd list":          edit(b, i-1, 8),
		"more in the record":   append(edit(b, 4, b[4]+1), 0),
	} {
		if got, err := ServerName(b); err == nil || err == ErrShort {
			t.Errorf("%s: %q %v", what, got, err)
		}
	}
}

func edit(b []byte, i int, to byte) []byte {
	b = bytes.Clone(b)
	b[i] = to
	return b
}

// grow adds to the lengths of the record, the message and the extensions.
func grow(b []byte, n int) {
	add := func(i int) {
		v := int(b[i])<<8 + int(b[i+1]) + n
		b[i], b[i+1] = byte(v>>8), byte(v)
	}
	add(3)
	add(7)
	at := 5 + 4 + 2 + 32
	at += 1 + int(b[at])                   // session
	at += 2 + int(b[at])<<8 + int(b[at+1]) // suites
	at += 1 + int(b[at])                   // compression
	add(at)
}

// FuzzServerName: where crypto/tls reads a name, it is ours, or ours is an error.
func FuzzServerName(f *testing.F) {
	b := hello(f, &tls.Config{ServerName: "good.test"})
	f.Add(b)
	f.Add(split(b, 7))
	f.Fuzz(func(t *testing.T, b []byte) {
		ours, err := ServerName(b)
		if err != nil {
			return
		}
		if name, seen := theirs(b); seen && name != ours {
			t.Fatalf("crypto/tls reads %q, and we %q", name, ours)
		}
	})
}
