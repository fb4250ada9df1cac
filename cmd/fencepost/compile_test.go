package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/app/hook"
)

// hookOf is the program that judges, with a user's home and a project of its own.
type hookOf struct {
	gate, home, project string
	args                []string // of the hook, besides --home
}

func newHookOf(t *testing.T) *hookOf {
	t.Helper()
	exe := binary(t)
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &hookOf{gate: hookBeside(exe), home: filepath.Join(base, "home"),
		project: filepath.Join(base, "home", "work")}
	for _, dir := range []string{filepath.Join(h.home, ".claude"), filepath.Join(h.project, ".git")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func (h *hookOf) store() string { return filepath.Join(h.home, ".claude", "fencepost", "compiled") }

func (h *hookOf) config(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(h.home, ".claude", "fencepost.yaml"), []byte(text),
		0o600); err != nil {
		t.Fatal(err)
	}
}

func (h *hookOf) call(command string) []byte {
	call, _ := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "Bash",
		"tool_input": map[string]string{"command": command}, "cwd": h.project, "session_id": "s"})
	return call
}

// asks has a process judge a command.
func (h *hookOf) asks(t *testing.T, command string) string {
	t.Helper()
	c := exec.Command(h.gate, append([]string{"--home", h.home}, h.args...)...)
	c.Env, c.Dir, c.Stdin = []string{"HOME=" + h.home}, h.project, bytes.NewReader(h.call(command))
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(out)
}

// interprets judges it in this process, which reads YAML by itself.
func (h *hookOf) interprets(command string) string {
	var out strings.Builder
	hook.Main(bytes.NewReader(h.call(command)), &out, append([]string{"--home", h.home}, h.args...),
		nil)
	return out.String()
}

// TestCompiledEdits: 200 edits, each in force at the next call, judged by two processes at once.
func TestCompiledEdits(t *testing.T) {
	h := newHookOf(t)
	for i := range 200 {
		h.config(t, fmt.Sprintf("import: [recommended]\ntools: {bash: {%s: [frob-%d]}}\n",
			[]string{"allow", "ask", "deny", "nonsense"}[i%4], i))
		command := fmt.Sprintf("frob-%d x", i)
		want := h.interprets(command)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				if got := h.asks(t, command); got != want {
					t.Errorf("edit %d: got %s\nwant %s", i, got, want)
				}
			})
		}
		wg.Wait()
		if t.Failed() {
			return
		}
	}
	if names, err := os.ReadDir(h.store()); err != nil || len(names) != 1 {
		t.Errorf("the store holds %v, %v", names, err)
	}
}

// TestCompiledStore: whatever happens to the store, the answer is the interpreter's.
func TestCompiledStore(t *testing.T) {
	h := newHookOf(t)
	h.config(t, "import: [recommended]\ntools: {bash: {deny: [frob], checks: "+
		"[{test: '^zap (?!y)', description: no}, {test: '^zup (?<=zup )y', description: never}]}}\n")
	commands := []string{"frob", "zap x", "zap y", "zup y", "zup x", "ls"}
	same := func(when string) {
		t.Helper()
		for _, c := range commands {
			if got, want := h.asks(t, c), h.interprets(c); got != want {
				t.Errorf("%s: %s: got %s, want %s", when, c, got, want)
			}
		}
	}
	same("at first")
	files, err := filepath.Glob(filepath.Join(h.store(), "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the store holds %v, %v", files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, len(whole) / 2, len(whole) - 1} {
		if err := os.WriteFile(files[0], whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		same(fmt.Sprintf("cut off at %d", n))
		if now, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(now, whole) {
			t.Errorf("cut off at %d: it is not made anew: %v", n, err)
		}
	}
	if runtime.GOOS != "windows" && os.Geteuid() != 0 {
		if err := os.RemoveAll(h.store()); err != nil {
			t.Fatal(err)
		}
		above := filepath.Dir(h.store())
		if err := os.Chmod(above, 0o500); err != nil {
			t.Fatal(err)
		}
		same("in a folder that cannot be written")
		if err := os.Chmod(above, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(h.store()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.store(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	same("a file in its place")
}

// TestCompiledAlone: without the program that compiles, a config is a broken one, and nothing passes.
func TestCompiledAlone(t *testing.T) {
	h := newHookOf(t)
	alone := filepath.Join(t.TempDir(), filepath.Base(h.gate))
	copyFile(t, h.gate, alone)
	h.gate = alone
	if out := h.asks(t, "rm -rf /"); !strings.Contains(out, `"deny"`) {
		t.Errorf("without a config: %s", out)
	}
	h.config(t, "default: allow\n")
	for _, c := range []string{"ls", "frob"} {
		if out := h.asks(t, c); !strings.Contains(out, `"deny"`) || !strings.Contains(out, "compiled") {
			t.Errorf("%s: %s", c, out)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestCompile: what the command says, and that it takes away what is of no use any more.
func TestCompile(t *testing.T) {
	h := newHookOf(t)
	t.Setenv("HOME", h.home)
	t.Setenv("FENCEPOST_HOME", "")
	t.Chdir(h.project)
	h.config(t, "import: [recommended]\ntools: {bash: {deny: [frob]}}\n")
	if err := os.MkdirAll(h.store(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.store(), "old"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if code := run([]string{"compile"}, stdio{out: &out, err: &out}); code != exitOK ||
		!strings.Contains(out.String(), "1 deny") || !strings.Contains(out.String(), "1 file of other") {
		t.Errorf("status %d: %s", code, out.String())
	}
	if names, err := os.ReadDir(h.store()); err != nil || len(names) != 1 {
		t.Errorf("the store holds %v, %v", names, err)
	}
	h.config(t, "nonsense: 1\n")
	out.Reset()
	if code := run([]string{"compile"}, stdio{out: &out, err: &out}); code != exitFailed ||
		!strings.Contains(out.String(), "unknown key") {
		t.Errorf("status %d: %s", code, out.String())
	}
}
