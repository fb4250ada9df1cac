package claude

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
)

const (
	maxAncestors = 6       // processes between the client and the hook that are passed over
	maxProc      = 1 << 17 // bytes of a file below /proc that are read
)

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
// as timeout, which an entry for the hook may start it with. It looks into /proc, as Linux has it;
// elsewhere nothing is known of the client.
func findClient() *client { return clientOf("/proc", os.Getppid()) }

func clientOf(proc string, pid int) *client {
	for range maxAncestors {
		dir := proc + "/" + strconv.Itoa(pid)
		args := list(dir + "/cmdline")
		if len(args) == 0 {
			break
		}
		if !starts(args) {
			return &client{args: args, environ: list(dir + "/environ")}
		}
		if pid = parent(dir + "/stat"); pid <= 1 {
			break
		}
	}
	return &client{}
}

// starts reports whether a program only starts others for an entry such as `timeout 5 fencepost
// hook || exit 2`. The benchmark is a client: what it measures must not depend on who started it.
func starts(args []string) bool {
	switch strings.TrimPrefix(path.Base(args[0]), "-") {
	case "sh", "bash", "dash", "zsh", "timeout", "gtimeout", "env", "fencepost-hook":
		return true
	case "fencepost":
		return len(args) == 1 || args[1] != "bench"
	}
	return false
}

// list reads a file of words that each end with a NUL.
func list(file string) []string {
	data := top(file)
	if len(data) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
}

// parent reads the fourth field of /proc/PID/stat; the second, the name, may hold blanks and
// parentheses (proc(5)).
func parent(file string) int {
	data := top(file)
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	pid, _ := strconv.Atoi(string(fields[1]))
	return pid
}

// top reads a file below /proc; nil where there is none or it is too long.
func top(file string) []byte {
	data, _ := policy.ReadRegular(file, maxProc)
	return data
}
