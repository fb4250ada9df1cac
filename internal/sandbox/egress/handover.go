package egress

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
)

// What serves a sandbox can leave it to another process: sockets and connections are open files, and
// the rest is a value. Nothing is closed or lost in between: what comes meanwhile waits in the kernel.

// Handed is what a server has handed over, besides the files. It names files by their place.
type Handed struct {
	Reach
	Allowed map[string]int // names that have an address, by its number
	Refused map[string]int
	Next    int
	Sockets []HandedSocket
	Conns   []HandedConn
}

// HandedSocket is one that belongs to the server, not to a connection.
type HandedSocket struct {
	Role Role
	Addr string // where it listens; for a loose one its kind of address
	Port uint16 // of a published one: the port inside
	File int
}

// HandedConn is a connection of a program, or with one.
type HandedConn struct {
	Role Role
	Port uint16
	File int
	Read []byte // what was read of it, where it has no other side yet
	// The other side, where it has one.
	Other     int // its file; -1 for none
	Back      int // 4 or 6: the other side is a socket of role Connect of this kind, to be used again
	Target    string
	ToOther   Way
	ToProgram Way
}

// Way is one direction of a connection.
type Way struct {
	Ended bool
	Bytes []byte // have been read, and not been written
}

// errFrozen ends what is done for a connection, without an end of the connection itself.
var errFrozen = errors.New("the connection is handed over")

// sender is the connection of a program; sent is called when all that the program sends has been
// passed on. Until it has another side, it remembers what was read of it: then who takes it over
// can begin anew.
type sender struct {
	net.Conn
	sent func()
	s    *Server
	l    listener

	mu    sync.Mutex
	rest  []byte // has been read by another process
	read  []byte
	wrote bool
	begun bool // it has another side, and what is done with it is done
	to    *HandedConn
	other net.Conn
}

// untouched reports whether nothing may be done with the connection any more.
func (c *sender) untouched() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.begun && c.s.frozen.Load()
}

// begin notes that the connection has another side.
func (c *sender) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun, c.read = true, nil
}

func (c *sender) Read(b []byte) (n int, err error) {
	if c.untouched() {
		return 0, errFrozen
	}
	c.mu.Lock()
	rest := c.rest
	c.mu.Unlock()
	if len(rest) > 0 {
		n = copy(b, rest)
	} else {
		n, err = c.Conn.Read(b)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(rest) > 0 {
		c.rest = rest[n:]
	}
	if !c.begun && c.l.role != DNSTCP {
		c.read = append(c.read, b[:n]...)
	}
	return n, err
}

func (c *sender) Write(b []byte) (int, error) {
	if c.untouched() {
		return 0, errFrozen
	}
	c.mu.Lock()
	c.wrote = true
	c.mu.Unlock()
	return c.Conn.Write(b)
}

func (c *sender) Close() error {
	if c.untouched() {
		return nil
	}
	return c.Conn.Close()
}

// CloseWrite and SetLinger are those of the connection.
func (c *sender) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok && !c.untouched() {
		return half.CloseWrite()
	}
	return nil
}

func (c *sender) SetLinger(seconds int) error {
	if tcp, ok := c.Conn.(interface{ SetLinger(int) error }); ok && !c.untouched() {
		return tcp.SetLinger(seconds)
	}
	return nil
}

// over is called when all is done for the connection: it is closed, or kept to be handed over.
func (c *sender) over() {
	keep := c.s.frozen.Load()
	c.mu.Lock()
	switch {
	case !keep, c.begun && c.to == nil:
		keep = false
	case !c.begun && (c.wrote || c.l.role == DNSTCP):
		keep = false // an answer was begun that nobody can go on with
	case !c.begun:
		c.to = &HandedConn{Read: append(c.read, c.rest...), Other: -1}
	}
	c.mu.Unlock()
	if !keep {
		_ = c.Conn.Close()
		return
	}
	c.to.Role, c.to.Port = c.l.role, c.l.port
	c.s.mu.Lock()
	c.s.kept = append(c.s.kept, c)
	c.s.mu.Unlock()
}

// Leave ends Serve, and returns all that another process needs to go on with Resume: the files are
// open still, and no connection was closed. It takes as long as what is under way takes to notice.
// Serve has to have been called, if only just.
func (s *Server) Leave() (*Handed, []*os.File, error) {
	<-s.joins.wait()
	s.frozen.Store(true)
	s.mu.Lock()
	end := s.cancel
	s.mu.Unlock()
	end(errFrozen)
	<-s.left
	if s.handed == nil && s.leftErr == nil {
		return nil, nil, errors.New("it was served no longer")
	}
	return s.handed, s.files, s.leftErr
}

// freeze stops everything that waits, until nothing does any more, and collects it.
func (s *Server) freeze(l *Listeners, in *inside) {
	done := make(chan struct{})
	go func() { s.wg.Wait(); close(done) }()
	for kick := time.Millisecond; ; {
		s.kick(l)
		select {
		case <-done:
			s.handed, s.files, s.leftErr = s.collect(l, in)
			return
		case <-time.After(kick):
		}
	}
}

// kick makes all that waits for something look again.
func (s *Server) kick(l *Listeners) {
	past := time.Unix(1, 0)
	for _, c := range l.packets {
		_ = c.SetReadDeadline(past)
	}
	for _, c := range l.listeners {
		if d, ok := c.Listener.(deadlineSetter); ok {
			_ = d.SetDeadline(past)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		_ = c.SetDeadline(past)
	}
}

// filed is what has an open file.
type filed interface{ File() (*os.File, error) }

// collector gathers files, in place of what has them, and remembers errors.
type collector struct {
	files []*os.File
	err   error
}

func (c *collector) add(f *os.File) int {
	c.files = append(c.files, f)
	return len(c.files) - 1
}

func (c *collector) of(v any) int {
	if b, ok := v.(*buffered); ok {
		v = b.TCPConn
	}
	file, ok := v.(filed)
	if !ok {
		c.err = errors.Join(c.err, errors.New("a connection that cannot be handed over"))
		return -1
	}
	f, err := file.File()
	if c, ok := v.(io.Closer); ok {
		_ = c.Close()
	}
	if err != nil {
		c.err = errors.Join(c.err, err)
		return -1
	}
	return c.add(f)
}

// collect describes all that there is.
func (s *Server) collect(l *Listeners, in *inside) (*Handed, []*os.File, error) {
	h := &Handed{Reach: s.config.Reach}
	s.names.mu.Lock()
	h.Allowed, h.Refused, h.Next = s.names.allowed, s.names.refused, s.names.next
	s.names.mu.Unlock()
	c := &collector{}
	for _, p := range l.packets {
		h.Sockets = append(h.Sockets, HandedSocket{Role: DNS, File: c.of(p)})
	}
	for _, t := range l.listeners {
		h.Sockets = append(h.Sockets, HandedSocket{Role: t.role, Port: t.port,
			Addr: t.Addr().String(), File: c.of(t.Listener)})
	}
	in.each(func(v6 bool, f *os.File) {
		h.Sockets = append(h.Sockets, HandedSocket{Role: Connect, Addr: kindOf(v6), File: c.add(f)})
	})
	for _, f := range l.join {
		h.Sockets = append(h.Sockets, HandedSocket{Role: Join, File: c.add(f)})
	}
	for _, k := range s.kept {
		k.to.File = c.of(k.Conn)
		if k.other != nil {
			k.to.Other = c.of(k.other)
		}
		h.Conns = append(h.Conns, *k.to)
	}
	return h, c.files, c.err
}

func kindOf(v6 bool) string {
	if v6 {
		return "::1"
	}
	return "127.0.0.1"
}

// each takes all sockets that are free.
func (in *inside) each(f func(v6 bool, file *os.File)) {
	for i, free := range [...]chan *os.File{in.v4, in.v6} {
		for range len(free) {
			f(i == 1, <-free)
		}
	}
}

// Resume is a server for what another one has handed over, and its sockets. Of the config what was
// handed over is set. The files are taken over.
func Resume(h *Handed, files []*os.File, c Config) (s *Server, l *Listeners, err error) {
	defer func() {
		if err != nil {
			closeFiles(files)
		}
	}()
	c.Reach = h.Reach
	if s, err = New(c); err != nil {
		return nil, nil, err
	}
	s.names.restore(h)
	l = &Listeners{}
	for i := range h.Sockets {
		if err := l.resume(&h.Sockets[i], files[h.Sockets[i].File]); err != nil {
			return nil, nil, err
		}
	}
	for i := range h.Conns {
		r := &resumed{HandedConn: &h.Conns[i]}
		f := files[r.File]
		r.program, err = net.FileConn(f)
		if err != nil {
			return nil, nil, err
		}
		_ = f.Close()
		if r.Other >= 0 {
			r.file = files[r.Other]
			if r.other, err = net.FileConn(r.file); err != nil {
				return nil, nil, err
			}
			if r.Back == 0 {
				_ = r.file.Close()
			}
		}
		s.resumes = append(s.resumes, r)
	}
	return s, l, nil
}

func (n *names) restore(h *Handed) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.next = h.Next
	n.allowed, n.refused, n.name = map[string]int{}, map[string]int{}, map[int]string{}
	for name, i := range h.Allowed {
		n.allowed[name], n.name[i] = i, name
	}
	for name, i := range h.Refused {
		n.refused[name], n.name[i] = i, name
	}
}

func (l *Listeners) resume(h *HandedSocket, f *os.File) error {
	switch h.Role {
	case DNS:
		c, err := net.FilePacketConn(f)
		if err != nil {
			return err
		}
		l.packets = append(l.packets, c)
	case Connect:
		if h.Addr == kindOf(true) {
			l.connect6 = append(l.connect6, f)
		} else {
			l.connect = append(l.connect, f)
		}
		return nil
	case Join:
		l.join = append(l.join, f)
		return nil
	default:
		c, err := net.FileListener(f)
		if err != nil {
			return err
		}
		l.listeners = append(l.listeners, listener{Listener: c, role: h.Role, port: h.Port})
	}
	return f.Close()
}

// resumed is a connection that was handed over.
type resumed struct {
	*HandedConn
	program, other net.Conn
	file           *os.File // of the other side
}

// resume goes on with what was handed over.
func (s *Server) resume(ctx context.Context, in *inside) {
	for _, r := range s.resumes {
		select {
		case s.slots <- struct{}{}:
		default:
			reset(r.program)
			continue
		}
		l := listener{role: r.Role, port: r.Port, inside: in}
		if r.other == nil {
			s.takeFrom(ctx, r.program, l, r.Read)
			continue
		}
		s.wg.Go(func() {
			defer func() { <-s.slots }()
			s.goOn(r, l, in)
		})
	}
	s.resumes = nil
}

// goOn goes on with a connection that has both sides.
func (s *Server) goOn(r *resumed, l listener, in *inside) {
	if !s.track(r.program) || !s.track(r.other) {
		reset(r.program)
		return
	}
	defer s.forget(r.program)
	defer s.forget(r.other)
	s.sending.Add(1)
	sent := sync.OnceFunc(func() { s.sending.Add(-1) })
	defer sent()
	c := &sender{Conn: r.program, sent: sent, s: s, l: l}
	defer c.over()
	var g *guard
	if r.Target != "" {
		if t, err := hostmatch.ReadTarget(r.Target); err == nil {
			g = s.guard(t)
		}
	}
	err := s.relayFrom(c, r.other, r.ToOther, r.ToProgram, g)
	if g != nil {
		s.guarded(g, err)
	}
	if c.to != nil {
		c.to.Back = r.Back
		return
	}
	if r.Back != 0 {
		in.give(r.Back == 6, r.file)
	}
}

// give takes a socket back.
func (in *inside) give(v6 bool, f *os.File) {
	disconnect(f)
	free := in.v4
	if v6 {
		free = in.v6
	}
	select {
	case free <- f:
	default:
		_ = f.Close()
	}
}
