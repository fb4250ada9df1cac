package claude

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
)

var _ agent.Follower = Agent{}

// Output returns what a call has printed, as the event after it tells: tool_response of
// PostToolUse, an object with the streams, or error of PostToolUseFailure, a text.
func (Agent) Output(data []byte) string {
	var in struct {
		Response any    `json:"tool_response"`
		Error    string `json:"error"`
	}
	if json.Unmarshal(data, &in) != nil {
		return ""
	}
	return strings.TrimPrefix(allTexts(in.Response)+"\n"+in.Error, "\n")
}

// allTexts are all texts of a value, a line each at least. The order of an object's is that of its
// names, which has stderr before stdout; nobody reads them in turn.
func allTexts(v any) string {
	var out []string
	switch v := v.(type) {
	case string:
		return v
	case []any:
		for _, e := range v {
			out = append(out, allTexts(e))
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if text := allTexts(v[name]); text != "" {
				out = append(out, text)
			}
		}
	}
	return strings.Join(out, "\n")
}

// Tell returns the answer to an event after a call that has the model read the lines, and shows the
// warning to the person.
func (Agent) Tell(call *fact.Call, lines []string, warning string) agent.Answer {
	if call.Event != "PostToolUse" && call.Event != "PostToolUseFailure" {
		return agent.Answer{}
	}
	return agent.Context(call.Event, hookjson.Limit(strings.Join(lines, "\n"), maxText),
		hookjson.Limit(warning, maxText))
}

// attended is the variable by which the client says whether somebody can answer (2.1.330; earlier
// ones say nothing).
const attended = "CLAUDE_CODE_SESSION_ATTENDED"

// Unheard says why a question of a hook, whatever it is about, may reach nobody. Where the client
// itself answers questions, being run does not mean that a person has agreed.
func (Agent) Unheard(call *fact.Call) string {
	if os.Getenv(attended) == "0" {
		return "nobody is there to be asked"
	}
	switch call.Mode {
	case "", "default", "acceptEdits", "plan":
		return ""
	}
	return "in the mode " + call.Mode + " nobody may be asked"
}
