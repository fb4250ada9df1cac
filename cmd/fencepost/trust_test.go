package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// loose is a config that loosens in three places, and tightens in one.
const loose = "default: allow\ntools:\n  bash:\n    allow: [frob, npm publish]\n    deny: [git " +
	"push]\n"

// TestTrust follows a config from a stranger's to one that the person trusts, and back.
func TestTrust(t *testing.T) {
	_, project := withForeign(t, loose)
	file := filepath.Join(project, ".claude", "fencepost.yaml")
	steps := []struct {
		args  []string
		code  int
		out   []string // parts of standard output
		lacks string
	}{
		{[]string{"check", "frob"}, 1, []string{"ask",
			"3 settings that loosen are ignored; a person can run `fencepost trust`"}, ""},
		{[]string{"check", "git push"}, 2, []string{"applies, trusted or not", "ignored"}, ""},
		{[]string{"check", "--trusted", "frob"}, 0, []string{"allow"}, "ignored"},
		{[]string{"check", "--json", "ls"}, 0, []string{`"ignored": "` + file + " is not trusted"}, ""},
		{[]string{"explain", "ls"}, 0, []string{"is not trusted, 3 settings"}, ""},
		{[]string{"explain", "--trusted", "frob"}, 0, []string{"ALLOW"}, "not trusted"},
		{[]string{"config"}, 0, []string{"the project's config is not trusted", file +
			":4: tools.bash.allow: npm publish", file + ":1: default: allow"}, ""},
		{[]string{"config", "--json"}, 0, []string{`"trust": "not trusted"`, `"key": "tools.bash.allow"`},
			""},
		{[]string{"config", "--trusted"}, 0, []string{"the project's config is trusted"}, "ignored"},
		{[]string{"verify"}, 0, []string{"ignored: ", "1 file: 0 errors"}, ""},
		{[]string{"verify", "--trusted"}, 0, []string{"1 file: 0 errors"}, "ignored"},
		{[]string{"trust", "--show"}, 0, []string{"fencepost.yaml:4: tools.bash.allow: frob",
			"It is not trusted.",
			"the preset recommended does not apply any more"}, "deny"},
		{[]string{"check", "frob"}, 1, []string{"ask"}, ""}, // showing changes nothing
		{[]string{"trust"}, 0, []string{"tools.bash.allow: npm publish",
			"trusted, for exactly this content"}, ""},
		{[]string{"check", "frob"}, 0, []string{"allow"}, "ignored"},
		{[]string{"trust", "--show"}, 0, []string{"It is trusted."}, ""},
		{[]string{"config"}, 0, []string{"the project's config is trusted"}, "ignored"},
		{[]string{"trust", "--revoke"}, 0, []string{"is not trusted any more"}, ""},
		{[]string{"trust", "--revoke"}, 0, []string{"was not trusted"}, ""},
		{[]string{"check", "frob"}, 1, []string{"ask"}, ""},
	}
	for _, step := range steps {
		code, out, errs := cli("", step.args...)
		if code != step.code {
			t.Errorf("fencepost %q: exit status %d, want %d\n%s%s", step.args, code, step.code, out, errs)
		}
		for _, part := range step.out {
			if !strings.Contains(out, part) {
				t.Errorf("fencepost %q lacks %q:\n%s%s", step.args, part, out, errs)
			}
		}
		if step.lacks != "" && strings.Contains(out, step.lacks) {
			t.Errorf("fencepost %q says %q:\n%s", step.args, step.lacks, out)
		}
	}
}

// TestTrustChanged: a change takes back what loosens, keeps what restricts, and is said at the
// start of a session.
func TestTrustChanged(t *testing.T) {
	_, project := withConfig(t, loose)
	file := filepath.Join(project, ".claude", "fencepost.yaml")
	event := `{"hook_event_name":"SessionStart","cwd":"` + project + `"}`
	if got := told(t, event); strings.Contains(got, "ignored") {
		t.Errorf("a trusted config is said: %q", got)
	}
	if err := os.WriteFile(file, []byte(loose+"    ask: [make]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := told(t, event); !strings.Contains(got,
		"has changed since it was trusted, 3 settings that loosen are ignored") {
		t.Errorf("the change is not said: %q", got)
	}
	for cmd, want := range map[string]int{"frob": 1, "git push": 2, "make": 1} {
		if code, out, _ := cli("", "check", cmd); code != want {
			t.Errorf("%s: exit status %d, want %d\n%s", cmd, code, want, out)
		}
	}
}

// TestTrustRefuses: an agent's shell, a broken config and a wrong command line change nothing.
func TestTrustRefuses(t *testing.T) {
	home, project := withForeign(t, loose)
	none := func(when string) {
		t.Helper()
		if left, _ := filepath.Glob(filepath.Join(home, ".claude", "fencepost", "trust",
			"*")); len(left) > 0 {
			t.Errorf("%s: recorded", when)
		}
	}
	for _, mark := range agentMarks() {
		t.Setenv(mark, "1")
		for _, args := range [][]string{{"trust"}, {"trust", "--revoke"}, {"init"}} {
			if code, _, errs := cli("", args...); code == 0 ||
				!strings.Contains(errs, "in a terminal of your own") || !strings.Contains(errs, mark) {
				t.Errorf("%s: %q: exit status %d, %q", mark, args, code, errs)
			}
		}
		if code, out, _ := cli("", "trust", "--show"); code != 0 ||
			!strings.Contains(out, "It is not trusted") {
			t.Errorf("%s: --show: exit status %d, %q", mark, code, out)
		}
		t.Setenv(mark, "")
	}
	none("in an agent's shell")
	for _, args := range [][]string{{"trust", "x"}, {"trust", "--show", "--revoke"},
		{"trust", "--nope"}, {"trust", "--cwd", "nowhere"}} {
		if code, _, errs := cli("", args...); code != exitUsage || errs == "" {
			t.Errorf("%q: exit status %d, %q", args, code, errs)
		}
	}
	if err := putFile(filepath.Join(project, ".claude", "fencepost.yaml"),
		"nonsense: 1\n"); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := cli("", "trust"); code != 1 || !strings.Contains(out, "unknown key") ||
		!strings.Contains(errs, "every call is denied; fix it first") {
		t.Errorf("a broken config: exit status %d\n%s%s", code, out, errs)
	}
	none("a broken config")
	os.RemoveAll(filepath.Join(project, ".claude"))
	if code, out, _ := cli("", "trust"); code != 0 || !strings.Contains(out, "nothing to trust") {
		t.Errorf("no config: exit status %d, %q", code, out)
	}
	if code, out, _ := cli("", "trust", "--cwd", home); code != 0 ||
		!strings.Contains(out, "nothing to trust") {
		t.Errorf("the home directory: exit status %d, %q", code, out)
	}
	none("nothing to trust")
}

// TestTrustDirectories: the directories that the project's settings of the agent ask for are shown
// and recorded.
func TestTrustDirectories(t *testing.T) {
	home, project := workplace(t)
	shared := filepath.Join(filepath.Dir(project), "shared")
	for _, dir := range []string{shared, filepath.Join(home, "lib")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"settings.json": `{"permissions": {"additionalDirectories": ["../shared", "~/lib", ` +
			`"/nowhere/at/all"]}}`,
		"settings.local.json": `{"permissions": {"additionalDirectories": ["../shared"]}}`,
	} {
		if err := putFile(filepath.Join(project, ".claude", name), text); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := cli("", "trust")
	if code != 0 || !strings.Contains(out, "additionalDirectories: "+shared) {
		t.Fatalf("exit status %d\n%s%s", code, out, errs)
	}
	files, _ := filepath.Glob(filepath.Join(home, ".claude", "fencepost", "trust", "*"))
	if len(files) != 1 {
		t.Fatalf("records: %q", files)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	want := "directory \"" + shared + "\"\ndirectory \"" + filepath.Join(home, "lib") + "\"\n"
	if !strings.HasSuffix(string(data), want) {
		t.Errorf("the record is %q", data)
	}
	if code, out, _ := cli("", "trust", "--show"); code != 0 ||
		!strings.Contains(out, "It is trusted.") {
		t.Errorf("--show: exit status %d, %q", code, out)
	}
}

// TestTrustEnvironment: what the project's settings set for every command is shown and recorded, in
// a project without a config as well.
func TestTrustEnvironment(t *testing.T) {
	_, project := workplace(t)
	file := filepath.Join(project, ".claude", "settings.json")
	steps := []struct {
		env  string
		args []string
		code int
		want string
	}{
		{`{"CI": "1", "NODE_ENV": "test"}`, []string{"trust"}, 0, "nothing to trust"},
		{"", []string{"check", "ls"}, 0, "allow"},
		{`{"CI": "1", "BASH_ENV": "x.sh"}`, []string{"check", "ls"}, 1,
			"sets BASH_ENV for every command"},
		{"", []string{"check", "--trusted", "ls"}, 0, "allow"},
		{"", []string{"explain", "ls"}, 0, "BASH_ENV"},
		{"", []string{"trust", "--show"}, 0, "It is not trusted."},
		{"", []string{"trust"}, 0, file + `: env: BASH_ENV: "x.sh" (it names a file`},
		{"", []string{"check", "ls"}, 0, "allow"},
		{"", []string{"trust", "--show"}, 0, "It is trusted."},
		{`{"CI": "1", "BASH_ENV": "y.sh"}`, []string{"check", "ls"}, 1, "BASH_ENV"},
		{"", []string{"trust", "--show"}, 0, "changed since it was trusted"},
		{`{"CI": "1", "BASH_ENV": "x.sh"}`, []string{"init"}, 0, "wrote"},
		{"", []string{"check", "ls"}, 0, "allow"}, // what was trusted before stays so
		{"", []string{"trust", "--show"}, 0, "It is trusted."},
		{"", []string{"trust", "--revoke"}, 0, "not trusted any more"},
		{"", []string{"check", "ls"}, 1, "BASH_ENV"},
		{`{"A\u001b[2J": "x"}`, []string{"trust", "--show"}, 0, `"A\x1b[2J": "x" (that is no name`},
	}
	for _, step := range steps {
		if step.env != "" {
			if err := putFile(file, `{"env": `+step.env+`}`); err != nil {
				t.Fatal(err)
			}
		}
		code, out, errs := cli("", step.args...)
		if code != step.code || !strings.Contains(out, step.want) {
			t.Errorf("fencepost %q with %s: exit status %d, want %d and %q\n%s%s", step.args, step.env, code,
				step.code, step.want, out, errs)
		}
	}
	if err := putFile(file, strings.Repeat(" ", 1<<20)+`{}`); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := cli("", "trust"); code == 0 || !strings.Contains(errs, "cannot be read") {
		t.Errorf("a file that is too large: exit status %d, %q", code, errs)
	}
}

// TestInitTrusts: what init has written counts, until it is changed.
func TestInitTrusts(t *testing.T) {
	_, project := workplace(t)
	if code, _, errs := cli("", "init"); code != 0 {
		t.Fatal(errs)
	}
	if _, out, _ := cli("", "config"); !strings.Contains(out, "the project's config is trusted") {
		t.Errorf("after init:\n%s", out)
	}
	file := filepath.Join(project, ".claude", "fencepost.yaml")
	if err := os.WriteFile(file, []byte("default: allow\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, out, _ := cli("", "config"); !strings.Contains(out, "changed since it was trusted") {
		t.Errorf("after a change:\n%s", out)
	}
}

// TestHookHome: with --home the environment, which a project's settings can set, is not asked.
func TestHookHome(t *testing.T) {
	home, project := workplace(t)
	if err := putFile(filepath.Join(home, ".claude", "fencepost.yaml"),
		"tools: {bash: {deny: [frob]}}\n"); err != nil {
		t.Fatal(err)
	}
	evil := filepath.Join(project, "evil")
	if err := putFile(filepath.Join(evil, ".claude", "fencepost.yaml"),
		"default: allow\n"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", evil)
	t.Setenv("FENCEPOST_HOME", evil)
	call := `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"` + project +
		`","tool_name":"Bash","tool_input":{"command":"frob"}}`
	for _, tt := range []struct {
		args []string
		want string // part of the answer; "" for silence
	}{
		{nil, ""},
		{[]string{"--home", home}, `"deny"`},
		{[]string{"--home=" + home}, `"deny"`},
		{[]string{"--home", home + "/"}, `"deny"`},
		{[]string{"--home"}, "--home names no directory"},
		{[]string{"--home", ""}, "one absolute directory"},
		{[]string{"--home="}, "one absolute directory"},
		{[]string{"--home", "home"}, "one absolute directory"},
		{[]string{"--home", "~x"}, "one absolute directory"},
		{[]string{"--home", "~", "--home", "~"}, "one absolute directory"},
		{[]string{"--home", home, "--home", evil}, "one absolute directory"},
		{[]string{"--hom", home}, "has no option"},
		{[]string{"-home", home}, "has no option"},
	} {
		code, out, _ := cli(call, append([]string{"hook"}, tt.args...)...)
		if code != 0 || (tt.want == "") != (out == "") || !strings.Contains(out, tt.want) {
			t.Errorf("hook %q: exit status %d, %q, want %q", tt.args, code, out, tt.want)
		}
		if out == "" {
			continue
		}
		var answer struct {
			HookSpecificOutput struct{ PermissionDecision string }
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil ||
			answer.HookSpecificOutput.PermissionDecision != "deny" {
			t.Errorf("hook %q: %s (%v)", tt.args, out, err)
		}
	}
	if opt, _, mistake := hook.Options([]string{"--home", "~"}); mistake != "" || opt.ConfigHome != "" {
		t.Errorf("--home ~: %q, the config is looked for in %q", mistake, opt.ConfigHome)
	} else if own, ok := paths.OwnHome(); ok && opt.Home != own {
		t.Errorf("--home ~ is %q, the list of users has %q", opt.Home, own)
	}
	cli(call, "posttooluse", "--home", home)
	if _, err := os.Stat(filepath.Join(home, ".claude", "fencepost", "logs",
		"audit.jsonl")); err != nil {
		t.Error("the log is not in the home that was named")
	}
	if code, out, _ := cli(call, "posttooluse", "--home", "rel"); code != 0 || out != "" {
		t.Errorf("posttooluse with a wrong home: %d %q", code, out)
	}
	if code, out, _ := cli(`{"cwd":"`+project+`"}`, "sessionstart", "--home", "rel"); code != 0 ||
		!strings.Contains(out, "fencepost is not set up") {
		t.Errorf("sessionstart with a wrong home: %d %q", code, out)
	}
}

// TestStatus draws the line in each state, from whatever the agent sends.
func TestStatus(t *testing.T) {
	home, project := withForeign(t, loose)
	for _, cmd := range []string{"frob", "ls", "git push", "frob x"} {
		call, _ := json.Marshal(map[string]any{"session_id": "s-1", "cwd": project, "tool_name": "Bash",
			"tool_input": map[string]string{"command": cmd}})
		cli(string(call), "hook")
	}
	event := func(session string) string {
		return `{"session_id":"` + session + `","cwd":"/","workspace":{"current_dir":"` + project +
			`","project_dir":"` + project + `"}}`
	}
	line := func(stdin, want string) {
		t.Helper()
		code, out, errs := cli(stdin, "status", "--line")
		if code != 0 || errs != "" || strings.TrimSpace(out) != want || strings.Count(out, "\n") != 1 {
			t.Errorf("exit status %d, %q, want %q (%s)", code, out, want, errs)
		}
	}
	const foreign = "fencepost: recommended · project not trusted (3 ignored)"
	line(event("s-1"), foreign+" · 2 asks, 1 denied")
	line(event("s-2"), foreign+" · 0 asks")
	for _, stdin := range []string{"", "no JSON", "[]", `{"cwd": 7}`} {
		line(stdin, foreign)
	}
	cli("", "trust")
	line("", "fencepost: own rules, allows by default · project trusted")
	os.WriteFile(filepath.Join(project, ".claude", "fencepost.yaml"), []byte("mode: read-only\n"),
		0o644)
	line("", "fencepost: recommended · project changed since trusted (1 ignored)")
	os.WriteFile(filepath.Join(project, ".claude", "fencepost.yaml"), []byte("nonsense: 1\n"), 0o644)
	line("", "fencepost: config broken, every call is denied")
	os.RemoveAll(filepath.Join(project, ".claude"))
	line("", "fencepost: recommended")
	putFile(filepath.Join(home, ".claude", "fencepost.yaml"), "mode: read-only\n")
	line("", "fencepost: mode read-only")
	if code, out, _ := cli("", "status"); code != 0 || !strings.Contains(out, "mode read-only") ||
		!strings.Contains(out, project) {
		t.Errorf("status: exit status %d\n%s", code, out)
	}
}
