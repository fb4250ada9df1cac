// Package sandboxconf holds what the block `sandbox:` of a config says. It knows neither policies nor
// sandboxes: package policy reads and merges it, package confine makes profiles of it.
package sandboxconf

// Settings are the keys of `sandbox:`. A zero field is one that is not set; Default has the values
// that then count. Paths are as they are written: absolute, below ~, below $SCRATCH, or relative to
// the project.
type Settings struct {
	Mode          string   // off, auto or require
	Scope         string   // unvouched: what is not free (confine.Profile); all: every command
	Require       string   // least level that counts: full, files or reduced
	OnUnavailable string   // ask, deny or allow
	Answers       *Answers // kinds of ask that a sandboxed run settles
	Profile       string   // command: narrowed to the facts; project: one for all
	Except        []string // analysed names, such as "docker" and "gh auth login"

	WriteAllow, ReadOnly []string
	ReadAllow, Hide      []string
	ProjectSecrets       string // hide, code or open

	Network      string   // none, filtered or open
	Hosts        []string // network.allow: HOST[:PORT]
	DenyHosts    []string
	DenyResolved []string // address ranges
	Localhost    []int    // ports of the machine
	Publish      *Publish
	Sockets      []string // ssh-agent, gpg-agent, or absolute paths
	Reasons      []Reason

	Scrub *Classes // classes of variables
	Keep  []string // names of variables

	Memory, Processes, Time string   // limits, as Amount reads them
	Devices                 []string // of the machine, below /dev

	Home       string // real or private
	Tmp        string // private or shared
	Caches     string // shared or own
	Background string // keep or kill
}

// Answers are kinds of ask.
type Answers struct{ Exec, Dynamic bool }

// Publish says which ports of a run the machine may reach.
type Publish struct {
	Auto  bool  `json:"auto,omitempty"` // those that a run opens
	Ports []int `json:"ports,omitempty"`
}

// Reason is what is said where a host is refused.
type Reason struct {
	Host string `json:"host"`
	Text string `json:"text"`
}

// Classes are classes of variables that are taken away (internal/sandbox/envscrub).
type Classes struct{ Names []string }

// Default returns the values where no layer sets one.
func Default() Settings {
	return Settings{Mode: "off", Scope: "unvouched", Require: "files", OnUnavailable: "ask",
		Answers: &Answers{Exec: true, Dynamic: true}, Profile: "command",
		WriteAllow: []string{".", "$SCRATCH"}, ProjectSecrets: "code", Network: "filtered",
		Publish: &Publish{Auto: true}, Scrub: &Classes{Names: []string{"agent", "session"}},
		Home: "real", Tmp: "private", Caches: "shared", Background: "keep"}
}

// On reports whether runs are to be confined. s may be nil.
func (s *Settings) On() bool { return s != nil && (s.Mode == "auto" || s.Mode == "require") }
