package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/sandbox/egress/sniff"
)

// httpProxy serves a program that asks a proxy of HTTP: CONNECT HOST:PORT, or GET http://HOST/. One
// connection is for one target.
func (s *Server) httpProxy(ctx context.Context, c net.Conn) {
	r, rest, err := s.readRequest(c)
	if err != nil {
		answer(c, "400 Bad Request", err.Error())
		return
	}
	if !s.knows(r) {
		answer(c, "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"fencepost\"",
			"this proxy is for programs in the sandbox")
		return
	}
	t, path, err := s.askedFor(r)
	if err != nil {
		answer(c, "400 Bad Request", err.Error())
		return
	}
	if path == "" {
		s.tunnel(ctx, c, t, rest)
		return
	}
	s.request(ctx, c, t, r, path, rest)
}

// readRequest reads the head of a request, and what came with it.
func (s *Server) readRequest(c net.Conn) (r *sniff.Request, rest []byte, err error) {
	_ = c.SetReadDeadline(time.Now().Add(s.limits.Head))
	var b []byte
	part := buffers.Get().(*[]byte)
	defer buffers.Put(part)
	for {
		n, err := c.Read((*part)[:min(len(*part), sniff.MaxFirst-len(b))])
		if n == 0 {
			return nil, nil, fmt.Errorf("no request: %w", err)
		}
		b = append(b, (*part)[:n]...)
		r, n, err := sniff.ReadRequest(b)
		if err == nil {
			return r, b[n:], nil
		}
		if err != sniff.ErrShort {
			return nil, nil, err
		}
	}
}

// askedFor returns the target of a request to a proxy, and the path on it: "" for CONNECT. A field
// Host that names another host is refused: which of both the other side takes is not known.
func (s *Server) askedFor(r *sniff.Request) (t hostmatch.Target, path string, err error) {
	authority := r.Target
	if r.Method != "CONNECT" {
		var ok bool
		if authority, path, ok = r.Absolute(); !ok {
			return t, "", errors.New("this is the proxy of a sandbox: ask it with CONNECT HOST:PORT, " +
				"or for http://HOST/")
		}
	}
	if t, err = hostmatch.ReadTarget(authority); err != nil {
		s.refuse.add(Refusal{Host: hostmatch.Show(authority), Why: "it is not read as a host and a port"})
		return t, "", err
	}
	host, err := r.Host()
	if err != nil || host == "" {
		return t, path, err
	}
	h, err := hostmatch.ReadHost(sniff.HostOf(host))
	if err == nil && h == t.Host {
		return t, path, nil
	}
	why := "a request for it names " + hostmatch.Show(host) + " in the field Host"
	s.refuse.target(t, why)
	return t, "", errors.New(why)
}

// tunnel connects a program with a target, at the request of CONNECT.
func (s *Server) tunnel(ctx context.Context, c net.Conn, t hostmatch.Target, first []byte) {
	server, t, err := s.connect(ctx, t, true)
	if err != nil {
		s.answerError(c, err)
		return
	}
	_ = c.SetDeadline(time.Now().Add(s.limits.Head))
	if _, err := c.Write([]byte("HTTP/1.1 200 Connection established\r\n\r\n")); err != nil {
		s.forget(server)
		_ = server.Close()
		return
	}
	_ = c.SetDeadline(time.Time{})
	s.pass(c, server, first, s.guard(t))
}

// request passes a plain request on.
func (s *Server) request(
	ctx context.Context, c net.Conn, t hostmatch.Target, r *sniff.Request, path string, rest []byte,
) {
	asked := t
	if v := s.requests(t, true); v != nil {
		s.sendVia(ctx, c, t, r, path, rest, v)
		return
	}
	server, _, err := s.connect(ctx, t, false)
	if err != nil {
		s.answerError(c, err)
		return
	}
	_ = c.SetDeadline(time.Time{})
	s.pass(c, server, append(r.Write(path, hostField(asked)), rest...), nil)
}

// hostField is a target as the field Host has it.
func hostField(t hostmatch.Target) string {
	return strings.TrimSuffix(t.String(), ":80")
}

// requests returns the person's proxy for plain requests for a target; nil where there is none.
// known says that there is a request; without one port 80 is where they are.
func (s *Server) requests(t hostmatch.Target, known bool) *via {
	if s.config.Proxy == nil || !known && t.Port != 80 || isLocal(t.Host) && !isPool(t.Addr) {
		return nil
	}
	if name := s.names.find(t.Addr); name != "" {
		t.Host = hostmatch.Host{Name: name}
	}
	return s.config.Proxy.forRequest(t)
}

// requestsVia serves a program that connects with port 80 where the person has a proxy for that.
// Such proxies let requests through and no connections, so the request has to be there first. What
// is no request is connected with as everything else is.
func (s *Server) requestsVia(ctx context.Context, c net.Conn, t hostmatch.Target, v *via) {
	t, err := s.resolve(t)
	if err != nil {
		reset(c)
		return
	}
	g := &guard{s.rules, t}
	p := &pipe{limits: &s.limits}
	p.passed()
	first, ended, err := p.guarded(c, nil, g)
	if err != nil {
		s.guarded(g, err)
		reset(c)
		return
	}
	r, n, err := sniff.ReadRequest(first)
	if err != nil || ended {
		server, _, err := s.connect(ctx, t, false)
		if err != nil {
			reset(c)
			return
		}
		s.pass(c, server, first, nil)
		return
	}
	path := r.Target
	if _, absolute, ok := r.Absolute(); ok {
		path = absolute
	}
	s.sendVia(ctx, c, t, r, path, first[n:], v)
}

// sendVia passes a request on to the person's proxy.
func (s *Server) sendVia(
	ctx context.Context, c net.Conn, t hostmatch.Target, r *sniff.Request, path string, rest []byte, v *via,
) {
	t, err := s.resolve(t)
	if err != nil {
		s.answerError(c, err)
		return
	}
	dialing, cancel := context.WithTimeout(ctx, s.limits.Dial)
	server, err := v.reach(dialing)
	cancel()
	if err != nil || !s.track(server) {
		s.answerError(c, errors.New("the proxy of this machine does not answer"))
		return
	}
	host := hostField(t)
	_ = c.SetDeadline(time.Time{})
	s.pass(c, server, append(r.Write("http://"+host+path, host, v.credentials()...), rest...), nil)
}

// answerError answers a request that is refused, or whose target cannot be reached.
func (s *Server) answerError(c net.Conn, err error) {
	var refused *errRefused
	if errors.As(err, &refused) {
		answer(c, "403 Forbidden", refused.Error())
		return
	}
	answer(c, "502 Bad Gateway", "sandbox could not connect: "+plainly(err))
}

// answer is what a program gets that asks a proxy for something it does not get.
func answer(c net.Conn, status, why string) {
	text := "fencepost: " + oneLine(why) + "\n"
	_ = c.SetWriteDeadline(time.Now().Add(time.Second))
	_, _ = fmt.Fprintf(c, "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\n"+
		"Content-Length: %d\r\nConnection: close\r\n\r\n%s", status, len(text), text)
}

// socksProxy serves a program that asks a proxy of SOCKS5.
func (s *Server) socksProxy(ctx context.Context, c net.Conn) {
	_ = c.SetDeadline(time.Now().Add(s.limits.Head))
	asked, err := sniff.ReadSocks(c)
	if err == nil {
		var t hostmatch.Target
		if t, err = hostmatch.ReadTarget(asked); err == nil {
			s.socksTunnel(ctx, c, t)
			return
		}
		s.refuse.add(Refusal{Host: hostmatch.Show(asked), Why: "it is not read as a host and a port"})
		err = &sniff.SocksError{Code: sniff.SocksRefused, What: err.Error()}
	}
	var refused *sniff.SocksError
	if errors.As(err, &refused) {
		_, _ = c.Write(sniff.SocksReply(refused.Code))
	}
}

func (s *Server) socksTunnel(ctx context.Context, c net.Conn, t hostmatch.Target) {
	server, t, err := s.connect(ctx, t, true)
	_ = c.SetDeadline(time.Now().Add(s.limits.Head))
	if err != nil {
		var refused *errRefused
		code := byte(sniff.SocksUnreachable)
		if errors.As(err, &refused) {
			code = sniff.SocksRefused
		}
		_, _ = c.Write(sniff.SocksReply(code))
		return
	}
	if _, err := c.Write(sniff.SocksReply(sniff.SocksDone)); err != nil {
		s.forget(server)
		_ = server.Close()
		return
	}
	_ = c.SetDeadline(time.Time{})
	s.pass(c, server, nil, s.guard(t))
}
