package egress

import (
	"errors"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/sandbox/egress/sniff"
)

// guard looks at the first bytes that a program sends on a connection, before any of them go on. A
// name in them that may not be reached closes the connection: an allowed host that serves many
// names would otherwise be a way to all of them. What TLS hides, and a further request on a
// connection without TLS, is not seen: those bytes go to the host that was allowed, and to no
// other.
type guard struct {
	rules  *rules
	target hostmatch.Target
}

// guard returns the guard of a connection with a target; nil for a port of this machine, whose servers
// have whatever names people give them.
func (s *Server) guard(t hostmatch.Target) *guard {
	if isLocal(t.Host) {
		return nil
	}
	return &guard{s.rules, t}
}

// seen says what is known of first bytes.
type seen uint8

const (
	passes  seen = iota
	unknown      // they may begin something that is looked at, or not
	begun        // they begin something that is looked at, and is not there whole
)

// mismatch is a name that is refused on a connection with another one.
type mismatch struct {
	target hostmatch.Target
	why    string
}

func (m *mismatch) Error() string { return m.why }

// guardError says why first bytes did not go on.
type guardError struct{ error }

func (e *guardError) Unwrap() error { return e.error }

var errTooLong = errors.New("what the program sends first is too long to be read")

// check looks at bytes; an error says that they must not go on.
func (g *guard) check(b []byte) (seen, error) {
	kind, err := sniff.Begins(b)
	if err == sniff.ErrShort {
		switch {
		case len(b) >= sniff.MaxFirst:
			return passes, nil // not half a line of HTTP
		case g.target.Port == 80:
			return begun, nil
		}
		return unknown, nil
	}
	switch kind {
	case sniff.TLS:
		err = g.tls(b)
	case sniff.HTTP:
		err = g.http(b)
	}
	if err != sniff.ErrShort {
		return passes, err
	}
	if len(b) >= sniff.MaxFirst {
		return begun, errTooLong
	}
	return begun, nil
}

// tls checks the name that a ClientHello asks for.
func (g *guard) tls(b []byte) error {
	name, err := sniff.ServerName(b)
	if err != nil || name == "" {
		return err
	}
	return g.name(name, "TLS for ")
}

// http checks the names that the head of a request asks for.
func (g *guard) http(b []byte) error {
	r, _, err := sniff.ReadRequest(b)
	if err != nil {
		return err
	}
	return g.request(r)
}

func (g *guard) request(r *sniff.Request) error {
	host, err := r.Host()
	if err != nil {
		return err
	}
	if authority, _, ok := r.Absolute(); ok {
		if err := g.name(sniff.HostOf(authority), "a request for "); err != nil {
			return err
		}
	}
	if host == "" {
		return nil // HTTP/1.0: the server knows no names, or has one of its own
	}
	return g.name(sniff.HostOf(host), "a request for ")
}

// name asks the rules about a name in the bytes.
func (g *guard) name(name, what string) error {
	h, err := hostmatch.ReadHost(name)
	if err != nil {
		return err
	}
	if h == g.target.Host {
		return nil
	}
	t := hostmatch.Target{Host: h, Port: g.target.Port}
	if why := g.rules.why(t); why != "" {
		return &mismatch{t, what + "it on a connection to " + g.target.String() + "; " + why}
	}
	return nil
}
