package opencode

import (
	_ "embed"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookjson"
)

//go:embed plugin.js
var plugin string

// command is the line of the plugin that names the program to start.
const command = `const command = ["fencepost-hook", "opencode"]`

// Plugin returns the plugin, which starts that program with those arguments before each call.
func Plugin(argv ...string) string {
	list := make([]string, len(argv))
	for i, word := range argv {
		list[i] = string(hookjson.String(word))
	}
	return strings.Replace(plugin, command, "const command = ["+strings.Join(list, ", ")+"]", 1)
}
