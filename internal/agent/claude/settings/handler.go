package settings

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Event is a hook event of the client and how fencepost answers it.
type Event struct {
	Name    string
	Matcher string // "" for an event without tools
	// Subcommand is that of the program for people which answers the event: fencepost-hook knows the
	// event by its input.
	Subcommand string
	Async      bool
}

// Events are those that fencepost is installed for. Every tool is judged, so the matcher is the one
// for all: a list of names would miss a tool that a later version brings.
func Events() []Event {
	return []Event{
		{"PreToolUse", "*", "hook", false},
		{"PostToolUse", "*", "posttooluse", true},
		{"PostToolUseFailure", "*", "posttooluse", true},
		{"SessionStart", "", "sessionstart", false},
	}
}

// SandboxEvents are those of an installation whose calls run confined. What a run was kept from is
// told with the outcome of the call, so that the client waits for it; and with the session ends what
// its runs have left behind.
func SandboxEvents() []Event {
	events := Events()
	for i := range events {
		events[i].Async = false
	}
	return append(events, sessionEnd())
}

func sessionEnd() Event { return Event{"SessionEnd", "", "hook", false} }

// Handler is a hook of the client, as far as it matters here.
type Handler struct {
	Type      string   `json:"type"`
	Command   string   `json:"command"`
	Args      []string `json:"args,omitzero"` // an empty list means no shell, too
	Timeout   float64  `json:"timeout,omitempty"`
	OnFailure string   `json:"onFailure,omitempty"`
	Async     bool     `json:"async,omitempty"`
	If        *string  `json:"if,omitempty"`
	Rewake    bool     `json:"asyncRewake,omitempty"`
	Shell     string   `json:"shell,omitempty"`
	Exec      bool     `json:"-"` // args is there: no shell
}

// ParseHandler reads a handler that the client would accept.
func ParseHandler(raw json.RawMessage) (Handler, bool) {
	var h Handler
	if json.Unmarshal(raw, &h) != nil || h.Type != "command" {
		return h, false
	}
	h.Exec = h.Args != nil
	return h, true
}

// shell is the program that reads a line in the form ShellProgram.
const shell = "/bin/sh"

// line is the shell line that the handler runs; ok is false where no shell reads one.
func (h *Handler) line() (text string, ok bool) {
	if !h.Exec {
		return h.Command, true
	}
	if h.Command == shell && len(h.Args) == 2 && h.Args[0] == "-c" {
		return h.Args[1], true
	}
	return "", false
}

// Argv is the program with its arguments, as the handler names them; nil where its text is of
// another form than an installation writes.
func (h *Handler) Argv() []string {
	if line, ok := h.line(); ok {
		argv, _ := hookfile.Argv(line)
		return argv
	}
	return append([]string{h.Command}, h.Args...)
}

// Runs reports whether a handler runs fencepost for an event.
func Runs(raw json.RawMessage, event *Event) bool {
	h, ok := ParseHandler(raw)
	return ok && h.Runs(event)
}

// Runs reports whether the handler runs fencepost for an event.
func (h *Handler) Runs(event *Event) bool {
	argv := h.Argv()
	switch _, hook := hookfile.AfterHook(argv); {
	case len(argv) == 0:
		return false
	case hookfile.Base(argv[0]) == hookfile.Gate:
		return true
	case hookfile.Base(argv[0]) != hookfile.Program:
		return false
	default:
		return hook && event.Subcommand == "hook" || len(argv) > 1 && argv[1] == event.Subcommand
	}
}

// Home is the directory that the handler names with --home, "" without.
func (h *Handler) Home() string {
	argv := h.Argv()
	for i, arg := range argv {
		if dir, ok := strings.CutPrefix(arg, "--home="); ok {
			return dir
		}
		if arg == "--home" && i+1 < len(argv) {
			return argv[i+1]
		}
	}
	return ""
}

// Managed is whether the handler has the config for everybody on the machine read (--managed).
func (h *Handler) Managed() bool { return slices.Contains(h.Argv(), "--managed") }

// ClosedOnFailure reports whether the handler blocks the call by itself when the program is
// missing, crashes or hangs, so that the client need not know onFailure.
func (h *Handler) ClosedOnFailure() bool {
	line, ok := h.line()
	if !ok {
		return false
	}
	_, closed := hookfile.Argv(line)
	return closed
}

// Alone reports whether the handler runs nothing but the program. Else its line goes on after it,
// and the client may learn of another status than that of the program.
func (h *Handler) Alone() bool {
	line, ok := h.line()
	return !ok || hookfile.Alone(line)
}

// ShortTimeout reports whether the client gives the hook too little time: less than the line needs
// to block by itself, or than a start of the program takes on a busy machine.
func (h *Handler) ShortTimeout() bool {
	least := 1.0
	if h.ClosedOnFailure() {
		least = hookfile.LineSeconds + 1
	}
	return h.Timeout != 0 && h.Timeout < least
}
