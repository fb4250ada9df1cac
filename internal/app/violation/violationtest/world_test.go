//go:build linux

// Package violationtest runs programs in the sandbox that are stopped from something, with the hook
// and the wrapper as the client has them.
package violationtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// TestMain makes the test's own program, under the name tool, one that no gate can read.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "tool" {
		os.Exit(tool(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// tool writes, makes, reads, waits for and reaches what its arguments say.
func tool(args []string) (status int) {
	for ; len(args) > 1; args = args[2:] {
		name := os.ExpandEnv(args[1])
		var err error
		switch args[0] {
		case "write":
			err = os.WriteFile(name, []byte("written\n"), 0o644)
		case "make":
			err = os.MkdirAll(name, 0o755)
		case "read":
			_, err = os.ReadFile(name)
		case "chain": // as many files in the home, up to the first that fails
			most, _ := strconv.Atoi(name)
			for i := 0; i < most && err == nil; i++ {
				err = os.WriteFile(os.ExpandEnv("$HOME/c"+strconv.Itoa(i)), nil, 0o644)
			}
		case "await":
			testkit.Eventually(func() bool { _, err := os.Stat(name); return err == nil })
		case "reach":
			var c net.Conn
			if c, err = net.DialTimeout("tcp", name, 5*time.Second); err == nil {
				_, err = c.Read(make([]byte, 1))
				c.Close()
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "tool:", err)
			status = 1
		}
	}
	return status
}

var must = world.Must

// client is a throwaway home with a project.
type client struct {
	*world.Agent
	mode string
}

// newClient makes one, with what stands below `sandbox:` in the user's config.
func newClient(t *testing.T, sandbox string) *client {
	t.Helper()
	w := &client{world.NewAgent(t, "bash", sandbox), "default"}
	must(t, world.Put(w.Project, map[string]string{".git/hooks/pre-commit.sample": "#!/bin/sh\n",
		".git/objects/pack/x": "", ".git/refs/heads/x": "", ".mcp.json": "{}\n", "a.txt": "a\n",
		"a.c": "int main(void) { return 0; }\n", "Makefile": "out:\n\techo a > ../out\n",
		"../other/.git/HEAD": "ref: refs/heads/main\n"}))
	world.CopySelf(t, w.Project+"/tool")
	w.Env = append(w.Env, "CLAUDE_CODE_SHELL_PREFIX="+strings.Join(w.Prefix(), " "))
	return w
}

// event has the hook answer an event, and returns what it prints.
func (w *client) event(event, id, command string, more map[string]any) string {
	w.T.Helper()
	in := map[string]any{"hook_event_name": event, "session_id": world.Session, "tool_use_id": id,
		"cwd": filepath.Clean(w.Project), "permission_mode": w.mode, "tool_name": "Bash",
		"tool_input": map[string]string{"command": command}}
	maps.Copy(in, more)
	out, status := w.Hook(in)
	if status != 0 {
		w.T.Fatalf("the hook ends with %d: %s", status, out)
	}
	return out
}

// answer is what the hook prints about a call, as the client reads it.
type answer struct {
	Output struct {
		Decision string `json:"permissionDecision"`
		Reason   string `json:"permissionDecisionReason"`
		Context  string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

func (w *client) read(text string) (a answer) {
	w.T.Helper()
	if text != "" {
		must(w.T, json.Unmarshal([]byte(text), &a))
	}
	return a
}

// propose asks the hook about a command.
func (w *client) propose(id, command string) answer {
	w.T.Helper()
	return w.read(w.event("PreToolUse", id, command, nil))
}

// play runs a command as the client does, and tells the hook how it went.
func (w *client) play(id, command string) (told, output string, status int) {
	w.T.Helper()
	line, _ := w.Line(command)
	cmd := w.Wrapped(line)
	out, _ := cmd.CombinedOutput()
	status = cmd.ProcessState.ExitCode()
	return w.after(id, command, string(out), status), string(out), status
}

// after tells the hook how a call went.
func (w *client) after(id, command, output string, status int) string {
	w.T.Helper()
	event, more := "PostToolUse", map[string]any{"tool_response": map[string]any{"stdout": output,
		"stderr": "", "interrupted": false}}
	if status != 0 {
		event, more = "PostToolUseFailure", map[string]any{"error": "Exit code 1\n" + output}
	}
	return w.read(w.event(event, id, command, more)).Output.Context
}

// log is the audit log.
func (w *client) log() string {
	data, err := os.ReadFile(filepath.Join(w.Home, ".claude/fencepost/logs/audit.jsonl"))
	must(w.T, err)
	return string(data)
}
