package tune

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

func proposals() []Proposal {
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	return []Proposal{
		{Rule: checkRule(`^tkt show(?: tkt-[\w.]+)*$`), Calls: 3, Last: at,
			Examples: []string{"tkt show tkt-1", "tkt show 'it'\\''s'"}, Else: "more"},
		{Rule: toolRule("mcp__docs__get"), Calls: 2, Last: at, Examples: []string{"mcp__docs__get"},
			Else: "every call"},
		{Rule: hostRule("wiki.corp"), Calls: 2, Last: at, Examples: []string{"wiki.corp"},
			Else: "every page"},
	}
}

// TestApply: rules are added to configs of every form, what stood there stays, and a second time
// changes nothing.
func TestApply(t *testing.T) {
	for name, old := range map[string]string{
		"none":     "",
		"comments": "# nothing yet\n",
		"block": "# mine\nimport: [recommended] # yes\ntools:\n  bash:\n    # these pass\n    " +
			"allow:\n      - make lint # fine\n    allowChecks:\n      - '^a$'\neffects:\n  - {on: " +
			"[write], glob: 'x/**', decision: ask}\n",
		"flow": "import: [recommended]\ntools: {allow: [Read], bash: {allow: [make lint], " +
			"allowChecks: ['^a$']}}\n",
		"empty keys": "import: [recommended]\ntools:\n  bash:\n    allow: [make lint]\n    " +
			"allowChecks:\neffects:\n",
		"other": "default: ask\nimport: [recommended]\ntools: {bash: {allow: [make lint]}}\n",
	} {
		file := filepath.Join(t.TempDir(), ".claude", "fencepost.yaml")
		if old != "" {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			backup, err := Apply(file, proposals(), "recommended")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if kept, _ := os.ReadFile(backup); backup != "" && old != "" && len(kept) == 0 ||
				old != "" && backup == "" {
				t.Errorf("%s: the old file is not kept", name)
			}
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, errs, warnings := parse.Parse(file, data, policy.Config)
		if len(errs)+len(warnings) > 0 {
			t.Errorf("%s: %v %v\n%s", name, errs, warnings, data)
		}
		b := doc.Tools.Bash
		tools := len(doc.Tools.Allow)
		checks, effects, allow := len(b.AllowChecks), len(doc.Effects), len(b.Allow)
		want := [4]int{1, 1, 1, 0}
		switch name {
		case "block":
			want = [4]int{1, 2, 2, 1}
		case "flow":
			want = [4]int{2, 2, 1, 1}
		case "empty keys", "other":
			want = [4]int{1, 1, 1, 1}
		}
		if got := [4]int{tools, checks, effects, allow}; got != want {
			t.Errorf("%s: got %v, want %v\n%s", name, got, want, data)
		}
		if imports := len(doc.Import); imports != 1 {
			t.Errorf("%s: %d imports", name, imports)
		}
		if info, _ := os.Stat(file); old != "" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v", name, info.Mode())
		}
		for _, part := range []string{"# mine", "# yes", "# these pass", "# fine"} {
			if strings.Contains(old, part) && !strings.Contains(string(data), part) {
				t.Errorf("%s: %s is lost\n%s", name, part, data)
			}
		}
	}
}

// TestApplyRefuses: what is no config that rules can be added to stays as it is.
func TestApplyRefuses(t *testing.T) {
	for _, old := range []string{"tools: 3\n", "tools: {bash: {allowChecks: x}}\n", "nonsense: 1\n",
		"a: [\n", "import: [recommended]\n---\nimport: [git]\n"} {
		file := filepath.Join(t.TempDir(), "fencepost.yaml")
		if err := os.WriteFile(file, []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Apply(file, proposals(), ""); err == nil {
			t.Errorf("%q is accepted", old)
		}
		if data, _ := os.ReadFile(file); string(data) != old {
			t.Errorf("%q has become %q", old, data)
		}
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "fencepost.yaml")
	target := filepath.Join(dir, "target.yaml")
	if err := os.WriteFile(target, []byte("import: [recommended]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if _, err := Apply(link, proposals(), ""); err == nil {
		t.Error("a link is replaced")
	}
}

// TestConfigFile: rules go into the one file, or beside those of a folder.
func TestConfigFile(t *testing.T) {
	home := t.TempDir()
	project := filepath.Join(home, "work", "shop")
	conf := filepath.Join(project, ".claude", "fencepost", "config")
	if err := os.MkdirAll(conf, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(conf, "a.yaml"), []byte("import: [recommended]\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{"": filepath.Join(home, ".claude", "fencepost.yaml"),
		project: filepath.Join(conf, "tune.yaml")} {
		if got, err := ConfigFile(home, dir); err != nil || got != want {
			t.Errorf("%q: %s (%v), want %s", dir, got, err, want)
		}
	}
	if _, err := ConfigFile("", ""); err == nil {
		t.Error("without a home directory")
	}
}
