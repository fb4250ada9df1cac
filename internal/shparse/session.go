package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// session is what one call has led to so far. It only grows: nested texts, branches and subshells
// add to it, and nothing takes it back.
type session struct {
	opt       Options
	budget    budget
	discarded bool         // that was reported
	began     *syntax.Stmt // the last statement that was begun,
	beganIn   string       // and the text that holds it
	hazards   []fact.Hazard
	chain     fact.Chain
	defined   []domain.Function     // every function that was defined
	called    map[*syntax.Stmt]bool // bodies that were run
	pipes     []fact.Word           // contents of process substitutions; words name them by number
	files     []written             // that the text writes
	reads     int                   // of standard input
	nests     int                   // nested texts and words that were run
	taken     []taking              // since the last command
	held      map[string][]string   // variables of the environment whose values a variable may hold
	names     int                   // random names so far
	traced    bool                  // the shell may show each command that it runs, with its words
	linked    bool                  // the text makes links
	denied    bool                  // the text may keep programs from making new files
	trees     []tree                // that were parsed
	accounted int                   // of them
	marks     map[syntax.Node]bool  // what of them was read
	states    domain.Common
	traps
}

// traps is the code that the text sets to run later, in the shell that is being run.
type traps struct {
	waiting []laterCode
	seen    *domain.State // any state of the shell since the first of them
	// what they call, which may be functions that are defined after them
	awaited []string
	hooked  bool // the text may make any function a hook
}

// Hazards returns what was found so far.
func (s *session) Hazards() []fact.Hazard { return s.hazards }

// Chain returns the joins and control flow of the call's own text.
func (s *session) Chain() fact.Chain { return s.chain }

// Report adds a hazard of what is interpreted now.
func (in *Interp) Report(h fact.Hazard) {
	h.File, h.Line = in.place()
	in.hazards = append(in.hazards, h)
}

// calls notes that the body of a function was run.
func (s *session) calls(body *syntax.Stmt) {
	if s.called == nil {
		s.called = make(map[*syntax.Stmt]bool)
	}
	s.called[body] = true
}
