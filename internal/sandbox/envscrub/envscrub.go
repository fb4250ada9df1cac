// Package envscrub says which variables of the environment a program in the sandbox gets. What may
// be a credential stays outside: those of the agent and of the person's session always, those of
// CI systems and clouds where code runs that nobody has read. A program whose spec names a
// variable keeps it, and so does a config. What decides how programs run (PATH, LD_*,
// NODE_OPTIONS) stays, with the value that it has: it is the person's.
//
// The table is presets/sandbox-environment.yaml, what programs keep stands in their specs
// (presets/commands, sandbox: {env: […]}); rulegen compiles both.
package envscrub

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/scrub"
	"github.com/fencepost/fencepost/internal/lowlevel/glob"
)

// The classes of the table.
const (
	Agent   = "agent"
	CI      = "ci"
	Cloud   = "cloud"
	Session = "session"
	Named   = "named" // what is called as credentials are
)

// Classes are all classes, in order.
func Classes() []string { return []string{Agent, CI, Cloud, Session, Named} }

// Default are the classes that count if a config names none. A profile is closed if all that the
// command does is known: no code runs in it that could look for credentials. Named is never among
// them, as an application that is being written needs its own.
func Default(closed bool) []string {
	if closed {
		return []string{Agent, Session}
	}
	return []string{Agent, CI, Cloud, Session}
}

// Rules say what of an environment a run gets.
type Rules struct {
	Classes []string // which count
	Keep    []string // names that stay, with stars for any text: of commands (Keeps) and configs
	Sockets []string // that the profile has: ssh-agent, gpg-agent, session-bus, x11, wayland, sound
	Unset   []string // names that do not stay, whatever keeps them: egress.ProxyVariables
	Set     []string // NAME=VALUE, in place of what is there
}

// Dropped is a variable that a run does not get.
type Dropped struct {
	Name  string
	Class string // "" for one of Unset
	Why   string // what who has it can do; completes "NAME …"
}

// Apply returns what a run gets of an environment, in the same order, and what it does not get.
func (r *Rules) Apply(env []string) (kept []string, dropped []Dropped) {
	kept = make([]string, 0, len(env)+len(r.Set))
	for _, v := range env {
		name, _, _ := strings.Cut(v, "=")
		switch {
		case sets(r.Set, name):
		case slices.Contains(r.Unset, name):
			dropped = append(dropped, Dropped{Name: name})
		default:
			if d := r.drops(name); d != nil {
				dropped = append(dropped, Dropped{name, d.Class, d.Why})
				continue
			}
			kept = append(kept, v)
		}
	}
	return append(kept, r.Set...), dropped
}

func sets(list []string, name string) bool {
	return slices.ContainsFunc(list, func(v string) bool {
		set, _, _ := strings.Cut(v, "=")
		return set == name
	})
}

// drops returns the entry for which a variable does not stay; nil if it stays.
func (r *Rules) drops(name string) *scrub.Variable {
	if matches(scrub.Never(), name) {
		return nil
	}
	upper := strings.ToUpper(name)
	for i, all := 0, scrub.Variables(); i < len(all); i++ {
		v := &all[i]
		if !glob.Match(v.Name, upper) || !slices.Contains(r.Classes, v.Class) {
			continue
		}
		if v.Socket != "" && slices.Contains(r.Sockets, v.Socket) || r.keeps(upper) {
			return nil
		}
		return v
	}
	return nil
}

func (r *Rules) keeps(upper string) bool {
	return slices.ContainsFunc(r.Keep, func(pattern string) bool {
		return glob.Match(strings.ToUpper(pattern), upper)
	})
}

func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return glob.Match(p, name) })
}

// Keeps returns the names that a command keeps by its nature: the words of its name and
// subcommands.
func Keeps(words ...string) []string {
	var all []string
	for i := range words {
		all = append(all, strings.Fields(scrub.Keeps(strings.Join(words[:i+1], " ")))...)
	}
	return all
}
