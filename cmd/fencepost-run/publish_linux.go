package main

import (
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/fencepost/fencepost/internal/egress"
	"github.com/fencepost/fencepost/internal/runs"
)

// publisher opens on this machine the ports that programs of a run open inside, at the same number of
// 127.0.0.1: `--publish auto`. One that is taken on this machine stays inside until it is free.
type publisher struct {
	server *egress.Server
	pid    int // of the first process of the run

	over chan struct{}
	wait sync.WaitGroup
	open map[uint16]net.Listener
}

// mostPublished bounds how many ports a run can take on this machine.
const mostPublished = 32

// publish begins. A command that ends at once has nothing to publish, and does not pay for a look.
func publish(server *egress.Server, pid int) *publisher {
	p := &publisher{server: server, pid: pid, over: make(chan struct{}),
		open: map[uint16]net.Listener{}}
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
			p.update(runs.Ports(p.pid))
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
		if p.open[port] != nil || len(p.open) >= mostPublished || p.server.Opened(port) {
			continue
		}
		if l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			p.open[port] = l
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
	_ = p.open[port].Close()
	delete(p.open, port)
}

// stop closes all of it. Connections go on. p may be nil.
func (p *publisher) stop() {
	if p != nil {
		close(p.over)
		p.wait.Wait()
	}
}
