package egress

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// rules decide about targets. All that is reached is asked about here, however it is asked for: by
// the address that a name got, through a proxy, or in the first bytes of a connection.
type rules struct {
	allow, deny hostmatch.List
	reasons     map[string]string
}

// why says why a target is refused; "" if it is allowed.
func (r *rules) why(t hostmatch.Target) string {
	if p := r.deny.Find(t); p != nil {
		return r.denied(p)
	}
	if r.allow.Find(t) != nil {
		return ""
	}
	p := r.allow.Some(t.Host)
	switch {
	case p == nil:
		return notAllowed + "; flag: -n " + t.String()
	case p.Port == 0:
		return fmt.Sprintf("sandbox.network.allow has %s without a port, which is 22, 80 and 443; "+
			"add %q; flag: -n %s", p.Text, t.String(), t.String())
	}
	return fmt.Sprintf("sandbox.network.allow has %s; add %q; flag: -n %s", p.Text, t.String(),
		t.String())
}

const notAllowed = "not in sandbox.network.allow"

func (r *rules) denied(p *hostmatch.Pattern) string {
	if reason := r.reasons[p.Text]; reason != "" {
		return "denied by sandbox.network.deny: " + reason
	}
	return "denied by sandbox.network.deny: " + p.Text + "; flag: --deny"
}

// some reports whether any port of a host may be reached.
func (r *rules) some(h hostmatch.Host) bool {
	if r.allow.Some(h) == nil {
		return false
	}
	for i := range r.deny {
		if p := &r.deny[i]; p.Port == 0 && p.Matches(hostmatch.Target{Host: h}) {
			return false
		}
	}
	return true
}

// Refusal is a target that was refused.
type Refusal struct {
	Host string // a name, an address, or in quotes a text that is neither
	Port uint16 // 0 where none is known: the name was looked up, and no more
	Why  string // completes "fencepost: sandbox blocked network HOST:PORT (…)"
}

// Refused returns what has been refused so far, in order, at most some thousand targets.
func (s *Server) Refused() []report.Refused {
	r := s.refuse
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]report.Refused, len(r.order))
	for i, k := range r.order {
		out[i] = *k
	}
	return out
}

func (r *Refusal) target() string {
	switch {
	case r.Port == 0:
		return r.Host
	case strings.Contains(r.Host, ":") && r.Host[0] != '"':
		return fmt.Sprintf("[%s]:%d", r.Host, r.Port)
	}
	return fmt.Sprintf("%s:%d", r.Host, r.Port)
}

// maxTold bounds how many hosts are told of on standard error, and maxKept how many are remembered.
const (
	maxTold = 50
	maxKept = 1000
)

// refusals tells of each host once.
type refusals struct {
	mu     sync.Mutex
	stderr io.Writer
	to     func(Refusal)
	told   map[string]bool            // hosts
	kept   map[string]*report.Refused // targets
	order  []*report.Refused
	asked  map[string]string // names that were looked up and no more, and why they are refused
}

func newRefusals(stderr io.Writer, to func(Refusal)) *refusals {
	return &refusals{
		stderr: stderr, to: to,
		told: map[string]bool{}, kept: map[string]*report.Refused{}, asked: map[string]string{},
	}
}

// target records a target that is refused.
func (r *refusals) target(t hostmatch.Target, why string) {
	r.add(Refusal{t.Host.String(), t.Port, why})
}

// add records a refusal, and tells of it if it is the first of its host.
func (r *refusals) add(f Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f.Why = oneLine(f.Why)
	target := f.target()
	delete(r.asked, f.Host)
	if k := r.kept[target]; k != nil {
		k.Count++
		return
	}
	if len(r.kept) >= maxKept {
		return
	}
	k := &report.Refused{Host: f.Host, Port: f.Port, Why: f.Why, Count: 1, First: time.Now().UTC()}
	r.kept[target], r.order = k, append(r.order, k)
	if r.to != nil {
		r.to(f)
	}
	if !r.told[f.Host] && len(r.told) <= maxTold {
		r.told[f.Host] = true
		if len(r.told) > maxTold {
			r.line("sandbox blocked network: further hosts are not named here")
		} else {
			r.line("sandbox blocked network " + target + " (" + f.Why + ")")
		}
	}
}

func (r *refusals) line(s string) {
	if r.stderr != nil {
		_, _ = io.WriteString(r.stderr, "fencepost: "+s+"\n")
	}
}

// failed tells of a host that may be reached and cannot be: inside nothing but a connection that
// was reset is seen of it.
func (r *refusals) failed(t hostmatch.Target, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if host := t.Host.String(); !r.told[host] && len(r.told) < maxTold {
		r.told[host] = true
		r.line("sandbox could not reach " + t.String() + ": " + oneLine(why))
	}
}

// say tells something else in a line of its own.
func (r *refusals) say(s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.line(oneLine(s))
}

// resolved notes a name that was looked up and is refused. In general a connection follows and
// tells the port; if none does, the name alone is told at the end.
func (r *refusals) resolved(name, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.told[name] && len(r.asked) < maxTold {
		r.asked[name] = why
	}
}

// flush tells of the names to which no connection was made.
func (r *refusals) flush() {
	r.mu.Lock()
	left := r.asked
	r.asked = map[string]string{}
	r.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(left)) {
		r.add(Refusal{Host: name, Why: left[name]})
	}
}

// oneLine keeps what a config or a server says from being more than one line.
func oneLine(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, s)
}
