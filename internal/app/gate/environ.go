package gate

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// This file is about the environment that settings of a project give to the agent's commands. It
// can make every shell read a file first, or put an `ls` of the project before that of the system:
// then nothing that is known of a command holds.

// Environment is what the settings in one directory set for the agent's commands.
type Environment struct {
	Dir   string // absolute; the folder of the agent in it holds the settings
	Pairs []string
	Asks  []Asked // that nobody may set without trust
}

// Asked is a variable that can change what commands do, or a file that may hold one.
type Asked struct {
	File  string
	Name  string // "" for a file that could not be read
	Value string // as the file writes it
	Why   string // what a variable could do, without its name; of a file what is wrong with it
}

// String is the variable with its place, on one line.
func (a *Asked) String() string {
	if a.Name == "" {
		return a.File + " " + a.Why
	}
	value := a.Value
	if len(value) > maxValue {
		value = strconv.QuoteToASCII(value[:maxValue]) + "…"
	}
	return a.File + ": env: " + shownName(a.Name) + ": " + value + " (" + a.Why + ")"
}

const (
	maxName  = 64  // bytes of a variable's name that are shown
	maxValue = 400 // bytes of its value
)

// shownName is a name as people see it: a repository chose it.
func shownName(name string) string {
	if plainName(name) {
		return name
	}
	return strconv.QuoteToASCII(name[:min(len(name), maxName)])
}

// plainName reports whether a shell would take the name for one of a variable.
func plainName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != "" && len(name) <= maxName
}

// Environments returns what the settings of the project that cwd lies in set for the agent's
// commands, one for each directory whose settings set anything that can change what they do.
func (g *Gate) Environments(cwd string) (list []Environment) {
	at := g.findProject(cwd)
	set := g.loadPolicy(policy.Source{Found: at}).Effective()
	places := g.places(&set, &at)
	for _, dir := range g.home.Folders(&at, g.startDir(cwd)) {
		if e := g.settingsEnviron(dir, places); len(e.Asks) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// settingsEnviron is what the settings in a directory set. Those of the person ask for nothing.
func (g *Gate) settingsEnviron(dir string, places *paths.Resolver) Environment {
	e := Environment{Dir: dir}
	setter := g.agent.Client.Setter
	if setter == nil || dir == filepath.Clean(g.opt.Home) {
		return e
	}
	vars, err := setter.Variables(dir)
	for i := range vars {
		v := &vars[i]
		e.Pairs = append(e.Pairs, v.Name+"="+v.Raw)
		if why := judgeVariable(setter, v, places); why != "" {
			e.Asks = append(e.Asks, Asked{v.File, v.Name, v.Raw, why})
		}
	}
	if err != nil {
		file := filepath.Join(dir, setter.Folder())
		e.Asks = append(e.Asks, Asked{File: file, Why: "has a settings file that " + err.Error()})
	}
	return e
}

// judgeVariable says why a variable could change what commands do; "" where it does not.
func judgeVariable(setter agent.Setter, v *agent.Variable, places *paths.Resolver) string {
	if !plainName(v.Name) {
		return "that is no name of a variable"
	}
	if harmless, known := setter.Harmless(v.Name); harmless {
		return ""
	} else if known {
		return "it decides how the agent runs commands, or whose settings programs read"
	}
	inside := func(path string) bool {
		p := paths.Absolute("/", path)
		written, target := places.Inside(&p, ".", false)
		return written.And(target) == fact.Yes
	}
	j, why := envrisk.Judge(envrisk.Assignment{Name: v.Name, Value: &v.Value, Inside: inside})
	switch {
	case j == envrisk.Fits:
		return ""
	case why == "":
		return "fencepost does not know what programs do with it"
	}
	if rest, ok := strings.CutPrefix(why, v.Name+" "); ok {
		why = "it " + rest
	}
	return why
}

// projectEnviron is the hazard of a call whose shell gets variables from the project's settings
// which nobody has trusted; nil for none. It costs what Folders does, and Setter.Variables for each
// directory.
func (g *Gate) projectEnviron(r *Result, kind agent.Kind) *fact.Hazard {
	if g.agent.Client.Setter == nil || !g.opt.Client || g.opt.Trusted ||
		kind == agent.Other && agent.ToolOf(r.Call.Tool).Kind != agent.PowerShell {
		return nil
	}
	for _, dir := range g.home.Folders(&r.at, g.startDir(r.cwd)) {
		e := g.settingsEnviron(dir, r.places)
		if len(e.Asks) == 0 || g.trustsEnviron(&r.at, &e) {
			continue
		}
		a := &e.Asks[0]
		why := e.describe(a, r.at.Dir)
		if more := len(e.Asks) - 1; more > 0 {
			why += "; and " + strconv.Itoa(more) + " more"
		}
		return &fact.Hazard{ID: hazards.ProjectEnvironment, Text: shownName(a.Name),
			Why: why + ". A person can run `fencepost trust`, or remove it"}
	}
	return nil
}

// trustsEnviron reports whether a person has trusted exactly that environment. A file that cannot
// be read here has been seen by nobody.
func (g *Gate) trustsEnviron(at *policy.Project, e *Environment) bool {
	for i := range e.Asks {
		if e.Asks[i].Name == "" {
			return false
		}
	}
	return at.Is && policy.TrustedEnvironment(g.opt.ConfigHome, at.Dir, e.Dir, e.Pairs)
}

// Trusts reports whether a person has trusted, with the project that cwd lies in, exactly that
// environment.
func (g *Gate) Trusts(cwd string, e *Environment) bool {
	at := g.findProject(cwd)
	return g.trustsEnviron(&at, e)
}

// describe says what a variable does, for the reason of an ask.
func (e *Environment) describe(a *Asked, project string) string {
	file := strconv.QuoteToASCII(a.File)
	if rel, err := filepath.Rel(project, a.File); err == nil && e.Dir == project {
		file = "the project's " + filepath.ToSlash(rel)
	}
	if a.Name == "" {
		return file + " " + a.Why
	}
	return file + " sets " + shownName(a.Name) + " for every command: " + a.Why
}
