// Package confine derives from the facts of a call, and from the settings of the sandbox, what a run
// of the call may do: the profile. It is pure.
package confine

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/sandbox/ledger"
	"github.com/fencepost/fencepost/internal/sandbox/setting"
)

// Call is what a profile is derived from.
type Call struct {
	Facts   *fact.Facts
	Set     *setting.Settings // effective
	Home    string
	Project string         // absolute
	Dir     string         // in which the call runs, absolute
	Scratch string         // redirect.tmpTarget, absolute; "" for none
	Session string         // the agent's name of the session; "" for none
	Rights  []ledger.Right // granted: for this call, the session, the project or the user
}

// Profile is what one run may do. Paths are absolute.
type Profile struct {
	Closed bool // nothing of the call is unknown: it gets exactly what its facts need

	Write        []string // with all below them
	Deny         []string // stays as it is although it lies below Write
	Read         []string // although it would be hidden
	Mask         []string // may not be read
	Secrets      string   // home, project or open
	GitConfig    bool
	Lift         []string
	Net          string // none, filtered or open
	Hosts        []string
	DenyHosts    []string
	DenyResolved []string
	Localhost    []int
	Publish      *setting.Publish
	Sockets      []string
	EnvKeep      []string
	Scrub        []string
	Tmp          string
	Background   string
	Level        string
	Session      string
}

// For returns the profile of a call.
func For(c *Call) *Profile { return &Profile{} }

// Flags are the arguments of fencepost-run that stand for the profile, without the command.
func (p *Profile) Flags() []string { return nil }

// String is the profile in a line, for people: "writes ., reaches registry.npmjs.org".
func (p *Profile) String() string { return "" }
