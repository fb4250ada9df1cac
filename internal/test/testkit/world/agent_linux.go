package world

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Session is the id of the agent's session.
const Session = "0c1d2e3f-1111-2222-3333-444455556666"

// Agent is a throwaway home on disk with a project, in which the programs are called as the client
// calls them.
type Agent struct {
	T                  *testing.T
	Home, Project, Bin string
	Shell              string // its path
	Snapshot           string // the file that the client makes of the person's shell
	Env                []string
}

// NewAgent makes one for a shell, with what stands below `sandbox:` in the user's config. It skips
// the test where there is no such shell, or no sandbox.
func NewAgent(t *testing.T, shell, sandbox string) *Agent {
	t.Helper()
	root := Dir(t)
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skip(err)
	}
	a := &Agent{T: t, Home: root + "/home", Bin: root + "/bin", Shell: path}
	a.Project = a.Home + "/p"
	a.Snapshot = a.Home + "/.claude/shell-snapshots/snapshot-" + shell + "-1.sh"
	testkit.Place(t, a.Bin, testkit.CLI, testkit.Hook, testkit.Runner)
	Must(t, Put(a.Home, AtHome(map[string]string{
		".claude/fencepost.yaml": "import: [recommended]\naudit: {enabled: true}\nsandbox:\n" + sandbox,
		"p/.git/config":          "[core]\n\tbare = false\n",
		"p/.git/HEAD":            "ref: refs/heads/main\n",
		"p/.git/hooks/":          "",
	})))
	a.Put(strings.TrimPrefix(a.Snapshot, a.Home), "")
	a.Env = []string{"HOME=" + a.Home, "SHELL=" + path, "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH"),
		"GIT_EDITOR=true", "CLAUDECODE=1", "CLAUDE_CODE_EXECPATH=/usr/bin/claude",
		"CLAUDE_CODE_SESSION_ID=" + Session}
	cmd := exec.Command(a.Bin+"/fencepost-run", "--level", "files", "--", "true")
	cmd.Dir, cmd.Env = a.Project, a.Env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("no sandbox here: %v: %s", err, out)
	}
	return a
}

// Put writes a file below the home.
func (a *Agent) Put(name, text string) {
	a.T.Helper()
	Must(a.T, Put(a.Home, map[string]string{name: text}))
}

// There reports whether there is a file of this name below the home.
func (a *Agent) There(name string) bool {
	_, err := os.Lstat(filepath.Join(a.Home, name))
	return err == nil
}

// Line is the line that the client makes for a command, and the file that then names the directory
// of the next call.
func (a *Agent) Line(command string) (line, cwd string) {
	cwd = filepath.Join(a.T.TempDir(), "claude-cwd")
	return "source " + a.Snapshot + " 2>/dev/null || true && { \\builtin shopt -u extglob || " +
		"\\builtin setopt NO_EXTENDED_GLOB NO_BARE_GLOB_QUAL; } >/dev/null 2>&1 || true && eval '" +
		strings.ReplaceAll(command, "'", `'"'"'`) + "' < /dev/null && pwd -P >| " + cwd, cwd
}

// Prefix is what the client sets before a line: the wrapper.
func (a *Agent) Prefix() []string {
	return []string{a.Bin + "/fencepost-hook", "--agent-shell=" + a.Home}
}

// Wrapped is a line as the client runs it, through the wrapper.
func (a *Agent) Wrapped(line string) *exec.Cmd {
	args := append(a.Prefix(), line)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = a.Project, a.Env
	return cmd
}

// Hook has the hook answer an event, and returns what it prints and its status.
func (a *Agent) Hook(event map[string]any, args ...string) (string, int) {
	a.T.Helper()
	data, err := json.Marshal(event)
	Must(a.T, err)
	cmd := exec.Command(a.Bin+"/fencepost-hook", append(args, "--home="+a.Home)...)
	cmd.Dir, cmd.Env, cmd.Stdin = a.Project, a.Env, bytes.NewReader(data)
	out, err := cmd.Output()
	if _, is := err.(*exec.ExitError); err != nil && !is {
		a.T.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
