package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
)

// dialer connects with targets that the rules allow.
type dialer struct {
	resolver *net.Resolver
	denied   []netip.Prefix
	timeout  time.Duration
	proxy    *Proxy
	own      ownAddresses
}

// forbiddenError says that a name leads to an address that is never reached.
type forbiddenError struct {
	addr netip.Addr
	why  string
}

func (e *forbiddenError) Error() string { return "leads to " + e.addr.String() + ", " + e.why }

// dial connects with a target, through the person's proxy where one is for it.
func (d *dialer) dial(ctx context.Context, t hostmatch.Target, tunnel bool) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	if d.proxy != nil {
		if via := d.proxy.forTunnel(t, tunnel); via != nil {
			return via.connect(ctx, t)
		}
	}
	return d.direct(ctx, t)
}

// direct resolves and connects. What is checked is the address that is connected with, whatever a
// name server said before: there is no moment in between.
func (d *dialer) direct(ctx context.Context, t hostmatch.Target) (net.Conn, error) {
	dialer := net.Dialer{
		Resolver: d.resolver,
		Control: func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			if why := d.forbids(to.Addr()); why != "" {
				return &forbiddenError{to.Addr(), why}
			}
			return nil
		},
	}
	return dialer.DialContext(ctx, "tcp", address(t))
}

// address is a target as net takes it. A name with a dot gets one at its end, so that no search
// list of this machine makes another name of it.
func address(t hostmatch.Target) string {
	if strings.Contains(t.Name, ".") {
		t.Name += "."
	}
	return t.String()
}

// forbids says why an address is not connected with; "" if it may be.
func (d *dialer) forbids(a netip.Addr) string {
	if why := hostmatch.Forbidden(a); why != "" {
		return why
	}
	plain := hostmatch.Plain(a)
	own, err := d.own.list()
	if err != nil {
		return "and the addresses of this machine cannot be told: " + err.Error()
	}
	if slices.Contains(own, plain) {
		return "an address of this machine"
	}
	for _, p := range d.denied {
		if p.Contains(plain) || p.Contains(a.WithZone("")) {
			return "which sandbox.network.denyResolved has: " + p.String() + "; flag: --deny-resolved"
		}
	}
	return ""
}

// loopback connects with a port of this machine itself.
func (d *dialer) loopback(ctx context.Context, port uint16) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err == nil {
		return c, nil
	}
	if c, err := dialer.DialContext(ctx, "tcp", fmt.Sprintf("[::1]:%d", port)); err == nil {
		return c, nil
	}
	return nil, err
}

// blocked returns why a connection that failed was refused by us; "" if it was not.
func blocked(err error) string {
	var forbidden *forbiddenError
	if errors.As(err, &forbidden) {
		return forbidden.Error()
	}
	return ""
}

// ownAddresses are those of this machine. They are looked up again after some seconds: a laptop
// moves between networks while an agent works.
type ownAddresses struct {
	look func() ([]netip.Addr, error)
	mu   sync.Mutex
	at   time.Time
	is   []netip.Addr
	err  error
}

const ownFor = 5 * time.Second

func (o *ownAddresses) list() ([]netip.Addr, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.at.IsZero() || time.Since(o.at) > ownFor {
		o.is, o.err = o.look()
		o.at = time.Now()
	}
	return o.is, o.err
}

// interfaceAddresses asks the kernel.
func interfaceAddresses() ([]netip.Addr, error) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var list []netip.Addr
	for _, a := range all {
		p, err := netip.ParsePrefix(a.String())
		if err != nil {
			return nil, err
		}
		list = append(list, p.Addr().Unmap().WithZone(""))
	}
	return list, nil
}
