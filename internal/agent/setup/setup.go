// Package setup says how fencepost is put into the config of the coding agents besides Claude Code.
package setup

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Agent is a coding agent other than Claude Code.
type Agent struct {
	Name  string
	Tree  hookfile.Tree                 // the form of the file
	Whole func(exe, home string) []byte // the file is fencepost's own; nil where it is not
	Notes []string                      // what a person has to do or know

	config        [2]string // a variable with the directory of configs, and where that is without
	user, project string    // the files of a person, below that, and of a project
	key           string    // of a handler: its shell line; "" for command
	entries       []entry
	probe         string   // a call of its shell tool, as JSON
	off           []string // KEY.KEY=VALUE in its file that switches the hook off
}

// entry is a group, or the handler of a flat tree, for some events.
type entry struct {
	text   string // JSON on one line
	events []string
}

// User is the file of a person.
func (a *Agent) User(home string) string {
	dir := os.Getenv(a.config[0])
	if a.config[0] == "" || !filepath.IsAbs(dir) {
		dir = filepath.Join(home, a.config[1])
	}
	return filepath.Join(dir, filepath.FromSlash(a.user))
}

// Project is the file of a project.
func (a *Agent) Project(dir string) string {
	return filepath.Join(dir, filepath.FromSlash(a.project))
}

// Message is what the line of a hook says if the program gives no answer.
const Message = "Fencepost: the guard gave no answer; run `fencepost doctor` in a terminal."

// args are the words behind the program that make it the hook of an agent.
func args(exe, agent, home string) []string {
	list := []string{agent}
	if home != "" {
		list = append(list, "--home", home)
	}
	return hookfile.HookArgs(exe, list...)
}

// Plans are what an installation puts into the file. The shell line blocks the call when the program
// is missing, crashes or hangs: status 2 with a message denies in every agent.
func (a *Agent) Plans(exe, home string) (plans []hookfile.Plan, err error) {
	line, err := hookfile.Encode(hookfile.Line(exe, args(exe, a.Name, home), Message))
	for _, e := range a.entries {
		raw := []byte(strings.Replace(e.text, "LINE", string(line), 1))
		for _, event := range e.events {
			plans = append(plans, hookfile.Plan{Event: event, Raw: raw, Ours: a.runs})
		}
	}
	return plans, err
}

// runs reports whether a handler runs fencepost for the agent.
func (a *Agent) runs(raw json.RawMessage) bool {
	argv, _ := hookfile.Argv(a.line(raw))
	words, ok := hookfile.AfterHook(argv)
	return ok && len(words) > 0 && words[0] == a.Name
}

// line is the shell line of a handler, "" where there is none.
func (a *Agent) line(raw json.RawMessage) (line string) {
	o, err := hookfile.ParseObject(raw)
	if err != nil || json.Unmarshal(o.Get(cmp.Or(a.key, "command")), &line) != nil {
		return ""
	}
	return line
}
