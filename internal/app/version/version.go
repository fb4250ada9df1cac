// Package version says what a program of this module was built from.
package version

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/rule"
)

// Info is what a program knows of itself.
type Info struct {
	Version  string `json:"version"`
	Build    string `json:"build"` // the id of the sources that decide: siblings.Build
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"` // of the revision
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`

	Policies []Policy `json:"policies,omitempty"` // organisation policies that it was built with
}

// Policy is an organisation policy that a program was built with.
type Policy struct {
	Name     string `json:"name"`
	Version  string `json:"version,omitempty"`
	Hash     string `json:"sha256"` // of its source
	File     string `json:"file"`
	Enforced bool   `json:"enforced"`
	Default  string `json:"default,omitempty"` // the preset that it names for where there is no config
}

// This is the program that asks.
func This() Info {
	i := Plain()
	i.Policies = Policies(gen.Baked())
	return i
}

// Plain is the program that asks, without its policies: one that calls it links no presets.
func Plain() Info {
	i := Info{Version: "(devel)", Build: siblings.ThisBuild(), Go: runtime.Version(), OS: runtime.GOOS,
		Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return i
	}
	if info.Main.Version != "" {
		i.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			i.Revision = s.Value
		case "vcs.time":
			i.Time = s.Value
		case "vcs.modified":
			i.Modified = s.Value == "true"
		}
	}
	return i
}

// Policies describes compiled policies.
func Policies(list []rule.Baked) []Policy {
	out := make([]Policy, 0, len(list))
	for _, b := range list {
		out = append(out, Policy{Name: b.Preset, Version: b.Version, Hash: b.Hash, File: b.Src,
			Enforced: b.Enforced, Default: b.Default})
	}
	return out
}

// Text is what a program of that name prints of itself: one line, one with its build, and one for
// each policy.
func (i *Info) Text(program string) string {
	var b strings.Builder
	b.WriteString(program + " " + i.Version)
	if i.Revision != "" {
		b.WriteString(" " + i.Revision[:min(12, len(i.Revision))])
	}
	if i.Modified {
		b.WriteString(" modified")
	}
	b.WriteString(" " + i.Go + " " + i.OS + "/" + i.Arch + "\nbuild " + i.Build + "\n")
	for _, p := range i.Policies {
		b.WriteString("policy " + p.String() + "\n")
	}
	return b.String()
}

func (p Policy) String() string {
	text := p.Name
	if p.Version != "" {
		text += " " + p.Version
	}
	text += " sha256:" + p.Hash
	if p.Enforced {
		text += ", enforced"
	}
	if p.Default != "" {
		text += ", default " + p.Default
	}
	return text
}
