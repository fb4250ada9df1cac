// Package sandbox holds the Profile: what one run may do. The hook and the wrapper derive it from a
// call (package confine), people write it as flags of fencepost-run (package flags), and package
// plan turns it into the steps that confine the run.
package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// Profile is what one run may do, beside what every run may. Paths are absolute, relative to the
// directory of the run, or begin with ~/. They may be globs. docs/sandbox-run.md has the JSON keys,
// and the values that count for empty fields.
type Profile struct {
	Write    []string `json:"write,omitempty"`    // may be written, with all below them
	ReadOnly []string `json:"readOnly,omitempty"` // stay as they are although they lie below Write
	Read     []string `json:"read,omitempty"`     // may be read although they would be hidden
	Hide     []string `json:"hide,omitempty"`     // may not be read
	Own      string   `json:"own,omitempty"`      // a directory that may be written; what lies beside it is hidden
	// Secrets says which credentials are hidden: home (of the home directory and the system), project
	// (those below Write, too) or open (none).
	Secrets   string   `json:"secrets,omitempty"`
	GitConfig bool     `json:"gitConfig,omitempty"` // settings of git repositories may be written
	Lift      []string `json:"lift,omitempty"`      // protected files that a person has let be changed
	// History are files, or work trees, that git changes to those of commits while no code runs that is
	// not seen. A protected file below them may be changed, and stays if it is what git says.
	History []string `json:"history,omitempty"`
	Exact   bool     `json:"exact,omitempty"` // no link leads to Write, Read and Lift; else nothing runs

	Network      Network              `json:"network,omitempty"`
	Allow        []string             `json:"allow,omitempty"` // HOST or HOST:PORT that may be reached
	Deny         []string             `json:"deny,omitempty"`  // that may not be reached although Allow has them
	DenyResolved []string             `json:"denyResolved,omitempty"`
	Reasons      []sandboxconf.Reason `json:"reasons,omitempty"`   // for entries of Deny
	Localhost    []int                `json:"localhost,omitempty"` // ports of the machine that may be reached
	Publish      sandboxconf.Publish  `json:"publish,omitzero"`
	Sockets      []string             `json:"sockets,omitempty"` // Unix sockets of the machine

	Set     []string `json:"set,omitempty"`     // variables, NAME=VALUE
	Scrub   []string `json:"scrub,omitzero"`    // classes of variables that are taken away; nil: default
	Keep    []string `json:"keep,omitempty"`    // names of variables that stay, with stars
	KeepAll bool     `json:"keepAll,omitempty"` // all variables stay

	Memory    string   `json:"memory,omitempty"`    // limits, as sandboxconf.Amount reads them
	Processes string   `json:"processes,omitempty"` //
	Time      string   `json:"time,omitempty"`
	Devices   []string `json:"devices,omitempty"` // of the machine

	Tmp        string `json:"tmp,omitempty"`        // private or shared
	Background string `json:"background,omitempty"` // keep or kill
	Level      Level  `json:"level,omitempty"`      // the least that has to be kept
	Session    string `json:"session,omitempty"`    // runs of one session reach each other's ports
}

// Network says how much of the network a run has.
type Network string

// The networks.
const (
	NetNone     Network = "none"     // an own loopback, and nothing else
	NetFiltered Network = "filtered" // an own loopback, and what is served there from outside
	NetOpen     Network = "open"     // the machine's network
)

// Level is how much an engine keeps.
type Level string

// The levels.
const (
	LevelFull    Level = "full"    // files, processes, IPC and network
	LevelFiles   Level = "files"   // files as full does; something else is missing
	LevelReduced Level = "reduced" // writable roots and secret directories, by Landlock alone
)

// Encode writes a profile as JSON. Package flags reads it.
func (p *Profile) Encode() ([]byte, error) {
	data, err := json.Marshal(p)
	if bytes.Contains(data, []byte(`\ufffd`)) { // what was no UTF-8
		return nil, errors.New("a name in it is not UTF-8")
	}
	return data, err
}
