package settings

import (
	"encoding/json"
	"runtime"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Form is how the client starts the hook.
type Form int

const (
	// Exec names the program and its arguments: no shell reads them. It needs a client that knows
	// onFailure, else a hook that cannot be started lets the call go on.
	Exec Form = iota
	// Shell is a shell line that blocks by itself, on every version.
	Shell
	// ShellProgram is that line as the argument of a shell that is named as the program. The client
	// puts the sandbox's wrapper before a shell line, so that a wrapper that is missing would take the
	// hook with it. It needs a client that knows args.
	ShellProgram
)

// FormFor chooses the form for a client: the exec form where it is known to block on failure.
func FormFor(client Version) Form {
	if client.AtLeast(OnFailureSince) || runtime.GOOS == "windows" {
		return Exec
	}
	return Shell
}

// SandboxForm chooses the form of an entry with a sandbox.
func SandboxForm(client Version) Form {
	form := FormFor(client)
	if form == Shell && client.AtLeast(ArgsSince) {
		return ShellProgram
	}
	return form
}

// Entry is what an installation writes.
type Entry struct {
	Exe  string // absolute: fencepost-hook, or fencepost where that is not there
	Home string // absolute; "" leaves it to the environment
	Form Form

	Managed bool // it is for everybody on the machine, and so is the config that is read first
	Sandbox bool // what the client starts for shell commands is the wrapper (Prefix)
}

// Handler is the handler for an event.
func (e *Entry) Handler(event *Event) Handler {
	h := Handler{Type: "command", Timeout: hookfile.HookTimeout, Async: event.Async}
	args := []string{event.Subcommand}
	if hookfile.Base(e.Exe) == hookfile.Gate {
		args = args[:0] // it knows the event by its input
	}
	if e.Home != "" {
		args = append(args, "--home", e.Home)
	}
	if e.Managed {
		args = append(args, "--managed")
	}
	blocks := event.Name == "PreToolUse"
	if blocks {
		h.OnFailure = "block"
	}
	switch {
	case e.Form == Exec, e.Form == ShellProgram && !blocks:
		h.Command, h.Args = e.Exe, args
	case e.Form == ShellProgram:
		h.Command, h.Args = shell, []string{"-c", hookfile.Line(e.Exe, args, "")}
	case blocks:
		h.Command = hookfile.Line(e.Exe, args, "")
	default:
		h.Command = hookfile.Plain(e.Exe, args)
	}
	return h
}

// Group is the group for an event, as JSON on one line.
func (e *Entry) Group(event *Event) ([]byte, error) {
	type group struct {
		Matcher string    `json:"matcher,omitempty"`
		Hooks   []Handler `json:"hooks"`
	}
	return hookfile.Encode(group{event.Matcher, []Handler{e.Handler(event)}})
}

// Plans are what an installation puts into the file.
func (e *Entry) Plans() ([]hookfile.Plan, error) {
	if e.Sandbox {
		return e.sandboxPlans()
	}
	return e.plans(Events())
}

// sandboxPlans are those of an installation whose calls run confined.
func (e *Entry) sandboxPlans() ([]hookfile.Plan, error) {
	plans, err := e.plans(SandboxEvents())
	if err != nil {
		return nil, err
	}
	prefix, err := e.prefixPlan()
	return append(plans, prefix), err
}

// plans are those for events.
func (e *Entry) plans(events []Event) ([]hookfile.Plan, error) {
	var plans []hookfile.Plan
	for _, event := range events {
		raw, err := e.Group(&event)
		if err != nil {
			return nil, err
		}
		ours := func(raw json.RawMessage) bool { return Runs(raw, &event) }
		plans = append(plans, hookfile.Plan{Event: event.Name, Raw: raw, Ours: ours})
	}
	return plans, nil
}
