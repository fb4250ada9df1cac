//go:build linux

package tooltest

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// hosts are stand-ins for those of the net. They are reached as a person reaches them who has a
// proxy: fencepost-run asks it, and what is in the sandbox knows nothing of it.
type hosts struct {
	proxy string // its address
	sites map[string]http.Handler
	ports map[string]string // what else is served, by host:port: an address of this machine

	mu    sync.Mutex
	heard map[string]bool
	keys  map[string]*tls.Certificate
	root  *x509.Certificate
	key   *ecdsa.PrivateKey
}

// password is that of the person's proxy.
const password = "person:word"

// newHosts starts the proxy. What believes the hosts reads ca.pem in the directory.
func newHosts(t *testing.T, dir string) *hosts {
	t.Helper()
	h := &hosts{heard: map[string]bool{}, keys: map[string]*tls.Certificate{},
		ports: map[string]string{}}
	h.sites = sites(t, dir)
	h.authority(t, dir)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	h.proxy = l.Addr().String()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go h.serve(c)
		}
	}()
	return h
}

// vars are the variables that name the proxy.
func (h *hosts) vars() map[string]string {
	url := "http://" + password + "@" + h.proxy
	return map[string]string{"https_proxy": url, "HTTPS_PROXY": url, "http_proxy": url,
		"HTTP_PROXY": url, "ALL_PROXY": url}
}

func (h *hosts) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.heard)
}

func (h *hosts) asked(host string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.heard[host]
}

// serve serves one connection to the proxy.
func (h *hosts) serve(c net.Conn) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(timeLimit))
	r := bufio.NewReader(c)
	req, err := http.ReadRequest(r)
	if err != nil {
		return
	}
	proof := "Basic " + base64.StdEncoding.EncodeToString([]byte(password))
	known := req.Header.Get("Proxy-Authorization") == proof
	name, port, err := net.SplitHostPort(req.Host)
	if !known || req.Method != http.MethodConnect || err != nil {
		_, _ = io.WriteString(c, "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
		return
	}
	h.mu.Lock()
	h.heard[name] = true
	h.mu.Unlock()
	site, to := h.sites[name], h.ports[req.Host]
	switch {
	case to != "":
		h.pass(c, r, to)
	case site != nil && port == "443":
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
		s := tls.Server(&peeked{c, r}, &tls.Config{NextProtos: []string{"http/1.1"},
			GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
				return h.certificate(name)
			}})
		_ = http.Serve(&once{conn: s}, site)
	default:
		_, _ = io.WriteString(c, "HTTP/1.1 502 No such host\r\nContent-Length: 0\r\n\r\n")
	}
}

// pass passes a connection on to an address of this machine.
func (h *hosts) pass(c net.Conn, r io.Reader, to string) {
	out, err := net.Dial("tcp4", to)
	if err != nil {
		_, _ = io.WriteString(c, "HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n")
		return
	}
	defer out.Close()
	_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
	go func() {
		_, _ = io.Copy(out, r)
		_ = out.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(c, out)
}

type peeked struct {
	net.Conn
	r *bufio.Reader
}

func (p *peeked) Read(b []byte) (int, error) { return p.r.Read(b) }

// once is a listener for one connection; it is closed when that is.
type once struct {
	conn net.Conn
	done chan struct{}
}

func (o *once) Accept() (net.Conn, error) {
	if o.done == nil {
		o.done = make(chan struct{})
		return &closing{Conn: o.conn, done: o.done}, nil
	}
	<-o.done
	return nil, io.EOF
}

func (o *once) Close() error   { return nil }
func (o *once) Addr() net.Addr { return o.conn.LocalAddr() }

type closing struct {
	net.Conn
	done chan struct{}
	once sync.Once
}

func (c *closing) Close() error {
	c.once.Do(func() { close(c.done) })
	return c.Conn.Close()
}

// authority makes who vouches for the hosts.
func (h *hosts) authority(t *testing.T, dir string) {
	t.Helper()
	var err error
	h.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	h.root = &x509.Certificate{SerialNumber: big.NewInt(1), IsCA: true, BasicConstraintsValid: true,
		Subject:  pkix.Name{CommonName: "stand-ins"},
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, SubjectKeyId: []byte{1},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, h.root, h.root, &h.key.PublicKey, h.key)
	must(t, err)
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	must(t, os.WriteFile(dir+"/ca.pem", text, 0o644))
}

// certificate is that of one host.
func (h *hosts) certificate(name string) (*tls.Certificate, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.keys[name]; c != nil {
		return c, nil
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(int64(len(h.keys) + 2)), DNSNames: []string{name},
		Subject: pkix.Name{CommonName: name}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, of, h.root, &h.key.PublicKey, h.key)
	if err != nil {
		return nil, err
	}
	h.keys[name] = &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: h.key}
	return h.keys[name], nil
}

// page answers with a text of a kind.
func page(kind string, text []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(text)
	}
}

// files are a site of these paths.
func site(files map[string][]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		kind := "application/octet-stream"
		if strings.HasPrefix(string(text), "<") {
			kind = "text/html"
		} else if strings.HasPrefix(string(text), "{") {
			kind = "application/json"
		}
		page(kind, text)(w, r)
	})
}
