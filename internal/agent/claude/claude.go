// Package claude is Claude Code: its hook events, its input and its answers. Facts are those of
// versions 2.1.197 and 2.1.330, seen with the programs themselves.
package claude

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/agent/skill"
)

// Agent is Claude Code.
type Agent struct{}

var _ agent.Protocol = Agent{}

// Name is the word by which people choose the agent, Title what they call it.
const (
	Name  = "claude"
	Title = "Claude Code"
)

// Traits are what is known of the agent before any call. It has no signs: an input that no other
// agent claims is Claude Code's.
var Traits = agent.Traits{
	Name:    Name,
	Wrapped: true, // the client starts the program that shellprefix.Variable names
	Confine: confine,
}

// Client is what is known of the client.
var Client = agent.Client{Setter: Agent{}, Placer: Agent{}, TempPart: tempName, Variables: Agent{},
	Follower: Agent{}, Preprocessor: skill.Dirs(".claude")}

// Welcome returns the answer at the start of a session.
func (Agent) Welcome(lines []string, warning string) agent.Answer {
	return agent.Context("SessionStart", hookjson.Limit(strings.Join(lines, "\n"), maxText),
		hookjson.Limit(warning, maxText))
}

// confine says which program the client starts in place of its shell. A project's settings can empty
// the variable, or name another program.
func confine(string, string) agent.Confinement {
	c := agent.Confinement{Variable: shellprefix.Variable}
	value := os.Getenv(shellprefix.Variable)
	w, ok := shellprefix.Parse(value)
	c.Exe, c.Home, c.Managed = w.Exe, w.Home, w.Managed
	switch {
	case value == "":
		c.Why = shellprefix.Variable + " is not set (fencepost install --sandbox sets it, and a project's " +
			"settings can empty it)"
	case !ok:
		c.Why = shellprefix.Variable + agent.OtherProgram
	}
	return c
}
