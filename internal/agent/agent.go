// Package agent is the seam between the gate and the coding agents: what a call and an answer are,
// and the one table of tools. A folder below it holds what only one agent has.
package agent

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is a coding agent as the gate sees it.
type Agent struct {
	Protocol
	*Traits
	*Client
}

// Traits are what is known of an agent before any call.
type Traits struct {
	Name    string // the word by which people choose the agent: `fencepost-hook NAME`
	Shell   string // runs the agent's commands; "": the one that the environment names
	Signs   []Sign // of the agent's inputs
	Wrapped bool   // the client starts a program of ours in place of its shell

	// Confine says how the agent's commands are run in the sandbox. home is whose settings it reads,
	// dir where the agent works. nil: they are not, and Unconfined says why.
	Confine    func(home, dir string) Confinement
	Unconfined string
}

// Protocol is how an agent's events are read and answered. Implementations hold no state.
type Protocol interface {
	// Decode reads one hook input. Tools and fields get the names of the table of tools.
	Decode(data []byte) (fact.Call, error)
	// Moment says what the event of a call is about.
	Moment(call *fact.Call) Moment
	// Outcome is what an event after a call says of it: ran, failed or denied.
	Outcome(call *fact.Call) string
	// Encode returns the answer to a call that is proposed.
	Encode(v *rule.Verdict, call *fact.Call) Answer
	// Welcome returns the answer at the start of a session: lines for the model, and a warning for
	// the person, "" for none. Without either it is the answer that says nothing.
	Welcome(lines []string, warning string) Answer
	// Mute says why nobody would be asked about a call if the answer were ask; "" where a person is,
	// or where the call ends if there is none. at resolves the paths of the facts.
	Mute(call *fact.Call, f *fact.Facts, at fact.Places) string
	// Approve tells the model what it and a person can do about a call whose ask becomes a deny
	// because of Mute.
	Approve(call *fact.Call, ask *rule.Verdict) string
	// Rewrites reports whether the agent runs a call with the input that an answer with that decision
	// gives. Where it does not, the call is judged as it was written.
	Rewrites(call *fact.Call, d rule.Decision) bool
}

// Answer is what a hook gives back.
type Answer struct {
	Out  []byte // for standard output, to be written at once
	Err  []byte // for standard error
	Exit int    // exit status
}

// Moment is what a hook event is about.
type Moment uint8

const (
	Before  Moment = iota // a call is proposed
	After                 // a call has run, failed or been denied
	Start                 // a session starts
	End                   // a session ends
	Nothing               // nothing that has an answer
)
