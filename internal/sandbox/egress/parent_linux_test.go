package egress

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// secret is the password of the person's proxy.
const secret = "pa55word"

// parent is the person's proxy of HTTP: it knows all names of the world.
func parent(t *testing.T, w *world) (url string, seen func() string) {
	t.Helper()
	var mu sync.Mutex
	var log []string
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	dial := func(host string) (net.Conn, error) {
		return (&net.Dialer{Resolver: w.resolver}).Dial("tcp", host)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		log = append(log, r.Method+" "+r.RequestURI+" "+r.Header.Get("Proxy-Authorization"))
		mu.Unlock()
		if r.Header.Get("Proxy-Authorization") != "Basic bWU6cGE1NXdvcmQ=" {
			rw.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		if r.Method != http.MethodConnect {
			r.RequestURI = ""
			r.Header.Del("Proxy-Authorization")
			transport := &http.Transport{DialContext: func(_ context.Context, _, addr string) (net.Conn, error) {
				return dial(addr)
			}}
			defer transport.CloseIdleConnections()
			answer, err := transport.RoundTrip(r)
			if err != nil {
				rw.WriteHeader(http.StatusBadGateway)
				return
			}
			defer answer.Body.Close()
			rw.WriteHeader(answer.StatusCode)
			_, _ = io.Copy(rw, answer.Body)
			return
		}
		to, err := dial(r.Host)
		if err != nil {
			rw.WriteHeader(http.StatusBadGateway)
			return
		}
		c, _, err := rw.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nVia: x\r\n\r\n")
		go func() { _, _ = io.Copy(to, c); _ = to.Close() }()
		_, _ = io.Copy(c, to)
		_ = c.Close()
	})}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return "http://me:" + secret + "@" + l.Addr().String(), func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.Join(log, "\n")
	}
}

// TestPasswordOfProxyStaysOutside (N15): the person's proxy is used, and nothing inside sees its password.
func TestPasswordOfProxyStaysOutside(t *testing.T) {
	has(t, "curl")
	w := outside(t)
	url, seen := parent(t, w)
	env := []string{"HTTPS_PROXY=" + url, "http_proxy=" + url, "NO_PROXY=other.test,10.0.0.0/8"}
	proxy, err := ProxyFrom(env)
	if err != nil {
		t.Fatal(err)
	}
	s := newSandbox(t, []string{"good.test", "good.test:8080", "good.test:8443", "other.test"},
		func(c *Config) { c.Proxy = proxy })
	inner := fmt.Sprintf("http://127.0.0.1:%d", httpPort)
	for _, r := range []struct{ args, seen string }{
		{"https://good.test/a", "CONNECT good.test:443 Basic"},
		{"http://good.test/b", "GET http://good.test/b Basic"},
		{"-d body http://good.test/c", "POST http://good.test/c Basic"},
		{"-x " + inner + " http://good.test/d", "GET http://good.test/d Basic"},
		{"-x " + inner + " http://good.test:8080/e", "GET http://good.test:8080/e Basic"},
		{"-x " + inner + " https://good.test:8443/f", "CONNECT good.test:8443 Basic"},
		{"https://other.test/g", ""}, // NO_PROXY
		{"http://other.test/h", ""},
		{"http://good.test:8080/i", ""}, // ports that no variable is for
	} {
		before := seen()
		out, _ := s.run(t, nil, append([]string{"curl", "-sS", "-i"}, strings.Fields(r.args)...)...)
		want(t, out, "good says hello")
		got := strings.TrimPrefix(seen(), before)
		if !strings.Contains(got, r.seen) || r.seen == "" && got != "" {
			t.Errorf("%s: the proxy saw %q", r.args, got)
		}
		if strings.Contains(out, secret) || strings.Contains(out, "bWU6cGE1NXdvcmQ=") {
			t.Errorf("%s: the password is inside: %s", r.args, out)
		}
	}
	before := seen()
	out, status := s.run(t, nil, "curl", "-sS", "http://evil.test/")
	if status == 0 || seen() != before {
		t.Errorf("evil.test: %s, the proxy saw %q", out, strings.TrimPrefix(seen(), before))
	}
	_, status = s.run(t, nil, "curl", "-sS", "-H", "Host: evil.test", "http://good.test/")
	if status == 0 || seen() != before {
		t.Errorf("another host: the proxy saw %q", strings.TrimPrefix(seen(), before))
	}
	want(t, s.say(t, s.address(t, "good.test").String()+":22", ""), "SSH-2.0-standin")
	unset := strings.Join(ProxyVariables(), " ")
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "ALL_PROXY", "http_proxy", "NO_PROXY"} {
		want(t, unset, name)
	}
	s.nothingOf(t, "evil")
}

// TestProxySocks: the person's proxy may speak SOCKS5, and is for every port then.
func TestProxySocks(t *testing.T) {
	w := outside(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		b := make([]byte, 256)
		_, _ = c.Read(b)
		_, _ = c.Write([]byte{5, 2})
		n, _ := c.Read(b)
		if string(b[:n]) != "\x01\x02me\x08"+secret {
			return
		}
		_, _ = c.Write([]byte{1, 0})
		_, _ = io.ReadFull(c, b[:4+1+9+2])
		if string(b[5:14]) != "good.test" {
			return
		}
		_, _ = c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
		to, err := net.Dial("tcp", worldAddr+":22")
		if err == nil {
			_, _ = io.CopyN(c, to, 17)
		}
	}()
	proxy, err := ProxyFrom([]string{"ALL_PROXY=socks5h://me:" + secret + "@" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	s := newSandbox(t, []string{"good.test"}, func(c *Config) { c.Proxy = proxy })
	want(t, s.say(t, s.address(t, "good.test").String()+":22", "x"), "SSH-2.0-standin")
	if _, queries := w.what(); len(queries) > 0 {
		t.Errorf("looked up here: %q", queries)
	}
}

func TestProxyFrom(t *testing.T) {
	for env, wanted := range map[string]string{
		"":                                   "none",
		"http_proxy= ":                       "error",
		"NO_PROXY=*":                         "none",
		"HTTP_PROXY=proxy.test:3128":         "",
		"https_proxy=http://me:pw@p.test:80": "",
		"ALL_PROXY=socks5://p.test":          "",
		"HTTPS_PROXY=https://me:pw@p.test":   "error",
		"HTTPS_PROXY=http://":                "error",
		"HTTPS_PROXY=http://me:p%zz@p.test":  "error",
		"HTTPS_PROXY=file:///x":              "error",
	} {
		p, err := ProxyFrom([]string{env})
		got := ""
		switch {
		case err != nil:
			got = "error"
			if strings.Contains(err.Error(), "pw") || strings.Contains(err.Error(), "p%zz") {
				t.Errorf("%s: the password is shown: %v", env, err)
			}
		case p == nil:
			got = "none"
		}
		if got != wanted {
			t.Errorf("%q: %q %v, want %q", env, got, err, wanted)
		}
	}
}
