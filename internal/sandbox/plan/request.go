// Package plan turns what a run may do (a Profile) into the list of steps that confine it (Plan).
//
// It is pure: what it knows of the machine it asks an FS, and a Plan is a value that can be
// printed, compared and carried out by any engine. Whether a path may be opened at all is decided
// here, and nowhere below: engines only carry out.
package plan

import (
	"net/netip"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// Request is what a run asks for: its profile, and what it is about.
type Request struct {
	sandbox.Profile

	Dir     string // the working directory, absolute
	Home    string // the home directory; "" for none
	UID     int
	Scratch string // the directory for temporary files; "" for a private /tmp

	Protect     []Protected // names that are read-only below what may be written
	Credentials []Secret    // files that are hidden as Secrets says; those of kind Deny always

	Serve Network // what is served inside, under sandbox.NetFiltered

	Argv []string // the program's arguments, with its name
	Path string   // the program, absolute
	Env  []string
}

// Protected is a name that is read-only: a glob like those of presets/protected.yaml.
type Protected struct {
	Glob string
	Why  string
	Ask  bool // a person may open it: Lift, or a writable path that is exactly this one
	Open bool // a sandbox leaves it writable: what git itself writes
}

// Secret is a file or directory that is not read: a glob like those of presets/secrets*.yaml.
type Secret struct {
	Glob  string
	Why   string
	Deny  bool // never readable
	Shown bool // an exception: holds no secrets
}

// Network is what the network namespace of a run has for what is served from outside.
type Network struct {
	Sockets   []Listener   // in this order they are passed out
	Addresses []netip.Addr // of lo, besides its own
	Files     []Text       // take the place of /etc/resolv.conf, /etc/hosts, …
}

// Listener is a socket that is made inside and served from outside.
type Listener struct {
	UDP   bool
	Addr  netip.AddrPort
	Loose bool // it is neither bound nor listens: of Addr only the family counts
}

func (l Listener) String() string {
	kind := "tcp"
	if l.UDP {
		kind = "udp"
	}
	if l.Loose {
		return "socket " + kind + " like " + l.Addr.Addr().String()
	}
	return "listen " + kind + " " + l.Addr.String()
}

// Text is a file of the system that a run sees with another text.
type Text struct {
	Path string
	Text string
}

// Error is a request that cannot be met, with what to do about it.
type Error struct {
	What string // what is wrong, with the flag or path
	Mend string // what to do
}

func (e *Error) Error() string { return e.What + ". " + e.Mend }
