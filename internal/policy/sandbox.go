package policy

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// Sandbox is the block sandbox: what cannot be predicted of a call is confined instead of asked
// about. What its keys mean is package sandboxconf's.
type Sandbox struct {
	Mode          string         `yaml:"mode" enum:"off auto require" doc:"off; auto: commands run confined where that is possible; require: they do not run otherwise"`
	Scope         string         `yaml:"scope" enum:"unvouched all" doc:"unvouched: all but commands of which it is known that they do what their words say; all: every command"`
	Require       string         `yaml:"require" enum:"full files reduced" doc:"the least that the machine has to keep for a run to count as confined"`
	OnUnavailable string         `yaml:"onUnavailable" enum:"ask deny allow" doc:"decision about a command that has to run confined, and cannot"`
	Answers       Words          `yaml:"answers" enum:"exec dynamic" doc:"kinds of questions that a confined run settles"`
	Profile       string         `yaml:"profile" enum:"command project" doc:"command: what a run may do is narrowed to what the command needs; project: one profile for all"`
	Except        []Entry        `yaml:"except" doc:"commands that run without the sandbox, and whose questions it does not settle"`
	Write         SandboxWrite   `yaml:"write" doc:"files that a run may change"`
	Read          SandboxRead    `yaml:"read" doc:"files that a run may read"`
	Network       SandboxNetwork `yaml:"network" doc:"hosts, ports and sockets that a run may reach"`
	Env           SandboxEnv     `yaml:"env" doc:"variables that a run gets"`
	Limits        SandboxLimits  `yaml:"limits" doc:"what a run may take"`
	Devices       []Entry        `yaml:"devices" doc:"devices that a run may use, such as /dev/kvm; of a directory all in it"`
	Home          string         `yaml:"home" enum:"real private" doc:"real: the person's own home directory; private: an empty one"`
	Tmp           string         `yaml:"tmp" enum:"private shared" doc:"/tmp of the run's own, or that of the machine"`
	Caches        string         `yaml:"caches" enum:"shared own" doc:"caches of the person's, or the project's own"`
	Background    string         `yaml:"background" enum:"keep kill" doc:"what becomes of processes that outlive their command"`
}

// SandboxWrite says what may be changed.
type SandboxWrite struct {
	Allow    []Entry `yaml:"allow" doc:"paths that may be written, with all below them; in place of . and $SCRATCH"`
	ReadOnly []Entry `yaml:"readOnly" was:"deny" doc:"paths below these that a run cannot change"`
}

// SandboxRead says what may be read.
type SandboxRead struct {
	Hide           []Entry `yaml:"hide" was:"deny" doc:"further paths that are hidden"`
	Allow          []Entry `yaml:"allow" doc:"paths that would be hidden, and are not"`
	ProjectSecrets string  `yaml:"projectSecrets" enum:"hide code open" was:"mask=hide" doc:"files of the project with credentials are hidden: always, from all but the project's own code, never"`
}

// SandboxNetwork says what may be reached.
type SandboxNetwork struct {
	Mode         string   `yaml:"mode" enum:"none filtered open" doc:"nothing; the hosts in allow; everything"`
	Allow        []Entry  `yaml:"allow" doc:"HOST or HOST:PORT that may be reached; *.HOST for all below it"`
	Deny         []Entry  `yaml:"deny" doc:"HOST or HOST:PORT that may not be reached, whatever allows it"`
	DenyResolved []Entry  `yaml:"denyResolved" doc:"ranges of addresses that no name may stand for"`
	Localhost    []Port   `yaml:"localhost" doc:"ports of the machine that may be reached"`
	Publish      *Publish `yaml:"publish" doc:"ports of a run that the machine may reach: none, auto (those that it opens), or a list"`
	Sockets      []Entry  `yaml:"sockets" doc:"ssh-agent, gpg-agent, or paths of Unix sockets that may be reached"`
	Reasons      Reasons  `yaml:"reasons" doc:"for a host, what is said where it is refused"`
}

// SandboxLimits says what a run may take.
type SandboxLimits struct {
	Memory    Amount `yaml:"memory" doc:"of all its processes: 512M, 4G"`
	Processes Amount `yaml:"processes" doc:"how many processes and threads it has at a time"`
	Time      Amount `yaml:"time" doc:"after which it is ended: 90s, 10m"`
}

// Amount is a number, with a unit where the key has some (sandboxconf.Amount).
type Amount string

// SandboxEnv says which variables a run gets.
type SandboxEnv struct {
	Scrub Words   `yaml:"scrub" enum:"agent session ci cloud named" doc:"classes of variables that are taken away"`
	Keep  []Entry `yaml:"keep" doc:"names of variables that stay; a star stands for any text"`
}

// Words is a list of words that counts as one value: a later layer replaces it. It is nil where it
// is not given.
type Words []Entry

// Port is a port, with its place.
type Port struct {
	Number int
	Pos    Pos
}

// Publish is auto or a list of ports. No ports stand for none.
type Publish struct {
	Auto  bool
	Ports []Port
}

// Reasons is a mapping of hosts to texts.
type Reasons []HostReason

// HostReason is what is said where a host is refused.
type HostReason struct {
	Host string
	Text string
	Pos  Pos // of the host
}

// settings returns what the block sets; nil where there is none.
func (b *Sandbox) settings() *sandboxconf.Settings {
	if b == nil {
		return nil
	}
	s := &sandboxconf.Settings{Mode: b.Mode, Scope: b.Scope, Require: b.Require,
		OnUnavailable: b.OnUnavailable, Profile: b.Profile, Except: texts(b.Except),
		WriteAllow: texts(b.Write.Allow), ReadOnly: texts(b.Write.ReadOnly),
		ReadAllow: texts(b.Read.Allow), Hide: texts(b.Read.Hide),
		ProjectSecrets: b.Read.ProjectSecrets,
		Network:        b.Network.Mode, Hosts: texts(b.Network.Allow), DenyHosts: texts(b.Network.Deny),
		DenyResolved: texts(b.Network.DenyResolved), Localhost: numbers(b.Network.Localhost),
		Sockets: texts(b.Network.Sockets), Keep: texts(b.Env.Keep), Devices: texts(b.Devices),
		Memory: string(b.Limits.Memory), Processes: string(b.Limits.Processes),
		Time: string(b.Limits.Time),
		Home: b.Home, Tmp: b.Tmp, Caches: b.Caches, Background: b.Background}
	if b.Answers != nil {
		s.Answers = &sandboxconf.Answers{Exec: b.Answers.Has("exec"), Dynamic: b.Answers.Has("dynamic")}
	}
	if p := b.Network.Publish; p != nil {
		s.Publish = &sandboxconf.Publish{Auto: p.Auto, Ports: numbers(p.Ports)}
	}
	if b.Env.Scrub != nil {
		s.Scrub = &sandboxconf.Classes{Names: texts(b.Env.Scrub)}
	}
	for _, r := range b.Network.Reasons {
		s.Reasons = append(s.Reasons, sandboxconf.Reason{Host: r.Host, Text: r.Text})
	}
	return s
}

// Has reports whether a word is one of the list.
func (w Words) Has(word string) bool {
	for i := range w {
		if w[i].Text == word {
			return true
		}
	}
	return false
}

func numbers(ports []Port) []int {
	var out []int
	for _, p := range ports {
		out = append(out, p.Number)
	}
	return out
}

// sandboxKeys are the keys of the block with a single value.
const sandboxKeys = "mode scope require onUnavailable answers profile read.projectSecrets " +
	"network.mode network.publish env.scrub home tmp caches background limits.memory " +
	"limits.processes limits.time"

// sandboxValues lists the single values of the block as they are written in a config; "" for one
// that is not set.
func sandboxValues(s *sandboxconf.Settings) []Value {
	if s == nil {
		s = &sandboxconf.Settings{}
	}
	var out []Value
	for key := range strings.FieldsSeq(sandboxKeys) {
		v := Value{Key: "sandbox." + key}
		switch key {
		case "answers":
			v.Value = answersText(s.Answers)
		case "network.publish":
			v.Value = publishText(s.Publish)
		case "env.scrub":
			if s.Scrub != nil {
				v.Value = listText(s.Scrub.Names)
			}
		default:
			v.Value = s.Word(key)
		}
		out = append(out, v)
	}
	return out
}

func answersText(a *sandboxconf.Answers) string {
	if a == nil {
		return ""
	}
	var words []string
	if a.Exec {
		words = append(words, "exec")
	}
	if a.Dynamic {
		words = append(words, "dynamic")
	}
	return listText(words)
}

func publishText(p *sandboxconf.Publish) string {
	switch {
	case p == nil:
		return ""
	case p.Auto:
		return "auto"
	case len(p.Ports) == 0:
		return "none"
	}
	var words []string
	for _, n := range p.Ports {
		words = append(words, strconv.Itoa(n))
	}
	return listText(words)
}

func listText(words []string) string { return "[" + strings.Join(words, ", ") + "]" }

// narrowSandbox adds what of a block counts without trust.
func narrowSandbox(s, own, now *rule.Settings) {
	if own.Sandbox != nil {
		s.Sandbox = own.Sandbox.Narrowing(now.Sandbox.Effective())
	}
}
