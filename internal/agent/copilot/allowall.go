package copilot

import (
	"os"
	"strconv"
	"strings"
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
	pid := os.Getppid()
	for range ancestors {
		dir := "/proc/" + strconv.Itoa(pid)
		line, err := os.ReadFile(dir + "/cmdline")
		if err != nil {
			return ""
		}
		if flag := allowing(string(line)); flag != "" {
			return flag
		}
		status, err := os.ReadFile(dir + "/status")
		if err != nil {
			return ""
		}
		if pid = parent(string(status)); pid <= 1 {
			return ""
		}
	}
	return ""
}

// allowing returns the option of a command line, whose words end with NUL, that allows everything.
func allowing(line string) string {
	for rest := line; rest != ""; {
		var word string
		word, rest, _ = strings.Cut(rest, "\x00")
		switch word {
		case "--yolo", "--allow-all", "--allow-all-tools":
			return word
		}
	}
	return ""
}

// parent reads the parent from a file /proc/PID/status; 0 if it is not there.
func parent(status string) int {
	_, rest, _ := strings.Cut(status, "\nPPid:")
	line, _, _ := strings.Cut(rest, "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return 0
	}
	return pid
}
