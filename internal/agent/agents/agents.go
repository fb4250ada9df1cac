// Package agents is the list of the agents that the gate knows. Another agent is a folder beside it
// and a line in it.
package agents

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude"
)

// All returns every agent. The first one is meant where no name is given.
func All() []agent.Agent {
	return []agent.Agent{claude.Agent{}}
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
