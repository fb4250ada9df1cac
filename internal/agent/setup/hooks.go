package setup

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Hook is an entry of fencepost that stands in the file of an agent.
type Hook struct {
	Event          string
	Group, Handler int             // where it stands in the list of the event
	Matcher        json.RawMessage // nil for every tool
	Raw            json.RawMessage // of the handler
	Argv           []string        // the program with its arguments
	Line           string          // what a shell reads; "" where the agent starts the program itself
	Closed         bool            // it blocks by itself if the program fails
}

// Hooks finds the entries of fencepost in the text of a file.
func (a *Agent) Hooks(text []byte) (found []Hook, err error) {
	if a.Plugin != "" {
		// Only the plugin of this version: another text may do anything.
		var argv []string
		_, rest, _ := bytes.Cut(text, []byte(command))
		list, _, _ := bytes.Cut(rest, []byte("\n"))
		if json.Unmarshal(list, &argv) != nil {
			return nil, nil
		}
		own, err := a.plugin(argv)
		if err == nil && bytes.Equal(own, text) {
			found = []Hook{{Argv: argv, Closed: true}}
		}
		return found, err
	}
	for _, event := range a.Events() {
		tree := a.Tree
		tree.Text = text
		groups, err := tree.Groups(event)
		if err != nil {
			return nil, err
		}
		for i, g := range groups {
			for k, raw := range g.Handlers {
				if !a.runs(raw) {
					continue
				}
				h := Hook{Event: event, Group: i, Handler: k, Matcher: g.Matcher, Raw: raw}
				h.Line = a.line(raw)
				h.Argv, h.Closed = hookfile.Argv(h.Line)
				found = append(found, h)
			}
		}
	}
	return found, nil
}

// Events are those that an installation enters.
func (a *Agent) Events() (names []string) {
	for _, e := range a.Entries {
		names = append(names, e.Events...)
	}
	return names
}

// Entered is the entry that an installation writes for an event.
func (a *Agent) Entered(event string) (h Hook) {
	for _, e := range a.Entries {
		if slices.Contains(e.Events, event) {
			tree := a.Tree
			g, err := tree.Group([]byte(strings.Replace(e.Text, "LINE", `""`, 1)))
			if err == nil {
				return Hook{Event: event, Matcher: g.Matcher, Raw: g.Handlers[0]}
			}
		}
	}
	return Hook{}
}

// Limit is how long the agent waits for the hook, in its own unit; 0 if the entry does not say.
func (h *Hook) Limit() float64 {
	var limit struct {
		Timeout    float64
		TimeoutSec float64
	}
	if json.Unmarshal(h.Raw, &limit) != nil {
		return 0
	}
	return cmp.Or(limit.Timeout, limit.TimeoutSec)
}

// SwitchedOff is the key of a file by which the agent runs no hook of fencepost, "" for none.
func (a *Agent) SwitchedOff(root hookfile.Object) string {
	for _, off := range a.Off {
		path, want, _ := strings.Cut(off, "=")
		at, keys := root, strings.Split(path, ".")
		for _, key := range keys[:len(keys)-1] {
			at, _ = hookfile.ParseObject(at.Get(key))
		}
		value := string(at.Get(keys[len(keys)-1]))
		if value == want || strings.Contains(value, `"`+want+`"`) {
			return path
		}
	}
	return ""
}

// Call is one of the agent's shell tool, as the agent gives it to the hook.
func (a *Agent) Call(command, cwd string) ([]byte, error) {
	c, err := hookfile.Encode(command)
	if err != nil {
		return nil, err
	}
	dir, err := hookfile.Encode(cwd)
	return []byte(strings.NewReplacer("COMMAND", string(c), "CWD", string(dir)).Replace(a.Probe)), err
}
