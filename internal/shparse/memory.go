package shparse

import (
	"sync/atomic"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// memory is what the interpretation of one call takes its pieces from. It is one allocation that
// holds enough for a line of a few commands: in a process that judges one call each size that is
// allocated for the first time costs a page or two. In a process that judges many the next call
// uses it again. Nested scripts take from the same memory, so it is not part of what they save and
// restore.
type memory struct {
	words   []fact.Word      // room for the words of commands that are not used yet
	outputs []capture        // captures that are not used yet
	spare   []*fact.Command  // that room may use again
	linked  bool             // the text makes links
	denied  bool             // the text may keep programs from making new files
	later   []laterCode      // that the text sets
	seen    *domain.State    // any state of the shell since the first of them
	parsers shsyntax.Parsers // by dialect, where one is not in use; kept from call to call
	// what traps and hooks call, which may be functions that are defined after them
	awaited   []string
	hooked    bool   // the text may make any function a hook
	trees     []tree // that were parsed
	accounted int    // of them
	marks     marks  // what of them was read

	in         Interp
	session    session
	scope      scope
	budget     budget
	first      domain.State
	states     domain.Arena
	output     [2]capture
	command    fact.Command
	spareBuf   [4]*fact.Command
	accountant accountant
	treeBuf    [4]tree
	argBuf     [8]string // of the command of which it is computed what it prints
}

// idle is memory that no call uses. With it a plain call in process takes a quarter less time, and a
// compound one a tenth; a hook, which judges one call, has neither gain nor loss.
var idle atomic.Pointer[memory]

// takeMemory returns memory with nothing used.
func takeMemory() *memory {
	m := idle.Swap(nil)
	if m == nil {
		m = new(memory)
	}
	m.states.Reset()
	m.outputs = m.output[:]
	m.spare = append(m.spareBuf[:0], &m.command)
	m.trees = m.treeBuf[:0]
	return m
}

// release forgets everything but the parsers, and leaves the memory to the next call.
func (m *memory) release() {
	*m = memory{parsers: m.parsers, marks: m.marks.emptied()}
	idle.Store(m)
}

// capture returns a capture that nothing was printed to.
func (m *memory) capture() *capture {
	if len(m.outputs) == 0 {
		m.outputs = make([]capture, len(m.output))
	}
	c := &m.outputs[0]
	m.outputs = m.outputs[1:]
	c.known = true
	return c
}

// someWords is the number of words for which room is made at once.
const someWords = 8

// argv returns room for n words.
func (m *memory) argv(n int) []fact.Word {
	if n > len(m.words) {
		m.words = make([]fact.Word, max(n, someWords))
	}
	list := m.words[:0:n]
	m.words = m.words[n:]
	return list
}

// room returns an empty command to fill. A command is large, and what visits it keeps a copy: the
// same few are used for all commands of a text.
func (m *memory) room() *fact.Command {
	if n := len(m.spare); n > 0 {
		c := m.spare[n-1]
		m.spare = m.spare[:n-1]
		return c
	}
	return new(fact.Command)
}

// vacate gives back what room returned.
func (m *memory) vacate(c *fact.Command) {
	*c = fact.Command{}
	m.spare = append(m.spare, c)
}
