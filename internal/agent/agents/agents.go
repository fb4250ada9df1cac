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
	"github.com/fencepost/fencepost/internal/agent/opencode"
	"github.com/fencepost/fencepost/internal/agent/qwen"
	"github.com/fencepost/fencepost/internal/agent/windsurf"
)

// All returns every agent. The first one is meant where no name is given.
func All() []agent.Agent {
	return []agent.Agent{
		claude.Agent{},
		codex.Agent{},
		gemini.Agent{},
		cursor.Agent{},
		copilot.Agent{},
		windsurf.Agent{},
		opencode.Agent{},
		qwen.Agent{},
	}
}

// Find returns the agent of that name; "" is the first one.
func Find(name string) (agent.Agent, bool) {
	if name == "" {
		return claude.Agent{}, true
	}
	for _, a := range All() {
		if a.Name() == name {
			return a, true
		}
	}
	return nil, false
}
