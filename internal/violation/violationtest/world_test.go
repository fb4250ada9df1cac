//go:build linux

package violationtest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/pathname"
	"github.com/fencepost/fencepost/internal/testkit"
)

const module = "github.com/fencepost/fencepost/cmd/"

// programs are those of this build, and a tool that no gate can read, built once.
var programs = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("/var/tmp", "fencepost-violation-")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-o", dir+"/", module+"fencepost", module+"fencepost-hook",
		module+"fencepost-run")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return dir, err
	}
	source := filepath.Join(dir, "tool.go")
	if err := os.WriteFile(source, []byte(toolSource), 0o600); err != nil {
		return dir, err
	}
	cmd = exec.Command("go", "build", "-o", filepath.Join(dir, "tool"), source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	os.Stderr.Write(out)
	return dir, err
})

// toolSource is a program that writes, reads and reaches what its arguments say.
const toolSource = `package main

import (
	"fmt"
	"net"
	"os"
	"time"
)

func main() {
	status := 0
	for i := 1; i+1 < len(os.Args); i += 2 {
		name := os.ExpandEnv(os.Args[i+1])
		var err error
		switch os.Args[i] {
		case "write":
			err = os.WriteFile(name, []byte("written\n"), 0o644)
		case "read":
			_, err = os.ReadFile(name)
		case "sleep":
			d, _ := time.ParseDuration(name)
			time.Sleep(d)
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
	os.Exit(status)
}
`

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := programs(); dir != "" {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// world is a throwaway home with a project, not below /tmp, of which a run has one of its own.
type world struct {
	t                  *testing.T
	bin, home, project string
	mode               string // the agent's
	env                []string
}

const session = "0c1d2e3f-1111-2222-3333-444455556666"

// newWorld makes one. It is skipped where there is no sandbox.
func newWorld(t *testing.T, sandbox string) *world {
	t.Helper()
	testkit.All(t, "the sandbox")
	bin, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.MkdirTemp("/var/tmp", "fencepost-violation-")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(root) })
	root, err = filepath.EvalSymlinks(root)
	must(t, err)
	w := &world{t: t, bin: bin, home: filepath.Join(root, "home"), mode: "default"}
	w.project = filepath.Join(w.home, "p")
	w.put(".claude/fencepost.yaml", "import: [recommended]\naudit: {enabled: true}\nsandbox:\n"+sandbox)
	w.put("p/.git/config", "[core]\n\tbare = false\n")
	w.put("p/.git/HEAD", "ref: refs/heads/main\n")
	w.put("p/.git/hooks/pre-commit.sample", "#!/bin/sh\n")
	w.put("p/.git/objects/pack/x", "")
	w.put("p/.git/refs/heads/x", "")
	w.put("p/.mcp.json", "{}\n")
	w.put("p/a.txt", "a\n")
	w.put("p/a.c", "int main(void) { return 0; }\n")
	w.put("p/Makefile", "out:\n\techo a > ../out\n")
	w.put("notes.txt", "hello\n")
	w.put(".ssh/id_ed25519", "key\n")
	w.put(".aws/credentials", "[default]\n")
	w.put("other/.git/HEAD", "ref: refs/heads/main\n")
	data, err := os.ReadFile(filepath.Join(bin, "tool"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(w.project, "tool"), data, 0o755))
	w.env = []string{"HOME=" + w.home, "SHELL=/bin/bash", "LANG=C.UTF-8",
		"PATH=" + os.Getenv("PATH"), "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=" + session,
		"CLAUDE_CODE_SHELL_PREFIX=" + filepath.Join(bin, "fencepost-hook") + " --agent-shell=" + w.home}
	cmd := exec.Command(filepath.Join(bin, "fencepost-run"), "--level", "files", "--", "true")
	cmd.Dir, cmd.Env = w.project, w.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("no sandbox here: %v: %s", err, out)
	}
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file below the home.
func (w *world) put(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.home, name)
	must(w.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(w.t, os.WriteFile(path, []byte(text), 0o600))
}

func (w *world) there(name string) bool {
	_, err := os.Lstat(filepath.Join(w.home, name))
	return err == nil
}

// event has the hook answer an event, and returns what it prints.
func (w *world) event(event, id, command string, more map[string]any) string {
	w.t.Helper()
	in := map[string]any{"hook_event_name": event, "session_id": session, "tool_use_id": id,
		"cwd": pathname.CleanFile(w.project), "permission_mode": w.mode, "tool_name": "Bash",
		"tool_input": map[string]string{"command": command}}
	for name, v := range more {
		in[name] = v
	}
	data, err := json.Marshal(in)
	must(w.t, err)
	cmd := exec.Command(filepath.Join(w.bin, "fencepost-hook"), "--home="+w.home)
	cmd.Dir, cmd.Env, cmd.Stdin = w.project, w.env, bytes.NewReader(data)
	out, err := cmd.Output()
	must(w.t, err)
	return string(out)
}

// answer is what the hook prints about a call, as the client reads it.
type answer struct {
	Output struct {
		Decision string `json:"permissionDecision"`
		Reason   string `json:"permissionDecisionReason"`
		Context  string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

func (w *world) read(text string) (a answer) {
	w.t.Helper()
	if text != "" {
		must(w.t, json.Unmarshal([]byte(text), &a))
	}
	return a
}

// propose asks the hook about a command.
func (w *world) propose(id, command string) answer {
	w.t.Helper()
	return w.read(w.event("PreToolUse", id, command, nil))
}

// play runs a command as the client does, and tells the hook how it went.
func (w *world) play(id, command string) (told, output string, status int) {
	w.t.Helper()
	cmd := w.wrapped(command)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run()
	status = cmd.ProcessState.ExitCode()
	return w.after(id, command, out.String(), status), out.String(), status
}

// wrapped is the client's line for a command.
func (w *world) wrapped(command string) *exec.Cmd {
	line := "shopt -u extglob 2>/dev/null || true && eval '" +
		strings.ReplaceAll(command, "'", `'"'"'`) + "' < /dev/null && pwd -P >| " +
		filepath.Join(w.t.TempDir(), "claude-cwd")
	cmd := exec.Command(filepath.Join(w.bin, "fencepost-hook"), "--agent-shell="+w.home, line)
	cmd.Dir, cmd.Env = w.project, w.env
	return cmd
}

// after tells the hook how a call went.
func (w *world) after(id, command, output string, status int) string {
	w.t.Helper()
	event, more := "PostToolUse", map[string]any{"tool_response": map[string]any{"stdout": output,
		"stderr": "", "interrupted": false}}
	if status != 0 {
		event, more = "PostToolUseFailure", map[string]any{"error": "Exit code 1\n" + output}
	}
	return w.read(w.event(event, id, command, more)).Output.Context
}

// log is the audit log.
func (w *world) log() string {
	data, err := os.ReadFile(filepath.Join(w.home, ".claude/fencepost/logs/audit.jsonl"))
	must(w.t, err)
	return string(data)
}
