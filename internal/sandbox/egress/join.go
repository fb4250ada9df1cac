package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
)

// Ports of one sandbox can be opened in another one: each has a network namespace and rules of its
// own, and what they share is that a server of the one is found at localhost in the other. Sockets for
// it are made inside and passed out before it is known for which ports they are.

// joiners is how many ports of other sandboxes can be opened inside.
const joiners = 16

// Dial connects with a port of another sandbox.
type Dial func(ctx context.Context) (net.Conn, error)

// joins is what a server has of other sandboxes.
type joins struct {
	begin sync.Once
	ready chan struct{} // closed when the sockets are there

	mu     sync.Mutex
	ctx    context.Context // nil before the beginning and after the end
	in     *inside
	free   *[]*os.File
	opened map[uint16]*opened
}

// opened is a port that leads into another sandbox.
type opened struct {
	net.Listener
	dial Dial
}

// wait is a channel that is closed when Serve has begun.
func (j *joins) wait() chan struct{} {
	j.begin.Do(func() { j.ready = make(chan struct{}) })
	return j.ready
}

// start begins with the sockets that Serve has.
func (j *joins) start(ctx context.Context, l *Listeners, in *inside) {
	j.mu.Lock()
	j.ctx, j.in, j.free, j.opened = ctx, in, &l.join, map[uint16]*opened{}
	j.mu.Unlock()
	close(j.wait())
}

// stop closes all ports. Who takes over opens them anew.
func (j *joins) stop() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ctx = nil
	for _, o := range j.opened {
		_ = o.Close()
	}
}

var errNotServed = errors.New("the sandbox is not served")

// Open opens a port inside that leads into another sandbox. It fails where a program listens there.
func (s *Server) Open(port uint16, dial Dial) error {
	<-s.joins.wait()
	j := &s.joins
	j.mu.Lock()
	defer j.mu.Unlock()
	switch free := j.free; {
	case j.ctx == nil:
		return errNotServed
	case j.opened[port] != nil:
		j.opened[port].dial = dial
		return nil
	case s.serves(port):
		return fmt.Errorf("port %d is the sandbox's own", port)
	case len(*free) == 0:
		return fmt.Errorf("more than %d ports of other runs", joiners)
	}
	f := (*j.free)[0]
	if err := listenAt(f, local(port)); err != nil {
		return err
	}
	*j.free = (*j.free)[1:]
	l, err := net.FileListener(f)
	_ = f.Close()
	if err != nil {
		return err
	}
	j.opened[port] = &opened{l, dial}
	ctx := j.ctx
	s.wg.Go(func() {
		_ = s.accept(ctx, listener{Listener: l, role: joined, port: port,
			turns: new(atomic.Int64)})
	})
	return nil
}

// Shut closes a port that was opened.
func (s *Server) Shut(port uint16) {
	j := &s.joins
	j.mu.Lock()
	defer j.mu.Unlock()
	if o := j.opened[port]; o != nil {
		delete(j.opened, port)
		_ = o.Close()
	}
}

// Opened reports whether a port inside is one that was opened, or one of the sandbox itself.
func (s *Server) Opened(port uint16) bool {
	j := &s.joins
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.opened[port] != nil || s.serves(port)
}

// serves reports whether the sandbox itself listens at a port of localhost: there its own rules are
// asked, and no other sandbox has anything to look for.
func (s *Server) serves(port uint16) bool {
	for _, n := range s.needs {
		at := n.Addr.Addr()
		near := at.IsUnspecified() || at == local(0).Addr() || at == netip.IPv6Loopback()
		if n.Listens() && near && n.Addr.Port() == port {
			return true
		}
	}
	return false
}

// Enter connects a connection from another sandbox with a port inside, in the background.
func (s *Server) Enter(c net.Conn, port uint16) {
	<-s.joins.wait()
	j := &s.joins
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ctx != nil && j.opened[port] == nil && !s.serves(port) {
		select {
		case s.slots <- struct{}{}:
			s.take(j.ctx, c, listener{role: published, inside: j.in, port: port})
			return
		default:
		}
	}
	reset(c)
}

// forward connects a program with the sandbox that a port leads to.
func (j *joins) forward(ctx context.Context, s *Server, c net.Conn, port uint16) {
	j.mu.Lock()
	o := j.opened[port]
	j.mu.Unlock()
	if o == nil {
		reset(c)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, insideLimit)
	server, err := o.dial(ctx)
	cancel()
	if err != nil || !s.track(server) {
		reset(c)
		return
	}
	s.pass(c, server, nil, nil)
}
