// Package setup puts fencepost into the config of a coding agent, as agent.yaml in its folder says.
// Claude Code has an installer of its own.
package setup

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
)

// Agent is what agent.yaml says of a coding agent.
type Agent struct {
	Name  string `yaml:"-"`
	Title string
	Marks []string // variables that it sets for what it runs

	Config        []string // a variable with the directory of configs, and where that is without
	User, Project string   // the files of a person, below that, and of a project
	Tree          hookfile.Tree
	Key           string // of a handler: its shell line; "" for command
	Entries       []Entry
	Plugin        string   // the name of a plugin; the file is fencepost's own then
	Notes         []string // what a person has to do or know; DENIES stands for what becomes of an ask
	Probe         string   // a call of its shell tool, as JSON, of which CWD, COMMAND and USUAL stand for parts
	Off           []string // KEY.KEY=VALUE in its file that switches the hook off
	Trust         string   // its file beside, in which a person has to trust each hook

	Docs    map[string]string // cells of the tables in docs/agents.md
	Answers Answers
}

// Entry is a group, or the handler of a flat tree, for some events. LINE stands for the line of the
// hook.
type Entry struct {
	Text   string // JSON on one line
	Events []string
}

// Answers are what the agent understands. Tests hold all answers to that.
type Answers struct {
	Silence string              // "runs" where a call runs without an answer; else that is a failure
	Stops   int                 // the exit status that stops a call where no output does
	Fields  []string            // that there are, with their path
	Words   map[string][]string // of a field
	Needs   [][]string          // if all fields of a list but the last are there, so is the last
}

const (
	denies = "what fencepost asks about is denied, and the reason says how to allow it"
	// usual is what most agents give their hooks of a call; an event and a tool follow.
	usual = `"session_id":"doctor","tool_use_id":"doctor","cwd":CWD,"permission_mode":"default",` +
		`"tool_input":{"command":COMMAND}`
)

// Of reads what is known of the agent of that name.
func Of(name string) (*Agent, error) {
	text, err := agent.File(name, "agent.yaml")
	if err != nil {
		return nil, err
	}
	a := &Agent{Name: name}
	d := yaml.NewDecoder(strings.NewReader(strings.NewReplacer("DENIES", denies, "USUAL", usual).
		Replace(string(text))))
	d.KnownFields(true)
	return a, d.Decode(a)
}

// All are the agents, in the order in which they are registered. What is broken in agent.yaml is a
// mistake of this program.
func All() (list []*Agent) {
	for _, who := range agents.All() {
		a, err := Of(who.Name)
		if err != nil {
			panic(fmt.Sprintf("internal/agent/%s/agent.yaml: %v", who.Name, err))
		}
		list = append(list, a)
	}
	return list
}

// UserFile is the file of a person.
func (a *Agent) UserFile(home string) string {
	if len(a.Config) == 2 {
		if dir := os.Getenv(a.Config[0]); filepath.IsAbs(dir) {
			return filepath.Join(dir, filepath.FromSlash(a.User))
		}
		home = filepath.Join(home, a.Config[1])
	}
	return filepath.Join(home, filepath.FromSlash(a.User))
}

// ProjectFile is the file of a project.
func (a *Agent) ProjectFile(dir string) string {
	return filepath.Join(dir, filepath.FromSlash(a.Project))
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
	for _, e := range a.Entries {
		raw := []byte(strings.Replace(e.Text, "LINE", string(line), 1))
		for _, event := range e.Events {
			plans = append(plans, hookfile.Plan{Event: event, Raw: raw, Ours: a.runs})
		}
	}
	return plans, err
}

// command is the line of a plugin that names the program to start.
const command = "\nconst command = "

// Whole is the file of an agent that has plugins and no hooks.
func (a *Agent) Whole(exe, home string) ([]byte, error) {
	return a.plugin(append([]string{exe}, args(exe, a.Name, home)...))
}

// plugin is the plugin that starts a program before each call.
func (a *Agent) plugin(argv []string) ([]byte, error) {
	text, err := agent.File(a.Name, a.Plugin)
	before, rest, _ := bytes.Cut(text, []byte(command))
	_, after, ok := bytes.Cut(rest, []byte("\n"))
	if err == nil && !ok {
		err = errors.New(a.Plugin + " has no line that names the program")
	}
	list := make([]string, len(argv))
	for i, word := range argv {
		list[i] = string(hookjson.String(word))
	}
	line := command + "[" + strings.Join(list, ", ") + "]\n"
	return slices.Concat(before, []byte(line), after), err
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
	if err != nil || json.Unmarshal(o.Get(cmp.Or(a.Key, "command")), &line) != nil {
		return ""
	}
	return line
}
