// Package confine derives from the facts of a call, and from the settings of the sandbox, what a
// run of the call may do: the profile. It is pure: what it knows of the machine it asks a Disk, and
// variables a function.
//
// Of a call of which everything is known (a closed one) the profile is what the facts say and no
// more. Code that nobody has seen gets what the settings give the project. In between the two
// halves are taken by themselves: what is written, and what is reached.
package confine

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// Call is what a profile is derived from.
type Call struct {
	Facts   *fact.Facts
	Set     *sandboxconf.Settings // effective
	Home    string
	Project string          // absolute
	Dir     string          // in which the call runs, absolute
	Scratch string          // redirect.tmpTarget, absolute; "" for none
	Session string          // the agent's name of the session; "" for none
	Rights  []history.Right // granted: for this call, the session, the project or the user

	// Vouched says that the gate lets the call pass as it is, or that a person was asked about it
	// and has let it: what its facts name outside of the settings it gets, for this call.
	Vouched bool
	// Settled says that the call passes since it runs confined: nothing that it changes was asked about.
	Settled bool

	Disk   Disk                // nil: all there is counts as a directory that is there
	Getenv func(string) string // nil: no variable is set
}

// Kind is what stands at a path.
type Kind uint8

// The kinds. A link counts as what it leads to.
const (
	None Kind = iota
	File
	Dir
	Socket
	Other
)

// Disk says what stands at a path.
type Disk interface{ Kind(path string) Kind }

// Profile is what one run may do, and why. Paths are absolute.
type Profile struct {
	sandbox.Profile

	Closed bool // nothing of the call is unknown: it gets exactly what its facts need
	// why it is not closed, as a clause with the command: "runs ./x, which is not seen"
	Why string
	// Unseen says that code may run that is not seen; else only what is written, or a host, is not
	// known
	Unseen bool
	// Free says that it needs no sandbox: it is closed, and each command is one of which that is known
	Free bool
	// Refused says why a run would end half done, so that nothing of it may run; "" if it would not.
	Refused string

	Make []string // directories of Write that are not there yet: Prepare makes them
	// Touch are files of Write that are not there yet, and that the shell would make: so does
	// Prepare
	Touch []string

	project string // for String
	home    string
}

// Wants reports whether a call with this profile is to run confined under a scope of the settings.
func (p *Profile) Wants(scope string) bool {
	return scope == "all" || !p.Free || p.Network != sandbox.NetNone
}

// For returns the profile of a call.
func For(c *Call) *Profile {
	d := &draft{c: c, set: c.Set, p: &Profile{project: c.Project, home: c.Home}}
	if d.set == nil {
		s := sandboxconf.Default()
		d.set = &s
	}
	d.look()
	d.settings()
	d.writes()
	d.reads()
	d.network()
	d.programs()
	d.rights()
	d.movements()
	return d.finish()
}

// draft is a profile that is being made.
type draft struct {
	c   *Call
	set *sandboxconf.Settings
	p   *Profile

	needs []need // what the specs of the programs say

	// what is known: that no code runs which is not seen, all that is written, all that is reached
	seen, files, hosts bool
	contacts           bool // a command contacts something
	// foreign: code that is not seen is not only what a program runs that credentials are for
	foreign bool
}

// narrow reports whether a run is narrowed to the facts where they are known.
func (d *draft) narrow() bool { return d.set.Profile != "project" }
