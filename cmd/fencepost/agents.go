package main

import (
	codex "github.com/fencepost/fencepost/internal/agent/codex/settings"
	copilot "github.com/fencepost/fencepost/internal/agent/copilot/settings"
	cursor "github.com/fencepost/fencepost/internal/agent/cursor/settings"
	gemini "github.com/fencepost/fencepost/internal/agent/gemini/settings"
	opencode "github.com/fencepost/fencepost/internal/agent/opencode/settings"
	qwen "github.com/fencepost/fencepost/internal/agent/qwen/settings"
	"github.com/fencepost/fencepost/internal/agent/setup"
	windsurf "github.com/fencepost/fencepost/internal/agent/windsurf/settings"
)

// otherAgents are the agents besides Claude Code for which fencepost can be installed.
func otherAgents() []setup.Agent {
	return []setup.Agent{
		codex.Setup(), gemini.Setup(), cursor.Setup(), copilot.Setup(), windsurf.Setup(),
		opencode.Setup(), qwen.Setup(),
	}
}
