package egress

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
	"golang.org/x/net/proxy"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/sandbox/egress/sniff"
)

// Proxy is what the variables of a person's environment say about proxies. Where one is for a
// target, the proxy gets its name and resolves it: which addresses it connects with is its own
// matter.
type Proxy struct {
	https, http, other func(*url.URL) (*url.URL, error)
}

// ProxyFrom reads HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY of an environment, in either
// spelling; nil where no proxy is named. HTTP_PROXY is for port 80 and HTTPS_PROXY for port 443 and
// for what a program asks a proxy for; all other ports have ALL_PROXY, as without the sandbox.
func ProxyFrom(env []string) (*Proxy, error) {
	get := func(name string) string {
		value := ""
		for _, v := range env {
			if key, is, _ := strings.Cut(v, "="); key == strings.ToLower(name) && is != "" {
				return is
			} else if key == name {
				value = is
			}
		}
		return value
	}
	all, no := get("ALL_PROXY"), get("NO_PROXY")
	p := &Proxy{}
	some := false
	for _, one := range [...]struct {
		to   *func(*url.URL) (*url.URL, error)
		name string
	}{{&p.https, "HTTPS_PROXY"}, {&p.http, "HTTP_PROXY"}, {&p.other, "ALL_PROXY"}} {
		name, value := one.name, get(one.name)
		if value == "" {
			name, value = "ALL_PROXY", all
		}
		if err := checkProxy(name, value); err != nil {
			return nil, err
		}
		some = some || value != ""
		*one.to = (&httpproxy.Config{HTTPSProxy: value, NoProxy: no}).ProxyFunc()
	}
	if !some {
		return nil, nil
	}
	return p, nil
}

// checkProxy refuses a proxy that cannot be used. Of its value only the scheme is shown: the rest
// can hold a password.
func checkProxy(name, value string) error {
	if value == "" {
		return nil
	}
	scheme, _, ok := strings.Cut(value, "://")
	if !ok {
		scheme, value = "http", "http://"+value
	}
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" {
		return &hostmatch.Error{
			What: name + " names no proxy",
			Mend: "write it as http://HOST:PORT, or unset it",
		}
	}
	switch strings.ToLower(scheme) {
	case "http", "socks5", "socks5h":
		return nil
	}
	return &hostmatch.Error{
		What: name + " names a proxy with the scheme " + hostmatch.Show(scheme),
		Mend: "use one that speaks HTTP or SOCKS5 (http://HOST:PORT, socks5://HOST:PORT)",
	}
}

// Connect has the proxy for a target, HOST:PORT, connect with it.
func (p *Proxy) Connect(ctx context.Context, target string) (net.Conn, error) {
	t, err := hostmatch.ReadTarget(target)
	if err != nil {
		return nil, err
	}
	if p != nil {
		if via := p.forTunnel(t, true); via != nil {
			return via.connect(ctx, t)
		}
	}
	return nil, errors.New("the environment names no proxy for " + t.String())
}

// forTunnel returns the proxy through which a target is connected with; nil for none. asked says
// that a program asked a proxy for the connection.
func (p *Proxy) forTunnel(t hostmatch.Target, asked bool) *via {
	choose := p.other
	switch {
	case t.Port == 443 || asked:
		choose = p.https
	case t.Port == 80:
		choose = p.http
	}
	return chosen(choose, t)
}

// forRequest returns the proxy that gets a plain request for a target whole; nil where there is
// none that takes requests.
func (p *Proxy) forRequest(t hostmatch.Target) *via {
	if v := chosen(p.http, t); v != nil && v.url.Scheme == "http" {
		return v
	}
	return nil
}

func chosen(choose func(*url.URL) (*url.URL, error), t hostmatch.Target) *via {
	u, err := choose(&url.URL{Scheme: "https", Host: t.String()})
	if err != nil || u == nil {
		return nil
	}
	return &via{u}
}

// via is one proxy.
type via struct{ url *url.URL }

// connect has the proxy connect with a target.
func (v *via) connect(ctx context.Context, t hostmatch.Target) (net.Conn, error) {
	if v.url.Scheme != "http" {
		return v.socks(ctx, t)
	}
	c, err := v.reach(ctx)
	if err != nil {
		return nil, err
	}
	if until, ok := ctx.Deadline(); ok {
		_ = c.SetDeadline(until)
	}
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	head := "CONNECT " + t.String() + " HTTP/1.1\r\nHost: " + t.String() + "\r\n"
	for _, f := range v.credentials() {
		head += f.Name + ": " + f.Value + "\r\n"
	}
	r := bufio.NewReaderSize(c, 4096)
	_, err = c.Write([]byte(head + "\r\n"))
	if err == nil {
		err = readConnected(r)
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	_ = c.SetDeadline(time.Time{})
	return &buffered{c.(*net.TCPConn), r}, nil
}

// reach connects with the proxy itself, wherever it is: the person has chosen it.
func (v *via) reach(ctx context.Context) (net.Conn, error) {
	port := v.url.Port()
	if port == "" {
		port = "80"
		if v.url.Scheme != "http" {
			port = "1080"
		}
	}
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(v.url.Hostname(), port))
	if err != nil {
		return nil, fmt.Errorf("the proxy cannot be reached: %w", err)
	}
	return c, nil
}

// credentials are what the proxy wants to see, if its URL has a user.
func (v *via) credentials() []sniff.Field {
	if v.url.User == nil {
		return nil
	}
	password, _ := v.url.User.Password()
	said := base64.StdEncoding.EncodeToString([]byte(v.url.User.Username() + ":" + password))
	return []sniff.Field{{Name: "Proxy-Authorization", Value: "Basic " + said}}
}

// maxAnswer bounds the head of a proxy's answer, in lines of at most 4096 bytes.
const maxAnswer = 100

// readConnected reads the answer to CONNECT.
func readConnected(r *bufio.Reader) error {
	for i := range maxAnswer {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("the proxy did not answer: %w", err)
		}
		said := strings.TrimRight(string(line), "\r\n")
		if i > 0 {
			if said == "" {
				return nil
			}
			continue
		}
		proto, status, _ := strings.Cut(said, " ")
		if !strings.HasPrefix(proto, "HTTP/1.") || !strings.HasPrefix(status, "2") {
			return fmt.Errorf("the proxy answered %s", hostmatch.Show(status))
		}
	}
	return fmt.Errorf("the proxy's answer has more than %d lines", maxAnswer)
}

// socks has a proxy of SOCKS5 connect with a target.
func (v *via) socks(ctx context.Context, t hostmatch.Target) (net.Conn, error) {
	var auth *proxy.Auth
	if v.url.User != nil {
		password, _ := v.url.User.Password()
		auth = &proxy.Auth{User: v.url.User.Username(), Password: password}
	}
	c, err := v.reach(ctx)
	if err != nil {
		return nil, err
	}
	d, err := proxy.SOCKS5("tcp", v.url.Host, auth, nil)
	if err == nil {
		_, err = d.(onConn).DialWithConn(ctx, c, "tcp", t.String())
	}
	if err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("the proxy did not connect: %w", err)
	}
	return c, nil
}

// onConn is what proxy.SOCKS5 returns, beside what it says.
type onConn interface {
	DialWithConn(ctx context.Context, c net.Conn, network, address string) (net.Addr, error)
}

// buffered is a connection that has been read in part.
type buffered struct {
	*net.TCPConn
	r *bufio.Reader
}

func (b *buffered) Read(p []byte) (int, error) { return b.r.Read(p) }
