package egress

import (
	"encoding/binary"
	"net/netip"
	"sync"
)

// Names get addresses from 127.1.0.0/16: each is one of the loopback interface of the sandbox, so
// nothing has to be routed, and none is one that programs use themselves. The lower half stands for
// names that are allowed, for as long as the sandbox is there. The upper half stands for names that
// are refused whatever comes: their addresses are used again when there are none left.
const (
	pool      = 127<<24 | 1<<16
	half      = 1 << 15
	maxRefuse = 4096
)

// names knows which address stands for which name.
type names struct {
	mu      sync.Mutex
	limit   int
	allowed map[string]int
	refused map[string]int
	name    map[int]string // by the number of the address, of both halves
	next    int            // of the upper half
}

func newNames(limit int) *names {
	return &names{
		limit: limit, allowed: map[string]int{}, refused: map[string]int{}, name: map[int]string{},
	}
}

// number is the n-th address. The first and the last of a half are not used.
func number(n int) netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], uint32(pool+n))
	return netip.AddrFrom4(b)
}

// give returns the address of a name; not valid if there is none left.
func (s *names) give(name string, allowed bool) netip.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	if allowed {
		n, ok := s.allowed[name]
		if !ok {
			if len(s.allowed) >= s.limit-1 {
				return netip.Addr{}
			}
			n = len(s.allowed) + 1
			s.allowed[name], s.name[n] = n, name
		}
		return number(n)
	}
	n, ok := s.refused[name]
	if !ok {
		n = half + 1 + s.next
		s.next = (s.next + 1) % maxRefuse
		delete(s.refused, s.name[n])
		s.refused[name], s.name[n] = n, name
	}
	return number(n)
}

// find returns the name that an address stands for; "" for addresses that stand for none.
func (s *names) find(a netip.Addr) string {
	if !isPool(a) {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b := a.As4()
	n := int(binary.BigEndian.Uint32(b[:])) - pool
	return s.name[n]
}

// isPool reports whether an address is one of those that stand for names.
func isPool(a netip.Addr) bool {
	return a.Is4() && a.As4()[0] == 127 && a.As4()[1] == 1
}
