package main

import (
	"runtime"
	"runtime/debug"

	"github.com/fencepost/fencepost/gen"
)

// build is what the program knows of itself.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"` // of the revision
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`

	Policies []baked `json:"policies,omitempty"` // organisation policies that it was built with
}

func thisBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Policies: bakedIn(gen.Baked())}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// runVersion prints the version.
func runVersion(s stdio, args []string) int {
	o := newOptions("version")
	var asJSON bool
	o.boolean("json", &asJSON)
	operands, err := o.parse(s, args)
	if err != nil {
		return status(err)
	}
	if len(operands) > 0 {
		return s.fail("version takes no arguments, and got %q", operands[0])
	}
	b := thisBuild()
	if asJSON {
		s.json(b)
		return exitOK
	}
	s.printf("fencepost %s", b.Version)
	if b.Revision != "" {
		s.printf(" %.12s", b.Revision)
	}
	if b.Modified {
		s.printf(" modified")
	}
	s.printf(" %s %s/%s\n", b.Go, b.OS, b.Arch)
	for _, p := range b.Policies {
		s.printf("policy %s\n", p)
	}
	return exitOK
}
