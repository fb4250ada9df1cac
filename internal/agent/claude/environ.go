package claude

import "github.com/fencepost/fencepost/internal/shparse"

var _ shparse.Variables = Agent{}

// Variable returns what the client sets in the shells of its model whatever the person's
// environment and the settings of the project say (2.1.197 and 2.1.330). It also sets AI_AGENT,
// CLAUDE_EFFORT, CLAUDE_PID, COREPACK_ENABLE_AUTO_PIN and several CLAUDE_CODE_…, whose values
// differ or can be changed.
func (Agent) Variable(name string) (value string, ok bool) {
	switch name {
	case "GIT_EDITOR":
		return "true", true // git takes what it has prepared
	case "CLAUDECODE":
		return "1", true
	}
	return "", false
}
