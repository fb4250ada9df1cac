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
func Given(a *record.Call, f *fact.Facts, call *fact.Call, cwd string) {
	if !strings.HasPrefix(call.Tool, ofServers) {
		return
	}
	if repository := call.Text("repo_path"); repository != "" { // of the reference server for git
		p := paths.Named(cwd, a.Home, repository)
		if at, what := a.RepositoryRuns(p.Abs, true); what != "" {
			f.Hazards = append(f.Hazards, record.Hazard(hazards.OtherRepository, at,
				"git would run what "+what+" in "+at+" names, another repository than the project's")...)
		}
		for _, field := range [...]string{"revision", "target"} {
			if _, name, ok := strings.Cut(call.Text(field), ":"); ok { // a file as a commit has it
				f.Effects = append(f.Effects,
					fact.Effect{Kind: fact.Read, Path: paths.Named(p.Abs, a.Home, name), Command: -1})
			}
		}
	}
	for i := range call.Input {
		switch in := &call.Input[i]; {
		case !in.String:
		case isOption(in.Text):
			f.Hazards = append(f.Hazards, record.Hazard(hazards.ServerOption, call.Tool,
				"The server may hand "+in.Text+" on to a program as an option")...)
		case namesFile(in.Name, in.Text):
			name := strings.TrimPrefix(in.Text, "file://")
			kind := fact.Read
			if lang.Says("write-fields", in.Name) {
				kind = fact.Write
			}
			f.Effects = append(f.Effects,
				fact.Effect{Kind: kind, Path: paths.Named(cwd, a.Home, name), Command: -1})
		}
	}
}

// BeyondFiles adds what the tools of the agent do beyond a file: they remove a work tree with its
// changes, or hand something to an agent on another machine.
func BeyondFiles(f *fact.Facts, call *fact.Call) {
	discard, given := call.Get("discard_changes")
	switch {
	case call.Tool == "ExitWorktree" && given && string(discard.Raw) != "false":
		f.Hazards = append(f.Hazards, record.Hazard(hazards.LostWorktree, call.Tool,
			"The work tree is removed with what is not committed in it")...)
	case call.Text("isolation") == "remote" && (call.Tool == "Agent" || call.Tool == "Task"),
		call.Tool == "SendMessage" && strings.HasPrefix(call.Text("to"), "bridge:"):
		f.Hazards = append(f.Hazards, record.Hazard(hazards.OtherMachine, call.Tool,
			"An agent on another machine gets what it is given")...)
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
