// Package setup says how fencepost is put into the config of a coding agent. What is true of one
// agent stands in that agent's own package.
package setup

import (
	"encoding/json"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Agent is a coding agent other than Claude Code.
type Agent struct {
	Name    string
	User    func(home string) string    // the file of a person
	Project func(project string) string // the file of a project
	Tree    hookfile.Tree               // the form of the file
	Plans   func(exe, home string) ([]hookfile.Plan, error)
	Whole   func(exe, home string) []byte // the file is fencepost's own; Plans is nil
	Notes   []string                      // what a person has to do or know
}

// Line is the shell line of the hook. It blocks the call when the program is missing, crashes or
// hangs: status 2 with a message denies in every agent.
func Line(agent, exe, home string) string {
	return hookfile.Line(exe, Args(exe, agent, home), message)
}

const message = "Fencepost: the guard gave no answer; run `fencepost doctor` in a terminal."

// Args are the words behind the program that make it the hook of an agent.
func Args(exe, agent, home string) []string {
	list := []string{agent}
	if home != "" {
		list = append(list, "--home", home)
	}
	return hookfile.HookArgs(exe, list...)
}

// Ours reports whether a handler runs fencepost for an agent. key holds its shell line.
func Ours(agent, key string) func(json.RawMessage) bool {
	return func(raw json.RawMessage) bool {
		o, err := hookfile.ParseObject(raw)
		var line string
		if err != nil || json.Unmarshal(o.Get(key), &line) != nil {
			return false
		}
		argv, _ := hookfile.Argv(line)
		words, ok := hookfile.AfterHook(argv)
		return ok && len(words) > 0 && words[0] == agent
	}
}

// Same makes one plan for each of the events.
func Same(events []string, value any, ours func(json.RawMessage) bool) ([]hookfile.Plan, error) {
	raw, err := hookfile.Encode(value)
	if err != nil {
		return nil, err
	}
	var plans []hookfile.Plan
	for _, event := range events {
		plans = append(plans, hookfile.Plan{Event: event, Raw: raw, Ours: ours})
	}
	return plans, nil
}
