package copilot

import (
	"os"

	"github.com/fencepost/fencepost/internal/agent"
)

// ancestors is the number of processes above the hook among which Copilot is looked for: a shell
// may stand between them.
const ancestors = 4

// allowsAll names what makes a session answer questions by itself: its environment, or the
// arguments of the process that started the hook, where the system shows them in /proc; "" for
// nothing. The input does not tell, nor is it known of a session that was switched over while it
// ran.
func allowsAll() string {
	if os.Getenv("COPILOT_ALLOW_ALL") != "" {
		return "COPILOT_ALLOW_ALL"
	}
	for _, args := range agent.Ancestors("/proc", os.Getppid(), ancestors) {
		if flag := allowOption(args); flag != "" {
			return flag
		}
	}
	return ""
}

// allowOption returns the option of a command line that allows everything.
func allowOption(args []string) string {
	for _, word := range args {
		switch word {
		case "--yolo", "--allow-all", "--allow-all-tools":
			return word
		}
	}
	return ""
}
