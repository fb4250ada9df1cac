package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// event is a hook event of the agent and how fencepost answers it.
type event struct {
	name       string
	matcher    string // "" for an event without tools
	subcommand string
	async      bool
}

// events are those that fencepost is installed for. Every tool is judged, so the matcher is the one for all: a list of
// names would miss a tool that a later version of the agent brings.
func events() []event {
	return []event{
		{"PreToolUse", "*", "hook", false},
		{"PostToolUse", "*", "posttooluse", true},
		{"PostToolUseFailure", "*", "posttooluse", true},
		{"SessionStart", "", "sessionstart", false},
	}
}

// hookTimeout is how long the agent waits for the hook, in seconds. fencepost itself answers within one.
const hookTimeout = 10

// entry is the handler that is installed: the exec form, so that no shell reads the path, and closed on failure.
func (e *event) entry(exe string) handler {
	h := handler{Type: "command", Command: exe, Args: []string{e.subcommand}, Timeout: hookTimeout, Async: e.async}
	if e.name == "PreToolUse" {
		h.OnFailure = "block"
	}
	return h
}

// target is the settings file that a person means.
type target struct {
	project, local, print bool
	file                  string
}

func (t *target) flags(o *options) {
	o.boolean("project", &t.project)
	o.boolean("local", &t.local)
	o.boolean("print", &t.print)
	o.text("settings", &t.file)
}

func (t *target) path() (string, error) {
	switch {
	case t.file != "":
		return filepath.Abs(t.file)
	case t.project || t.local:
		dir, err := configDir(false)
		if err != nil {
			return "", err
		}
		if t.local {
			return filepath.Join(dir, ".claude", "settings.local.json"), nil
		}
		return filepath.Join(dir, ".claude", "settings.json"), nil
	}
	return userSettings()
}

// userSettings is the agent's settings file of the user.
func userSettings() (string, error) {
	if dir := os.Getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Join(dir, "settings.json"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".claude", "settings.json"), err
}

func runInstall(s stdio, args []string) int   { return change(s, "install", args, install) }
func runUninstall(s stdio, args []string) int { return change(s, "uninstall", args, uninstall) }

// change edits a settings file and says what it did.
func change(s stdio, name string, args []string, edit func(*settings) error) int {
	o := newOptions(name)
	var t target
	t.flags(o)
	operands, err := o.parse(s, args)
	if err != nil {
		return status(err)
	}
	if len(operands) > 0 {
		return s.fail("%s takes no arguments, and got %q", name, operands[0])
	}
	file, err := t.path()
	if err != nil {
		return s.fail("%s: %v", name, err)
	}
	st, err := readSettings(file)
	if err != nil {
		return s.fail("%s: %v", name, err)
	}
	if err := edit(st); err != nil {
		return s.fail("%s: %v", name, err)
	}
	text, err := st.text()
	if err != nil {
		return s.fail("%s: %v", name, err)
	}
	switch {
	case t.print:
		s.out.Write(text)
		return exitOK
	case same(st.old, text), st.old == nil && len(st.root) == 0:
		s.printf("%s: nothing to change\n", file)
		return exitOK
	}
	backup, err := st.write(text)
	if err != nil {
		return s.fail("%s: %s: %s", name, file, cause(err))
	}
	s.printf("wrote %s\n", file)
	if backup != "" {
		s.printf("the file as it was: %s\n", backup)
	}
	if name == "install" {
		s.printf("next: `fencepost doctor` checks that the hook blocks; sessions that are open may have to be started anew\n")
	}
	return exitOK
}

// same compares JSON whatever its white space. No text is the same as no text.
func same(x, y []byte) bool {
	if len(x) == 0 || len(y) == 0 {
		return len(x) == len(y)
	}
	var a, b bytes.Buffer
	if json.Compact(&a, x) != nil || json.Compact(&b, y) != nil {
		return false
	}
	return bytes.Equal(a.Bytes(), b.Bytes())
}

// install puts the handlers into the settings. An entry that is as it should be stays where it is; others of an earlier
// installation go.
func install(st *settings) error {
	exe, err := executable()
	if err != nil {
		return err
	}
	for _, e := range events() {
		tree, groups, err := st.hooks(e.name)
		if err != nil {
			return err
		}
		raw, err := compact(e.entry(exe))
		if err != nil {
			return err
		}
		matcher := json.RawMessage(nil)
		if e.matcher != "" {
			if matcher, err = compact(e.matcher); err != nil {
				return err
			}
		}
		if installed(groups, e.subcommand, matcher, raw) {
			continue
		}
		groups = drop(groups, e.subcommand)
		var g group
		g.raw.set("matcher", matcher)
		g.handlers = []json.RawMessage{raw}
		// A place of its own: a handler in somebody else's group would share its matcher.
		if err := st.put(tree, e.name, append(groups, g)); err != nil {
			return err
		}
	}
	return nil
}

// uninstall takes the handlers out of the settings and leaves everything else.
func uninstall(st *settings) error {
	for _, e := range events() {
		tree, groups, err := st.hooks(e.name)
		if err != nil {
			return err
		}
		if len(groups) == 0 {
			continue
		}
		if err := st.put(tree, e.name, drop(groups, e.subcommand)); err != nil {
			return err
		}
	}
	return nil
}

// installed reports whether the only handler of this program is the one that there should be.
func installed(groups []group, subcommand string, matcher, want json.RawMessage) bool {
	found, right := 0, false
	for _, g := range groups {
		for _, raw := range g.handlers {
			var h handler
			if json.Unmarshal(raw, &h) == nil && h.ours(subcommand) {
				found++
				right = same(raw, want) && same(g.raw.get("matcher"), matcher)
			}
		}
	}
	return found == 1 && right
}

// drop removes the handlers of this program, and the groups that held nothing else.
func drop(groups []group, subcommand string) []group {
	var out []group
	for _, g := range groups {
		var rest []json.RawMessage
		for _, raw := range g.handlers {
			var h handler
			if json.Unmarshal(raw, &h) != nil || !h.ours(subcommand) {
				rest = append(rest, raw)
			}
		}
		if len(rest) == 0 && len(g.handlers) > 0 {
			continue
		}
		g.handlers = rest
		out = append(out, g)
	}
	return out
}

// executable is the path of this program as it should stand in the settings.
func executable() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	if strings.Contains(exe, string(filepath.Separator)+"go-build") {
		return "", errors.New("this program lies in a temporary directory of `go run`; build or install it first, see the README")
	}
	if filepath.Base(exe) != program {
		return "", errors.New("this program is called " + filepath.Base(exe) + "; rename it to " + program + ", by which it is known in the settings")
	}
	return exe, nil
}
