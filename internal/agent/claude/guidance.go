package claude

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent/wire"
)

// SessionStart returns the answer to a SessionStart event, or nil where there is nothing to say:
// lines are told to the model, warning to the person.
func SessionStart(lines []string, warning string) []byte {
	if len(lines) == 0 && warning == "" {
		return nil
	}
	b := []byte{'{'}
	if warning != "" {
		b = append(b, `"systemMessage":`...)
		b = append(wire.AppendString(b, wire.Limit(warning, maxText)), ',')
	}
	b = append(b, `"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":`...)
	b = wire.AppendString(b, wire.Limit(strings.Join(lines, "\n"), maxText))
	return append(b, "}}\n"...)
}
