package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestExplicitAllow changes what it has to and no other byte.
func TestExplicitAllow(t *testing.T) {
	const add = "output: {allow: explicit}\n"
	for _, tt := range []struct{ old, want string }{
		{"", add},
		{"# mine\n", "# mine\n" + add},
		{"import: [recommended]\n", "import: [recommended]\n" + add},
		{"import: [recommended]", "import: [recommended]\n" + add},
		{"import: [git]\r\n# end\r\n", "import: [git]\r\n# end\r\noutput: {allow: explicit}\r\n"},
		{"output: {allow: silent}  # quiet\ndefault: ask\n",
			"output: {allow: explicit}  # quiet\ndefault: ask\n"},
		{"output: {allow: \"silent\"}\n", "output: {allow: explicit}\n"},
		{"output:\n  # how\n  allow: 'silent' # so\ntools: {}\n",
			"output:\n  # how\n  allow: explicit # so\ntools: {}\n"},
		{"output: {}\n", "output: {allow: explicit}\n"},
		{"output:\ndefault: ask\n", "output: {allow: explicit}\ndefault: ask\n"},
		{"# ü\noutput: {allow: silent} # ü\n", "# ü\noutput: {allow: explicit} # ü\n"},
		{"output: {allow: explicit}\n", "output: {allow: explicit}\n"},
		{"{default: ask}\n", ""},
		{"defualt: ask\n", ""},
		{"output: silent\n", ""},
		{"import: [git]\n...\n", ""},
	} {
		got, err := explicitAllow.edit("f.yaml", []byte(tt.old))
		if (err != nil) != (tt.want == "") || err == nil && string(got) != tt.want {
			t.Errorf("%q became %q (%v)", tt.old, got, err)
		}
	}
}

func FuzzExplicitAllow(f *testing.F) {
	f.Add([]byte("output: {allow: silent}\n"))
	f.Add([]byte("output:\n  allow: 'silent'\n"))
	f.Fuzz(func(t *testing.T, old []byte) {
		text, err := explicitAllow.edit("f.yaml", old)
		if err != nil {
			return
		}
		doc, problems, _ := parse.Parse("f.yaml", text, policy.Config)
		if len(problems) > 0 || doc.Settings().OutputAllow != rule.OutputExplicit {
			t.Errorf("%q became %q", old, text)
		}
	})
}

func TestFewerPrompts(t *testing.T) {
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
	file := filepath.Join(home, ".claude", "fencepost.yaml")
	if code, out := runBinary(t, "install", "--fewer-prompts"); code != 0 || !strings.Contains(out,
		file) {
		t.Fatalf("exit status %d, %s", code, out)
	}
	if code, out, _ := cli("", "verify", file); code != 0 {
		t.Error(out)
	}
	if text := read(t, file); text != fewerConfig {
		t.Error(text)
	}
	if code, out := runBinary(t, "install", "--fewer-prompts"); code != 0 || strings.Count(out,
		"nothing to change") != 2 {
		t.Errorf("a second time: exit status %d, %s", code, out)
	}
	if _, out := runBinary(t, "doctor"); !strings.Contains(out, "an allow is explicit") {
		t.Error(out)
	}
	// The first file of the folder, where there is one.
	folder := filepath.Join(home, ".claude", "fencepost", "config", "10-mine.yaml")
	if err := putFile(folder, "# mine\nimport: [recommended]\n"); err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "install", "--fewer-prompts"); code != 0 ||
		!strings.Contains(read(t, folder), "explicit") {
		t.Errorf("exit status %d, %s", code, out)
	}
	if err := putFile(folder, "broken: [\n"); err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "install", "--fewer-prompts"); code != 3 || read(t,
		folder) != "broken: [\n" {
		t.Errorf("over a broken file: exit status %d, %s", code, out)
	}
}

// TestCountPrompts counts what the client asks about by itself.
func TestCountPrompts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	now := time.Now()
	want := 0
	for _, tt := range []struct {
		tool, mode, command, decision, session string
		age                                    time.Duration
		counts                                 bool
	}{
		{"Bash", "default", "npm test", "allow", "s", 0, true},
		{"Bash", "acceptEdits", "make", "allow", "s", 0, true},
		{"Bash", "default", "git status && ls -la | head", "allow", "s", 0, false},
		{"Bash", "default", "ls $(make x)", "allow", "s", 0, true},
		{"Bash", "default", "echo x > y", "allow", "s", 0, true},
		{"Bash", "default", "git push", "allow", "s", 0, true},
		{"Bash", "default", "npm test", "ask", "s", 0, false},
		{"Bash", "bypassPermissions", "npm test", "allow", "s", 0, false},
		{"Bash", "plan", "npm test", "allow", "s", 0, false},
		{"Bash", "default", "npm test", "allow", audit.DoctorSession, 0, false},
		{"Bash", "default", "npm test", "allow", "s", 40 * 24 * time.Hour, false},
		{"Write", "default", "", "allow", "s", 0, true},
		{"Write", "acceptEdits", "", "allow", "s", 0, false},
		{"Read", "default", "", "allow", "s", 0, false},
		{"WebFetch", "default", "", "allow", "s", 0, false}, // its prompt stays
	} {
		raw, err := encode(tt.command, "")
		if err != nil {
			t.Fatal(err)
		}
		e := audit.Entry{Time: now.Add(-tt.age), Session: tt.session, Tool: tt.tool, Mode: tt.mode,
			Decision: tt.decision,
			Input: []fact.Field{{Name: "command", Raw: raw[:len(raw)-1], Text: tt.command,
				String: true}}}
		if err := audit.Append(audit.Options{Path: path, MaxBytes: 1 << 20, Keep: 1},
			&e); err != nil {
			t.Fatal(err)
		}
		if tt.counts {
			want++
		}
		got, all := countPrompts(path, now.AddDate(0, 0, -promptDays), now.Add(time.Hour))
		if got != want || !all {
			t.Errorf("%+v: %d prompts, want %d", tt, got, want)
			want = got
		}
	}
	if n, all := countPrompts(filepath.Join(t.TempDir(), "none"), now, now); n != 0 || !all {
		t.Error("no log has prompts")
	}
	if _, all := countPrompts(path, now.AddDate(0, 0, -promptDays), now.Add(-time.Hour)); all {
		t.Error("the log is read for longer than it may be")
	}
}

func TestPlugin(t *testing.T) {
	workplace(t)
	onlyClient(t, "2.1.330")
	dir := filepath.Join(t.TempDir(), "plugin")
	if code, out := runBinary(t, "install", "--plugin", dir, "--print"); code != 0 ||
		!strings.Contains(out, `"PreToolUse"`) {
		t.Errorf("--print: exit status %d, %s", code, out)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("--print writes")
	}
	code, out := runBinary(t, "install", "--plugin", dir)
	if code != 0 {
		t.Fatal(out)
	}
	for name, want := range map[string]string{
		".claude-plugin/plugin.json":      `"name": "fencepost"`,
		".claude-plugin/marketplace.json": `"source": "./"`, "hooks/hooks.json": `"onFailure": "block"`,
	} {
		if text := read(t, filepath.Join(dir, name)); !strings.Contains(text, want) {
			t.Errorf("%s: %s", name, text)
		}
	}
}
