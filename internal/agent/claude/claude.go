// Package claude is Claude Code: its hook events, its input and its answers. Facts are those of
// versions 2.1.197 and 2.1.330, seen with the programs themselves.
package claude

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude/skill"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is Claude Code.
type Agent struct{}

var (
	_ agent.Agent        = Agent{}
	_ agent.Preprocessor = Agent{}
)

// Name returns "claude".
func (Agent) Name() string { return "claude" }

// Decode reads one hook input.
func (Agent) Decode(data []byte) (fact.Call, error) { return Decode(data) }

// Moment says what the event of a call is about.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch {
	case call.Event == "SessionStart":
		return agent.Start
	case call.Event == "SessionEnd":
		return agent.End
	case outcome(call.Event) != "":
		return agent.After
	case isOther(call.Event):
		return agent.Nothing
	}
	return agent.Before
}

// outcome is what the event says of the call that it follows.
func (Agent) Outcome(call *fact.Call) string { return outcome(call.Event) }

// Encode returns the answer to a call; see the function Encode.
func (Agent) Encode(v *rule.Verdict, call *fact.Call) agent.Answer {
	return agent.Answer{Out: Encode(v, call)}
}

// Welcome returns the answer at the start of a session.
func (Agent) Welcome(lines []string, warning string) agent.Answer {
	return agent.Context("SessionStart", hookjson.Limit(strings.Join(lines, "\n"), maxText),
		hookjson.Limit(warning, maxText))
}

// Preprocessed returns what the client runs of a project's skill, slash command or agent.
func (Agent) Preprocessed(call *fact.Call, cwd, project, home string) []agent.ShellText {
	return skill.Finder{Cwd: cwd, Project: project, Home: home}.Texts(call)
}

// Shell leaves the choice to the environment.
func (Agent) Shell() string { return "" }
