package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
)

// Server serves the network of one sandbox.
type Server struct {
	config Config
	limits Limits
	ipv6   bool
	rules  *rules
	names  *names
	refuse *refusals
	dialer *dialer

	password string // what a proxy outside of a namespace wants to hear

	slots   chan struct{} // one for each connection
	sending atomic.Int64  // connections whose program may still send
	wg      sync.WaitGroup
	mu      sync.Mutex
	open    map[net.Conn]struct{} // nil when Serve has ended
	sent    map[net.Conn]struct{} // those of open to which the program has sent all
	takes   []listener

	// What hands over (Leave, Resume).
	frozen  atomic.Bool
	cancel  context.CancelCauseFunc // of Serve
	left    chan struct{}           // closed when it has ended
	kept    []*sender
	resumes []*resumed
	handed  *Handed
	files   []*os.File
	leftErr error
	joins   joins
	needs   []Socket
}

// New checks a config. Nothing is opened.
func New(c Config) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Server{
		config: c, limits: c.Limits.filled(), ipv6: hasIPv6(),
		rules:  &rules{allow: c.Allow, deny: c.Deny, reasons: c.Reasons},
		refuse: newRefusals(c.Stderr, c.Refused),
		open:   map[net.Conn]struct{}{},
		sent:   map[net.Conn]struct{}{},
		left:   make(chan struct{}),
	}
	s.names = newNames(s.limits.Names)
	s.reserve(c.Allow)
	s.dialer = &dialer{
		resolver: c.Resolver, denied: c.DenyResolved, timeout: s.limits.Dial, proxy: c.Proxy,
		own: ownAddresses{look: c.own},
	}
	if c.own == nil {
		s.dialer.own.look = interfaceAddresses
	}
	s.slots = make(chan struct{}, s.limits.Conns)
	s.needs = s.Needs().Sockets
	if n := len(s.needs); n > maxSockets {
		return nil, &hostmatch.Error{
			What: fmt.Sprintf("sandbox.network needs %d sockets, of %d at most", n, maxSockets),
			Mend: "name fewer ports",
		}
	}
	return s, nil
}

// reserve gives the names that are allowed one by one their addresses, so that no flood of others
// leaves them without.
func (s *Server) reserve(list hostmatch.List) {
	for i := range list {
		if p := &list[i]; p.Exact() && !p.Addr().IsValid() {
			s.names.give(p.Host, true)
		}
	}
}

// Serve serves until the context ends, or until a listener fails. When it returns nothing is left
// of it: no goroutine, no connection, no listener. It can be called once.
func (s *Server) Serve(ctx context.Context, l *Listeners) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer close(s.left)
	inside := newInside(l.connect, l.connect6)
	s.publish(ctx, l, inside)
	for i := range l.listeners {
		l.listeners[i].turns = new(atomic.Int64)
	}
	s.mu.Lock()
	s.takes, s.cancel = l.listeners, cancel
	s.mu.Unlock()
	s.resume(ctx, inside)
	s.joins.start(ctx, l, inside)
	for _, c := range l.packets {
		s.wg.Go(func() { s.end(ctx, cancel, s.packets(c)) })
	}
	for _, c := range l.listeners {
		s.wg.Go(func() { s.end(ctx, cancel, s.accept(ctx, c)) })
	}
	<-ctx.Done()
	s.joins.stop()
	if s.frozen.Load() {
		s.freeze(l, inside)
		s.refuse.flush()
		return s.leftErr
	}
	l.closeListening()
	s.mu.Lock()
	for c := range s.open {
		if _, all := s.sent[c]; all {
			_ = c.Close()
		} else {
			reset(c)
		}
	}
	s.open = nil
	s.mu.Unlock()
	s.wg.Wait()
	l.Close()
	s.refuse.flush()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) &&
		!errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// end ends the whole if a listener has failed before its time.
func (s *Server) end(ctx context.Context, cancel context.CancelCauseFunc, err error) {
	if ctx.Err() == nil {
		cancel(err)
	}
}

// track remembers a connection, to be closed when the whole ends.
func (s *Server) track(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		reset(c)
		return false
	}
	s.open[c] = struct{}{}
	return true
}

func (s *Server) forget(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
	delete(s.sent, c)
}

// accept takes the connections of one listener.
func (s *Server) accept(ctx context.Context, l listener) error {
	defer l.turns.Store(ended)
	var pause time.Duration
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		if err != nil && s.frozen.Load() {
			return nil
		}
		if again, ok := l.Listener.(deadlineSetter); ok && errors.Is(err, os.ErrDeadlineExceeded) {
			_ = again.SetDeadline(time.Time{})
			l.turns.Add(1) // Drain waits for it
			continue
		}
		if err != nil {
			// Too many files, or a connection that went before it was taken: others come.
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		}
		pause = 0
		select {
		case s.slots <- struct{}{}:
			s.take(ctx, c, l)
		default:
			reset(c)
		}
	}
}

// take serves a connection in the background. It has a slot.
func (s *Server) take(ctx context.Context, c net.Conn, l listener) {
	s.takeFrom(ctx, c, l, nil)
}

// takeFrom is take for a connection that has been read in part.
func (s *Server) takeFrom(ctx context.Context, c net.Conn, l listener, rest []byte) {
	s.sending.Add(1)
	sent := sync.OnceFunc(func() { s.sending.Add(-1) })
	s.wg.Go(func() {
		defer sent()
		defer func() { <-s.slots }()
		if !s.track(c) {
			return
		}
		defer s.forget(c)
		program := &sender{Conn: c, sent: sent, s: s, l: l, rest: rest}
		defer program.over()
		s.serve(ctx, program, l)
	})
}

// serve serves one connection by the role of its listener.
func (s *Server) serve(ctx context.Context, c net.Conn, l listener) {
	switch l.role {
	case DNSTCP:
		s.streamDNS(c)
	case Out:
		s.out(ctx, c)
	case HTTP:
		s.httpProxy(ctx, c)
	case SOCKS:
		s.socksProxy(ctx, c)
	case published:
		l.inside.forward(s, c, l.port)
	case joined:
		s.joins.forward(ctx, s, c, l.port)
	}
}

// out serves a program that connects with an address: the one that stands for a name, one that the
// config names, or a port of localhost.
func (s *Server) out(ctx context.Context, c net.Conn) {
	to, err := netip.ParseAddrPort(c.LocalAddr().String())
	if err != nil {
		reset(c)
		return
	}
	t := hostmatch.Target{Host: hostmatch.Host{Addr: to.Addr().Unmap()}, Port: to.Port()}
	if v := s.requests(t, false); v != nil {
		s.requestsVia(ctx, c, t, v)
		return
	}
	server, t, err := s.connect(ctx, t, false)
	if err != nil {
		reset(c)
		return
	}
	s.pass(c, server, nil, s.guard(t))
}

// pass relays, and records what the guard refuses.
func (s *Server) pass(program, server net.Conn, first []byte, g *guard) {
	defer s.forget(server)
	err := s.relay(program, server, first, g)
	if g != nil {
		s.guarded(g, err)
	}
}

// guarded records why a guard did not let first bytes go on.
func (s *Server) guarded(g *guard, err error) {
	var m *mismatch
	var refused *guardError
	switch {
	case errors.As(err, &m):
		s.refuse.target(m.target, m.why)
	case errors.As(err, &refused):
		s.refuse.target(g.target, refused.Error())
	}
}

// errRefused says that a target was refused.
type errRefused struct {
	target hostmatch.Target
	why    string
}

func (e *errRefused) Error() string {
	return "sandbox blocked network " + e.target.String() + " (" + e.why + ")"
}

// errNowhere is for addresses that mean nothing: they are refused as a closed port is.
var errNowhere = errors.New("connection refused")

// resolve says what a program means by a target: an address may stand for a name. It is what the
// rules are asked about, and all that is asked of them.
func (s *Server) resolve(t hostmatch.Target) (hostmatch.Target, error) {
	if isPool(t.Addr) {
		name := s.names.find(t.Addr)
		if name == "" {
			return t, errNowhere
		}
		t.Host = hostmatch.Host{Name: name}
	}
	if isLocal(t.Host) {
		if slices.Contains(s.config.Localhost, t.Port) {
			return t, nil
		}
		return t, errNowhere
	}
	if why := s.rules.why(t); why != "" {
		return t, s.refused(t, why)
	}
	return t, nil
}

func (s *Server) refused(t hostmatch.Target, why string) error {
	s.refuse.target(t, why)
	return &errRefused{t, why}
}

// isLocal reports whether a host is the machine itself, seen from inside.
func isLocal(h hostmatch.Host) bool {
	return h.Addr.IsLoopback() || h.Name == "localhost" || strings.HasSuffix(h.Name, ".localhost")
}

// connect asks the rules and connects with a target. asked says that a program asked a proxy for
// it.
func (s *Server) connect(
	ctx context.Context, t hostmatch.Target, asked bool,
) (net.Conn, hostmatch.Target, error) {
	t, err := s.resolve(t)
	if err != nil {
		return nil, t, err
	}
	var c net.Conn
	if isLocal(t.Host) {
		c, err = s.dialer.loopback(ctx, t.Port)
	} else {
		c, err = s.dialer.dial(ctx, t, asked)
	}
	if err == nil {
		if !s.track(c) {
			return nil, t, net.ErrClosed
		}
		return c, t, nil
	}
	if why := blocked(err); why != "" {
		return nil, t, s.refused(t, why)
	}
	if ctx.Err() == nil && !isLocal(t.Host) {
		s.refuse.failed(t, plainly(err))
	}
	return nil, t, err
}

// plainly says why a connection failed, without the addresses of this machine's name servers and
// proxies.
func plainly(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return "no such host"
	case errors.As(err, &dns):
		return "its name cannot be looked up"
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer"
	case errors.As(err, &op) && op.Op == "dial":
		return fmt.Sprint(op.Err)
	}
	return "the proxy of this machine does not connect"
}
