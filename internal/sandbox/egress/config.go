package egress

import (
	"cmp"
	"io"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
)

// Reach says what the network of one sandbox reaches. What is not named is not reached.
type Reach struct {
	Allow, Deny  hostmatch.List
	DenyResolved []netip.Prefix    // no name may lead there
	Reasons      map[string]string // by the text of an entry of Deny: told with a refusal

	Localhost []uint16 // ports of this machine that are reached inside, as ports of localhost
	Publish   []uint16 // ports opened inside that this machine reaches at the same port
	// Join lets ports of other sandboxes be opened inside (Open), and those inside be entered (Enter).
	Join bool
}

// Config is what a server is told.
type Config struct {
	Reach

	// Proxy is the one that the person's environment names, or nil. Nothing of it is seen inside.
	Proxy *Proxy

	// Refused is told of a target that is refused for the first time; it must not block.
	Refused func(Refusal)
	// Stderr gets a line for each host that is refused, and what is said of ports; nil for nowhere.
	Stderr io.Writer

	// Resolver looks names up outside; nil for that of the machine.
	Resolver *net.Resolver
	Limits   Limits

	// own returns the addresses of this machine; tests set it.
	own func() ([]netip.Addr, error)
}

// Limits bounds what a sandbox can make this process do. A limit of 0 is the default.
type Limits struct {
	Conns int           // connections at a time
	Head  time.Duration // until a request to a proxy is there
	Dial  time.Duration // until the other side answers
	Idle  time.Duration // without a byte in either direction
	Half  time.Duration // without a byte when one direction has ended
	Names int           // names that have an address at a time
}

var defaults = Limits{
	Conns: 512, Head: 10 * time.Second, Dial: 30 * time.Second, Idle: time.Hour,
	Half: 2 * time.Minute, Names: 16384,
}

func (l Limits) filled() Limits {
	d := &defaults
	return Limits{cmp.Or(l.Conns, d.Conns), cmp.Or(l.Head, d.Head), cmp.Or(l.Dial, d.Dial),
		cmp.Or(l.Idle, d.Idle), cmp.Or(l.Half, d.Half), min(cmp.Or(l.Names, d.Names), half)}
}

// check refuses what cannot be done.
func (c *Config) check() error {
	for i, p := range c.Localhost {
		if p == 0 || p == 53 || slices.Contains(c.Localhost[:i], p) {
			return &hostmatch.Error{
				What: "sandbox.network.localhost names the port " + strconv.Itoa(int(p)),
				Mend: "name each port once, from 1 to 65535; 53 is the sandbox's own",
			}
		}
	}
	for i, p := range c.Publish {
		if err := c.checkPublish(p, c.Publish[:i]); err != nil {
			return err
		}
	}
	return nil
}

// checkPublish refuses ports at which no program inside can listen.
func (c *Config) checkPublish(p uint16, before []uint16) error {
	if p < 1024 || slices.Contains(before, p) {
		return &hostmatch.Error{
			What: "sandbox.network.publish names the port " + strconv.Itoa(int(p)),
			Mend: "name each port once, from 1024 to 65535; programs inside can open no others",
		}
	}
	if slices.Contains(c.Localhost, p) {
		return &hostmatch.Error{
			What: "port " + strconv.Itoa(int(p)) + " is under localhost and publish",
			Mend: "leave it under localhost if it is opened outside, under publish if inside",
		}
	}
	for i := range c.Allow {
		if a := &c.Allow[i]; a.Port == p && !a.Exact() {
			return &hostmatch.Error{
				What: "sandbox.network.publish names the port " + strconv.Itoa(int(p)) +
					", at which the sandbox listens for " + a.Text,
				Mend: "name the hosts of " + a.Text + " one by one, or publish another port",
			}
		}
	}
	return nil
}
