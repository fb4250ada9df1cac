package claude

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
)

// maxAncestors is the number of processes between the client and the hook that are passed over.
const maxAncestors = 6

// client is the process that started the hook: what it was started with.
type client struct {
	args    []string // its command line; nil where it cannot be known
	environ []string // its environment as it was when it started, which nothing changes later
}

// env returns a variable that the client was started with.
func (c *client) env(name string) string {
	for _, v := range c.environ {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// findClient finds the nearest ancestor of this process that is neither a shell nor a program such
// as timeout, which an entry for the hook may start it with.
func findClient() *client { return clientOf("/proc", os.Getppid()) }

func clientOf(proc string, pid int) *client {
	for dir, args := range agent.Ancestors(proc, pid, maxAncestors) {
		if !onlyStarts(args) {
			return &client{args: args, environ: agent.ProcWords(dir + "/environ")}
		}
	}
	return &client{}
}

// onlyStarts reports whether a program only starts others for an entry such as `timeout 5 fencepost
// hook || exit 2`. The benchmark is a client: what it measures must not depend on who started it.
func onlyStarts(args []string) bool {
	switch strings.TrimPrefix(path.Base(args[0]), "-") {
	case "sh", "bash", "dash", "zsh", "timeout", "gtimeout", "env", "fencepost-hook":
		return true
	case "fencepost":
		return len(args) == 1 || args[1] != "bench"
	}
	return false
}
