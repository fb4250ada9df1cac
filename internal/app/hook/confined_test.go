package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
)

// TestUnwrapped holds what counts as a wrapper that is in force: this program, with the flag of an
// installation, by the configs that the hook reads.
func TestUnwrapped(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	dir, home := t.TempDir(), "/home/me"
	other := filepath.Join(dir, "fencepost-hook")
	if err := os.WriteFile(other, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	program := own // another name for it is that of another program
	own = ownWrapper(t)
	t.Setenv("HOME", home)
	t.Setenv("FENCEPOST_HOME", "")
	mine := gate.Options{Home: home}
	with := func(change func(*gate.Options)) gate.Options {
		opt := mine
		change(&opt)
		return opt
	}
	managed := with(func(o *gate.Options) { o.Managed = policy.ManagedFile() })
	for _, tt := range []struct {
		prefix string
		opt    gate.Options
		says   string // "" where it is in force
	}{
		{own + " --agent-shell", mine, ""},
		{own + " --agent-shell=" + home, mine, ""},
		{own + " --agent-shell='" + home + "'", mine, ""},
		{own + " --agent-shell=" + home, with(func(o *gate.Options) { o.Agent = "claude" }), ""},
		{own + " --agent-shell-managed", managed, ""},
		{"", mine, "is not set"},
		{own, mine, "another program"},
		{own + " --other", mine, "another program"},
		{other + " --agent-shell", mine, "another program"},
		{"fencepost-hook --agent-shell", mine, "another program"},
		{"/bin/sh -c", mine, "another program"},
		{program + " --agent-shell", mine, "another program"},
		{own + " --agent-shell=~", mine, "another program"},
		{own + " --agent-shell=/home/other", mine, "another config"},
		{own + " --agent-shell='~'", with(func(o *gate.Options) { o.Home = "/nowhere" }), "another config"},
		{own + " --agent-shell", managed, "another config"},
		{own + " --agent-shell-managed", mine, "another config"},
		{own + " --agent-shell", with(func(o *gate.Options) { o.ConfigHome = "/etc/x" }),
			"another config"},
		{own + " --agent-shell", with(func(o *gate.Options) { o.Agent = "codex" }), "Codex"},
	} {
		t.Setenv(shellprefix.Variable, tt.prefix)
		why := unconfined(&tt.opt)
		if (why == "") != (tt.says == "") || !strings.Contains(why, tt.says) {
			t.Errorf("%q: %q, want %q", tt.prefix, why, tt.says)
		}
	}
}

// ownWrapper is a link to this program with the name that the wrapper has.
func ownWrapper(t *testing.T) string {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	link := filepath.Join(t.TempDir(), "fencepost-hook")
	if err := os.Symlink(own, link); err != nil {
		t.Skip(err)
	}
	return link
}

// TestConfinedAnswer holds the answer and the log of a call that runs confined, and of one that a
// project has taken out of the wrapper.
func TestConfinedAnswer(t *testing.T) {
	home, project := withConfig(t, "import: [recommended]\naudit: {enabled: true}\n"+
		"sandbox: {mode: auto}\n")
	own := ownWrapper(t)
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	in := `{"hook_event_name":"PreToolUse","session_id":"s","tool_use_id":"t","cwd":"` + project +
		`","tool_name":"Bash","tool_input":{"command":"./unknown x"}}`
	for _, tt := range []struct {
		prefix, says, logged string
	}{
		{own + " --agent-shell", `"permissionDecision":"allow"`, `"sandbox":"writes .`},
		{"", `"permissionDecision":"ask"`, `"sandbox":"none: ` + shellprefix.Variable + ` is not set`},
	} {
		os.Remove(log)
		t.Setenv(shellprefix.Variable, tt.prefix)
		var out strings.Builder
		Main(strings.NewReader(in), &out, nil, nil)
		if !strings.Contains(out.String(), tt.says) {
			t.Errorf("%s: says %s, want %s", tt.prefix, &out, tt.says)
		}
		if line, _ := os.ReadFile(log); !strings.Contains(string(line), tt.logged) {
			t.Errorf("%s: logged %s, want %s", tt.prefix, line, tt.logged)
		}
	}
}
