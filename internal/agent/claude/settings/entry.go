package settings

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime"
)

// HookTimeout is how long the client waits for the hook, in seconds. fencepost answers within one.
const HookTimeout = 10

// Form is how the client starts the hook.
type Form int

const (
	// Exec names the program and its arguments: no shell reads them. It needs a client that knows
	// onFailure, else a hook that cannot be started lets the call go on.
	Exec Form = iota
	// Timeout is a shell line that blocks by itself, with the program timeout.
	Timeout
	// Watch is the same for a system without timeout: a second process ends a hook that hangs.
	Watch
)

// FormFor chooses the form for a client: the exec form where it is known to block on failure.
func FormFor(client Version) Form {
	switch {
	case client.AtLeast(OnFailureSince), runtime.GOOS == "windows":
		return Exec
	case program("timeout") != "":
		return Timeout
	}
	return Watch
}

// shellSeconds is how long a shell form waits before it blocks: less than the client does.
const shellSeconds = "5"

// Entry is what an installation writes.
type Entry struct {
	Exe  string // absolute
	Home string // absolute; "" leaves it to the environment
	Form Form
}

// Handler is the handler for an event.
func (e *Entry) Handler(event *Event) Handler {
	h := Handler{Type: "command", Timeout: HookTimeout, Async: event.Async}
	args := []string{event.Subcommand}
	if e.Home != "" {
		args = append(args, "--home", e.Home)
	}
	blocks := event.Name == "PreToolUse"
	if blocks {
		h.OnFailure = "block"
	}
	switch line := shellLine(e.Exe, args); {
	case e.Form == Exec:
		h.Command, h.Args = e.Exe, args
	case !blocks:
		h.Command = line
	case e.Form == Timeout:
		h.Command = timeoutLine(orName(program("timeout"), "timeout"), line)
	default:
		h.Command = watchLine(orName(program("sleep"), "sleep"), line)
	}
	return h
}

// Group is the group for an event, as JSON on one line.
func (e *Entry) Group(event *Event) ([]byte, error) {
	type group struct {
		Matcher string    `json:"matcher,omitempty"`
		Hooks   []Handler `json:"hooks"`
	}
	return Encode(group{event.Matcher, []Handler{e.Handler(event)}})
}

// Install puts the handlers into a tree. An entry that is as it should be stays where it is; others
// of an earlier installation go.
func (e *Entry) Install(t *Tree) error {
	for _, event := range Events() {
		raw, err := e.Group(&event)
		if err != nil {
			return err
		}
		groups, err := t.Groups(event.Name)
		if err != nil {
			return err
		}
		switch at, all := ours(groups, &event); {
		case len(at) == 1 && Same(groups[at[0]].Raw, raw):
			continue
		case len(at) == 1 && all:
			if err := t.Replace(event.Name, at[0], raw); err != nil {
				return err
			}
			continue
		}
		if err := drop(t, &event); err != nil {
			return err
		}
		// A place of its own: a handler in somebody else's group would share its matcher.
		if err := t.Add(event.Name, raw); err != nil {
			return err
		}
	}
	return nil
}

// Uninstall takes the handlers out of a tree and leaves everything else.
func Uninstall(t *Tree) error {
	for _, event := range Events() {
		if err := drop(t, &event); err != nil {
			return err
		}
	}
	return nil
}

func drop(t *Tree, event *Event) error {
	_, err := t.Drop(event.Name, func(raw json.RawMessage) bool { return Runs(raw, event.Subcommand) })
	return err
}

// Again puts what Uninstall takes from one text into another, in the order of an installation.
func Again(from, into []byte) ([]byte, error) {
	source, t := &Tree{Text: from}, &Tree{Text: into}
	for _, event := range Events() {
		groups, err := source.Groups(event.Name)
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			if len(g.Handlers) != 1 || !Runs(g.Handlers[0], event.Subcommand) {
				continue
			}
			var raw bytes.Buffer
			if err := json.Compact(&raw, g.Raw); err != nil {
				return nil, err
			}
			if err := t.Add(event.Name, raw.Bytes()); err != nil {
				return nil, err
			}
		}
	}
	return t.Text, nil
}

// ours returns the groups with handlers of this program, and whether they hold no others.
func ours(groups []Group, event *Event) (at []int, all bool) {
	all = true
	for i, g := range groups {
		n := 0
		for _, raw := range g.Handlers {
			if Runs(raw, event.Subcommand) {
				n++
			}
		}
		if n > 0 {
			at = append(at, i)
			all = all && n == 1 && len(g.Handlers) == 1
		}
	}
	return at, all
}

// program finds a program of the system by its name, in directories that only the system writes.
func program(name string) string {
	for _, dir := range []string{"/usr/bin", "/bin", "/run/current-system/sw/bin"} {
		info, err := os.Stat(dir + "/" + name)
		if err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return dir + "/" + name
		}
	}
	return ""
}

func orName(path, name string) string {
	if path == "" {
		return name
	}
	return path
}
