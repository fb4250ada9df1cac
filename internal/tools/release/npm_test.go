//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/tools/release/releasetest"
)

// deletesHome is a call that must never run.
const deletesHome = `{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "/", ` +
	`"tool_name": "Bash", "tool_input": {"command": "rm -rf ~"}}`

// hookIn is how the settings of Claude Code start the hook before a call.
func hookIn(t *testing.T, file string) []string {
	t.Helper()
	var s struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Command string
				Args    []string
			}
		}
	}
	if err := json.Unmarshal(read(t, file), &s); err != nil || len(s.Hooks["PreToolUse"]) != 1 {
		t.Fatalf("%s: %v\n%s", file, err, read(t, file))
	}
	h := s.Hooks["PreToolUse"][0].Hooks[0]
	if h.Args == nil {
		return []string{"/bin/sh", "-c", h.Command}
	}
	return append([]string{h.Command}, h.Args...)
}

// blocks holds that the answer of a hook does not let a call run.
func blocks(t *testing.T, answer []byte) {
	t.Helper()
	if !bytes.Contains(answer, []byte(`"permissionDecision":"deny"`)) &&
		!bytes.Contains(answer, []byte(`"permissionDecision":"ask"`)) {
		t.Errorf("the call may run: %q", answer)
	}
}

// TestNPM: npm installs the programs of this system without running a script, the hook in the settings
// is the program itself, and an update keeps its path.
func TestNPM(t *testing.T) {
	npm := testkit.Installed(t, "npm")
	home := t.TempDir()
	prefix := filepath.Join(home, "global")
	registry := releasetest.Serve(t)
	env := []string{"HOME=" + home, "PATH=" + prefix + "/bin:" + os.Getenv("PATH"), "NO_PROXY=127.0.0.1",
		"npm_config_userconfig=" + home + "/.npmrc", "npm_config_registry=" + registry + "/",
		"npm_config_cache=" + home + "/cache", "npm_config_prefix=" + prefix,
		"npm_config_audit=false", "npm_config_update_notifier=false"}
	play := func(args ...string) string {
		t.Helper()
		c := exec.Command(args[0], args[1:]...)
		if path := filepath.Join(prefix, "bin", args[0]); args[0] != npm {
			c.Path, c.Err = path, nil
		}
		c.Dir, c.Env = home, env
		return do(t, c)
	}
	releasetest.Publish(t, registry, made(t), version)
	play(npm, "install", "-g", "fencepost")
	if out := play("fencepost", "version"); !strings.HasPrefix(out, "fencepost v"+version+" ") {
		t.Error(out)
	}
	if out := play("fencepost-run", "--version"); !strings.HasPrefix(out, "fencepost-run v"+version+" ") {
		t.Error(out)
	}
	play("fencepost", "install")
	words := hookIn(t, home+"/.claude/settings.json")
	native := filepath.Join(prefix, "lib/node_modules/fencepost/node_modules/@fencepost",
		releasetest.Platform(), "bin/fencepost-hook")
	if !strings.Contains(strings.Join(words, " "), native) || !bytes.HasPrefix(read(t, native), []byte("\x7fELF")) {
		t.Errorf("the hook is %q, want the program %s", words, native)
	}
	first := func() {
		t.Helper()
		c := exec.Command(words[0], words[1:]...)
		c.Env, c.Stdin = env, strings.NewReader(deletesHome)
		answer, _ := c.Output()
		blocks(t, answer)
	}
	first()
	play("fencepost", "doctor")
	releasetest.Publish(t, registry, madeLater(t), next)
	play(npm, "update", "-g", "fencepost")
	if out := play("fencepost", "version"); !strings.HasPrefix(out, "fencepost v"+next+" ") {
		t.Error(out)
	}
	first()
}
