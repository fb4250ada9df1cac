package opencode

import (
	_ "embed"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/wire"
)

//go:embed plugin.js
var plugin string

// command is the line of the plugin that names the program to start.
const command = `const command = ["fencepost-hook", "opencode"]`

// Plugin returns the plugin, which starts that program with those arguments before each call.
func Plugin(argv ...string) string {
	list := []byte("const command = [")
	for i, word := range argv {
		if i > 0 {
			list = append(list, ", "...)
		}
		list = wire.AppendString(list, word)
	}
	return strings.Replace(plugin, command, string(append(list, ']')), 1)
}
