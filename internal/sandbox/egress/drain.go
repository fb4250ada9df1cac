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
		if s.drained() && s.counted(end) && s.drained() {
			return
		}
	}
}

func (s *Server) drained() bool { return !s.waiting() && s.sending.Load() == 0 }

// deadlineSetter is a listener whose Accept can be ended.
type deadlineSetter interface{ SetDeadline(time.Time) error }

// counted has all loops that accept come back from it, and waits until they have: what they had
// accepted by now is counted in sending then. It is false where they do not until the end.
func (s *Server) counted(end time.Time) bool {
	s.mu.Lock()
	takes := s.takes
	s.mu.Unlock()
	seen := make([]int64, len(takes))
	for i := range takes {
		seen[i] = takes[i].turns.Load()
		if l, ok := takes[i].Listener.(deadlineSetter); ok {
			_ = l.SetDeadline(time.Unix(1, 0))
		} else {
			seen[i] = ended
		}
	}
	for i := range takes {
		for seen[i] != ended && takes[i].turns.Load() == seen[i] {
			if !time.Now().Before(end) {
				return false
			}
			time.Sleep(drainPause / 10)
		}
	}
	return true
}

// ended is in the place of turns where nobody accepts any more.
const ended = -1

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
