package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/sandbox/egress"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// drain is how long what a command has sent before it ended is passed on.
const drain = time.Second

// network serves one run with a filtered network.
type network struct {
	server *egress.Server
	needs  egress.Needs
	end    context.CancelFunc // nil until it serves
	done   chan error
	join   func(pid int) error
	// publish opens on this machine what the run opens; published does so.
	publish   bool
	published *publisher
	// refused is told of a target that is refused for the first time; it may be nil.
	refused func(egress.Refusal)
}

// newNetwork checks what the flags say of hosts and ports. Nothing is opened.
func (o *options) newNetwork() (*network, error) {
	allow, err := hostmatch.ParseList(o.Allow, hostmatch.Allow)
	if err != nil {
		return nil, fmt.Errorf("-n: %w", flagged(err))
	}
	deny, err := hostmatch.ParseList(o.Deny, hostmatch.Deny)
	if err != nil {
		return nil, fmt.Errorf("--deny: %w", flagged(err))
	}
	ranges, err := addresses(o.DenyResolved)
	if err != nil {
		return nil, fmt.Errorf("--deny-resolved: %w", err)
	}
	reasons, err := o.why()
	if err != nil {
		return nil, err
	}
	proxy, err := egress.ProxyFrom(os.Environ())
	if err != nil {
		return nil, err
	}
	n := &network{}
	reach := egress.Reach{Allow: allow, Deny: deny, DenyResolved: ranges, Reasons: reasons,
		Localhost: numbers(o.Localhost), Publish: numbers(o.Publish.Ports),
		Join: o.Session != "" || o.Publish.Auto}
	n.server, err = egress.New(egress.Config{Reach: reach, Proxy: proxy, Stderr: os.Stderr,
		Refused: func(f egress.Refusal) {
			if n.refused != nil {
				n.refused(f)
			}
		}})
	if err != nil {
		return nil, flagged(err)
	}
	n.needs = n.server.Needs()
	return n, nil
}

// flagged is an error with the names of flags in place of those of a config's settings: here the
// person has written flags.
func flagged(err error) error {
	var e *hostmatch.Error
	if errors.As(err, &e) {
		return errors.New(e.Flags())
	}
	return err
}

// why are the reasons by their entries. One without an entry of --deny would never be told.
func (o *options) why() (map[string]string, error) {
	out := map[string]string{}
	for _, r := range o.Reasons {
		if !slices.Contains(o.Deny, r.Host) {
			return nil, fmt.Errorf("--reason %s: no --deny has this entry", hostmatch.Show(r.Host))
		}
		out[r.Host] = r.Text
	}
	return out, nil
}

// addresses reads ranges of addresses; one alone is a range of its own.
func addresses(entries []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, s := range entries {
		if a, err := netip.ParseAddr(s); err == nil && a.Zone() == "" {
			out = append(out, netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, fmt.Errorf("%s is no range of addresses. Write one as 10.0.0.0/8", hostmatch.Show(s))
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

func numbers(ports []int) []uint16 {
	out := make([]uint16, len(ports))
	for i, p := range ports {
		out[i] = uint16(p)
	}
	return out
}

// plan is what the namespace of the run has for it.
func (n *network) plan() plan.Network {
	p := plan.Network{Addresses: n.needs.Addresses, Files: []plan.Text{
		{Path: "/etc/resolv.conf", Text: n.needs.ResolvConf},
		{Path: "/etc/hosts", Text: n.needs.Hosts},
	}}
	for _, s := range n.needs.Sockets {
		p.Sockets = append(p.Sockets,
			plan.Listener{UDP: s.Packet(), Addr: s.Addr, Loose: !s.Bound()})
	}
	return p
}

// serve serves the sockets of the plan, which come in its order.
func (n *network) serve(pid int, sockets []*os.File) error {
	l, err := egress.NewListeners(n.needs.Sockets, sockets)
	if err != nil {
		return err
	}
	n.start(l)
	if n.publish {
		n.published = publish(n.server, pid, nil)
	}
	if n.join != nil {
		return n.join(pid)
	}
	return nil
}

func (n *network) start(l *egress.Listeners) {
	var ctx context.Context
	ctx, n.end = context.WithCancel(context.Background())
	n.done = make(chan error, 1)
	go func() { n.done <- n.server.Serve(ctx, l) }()
}

// stop ends what serves when nobody is left inside. Nothing of it remains.
func (n *network) stop() {
	if n == nil || n.end == nil {
		return
	}
	n.published.stop()
	n.server.Drain(drain)
	n.end()
	if err := <-n.done; err != nil {
		fmt.Fprintln(os.Stderr, "fencepost-run: the network of the sandbox ended early: "+err.Error())
	}
}

// failed is where it is said that nobody serves any more; never for a run without a network.
func (n *network) failed() chan error {
	if n == nil {
		return nil
	}
	return n.done
}
