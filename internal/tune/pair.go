package tune

import (
	"bytes"

	"github.com/fencepost/fencepost/internal/audit"
)

// past is a call that was asked about, and whether it ran after that.
type past struct {
	audit.Entry
	ran bool
}

// pairing finds what became of the calls that were asked about: their outcomes follow later in the
// log, between the lines of other sessions.
type pairing struct {
	waiting map[pairKey]*past
	order   []pairKey // in which they came; those that were answered are left in it
	done    func(past)

	outcomes int // that the log holds
}

// pairKey tells the calls of all sessions apart.
type pairKey struct{ session, call string }

// maxWaiting bounds the calls that wait for an outcome. One that still waits when so many others
// came after it was refused, or nobody knows.
const maxWaiting = 4096

func newPairing(done func(past)) *pairing {
	return &pairing{waiting: map[pairKey]*past{}, done: done}
}

// skip reports whether a line says nothing about what was asked or ran. An allow is known by its
// text: within a string its quotes would be escaped, and where the input has such a member, the
// line is decoded.
func (p *pairing) skip(line []byte) bool {
	if !bytes.Contains(line, []byte(`"decision":"allow"`)) {
		return false
	}
	return !bytes.Contains(line, []byte(`"decision":"ask"`)) &&
		!bytes.Contains(line, []byte(`"decision":"deny"`)) &&
		!bytes.Contains(line, []byte(`"outcome":`))
}

// entry takes one line of the log.
func (p *pairing) entry(e *audit.Entry) {
	key := pairKey{e.Session, e.ToolUse}
	switch {
	case e.Decision == "ask" && e.ToolUse == "":
		p.done(past{Entry: *e})
	case e.Decision == "ask":
		if old := p.waiting[key]; old != nil {
			p.done(*old) // asked twice under one name: the first was not answered
		} else {
			p.order = append(p.order, key)
		}
		p.waiting[key] = &past{Entry: *e}
		p.trim()
	case e.Decision == "" && e.Outcome != "":
		p.outcomes++
		if old := p.waiting[key]; old != nil {
			// One that failed was let run as well; one that was denied was not.
			old.ran = e.Outcome != "denied" && old.Tool == e.Tool
			delete(p.waiting, key)
			p.done(*old)
		}
	}
}

// trim gives up the oldest calls where too many wait.
func (p *pairing) trim() {
	for len(p.waiting) > maxWaiting {
		p.drop()
	}
	if len(p.order) > 4*maxWaiting {
		kept := p.order[:0]
		for _, key := range p.order {
			if p.waiting[key] != nil {
				kept = append(kept, key)
			}
		}
		p.order = kept
	}
}

// drop gives up the oldest call.
func (p *pairing) drop() {
	key := p.order[0]
	p.order = p.order[1:]
	if old := p.waiting[key]; old != nil {
		delete(p.waiting, key)
		p.done(*old)
	}
}

// end gives up all that still wait.
func (p *pairing) end() {
	for len(p.order) > 0 {
		p.drop()
	}
}
