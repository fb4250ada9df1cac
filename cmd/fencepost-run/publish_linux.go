package main

import (
	"fmt"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/fencepost/fencepost/gen/daemons"
	"github.com/fencepost/fencepost/internal/sandbox/egress"
	"github.com/fencepost/fencepost/internal/sandbox/liveruns"
)

// publisher opens on this machine the ports that programs of a run open inside, at the same number of
// localhost: `--publish auto`. One that is taken on this machine stays inside until it is free. One at
// which programs of this machine look for a service stays inside: they would take the run for it.
type publisher struct {
	server *egress.Server
	pid    int      // of the first process of the run
	only   []uint16 // no others, if not nil

	over chan struct{}
	wait sync.WaitGroup
	open map[uint16][]net.Listener
	told map[uint16]bool
}

// mostPublished bounds how many ports a run can take on this machine.
const mostPublished = 32

// publish begins. A command that ends at once has nothing to publish, and does not pay for a look. What
// goes on without its command gets no ports but those that it had at its end, which only has.
func publish(server *egress.Server, pid int, only []uint16) *publisher {
	p := &publisher{server: server, pid: pid, only: only, over: make(chan struct{}),
		open: map[uint16][]net.Listener{}, told: map[uint16]bool{}}
	p.wait.Go(p.follow)
	return p
}

func (p *publisher) follow() {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		select {
		case <-p.over:
			for port := range p.open {
				p.shut(port)
			}
			return
		case <-tick.C:
			p.update(liveruns.Ports(p.pid))
		}
	}
}

// update opens and closes what has changed. Ports that the sandbox itself has inside are not the
// run's.
func (p *publisher) update(now []uint16) {
	for port := range p.open {
		if !slices.Contains(now, port) {
			p.shut(port)
		}
	}
	for _, port := range now {
		if port < 1024 || p.open[port] != nil || p.told[port] || len(p.open) >= mostPublished ||
			p.server.Opened(port) || p.only != nil && !slices.Contains(p.only, port) {
			continue
		}
		if service := daemons.At(port); service != "" {
			p.told[port] = true
			fmt.Fprintf(os.Stderr, "fencepost: sandbox keeps port %[1]d inside, where programs of this "+
				"machine look for %[2]s: --publish %[1]d opens it\n", port, service)
			continue
		}
		for _, at := range [...]string{"127.0.0.1:%d", "[::1]:%d"} {
			l, err := net.Listen("tcp", fmt.Sprintf(at, port))
			if err != nil {
				break
			}
			p.open[port] = append(p.open[port], l)
			p.wait.Go(func() { p.accept(l, port) })
		}
	}
}

func (p *publisher) accept(l net.Listener, port uint16) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		p.server.Enter(c, port)
	}
}

func (p *publisher) shut(port uint16) {
	for _, l := range p.open[port] {
		_ = l.Close()
	}
	delete(p.open, port)
}

// stop closes all of it. Connections go on. p may be nil.
func (p *publisher) stop() {
	if p != nil {
		close(p.over)
		p.wait.Wait()
	}
}
