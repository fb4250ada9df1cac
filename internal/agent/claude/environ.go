package claude

import (
	"strconv"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
)

// Environment names the variables that the client gives to hooks.
var Environment = agent.Environment{Started: confighome.ProjectVariable, Temp: "CLAUDE_CODE_TMPDIR",
	Shells: [2]string{"CLAUDE_CODE_SHELL", "SHELL"}}

// TempName is the name of the client's directory in that for temporary files.
func TempName(uid int) string { return tempName + strconv.Itoa(uid) }

const tempName = "claude-"

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
