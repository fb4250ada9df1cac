package claude

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// decides are the fields whose values take part in the decision.
var decides = []string{"tool_name", "cwd", "command", "file_path", "notebook_path", "path", "url", "glob",
	"permission_mode"}

// Decode reads one hook input.
func (Agent) Decode(data []byte) (fact.Call, error) {
	call, _, err := Sniff(data)
	return call, err
}

// Sniff is Decode for an input that may come from another agent, with what that shows.
func Sniff(data []byte) (fact.Call, *agent.Seen, error) {
	s := new(struct { // one piece of memory
		shape  agent.Shape
		seen   agent.Seen
		fields [24]string
	})
	s.seen.Fields = s.fields[:0]
	s.shape = agent.Shape{Slots: agent.UsualSlots, Decides: decides, Seen: &s.seen}
	call, err := agent.Decode(data, &s.shape)
	proposes := Agent{}.Moment(&call) == agent.Before
	if err == nil && proposes {
		agent.Check(&call)
	}
	s.seen.Event, s.seen.Tool, s.seen.Mode = call.Event, call.Tool, call.Mode
	s.seen.Usual = call.Event == "PreToolUse" || !proposes
	return call, &s.seen, err
}
