package filetools

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// ofServers begins the names of the tools of connected servers.
const ofServers = "mcp__"

// Given adds what a tool of a connected server is given: files, which the server may read, and
// options, which it may hand on to a program.
func Given(f *fact.Facts, call *fact.Call, cwd, home string) {
	if !strings.HasPrefix(call.Tool, ofServers) {
		return
	}
	for i := range call.Input {
		switch in := &call.Input[i]; {
		case !in.String:
		case isOption(in.Text):
			f.Hazards = append(f.Hazards, record.Hazard(hazards.ServerOption, call.Tool,
				"The server may hand "+in.Text+" on to a program as an option")...)
		case namesFile(in.Name, in.Text):
			name := strings.TrimPrefix(in.Text, "file://")
			f.Effects = append(f.Effects,
				fact.Effect{Kind: fact.Read, Path: paths.Named(cwd, home, name), Command: -1})
		}
	}
}

// isOption reports whether a program would take a text for an option: --output=FILE, -o.
func isOption(s string) bool {
	rest, ok := strings.CutPrefix(s, "-")
	rest = strings.TrimPrefix(rest, "-")
	return ok && rest != "" && (rest[0]|0x20) >= 'a' && (rest[0]|0x20) <= 'z' &&
		!strings.ContainsAny(s, " \t\n")
}

// namesFile reports whether a field of the input names a file of this machine.
func namesFile(field, text string) bool {
	if text == "" || strings.ContainsAny(text, "\n\x00") ||
		strings.Contains(text, "://") && !strings.HasPrefix(text, "file://") {
		return false
	}
	for _, begin := range [...]string{"~/", "../", "file://"} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return lang.Says("file-fields", field)
}
