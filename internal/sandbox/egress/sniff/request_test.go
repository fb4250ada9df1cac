package sniff

import (
	"bufio"
	"bytes"
	"net/http"
	"strings"
	"testing"
)

func TestFirstBytesTellTheKind(t *testing.T) {
	for text, want := range map[string]Kind{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n": HTTP, "M-SEARCH * HTTP/1.1\r\n": HTTP,
		"get / http/1.1\r\n": HTTP, "\r\nGET / HTTP/1.1\r\n": HTTP, "GET / HTTP/1.1 \n": HTTP,
		"HELO good.test\r\n": Opaque, "SSH-2.0-x\r\n": Opaque, "PING\r\n": Opaque, "*1\r\n$4\r\n": Opaque,
		"PRI * HTTP/2.0\r\n": Opaque, "GET HTTP://evil.test/\r\nHost: x": HTTP,
		"get key\r\n": Opaque,
		"\x16":        TLS, "\x16\x03\x01": TLS, "\x16\x03\xff\x01\x00\x01": TLS,
		"\x16\x01\x00\x00\x01\x00": Opaque, "\x16\x03\x00\x00\x07\x00\x00\x00": Opaque, // a length "\x00\x00\x00\x08": Opaque,
		" GET / HTTP/1.1\r\n": Opaque, strings.Repeat("A", 30): Opaque,
		"SET " + strings.Repeat("a", MaxFirst): Opaque,
	} {
		if got, err := Begins([]byte(text)); got != want || err != nil {
			t.Errorf("%.40q: %d %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "GET", "GET ", "GET /long", "\r\n", "HELO x"} {
		if got, err := Begins([]byte(text)); err != ErrShort {
			t.Errorf("%q: %d %v", text, got, err)
		}
	}
}

func TestReadRequestRefuses(t *testing.T) {
	for _, text := range []string{
		"GET / HTTP/1.1\nHost: x\n\n",
		"GET / HTTP/1.1\r\nHost: x\nHost: y\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\rHost: y\r\n\r\n",
		"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
		"GET / HTTP/1.1\r\n Host: x\r\n\r\n",
		"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
		"GET / HTTP/1.1\r\nA\r\n\r\n",
		"GET / HTTP/1.1\r\nA: \x00\r\n\r\n",
		"GET / HTTP/2.0\r\n\r\n", "GET /\r\n\r\n",
		"GET http://evil.test/\r\nHost: evil.test\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "\r\n\r\n",
		"GET / a HTTP/1.1\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n",
		"GET / HTTP/1.1\r\n" + strings.Repeat("A: b\r\n", maxFields) + "\r\n",
		"GET / HTTP/1.1\r\nA: " + strings.Repeat("b", MaxFirst),
	} {
		if r, _, err := ReadRequest([]byte(text)); err == nil || err == ErrShort {
			t.Errorf("%.60q: %+v %v", text, r, err)
		}
	}
}

func TestRequestHost(t *testing.T) {
	for head, want := range map[string]string{
		"Host: a.test":               "a.test",
		"hOST:\ta.test:80 ":          "a.test:80",
		"Host: a.test\r\nHost: b":    "error",
		"Host: a.test\r\nX-Host: b":  "a.test",
		"X: y":                       "",
		"Host: a.test\r\nhost: a.te": "error",
	} {
		r, _, err := ReadRequest([]byte("GET / HTTP/1.1\r\n" + head + "\r\n\r\n"))
		if err != nil {
			t.Errorf("%q: %v", head, err)
			continue
		}
		got, err := r.Host()
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}

func TestAbsoluteTargets(t *testing.T) {
	for target, want := range map[string]string{
		"http://a.test/x?y":       "a.test:80 /x?y",
		"HTTP://a.test:8080":      "a.test:8080 /",
		"http://a.test?x":         "a.test:80 /?x",
		"http://[::1]/":           "[::1]:80 /",
		"http://[::1]:81/":        "[::1]:81 /",
		"http://me@evil.test/":    "me@evil.test:80 /", // read as no host later
		"http://a.test#.b.test/x": "",
		"http:///x":               "",
		"https://a.test/":         "",
		"/x":                      "",
		"*":                       "",
	} {
		r := &Request{Target: target}
		authority, path, ok := r.Absolute()
		if got := strings.TrimSpace(authority + " " + path); got != want || ok != (want != "") {
			t.Errorf("%s: %q %v, want %q", target, got, ok, want)
		}
	}
}

func TestWrite(t *testing.T) {
	text := "POST http://a.test/x HTTP/1.1\r\nHost: b.test\r\n" +
		"Proxy-Authorization: Basic eDp5\r\nProxy-Connection: keep-alive\r\nConnection: X-Mine, close\r\n" +
		"X-Mine: 1\r\nUpgrade: h2c\r\nContent-Length: 2\r\nX-Kept: 1\r\n\r\nab"
	r, n, err := ReadRequest([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := "POST /x HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Length: 2\r\n" +
		"X-Kept: 1\r\n\r\n"
	if got := string(r.Write("/x", "a.test")); got != want || text[n:] != "ab" {
		t.Errorf("%q", got)
	}
	got := string(r.Write("/x", "a.test", Field{"Proxy-Authorization", "Basic bWU6cHc="}))
	if !strings.Contains(got, "bWU6cHc=") || strings.Contains(got, "eDp5") {
		t.Errorf("%q", got)
	}
}

// FuzzRequest: what is read is what net/http reads, or net/http reads nothing; and what is written
// has the host that it was given, and no other.
func FuzzRequest(f *testing.F) {
	f.Add([]byte("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: x\r\n\r\n"))
	f.Add([]byte("CONNECT a.test:443 HTTP/1.0\r\n\r\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _ = Begins(b)
		r, n, err := ReadRequest(b)
		if err != nil {
			return
		}
		host, err := r.Host()
		_, _, _ = r.Absolute()
		if theirs, httpErr := http.ReadRequest(bufio.NewReader(bytes.NewReader(b[:n]))); httpErr == nil {
			// For an absolute target net/http takes the host of that, as it must.
			if err == nil && !strings.Contains(r.Target, "/") && theirs.Host != host &&
				r.Method != "CONNECT" {
				t.Fatalf("%q: net/http reads the host %q, and we %q", b[:n], theirs.Host, host)
			}
		}
		again, _, err := ReadRequest(r.Write("/", "given.test"))
		if err != nil {
			t.Fatalf("%q is written as %q: %v", b[:n], r.Write("/", "given.test"), err)
		}
		if h, err := again.Host(); h != "given.test" || err != nil {
			t.Fatalf("%q: host %q %v", b[:n], h, err)
		}
	})
}
