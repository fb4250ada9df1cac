package gate_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTimeLimit holds a call that takes too long to what onError says, and to the worst that was
// found before.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ls src; ", 5000)
	for _, tc := range []struct{ config, cmd, want string }{
		{"default: allow\n", long, "ask"},
		{"default: allow\n", "ls src", "ask"},
		{"default: allow\nonError: deny\n", long, "deny"},
		{"default: allow\nonError: allow\n", long, "allow"},
		{"default: allow\nonError: allow\ntools: {bash: {deny: [rm]}}\n", "rm x; " + long, "deny"},
	} {
		s := gatetest.New(t, tc.config)
		s.Change(func(o *gate.Options) { o.Timeout = time.Nanosecond })
		if v := s.Judge(t, "Bash", map[string]any{"command": tc.cmd}); v.Decision.String() != tc.want {
			t.Errorf("%q %.10s…: got %v (%s), want %s", tc.config, tc.cmd, v.Decision, v.Description,
				tc.want)
		}
	}
}

// TestManyPaths holds what is judged of paths to a limit as well.
func TestManyPaths(t *testing.T) {
	s := gatetest.New(t, gatetest.Recommended)
	cmd := "cat"
	for i := range 30000 {
		// each another path: one that is free is not asked about again
		cmd += " f*" + strconv.Itoa(i) + "*.t?t"
	}
	v := s.Judge(t, "Bash", map[string]any{"command": cmd})
	if v.Decision != rule.Ask || v.Cause != rule.ByError || !strings.Contains(v.Description, "more than") {
		t.Errorf("got %v (%s), want ask", v.Decision, v.Description)
	}
}

// TestPanic holds a failure of the program itself to an answer.
func TestPanic(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "default: allow\n")
	s.Gate.SetFault(func() { panic("as if a bug") })
	v := s.Judge(t, "Bash", map[string]any{"command": "ls"})
	if v.Decision != rule.Ask || v.Cause != rule.ByError {
		t.Errorf("got %v, cause %v", v.Decision, v.Cause)
	}
	if answer := string(claude.Agent{}.Encode(&v, &fact.Call{Tool: "Bash"}).Out); !strings.Contains(answer,
		`"permissionDecision":"ask"`) {
		t.Errorf("answer %s", answer)
	}
}

// TestConcurrent judges different calls with one gate at the same time.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 50 {
				cmd, want := "git status && ls -la | head", rule.Allow
				if i%2 == 1 {
					cmd, want = "X=rm; $X -rf /usr/lib", rule.Deny
				}
				if v := s.Judge(t, "Bash", map[string]any{"command": cmd}); v.Decision != want {
					t.Errorf("%s: got %v, want %v", cmd, v.Decision, want)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestConfigComesAndGoes: a gate that has judged without a config reads one that has come since, in
// either layer.
func TestConfigComesAndGoes(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "")
	judge := func(when string, want rule.Decision) {
		t.Helper()
		for range 2 {
			if v := s.Judge(t, "Bash", map[string]any{"command": "git status"}); v.Decision != want {
				t.Errorf("%s: got %v, want %v", when, v.Decision, want)
			}
		}
	}
	judge("without a config", rule.Allow)
	for _, dir := range []string{s.Project, s.Home} {
		file := filepath.Join(dir, ".claude", "fencepost.yaml")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string]rule.Decision{
			"import: [recommended]\ntools: {bash: {deny: [git status]}}\n": rule.Deny,
			"import: [recommended]\n":                                      rule.Allow,
			"broken":                                                       rule.Deny,
		} {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			judge(text, want)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		judge("without it again", rule.Allow)
	}
}

// TestProtected holds the fence itself against every way to change it, whatever the rules say.
func TestProtected(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "default: allow\ntools: {allow: [Write, Edit], bash: {allow: [rm, cp, mv, "+
		"sed, tee, echo, ln, chmod]}}\n")
	for _, cmd := range []string{
		"rm .claude/fencepost.yaml", "echo 'default: allow' > .claude/fencepost.yaml",
		"sed -i s/ask/allow/ .claude/fencepost.yaml",
		"mv .claude/fencepost.yaml x", "cp a .claude/settings.json",
		"tee -a .claude/settings.local.json < a", "rm -rf .claude",
		"cd .claude && rm fencepost.yaml", "chmod 000 .claude/fencepost.yaml",
		"rm -r ~/.claude/fencepost", "mv .claude c2",
		"echo x >> ~/.claude/settings.json",
	} {
		if v := s.Judge(t, "Bash", map[string]any{"command": cmd}); v.Decision != rule.Deny {
			t.Errorf("%s: got %v (%s), want deny", cmd, v.Decision, v.Description)
		}
	}
	for _, path := range []string{".claude/fencepost.yaml", ".claude/settings.json",
		".claude/fencepost/config/x.yaml", ".CLAUDE/Settings.JSON"} {
		if v := s.Judge(t, "Write", map[string]any{"file_path": s.Project + "/" + path,
			"content": ""}); v.Decision != rule.Deny {
			t.Errorf("Write %s: got %v, want deny", path, v.Decision)
		}
	}
	for _, cmd := range []string{"cat .claude/fencepost.yaml", "echo x > .claude.md", "rm claude"} {
		if v := s.Judge(t, "Bash", map[string]any{"command": cmd}); v.Decision != rule.Allow {
			t.Errorf("%s: got %v (%s), want allow", cmd, v.Decision, v.Description)
		}
	}
}

// TestInput holds calls whose input cannot be trusted to ask, whatever allows them.
func TestInput(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "default: allow\n")
	for _, in := range []string{
		`{"tool_name":"Bash","tool_input":{"command":"ls","command":"ls"},"cwd":"/"}`,
		`{"tool_name":"Bash","tool_input":{"command":"ls","dangerouslyDisableSandbox":true},"cwd":"/"}`,
		`{"tool_name":"Bash","tool_input":{},"cwd":"/"}`,
		`{"tool_name":"Bash","tool_input":{"command":7},"cwd":"/"}`,
		`{"tool_input":{"command":"ls"},"cwd":"/"}`,
	} {
		call, err := claude.Agent{}.Decode([]byte(in))
		if err != nil {
			t.Fatalf("%s: %v", in, err)
		}
		if v := s.Gate.Judge(&call).Verdict; v.Decision != rule.Ask {
			t.Errorf("%s: got %v, want ask", in, v.Decision)
		}
	}
	call := fact.Call{Tool: "Bash", Cwd: s.Project,
		Input: []fact.Field{{Name: "command", Text: "ls", String: true, Raw: []byte(`"ls"`)}}}
	if v := s.Gate.Judge(&call).Verdict; v.Decision != rule.Allow {
		t.Errorf("a plain call: got %v", v.Decision)
	}
}
