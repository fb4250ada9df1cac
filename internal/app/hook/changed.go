package hook

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// judgedBytes are those of the log's end in which a call is looked for.
const judgedBytes = 256 << 10

// changedInput says that a call has run with another command, path or address than fencepost has
// judged: another hook of the agent can change the input. "" if it is the same, or no log says what
// it was.
func changedInput(call *fact.Call, set *rule.Settings) string {
	field := agent.ToolOf(call.Tool).Field
	ran, ok := call.Get(field)
	if field == "" || !ok || !ran.String || !set.AuditEnabled.Or(false) {
		return ""
	}
	e, ok := audit.Judged(set.AuditPath, call.Session, call.ToolUse, judgedBytes)
	if !ok || e.Cut() || e.Normalised == ran.Text ||
		len(e.Normalised) > audit.MaxInput {
		return ""
	}
	before := fact.Call{Input: e.Input}
	sent, ok := before.Get(field)
	if !ok || sent.Text == ran.Text {
		return ""
	}
	return "fencepost: this call ran with another " + field + " than fencepost judged. Another hook has " +
		"changed it: look at the hooks in the agent's settings. It ran: " +
		agent.Shown(ran.Text) + " fencepost judged: " + agent.Shown(sent.Text)
}
