package agents

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/agent/qwen"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Client is what is known of an agent's client beside its calls; nil where nothing is.
type Client struct {
	Setter    agent.Setter      // of variables of its shells, by settings
	Placer    agent.Placer      // of directories that it works in
	Variables shparse.Variables // that it sets in its shells
}

// ClientOf returns what is known of an agent's client. The agents are named here because asking an
// interface whether it is another one makes a table at run time, which costs each call pages of
// memory of their own.
func ClientOf(a agent.Agent) Client {
	switch c := a.(type) {
	case claude.Agent:
		return Client{Setter: c, Placer: c, Variables: c}
	case qwen.Agent:
		return Client{Setter: c, Placer: c, Variables: c}
	}
	return Client{}
}
