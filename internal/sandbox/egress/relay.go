package egress

import (
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox/egress/sniff"
)

// relay passes bytes both ways until both sides have ended, one has failed, or nothing has passed
// for too long. Of what the program sends, first is there already; g looks at it, if it is not
// nil. Both connections are closed at the end.
func (s *Server) relay(program, server net.Conn, first []byte, g *guard) error {
	return s.relayFrom(program, server, Way{Bytes: first}, Way{}, g)
}

// relayFrom is relay for a connection that has been passed on in part.
func (s *Server) relayFrom(
	program, server net.Conn, toServer, toProgram Way, g *guard,
) error {
	p := &pipe{limits: &s.limits, frozen: &s.frozen, ended: toServer.Ended || toProgram.Ended}
	p.passed()
	from, handed := program.(*sender)
	if handed {
		from.begin()
	}
	var back error
	var wg sync.WaitGroup
	if !toProgram.Ended {
		sends := int64(0)
		if handed && from.l.role == published { // the other side is a program inside
			sends = 1
		}
		s.sending.Add(sends)
		if sends > 0 { // what connected sends nothing that would be waited for
			from.sent()
		}
		wg.Go(func() {
			defer s.sending.Add(-sends)
			toProgram.Bytes, back = p.copyFrom(program, server, toProgram.Bytes)
			toProgram.Ended = back != errFrozen
			p.end(program, server, back)
			if sends > 0 && back == nil {
				s.answered(from.Conn)
			}
		})
	}
	var err error
	if !toServer.Ended {
		toServer.Bytes, g, err = p.toServer(server, program, toServer.Bytes, g)
		toServer.Ended = err != errFrozen
		p.end(server, program, err)
		if toServer.Ended {
			s.allSent(program, server)
		}
	}
	wg.Wait()
	if handed && (err == errFrozen && (back == nil || back == errFrozen) ||
		back == errFrozen && err == nil) {
		from.hand(server, toServer, toProgram, g)
		return nil
	}
	_ = program.Close()
	_ = server.Close()
	return err
}

// pipe is both directions of one connection.
type pipe struct {
	limits *Limits
	last   atomic.Int64 // when a byte passed, in nanoseconds
	frozen *atomic.Bool // the connection is to be handed over
	mu     sync.Mutex
	ended  bool // one direction has
}

func (p *pipe) isFrozen() bool { return p.frozen != nil && p.frozen.Load() }

func (p *pipe) passed() { p.last.Store(time.Now().UnixNano()) }

// wait sets until when a read may take.
func (p *pipe) wait(from net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = from.SetReadDeadline(time.Now().Add(p.idle()))
}

// idle is for how long nothing may pass. The caller holds the lock.
func (p *pipe) idle() time.Duration {
	if p.ended {
		return p.limits.Half
	}
	return p.limits.Idle
}

// isIdle reports whether nothing has passed for too long, in either direction.
func (p *pipe) isIdle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(time.Unix(0, p.last.Load())) >= p.idle()
}

// end is the end of one direction: of what from sent to to. If it came with an error there is no
// other direction any more.
func (p *pipe) end(to, from net.Conn, err error) {
	if err == errFrozen {
		return
	}
	if err != nil {
		reset(to)
		reset(from)
		return
	}
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	_ = to.SetReadDeadline(time.Now().Add(p.limits.Half))
}

var errIdle = errors.New("nothing was sent for too long")

// copyFrom passes bytes on until from has ended: first those that are there already. It returns what
// it has read and not written, where the connection is handed over.
func (p *pipe) copyFrom(to, from net.Conn, first []byte) (left []byte, err error) {
	if len(first) > 0 {
		if left, err = p.write(to, first); err != nil {
			return left, err
		}
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	for {
		p.wait(from)
		if p.isFrozen() {
			return buffer(from), errFrozen
		}
		n, err := from.Read(*buf)
		if n > 0 {
			if left, err := p.write(to, (*buf)[:n]); err != nil {
				return append(left, buffer(from)...), err
			}
		}
		switch {
		case err == io.EOF:
			return nil, nil
		case errors.Is(err, os.ErrDeadlineExceeded) && p.isFrozen():
			return buffer(from), errFrozen
		case errors.Is(err, os.ErrDeadlineExceeded) && !p.isIdle():
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, errIdle
		case err != nil:
			return nil, err
		}
	}
}

// write passes bytes on; those that were not are left where the connection is handed over.
func (p *pipe) write(to net.Conn, b []byte) (left []byte, err error) {
	p.passed()
	_ = to.SetWriteDeadline(time.Now().Add(p.limits.Idle))
	n, err := to.Write(b)
	if errors.Is(err, os.ErrDeadlineExceeded) && p.isFrozen() {
		return slices.Clone(b[n:]), errFrozen
	}
	return nil, err
}

// buffer holds bytes that were read before the connection is passed on.
func buffer(c net.Conn) []byte {
	b, ok := c.(*buffered)
	if !ok || b.r.Buffered() == 0 {
		return nil
	}
	text, _ := b.r.Peek(b.r.Buffered())
	return slices.Clone(text)
}

// hand keeps a connection to be handed over.
func (c *sender) hand(other net.Conn, toOther, toProgram Way, g *guard) {
	c.to, c.other = &HandedConn{ToOther: toOther, ToProgram: toProgram}, other
	if g != nil {
		c.to.Target = g.target.String()
	}
}

var buffers = sync.Pool{New: func() any {
	b := make([]byte, 32<<10)
	return &b
}}

// unknownFor is how long first bytes that may be half a line of HTTP wait for the rest. Programs
// that speak something else in half lines are not kept for longer.
const unknownFor = 2 * time.Second

// toServer passes on what the program sends; the first bytes when the guard has seen them.
// Where the connection is handed over, it returns what is left, and the guard if that has not seen
// enough.
func (p *pipe) toServer(
	server, program net.Conn, first []byte, g *guard,
) (left []byte, not *guard, err error) {
	first, ended, err := p.guarded(program, first, g)
	if err == errFrozen {
		return first, g, err
	}
	if err != nil {
		return nil, g, err
	}
	if ended {
		left, err = p.write(server, first)
		return left, nil, err
	}
	left, err = p.copyFrom(server, program, first)
	return left, nil, err
}

// guarded reads until the guard knows what there is to know. ended says that the program has ended.
func (p *pipe) guarded(program net.Conn, b []byte, g *guard) (first []byte, ended bool, err error) {
	if g == nil {
		return b, false, nil
	}
	part := buffers.Get().(*[]byte)
	defer buffers.Put(part)
	state := unknown
	for begin := time.Now(); ; {
		if len(b) > 0 {
			if state, err = g.check(b); err != nil {
				return nil, false, &guardError{err}
			}
			if state == passes {
				return b, false, nil
			}
		}
		p.waitFirst(program, len(b), state, begin)
		if p.isFrozen() {
			return b, false, errFrozen
		}
		n, err := program.Read((*part)[:min(len(*part), sniff.MaxFirst-len(b))])
		if n > 0 {
			if len(b) == 0 {
				begin = time.Now()
			}
			b = append(b, (*part)[:n]...)
			continue
		}
		late := errors.Is(err, os.ErrDeadlineExceeded)
		switch {
		case late && p.isFrozen():
			return b, false, errFrozen
		case late && len(b) == 0 && !p.isIdle():
		case late && len(b) == 0:
			return nil, false, errIdle
		case (late || err == io.EOF) && state == unknown:
			return b, err == io.EOF, nil
		case err != nil:
			return nil, false, err
		}
	}
}

// waitFirst sets until when the program may take to send more of its first bytes: any time for the
// first one, as servers may speak first.
func (p *pipe) waitFirst(program net.Conn, n int, state seen, begin time.Time) {
	switch {
	case n == 0:
		p.wait(program)
	case state == unknown:
		_ = program.SetReadDeadline(begin.Add(min(unknownFor, p.limits.Head)))
	default:
		_ = program.SetReadDeadline(begin.Add(p.limits.Head))
	}
}

// reset closes a connection so that the other side sees that it failed.
func reset(c net.Conn) {
	if tcp, ok := c.(interface{ SetLinger(int) error }); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}
