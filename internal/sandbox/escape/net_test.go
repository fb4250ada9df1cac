//go:build linux

package escape

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// The hosts of the rows are stand-ins behind a proxy of this machine, which is that of the person:
// $W/via has the variables that name it. Without the sandbox programs ask the proxy, in it they know
// nothing of it. What a host was asked by is seen from outside as $W/heard-NAME and heard-NAME:PORT.

// password is that of the person's proxy.
const password = "person:word"

// proxy starts the person's proxy, and takes two ports that are free.
func (w *place) proxy(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	w.closes = append(w.closes, func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_ = c.SetDeadline(time.Now().Add(timeLimit))
				w.proxied(c)
			}()
		}
	}()
	url := "http://" + password + "@" + l.Addr().String()
	script := "#!/bin/sh\n"
	for _, name := range []string{"http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY",
		"ALL_PROXY"} {
		script += "export " + name + "=" + url + "\n"
	}
	must(t, os.WriteFile(w.path("via"), []byte(script+"exec \"$@\"\n"), 0o755))
	w.vars["FREE"] = world.FreePort(t)
}

// heard notes that a host was named to the outside.
func (w *place) heard(name, port string) {
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if name == "" || strings.ContainsAny(name, "/ ") {
		return
	}
	_ = os.WriteFile(w.path("heard-"+name), nil, 0o644)
	_ = os.WriteFile(w.path("heard-"+name+":"+port), nil, 0o644)
}

// head reads the head of a request: its first line, and the fields that count.
func head(r *bufio.Reader) (method, target, host, proof string, err error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return
	}
	parts := strings.Fields(line)
	if len(parts) != 3 {
		return "", "", "", "", fmt.Errorf("no request: %q", line)
	}
	method, target = parts[0], parts[1]
	for {
		line, err = r.ReadString('\n')
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case err != nil || name == "":
			return
		case strings.EqualFold(name, "Host"):
			host = strings.TrimSpace(value)
		case strings.EqualFold(name, "Proxy-Authorization"):
			proof = strings.TrimSpace(value)
		}
	}
}

// proxied serves one connection to the proxy.
func (w *place) proxied(c net.Conn) {
	r := bufio.NewReader(c)
	method, target, host, proof, err := head(r)
	if err != nil {
		return
	}
	if proof != "Basic "+base64.StdEncoding.EncodeToString([]byte(password)) {
		_, _ = io.WriteString(c, "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"+
			"Content-Length: 0\r\nConnection: close\r\n\r\n")
		return
	}
	if method != "CONNECT" {
		u, err := url.Parse(target)
		if err != nil {
			return
		}
		port := u.Port()
		if port == "" {
			port = "80"
		}
		w.heard(u.Hostname(), port)
		w.page(c, port, u.Path, host)
		return
	}
	name, port, err := net.SplitHostPort(target)
	if err != nil {
		return
	}
	_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
	w.tunnelled(c, r, name, port)
}

// tunnelled is the host behind CONNECT. It has heard something once a byte for it has come.
func (w *place) tunnelled(c net.Conn, r *bufio.Reader, name, port string) {
	first, err := r.Peek(1)
	if err != nil {
		return
	}
	w.heard(name, port)
	const handshake = 0x16
	in := io.Reader(r)
	if first[0] == handshake {
		s := tls.Server(&peeked{c, r}, &tls.Config{Certificates: []tls.Certificate{certificate()}})
		if s.Handshake() != nil {
			return
		}
		w.heard(s.ConnectionState().ServerName, port)
		c, in = s, s
	} else if port != "80" {
		return
	}
	if _, path, host, _, err := head(bufio.NewReader(in)); err == nil {
		w.page(c, port, path, host)
	}
}

type peeked struct {
	net.Conn
	r *bufio.Reader
}

func (p *peeked) Read(b []byte) (int, error) { return p.r.Read(b) }

// page answers a request: a greeting, or a repository of git.
func (w *place) page(c net.Conn, port, path, host string) {
	name, _, _ := strings.Cut(host, ":")
	w.heard(name, port)
	text := "good says hello\n"
	switch {
	case strings.HasSuffix(path, "/HEAD"):
		text = "ref: refs/heads/main\n"
	case strings.Contains(path, "/info/refs"):
		text = strings.Repeat("0", 39) + "1\trefs/heads/main\n"
	}
	_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n"+
		"Connection: close\r\n\r\n%s", len(text), text)
}

// certificate is one that nobody has to believe.
var certificate = sync.OnceValue(func() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"good.test"},
		NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		panic(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
})
