package main

import (
	"context"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/egress"
	"github.com/fencepost/fencepost/internal/sandbox/liveruns"
)

// Each run of a session has a network namespace, rules and listeners of its own. What they share is
// localhost: a port at which a program of one listens is opened in the others, and who connects there
// is passed on. So a run with few hosts gets nothing of one with more.

// host serves a run for others: other runs of its session, and the program that ends it.
type host struct {
	dir    *liveruns.Dir
	entry  *liveruns.Entry
	l      *net.UnixListener
	server *egress.Server                      // nil where no network is served
	end    func()                              // ends the run
	asked  map[string]func(of string) []string // what has to do with the sweep
	joined chan struct{}                       // closed when the run is one that others reach

	mu     sync.Mutex
	peers  map[string]*peer
	opened map[uint16]string // ports of others, by whose they are
}

// peer is another run of the session.
type peer struct {
	ports []uint16
}

// look is how often a run looks at its ports while another one wants to know.
const look = 100 * time.Millisecond

// answerLimit is how long another run may take to say which ports it has.
const answerLimit = time.Second

// newHost answers what is asked of a run that is about to begin.
func (o *options) newHost(asked map[string]func(of string) []string) (*host, error) {
	dir, err := liveruns.Open()
	if err != nil {
		return nil, err
	}
	h := &host{dir: dir, entry: o.entry(0), asked: asked, joined: make(chan struct{})}
	h.entry.Server = liveruns.This(os.Getpid())
	if h.l, err = dir.Register(h.entry); err != nil {
		dir.Close()
		return nil, err
	}
	go h.serve()
	return h, nil
}

// join makes the run one of its session, where it has a network that can be joined: those that are
// there know of it, and its command finds their ports.
func (o *options) join(s *sweeper, n *network, pid int) error {
	h := s.host
	if h == nil {
		return fmt.Errorf("--session: %w", s.alone)
	}
	h.entry, h.server = o.entry(pid), n.server
	h.entry.Server = liveruns.This(os.Getpid())
	first, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return err
	}
	h.end = func() { _ = unix.PidfdSendSignal(first, unix.SIGKILL, nil, 0) }
	close(h.joined)
	if err := h.dir.Write(h.entry); err != nil {
		return fmt.Errorf("--session: %w", err)
	}
	return h.meet()
}

// entry is what is said of the run.
func (o *options) entry(pid int) *liveruns.Entry {
	dir, _ := os.Getwd()
	return &liveruns.Entry{Run: o.run, Session: o.Session, Command: o.command, Directory: dir,
		Started: time.Now().UTC().Format(time.RFC3339), Network: string(o.Network), First: liveruns.This(pid),
		Sweep: o.sweep}
}

// serve answers until the socket is closed.
func (h *host) serve() {
	for {
		c, err := h.l.AcceptUnix()
		if err != nil {
			return
		}
		go h.answer(c)
	}
}

// answer does what another process asks for.
func (h *host) answer(c *net.UnixConn) {
	if liveruns.Trusted(c) != nil {
		c.Close()
		return
	}
	_ = c.SetDeadline(time.Now().Add(answerLimit))
	order, err := liveruns.ReadLine(c)
	word := strings.Fields(order)
	_ = c.SetDeadline(time.Time{})
	switch {
	case err != nil || len(word) == 0:
	case h.asked[word[0]] != nil:
		liveruns.Answer(c, h.asked[word[0]](strings.TrimPrefix(order, word[0]+" ")))
	case !h.isJoined():
	case word[0] == "stop":
		h.end() // c is closed when this process ends
		return
	case word[0] == "ports":
		_, _ = c.Write([]byte(h.ports() + "\n"))
	case !h.shares() || len(word) != 3 || word[1] != h.entry.Session:
	case word[0] == "watch":
		go h.follow(word[2])
		h.watched(c)
	case word[0] == "connect":
		if port, err := strconv.ParseUint(word[2], 10, 16); err == nil {
			h.server.Enter(c, uint16(port))
			return
		}
	}
	c.Close()
}

func (h *host) isJoined() bool {
	select {
	case <-h.joined:
		return true
	default:
		return false
	}
}

// watched says at which ports programs of the run listen, now and whenever that changes.
func (h *host) watched(c net.Conn) {
	over := make(chan struct{})
	go func() {
		_, _ = c.Read(make([]byte, 1))
		close(over)
	}()
	tick := time.NewTicker(look)
	defer tick.Stop()
	said := "?"
	for {
		if now := h.ports(); now != said {
			said = now
			if _, err := c.Write([]byte(now + "\n")); err != nil {
				return
			}
		}
		select {
		case <-tick.C:
		case <-over:
			return
		}
	}
}

// shares reports whether the run has a network of its own that others of its session reach.
func (h *host) shares() bool { return h.entry.Session != "" && h.server != nil }

// mostPorts bounds what is said of a run.
const mostPorts = 256

// ports are those of the run's own programs, as they are written in an answer.
func (h *host) ports() string {
	var out []string
	if h.entry.Network == string(sandbox.NetOpen) {
		return "" // they are the machine's
	}
	for _, p := range liveruns.Ports(h.entry.First.Pid) {
		if len(out) < mostPorts && (h.server == nil || !h.server.Opened(p)) {
			out = append(out, strconv.Itoa(int(p)))
		}
	}
	return strings.Join(out, ",")
}

// meet follows all runs of the session that are there.
func (h *host) meet() error {
	if !h.shares() {
		return nil
	}
	list, err := h.dir.Runs()
	if err != nil {
		return err
	}
	var wait sync.WaitGroup
	for _, e := range list {
		if e.Session == h.entry.Session && e.Run != h.entry.Run {
			wait.Go(func() { h.follow(e.Run) })
		}
	}
	wait.Wait()
	return nil
}

// follow opens the ports of another run, and goes on with that until it is gone. It returns when the
// first are open.
func (h *host) follow(run string) {
	if strings.ContainsAny(run, "/") {
		return
	}
	h.mu.Lock()
	if h.peers == nil {
		h.peers = map[string]*peer{}
	}
	if h.peers[run] != nil {
		h.mu.Unlock()
		return
	}
	p := &peer{}
	h.peers[run] = p
	h.mu.Unlock()
	c := h.watch(run, p)
	if c == nil {
		h.forget(run)
		return
	}
	go func() {
		for c != nil {
			h.read(c, p)
			c.Close()
			c = h.redial(run, p)
		}
		h.forget(run)
	}()
}

// redial asks anew: another process may serve the run now, or do so in a moment.
func (h *host) redial(run string, p *peer) *net.UnixConn {
	for end := time.Now().Add(answerLimit); time.Now().Before(end); time.Sleep(look / 10) {
		if c := h.watch(run, p); c != nil {
			return c
		}
		if !h.dir.Serves(run) {
			return nil
		}
	}
	return nil
}

// watch asks another run for its ports, and opens the first.
func (h *host) watch(run string, p *peer) *net.UnixConn {
	c, err := h.dir.Dial(run)
	if err != nil {
		return nil
	}
	_ = c.SetDeadline(time.Now().Add(answerLimit))
	_, err = fmt.Fprintf(c, "watch %s %s\n", h.entry.Session, h.entry.Run)
	var line string
	if err == nil {
		line, err = liveruns.ReadLine(c)
	}
	if err != nil {
		c.Close()
		return nil
	}
	_ = c.SetDeadline(time.Time{})
	h.setPorts(p, line)
	return c
}

// read takes what another run says, until it says no more.
func (h *host) read(c net.Conn, p *peer) {
	for {
		line, err := liveruns.ReadLine(c)
		if err != nil {
			return
		}
		h.setPorts(p, line)
	}
}

// setPorts opens the ports that another run has, and closes those that it has no longer.
func (h *host) setPorts(p *peer, line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p.ports = nil
	for text := range strings.SplitSeq(line, ",") {
		if n, err := strconv.ParseUint(text, 10, 16); err == nil && n > 0 {
			p.ports = append(p.ports, uint16(n))
		}
	}
	h.apply()
}

func (h *host) forget(run string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.peers, run)
	h.apply()
}

// apply opens the ports of the others: of two that have the same, that of the older. Where a program
// of this run listens itself, nothing is opened. The caller holds the lock.
func (h *host) apply() {
	want := map[uint16]string{}
	for _, run := range slices.Sorted(maps.Keys(h.peers)) {
		for _, port := range h.peers[run].ports {
			if want[port] == "" {
				want[port] = run
			}
		}
	}
	for port, run := range h.opened {
		if want[port] != run {
			h.server.Shut(port)
			delete(h.opened, port)
		}
	}
	for port, run := range want {
		if h.opened[port] != "" || h.server.Open(port, h.dial(run, port)) != nil {
			continue
		}
		if h.opened == nil {
			h.opened = map[uint16]string{}
		}
		h.opened[port] = run
	}
}

// dial connects with a port of another run.
func (h *host) dial(run string, port uint16) egress.Dial {
	return func(context.Context) (net.Conn, error) {
		c, err := h.dir.Dial(run)
		if err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintf(c, "connect %s %d\n", h.entry.Session, port); err != nil {
			c.Close()
			return nil, err
		}
		return c, nil
	}
}

// leave gives up the socket, which another process goes on with.
func (h *host) leave() (*os.File, error) {
	f, err := h.l.File()
	h.l.Close()
	return f, err
}

// over forgets the run, which has ended.
func (h *host) over() {
	if h == nil {
		return
	}
	h.l.Close()
	h.dir.Remove(h.entry.Run)
	if h.entry.Found != nil { // to be told to the next who asks
		h.entry.Sweep, h.entry.Server = nil, liveruns.Process{}
		_ = h.dir.Write(h.entry)
	}
}
