package audit

import "bytes"

// Asked is a call that was asked about, and whether it ran after that.
type Asked struct {
	Entry
	Ran bool
}

// Pairs finds what became of the calls that a person was asked about. Their outcomes follow later in
// the log, between the lines of other sessions.
type Pairs struct {
	Outcomes int // that the log holds

	waiting map[pairKey]*Asked
	calls   map[string]int // how many of these have that id
	order   []pairKey      // in which they came, with those that were answered
	done    func(Asked)
}

// pairKey tells the calls of all sessions apart.
type pairKey struct{ session, call string }

// maxWaiting bounds the calls that wait for an outcome. A call that still waits after so many others
// was refused, or nobody knows what became of it.
const maxWaiting = 4096

// NewPairs calls done for each call, with what became of it, as soon as that is known.
func NewPairs(done func(Asked)) *Pairs {
	return &Pairs{waiting: map[pairKey]*Asked{}, calls: map[string]int{}, done: done}
}

// Skip reports whether a line says nothing about what was asked or ran, so that nobody has to decode
// it. It finds the names of members with their quotes, which a string of the line has escaped. If the
// input has members with these names, the line is decoded.
func (p *Pairs) Skip(line []byte) bool {
	if !bytes.Contains(line, []byte(`"decision":`)) {
		return p.skipOutcome(line)
	}
	return bytes.Contains(line, []byte(`"decision":"allow"`)) &&
		!bytes.Contains(line, []byte(`"decision":"ask"`)) &&
		!bytes.Contains(line, []byte(`"decision":"deny"`)) &&
		!bytes.Contains(line, []byte(`"outcome":`))
}

// skipOutcome reports whether a line is an outcome for which no call waits.
func (p *Pairs) skipOutcome(line []byte) bool {
	_, rest, ok := bytes.Cut(line, []byte(`,"tid":"`))
	end := bytes.IndexByte(rest, '"')
	if !ok || end < 0 || bytes.IndexByte(rest[:end], '\\') >= 0 ||
		bytes.Contains(line, []byte(`"input":`)) || p.calls[string(rest[:end])] > 0 {
		return false
	}
	p.Outcomes++
	return true
}

// Add takes one entry of the log.
func (p *Pairs) Add(e *Entry) {
	key := pairKey{e.Session, e.ToolUse}
	switch {
	case e.Decision == "ask" && e.ToolUse == "":
		p.done(Asked{Entry: *e})
	case e.Decision == "ask":
		if old := p.waiting[key]; old != nil {
			p.done(*old) // asked twice under one name: the first was not answered
		} else {
			p.order = append(p.order, key)
			p.calls[key.call]++
		}
		p.waiting[key] = &Asked{Entry: *e}
		p.trim()
	case e.Decision == "" && e.Outcome != "":
		p.Outcomes++
		if old := p.waiting[key]; old != nil {
			// One that failed was let run as well; one that was denied was not.
			old.Ran = e.Outcome != "denied" && old.Tool == e.Tool
			p.remove(key)
			p.done(*old)
		}
	}
}

func (p *Pairs) remove(key pairKey) {
	delete(p.waiting, key)
	if p.calls[key.call]--; p.calls[key.call] == 0 {
		delete(p.calls, key.call)
	}
}

// trim gives up the oldest calls where too many wait.
func (p *Pairs) trim() {
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
func (p *Pairs) drop() {
	key := p.order[0]
	p.order = p.order[1:]
	if old := p.waiting[key]; old != nil {
		p.remove(key)
		p.done(*old)
	}
}

// End gives up all that still wait.
func (p *Pairs) End() {
	for len(p.order) > 0 {
		p.drop()
	}
}
