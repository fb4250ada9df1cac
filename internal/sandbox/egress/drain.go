package egress

import (
	"net"
	"time"
)

// drainPause is how long Drain waits before it looks again.
const drainPause = time.Millisecond

// Drain waits until what programs have sent is passed on, for as long as the limit at most. It is
// for the moment when all programs of the sandbox have ended, and before the context of Serve
// does: what a program writes before it exits would arrive without the sandbox.
func (s *Server) Drain(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(drainPause) {
		if !s.waiting() && s.sending.Load() == 0 {
			return
		}
	}
}

// allSent notes that a program sends nothing more on a connection. When all ends, it is closed as the
// program's own would have been: the kernel goes on sending.
func (s *Server) allSent(program, server net.Conn) {
	s.mu.Lock()
	if _, open := s.open[server]; open {
		s.sent[server] = struct{}{}
	}
	s.mu.Unlock()
	if c, ok := program.(*sender); ok {
		c.sent()
	}
}

// answered notes that a program inside sends nothing more on a connection of this machine. What it
// has sent is still to be read there.
func (s *Server) answered(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.open[c]; open {
		s.sent[c] = struct{}{}
	}
}

// waiting reports whether somebody has connected and is not served yet.
func (s *Server) waiting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.takes {
		if s.takes[i].role != published && readable(s.takes[i].Listener) {
			return true
		}
	}
	return false
}
