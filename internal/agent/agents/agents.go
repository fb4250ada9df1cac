// Package agents is the list of the agents that the gate knows. docs/agents.md says what another
// agent needs.
package agents

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/agent/codex"
	"github.com/fencepost/fencepost/internal/agent/copilot"
	"github.com/fencepost/fencepost/internal/agent/cursor"
	"github.com/fencepost/fencepost/internal/agent/gemini"
	"github.com/fencepost/fencepost/internal/agent/kiro"
	"github.com/fencepost/fencepost/internal/agent/opencode"
	"github.com/fencepost/fencepost/internal/agent/qwen"
	"github.com/fencepost/fencepost/internal/agent/skill"
	"github.com/fencepost/fencepost/internal/agent/windsurf"
)

// all has a line for each agent. Of two that are as sure of an input the first one has it.
var all = [...]agent.Agent{
	{Protocol: claude.Agent{}, Traits: &claude.Traits, Client: &claude.Client},
	{Protocol: codex.Agent{}, Traits: &codex.Traits, Client: &unknownClient},
	{Protocol: gemini.Agent{}, Traits: &gemini.Traits,
		Client: &agent.Client{Preprocessor: skill.Dirs(".gemini .agents")}},
	{Protocol: cursor.Agent{}, Traits: &cursor.Traits, Client: &unknownClient},
	{Protocol: copilot.Agent{}, Traits: &copilot.Traits,
		Client: &agent.Client{Preprocessor: skill.Dirs(".github .copilot .claude .agents")}},
	{Protocol: windsurf.Agent{}, Traits: &windsurf.Traits, Client: &unknownClient},
	{Protocol: opencode.Agent{}, Traits: &opencode.Traits,
		Client: &agent.Client{Preprocessor: skill.Dirs(".opencode .claude .agents")}},
	{Protocol: qwen.Agent{}, Traits: &qwen.Traits,
		Client: &agent.Client{Preprocessor: skill.Dirs(".qwen .agents")}},
	{Protocol: kiro.Agent{}, Traits: &kiro.Traits, Client: &unknownClient},
}

var unknownClient agent.Client

// All returns every agent. The first one is meant where no name is given.
func All() []agent.Agent { return all[:] }

// Default is the agent that is meant where no name is given, and DefaultTitle what people call it.
const (
	Default      = claude.Name
	DefaultTitle = claude.Title
)

// Environment names the variables of clients, whichever agent has started a hook: some have taken
// those of the first one over.
var Environment = &claude.Environment

// TempName is the name of a client's directory in that for temporary files.
func TempName(uid int) string { return claude.TempName(uid) }

// Find returns the agent of that name; "" is the first one.
func Find(name string) (agent.Agent, bool) {
	for i := range all {
		if name == "" || all[i].Name == name {
			return all[i], true
		}
	}
	return agent.Agent{}, false
}
