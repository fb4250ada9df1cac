// Package settings puts fencepost into the settings of Qwen Code, which have the form of Gemini
// CLI's.
package settings

import (
	gemini "github.com/fencepost/fencepost/internal/agent/gemini/settings"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

// Setup is how fencepost is put into Qwen Code.
func Setup() setup.Agent {
	return gemini.Form("qwen", "PreToolUse", "*",
		"qwen asks nobody in the mode yolo or without a terminal: what fencepost asks about is then "+
			"denied, and the reason says how to allow it")
}
