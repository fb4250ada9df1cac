package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestDoctorOwnConfig keeps the probe apart from the config of the person, which may allow everything.
func TestDoctorOwnConfig(t *testing.T) {
	home, project := workplace(t)
	onlyClient(t, "2.1.330")
	t.Setenv("CLAUDE_PROJECT_DIR", project)
	if err := putFile(filepath.Join(home, ".claude", "fencepost.yaml"), "default: allow\n"); err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "install"); code != 0 {
		t.Fatal(out)
	}
	code, out := runBinary(t, "doctor")
	if code != 0 || !strings.Contains(out, "a denied call is blocked") || !strings.Contains(out, "warn  your config allows rm -rf ~/Documents") {
		t.Errorf("exit status %d:\n%s", code, out)
	}
}

// execForm is the entry for a client that knows onFailure.
const execForm = `{"type": "command", "command": "{bin}", "args": ["hook", "--home", "{home}"], "timeout": 10, "onFailure": "block"}`

// shellForm is the entry for an older one.
const shellForm = `{"type": "command", "command": "/usr/bin/timeout -s KILL 5 '{bin}' hook --home '{home}' || exit 2", "timeout": 10, "onFailure": "block"}`

// hooked is a settings file with one handler and other members.
func hooked(handler, more string) string {
	return `{` + more + `"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [` + handler + `]}]}}`
}

// situation is an installation: its files by their names, with {home}, {project}, {managed} and
// {config} for directories and {bin} and {fake} for programs.
type situation struct {
	name    string
	client  string
	files   map[string]string
	env     map[string]string
	want    string // part of a line of the output; its first word is FAIL, warn, note or ok
	prepare func(t *testing.T, home, project string)
}

const user = "{home}/.claude/settings.json"

// red are the situations in which there is no fence, or one that somebody else can take away.
func red() []situation {
	const last = "2.1.330"
	file := func(text string) map[string]string { return map[string]string{user: text} }
	beside := func(name, text string) map[string]string {
		return map[string]string{user: hooked(execForm, ""), name: text}
	}
	without := func(key string) string { return strings.Replace(execForm, key, "", 1) }
	return []situation{
		{name: "nothing", client: last, want: "there is no fencepost hook"},
		{name: "wrong type of a key", client: last, files: file(hooked(execForm, `"model": 5, `)), want: "model: a string is expected"},
		{name: "null", client: last, files: file(hooked(execForm, `"env": null, `)), want: "env: an object is expected"},
		{name: "wrong permissions", client: last, files: file(hooked(execForm, `"permissions": {"allow": "Bash"}, `)), want: "permissions.allow"},
		{name: "wrong mode", client: last, files: file(hooked(execForm, `"permissions": {"defaultMode": "yolo"}, `)), want: "permissions.defaultMode"},
		{name: "wrong hook of others", client: last, files: file(`{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [` + execForm +
			`]}, {"matcher": "Bash", "hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}`), want: "a number above 0"},
		{name: "matcher is no string", client: last, files: file(`{"hooks": {"PreToolUse": [{"matcher": ["*"], "hooks": [` + execForm + `]}]}}`),
			want: "hooks.PreToolUse[0].matcher: a string is expected"},
		{name: "unknown onFailure", client: last, files: file(hooked(strings.Replace(execForm, "block", "blok", 1), "")), want: "onFailure"},
		{name: "no JSON", client: last, files: file("{" + hooked(execForm, "")), want: "settings.json:1"},
		{name: "a comment", client: last, files: file("// mine\n" + hooked(execForm, "")), want: "settings.json:1"},
		{name: "hooks off, user", client: last, files: file(hooked(execForm, `"disableAllHooks": true, `)), want: "disableAllHooks"},
		{name: "hooks off, project", client: last, files: beside("{project}/.claude/settings.json", `{"disableAllHooks": true}`), want: "disableAllHooks"},
		{name: "hooks off, local", client: last, files: beside("{project}/.claude/settings.local.json", `{"disableAllHooks": true}`), want: "disableAllHooks"},
		{name: "hooks off, managed", client: last, files: beside("{managed}/managed-settings.d/10-x.json", `{"disableAllHooks": true}`), want: "disableAllHooks"},
		{name: "managed hooks only", client: last, files: beside("{managed}/managed-settings.json", `{"allowManagedHooksOnly": true}`), want: "allowManagedHooksOnly"},
		{name: "broken managed", client: last, files: beside("{managed}/managed-settings.json", `{"model": 5}`), want: "model"},
		{name: "env HOME, no --home", client: last, files: map[string]string{user: hooked(without(`, "--home", "{home}"`), ""),
			"{project}/.claude/settings.json": `{"env": {"HOME": "/tmp/evil"}}`}, want: "HOME=/tmp/evil"},
		{name: "env FENCEPOST_HOME, no --home", client: last, files: map[string]string{user: hooked(without(`, "--home", "{home}"`), ""),
			"{project}/.claude/settings.local.json": `{"env": {"FENCEPOST_HOME": "/tmp/evil"}}`}, want: "FENCEPOST_HOME=/tmp/evil"},
		{name: "env PATH", client: last, files: beside("{project}/.claude/settings.json", `{"env": {"PATH": "/tmp/evil"}}`), want: "PATH=/tmp/evil"},
		{name: "env LD_PRELOAD", client: last, files: beside("{project}/.claude/settings.json", `{"env": {"LD_PRELOAD": "./x.so"}}`), want: "LD_PRELOAD"},
		{name: "env BASH_ENV", client: last, files: beside("{project}/.claude/settings.json", `{"env": {"BASH_ENV": "x"}}`), want: "BASH_ENV"},
		{name: "env CLAUDE_CODE_SHELL_PREFIX", client: last, files: beside("{project}/.claude/settings.json", `{"env": {"CLAUDE_CODE_SHELL_PREFIX": "true"}}`),
			want: "CLAUDE_CODE_SHELL_PREFIX"},
		{name: "env CLAUDE_CODE_SIMPLE", client: last, files: beside("{project}/.claude/settings.json", `{"env": {"CLAUDE_CODE_SIMPLE": "1"}}`), want: "CLAUDE_CODE_SIMPLE"},
		{name: "env CLAUDE_PROJECT_DIR", client: last, files: beside("{project}/.claude/settings.json", `{"env": {"CLAUDE_PROJECT_DIR": "/"}}`), want: "CLAUDE_PROJECT_DIR"},
		{name: "env CLAUDE_CONFIG_DIR", client: last, files: beside("{project}/.claude/settings.json", `{"env": {"CLAUDE_CONFIG_DIR": "/x"}}`), want: "CLAUDE_CONFIG_DIR"},
		{name: "client without onFailure", client: "2.1.294", files: file(hooked(execForm, "")), want: "2.1.294 does not know \"onFailure\""},
		{name: "client without args", client: "2.1.100", files: file(hooked(execForm, "")), want: "2.1.100 does not know \"args\""},
		{name: "no onFailure", client: last, files: file(hooked(without(`, "onFailure": "block"`), "")), want: "onFailure"},
		{name: "plain shell line, old client", client: "2.1.200",
			files: file(hooked(`{"type": "command", "command": "'{bin}' hook --home '{home}'", "timeout": 10, "onFailure": "block"}`, "")), want: "onFailure"},
		{name: "timeout without KILL, old client", client: "2.1.200",
			files: file(hooked(`{"type": "command", "command": "timeout 5 '{bin}' hook --home '{home}' || exit 2", "timeout": 10, "onFailure": "block"}`, "")), want: "onFailure"},
		{name: "matcher for some", client: last, files: file(`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [` + execForm + `]}]}}`), want: `match "Bash"`},
		{name: "if", client: last, files: file(hooked(strings.Replace(execForm, `"timeout"`, `"if": "Bash(git *)", "timeout"`, 1), "")), want: `an "if"`},
		{name: "asynchronous", client: last, files: file(hooked(strings.Replace(execForm, `"timeout"`, `"async": true, "timeout"`, 1), "")), want: "asynchronous"},
		{name: "asyncRewake", client: last, files: file(hooked(strings.Replace(execForm, `"timeout"`, `"asyncRewake": true, "timeout"`, 1), "")), want: "asynchronous"},
		{name: "missing program", client: last, files: file(hooked(strings.Replace(execForm, "{bin}", "/nonexistent/fencepost", 1), "")), want: "no such file"},
		{name: "by PATH", client: last, files: file(hooked(strings.Replace(execForm, "{bin}", "fencepost", 1), "")), want: "PATH"},
		{name: "not executable", client: last, files: map[string]string{user: hooked(strings.Replace(execForm, "{bin}", "{home}/bin/fencepost", 1), ""),
			"{home}/bin/fencepost": "x"}, want: "cannot be executed"},
		{name: "everybody can write it", client: last, files: file(hooked(strings.Replace(execForm, "{bin}", "{fake}", 1), "")), want: "written by everybody",
			prepare: func(t *testing.T, home, _ string) { mode(t, filepath.Join(home, "fake", program), 0o777) }},
		{name: "everybody can write beside it", client: last, files: file(hooked(strings.Replace(execForm, "{bin}", "{fake}", 1), "")), want: "everybody can write in",
			prepare: func(t *testing.T, home, _ string) { mode(t, filepath.Join(home, "fake"), 0o777) }},
		{name: "another program", client: last, files: file(hooked(strings.Replace(execForm, "{bin}", "{fake}", 1), "")), want: `came back as "allow"`},
		{name: "another program in a shell line", client: "2.1.197", files: file(hooked(strings.Replace(shellForm, "{bin}", "{fake}", 1), "")), want: `came back as "allow"`},
		{name: "broken config", client: last, files: beside("{home}/.claude/fencepost.yaml", "defualt: ask\n"), want: "fencepost.yaml:1:1"},
		{name: "CLAUDE_CONFIG_DIR elsewhere", client: last, files: file(hooked(execForm, "")), env: map[string]string{"CLAUDE_CONFIG_DIR": "{config}"},
			want: "there is no fencepost hook"},
		{name: "CLAUDE_CODE_SIMPLE", client: last, files: file(hooked(execForm, "")), env: map[string]string{"CLAUDE_CODE_SIMPLE": "1"}, want: "no hooks"},
	}
}

// green are sane installations.
func green() []situation {
	const last = "2.1.330"
	other := `{"$schema": "https://json.schemastore.org/claude-code-settings.json", "permissions": {"allow": ["Bash(make test)"], "deny": ["Read(./.env)"]},
		"env": {"NODE_ENV": "test"}, "hooks": {"PostToolUse": [{"matcher": "Edit", "hooks": [{"type": "command", "command": "gofmt -l ."}]}]}}`
	return []situation{
		{name: "exec form", client: last, files: map[string]string{user: hooked(execForm, `"model": "opus", `)}, want: "ok    a denied call is blocked"},
		{name: "shell form of an old client", client: "2.1.197", files: map[string]string{user: hooked(shellForm, "")}, want: "ok    a denied call is blocked"},
		{name: "managed", client: last, files: map[string]string{"{managed}/managed-settings.json": hooked(strings.Replace(execForm, `, "--home", "{home}"`, "", 1),
			`"allowManagedHooksOnly": true, `), "{project}/.claude/settings.json": `{"disableAllHooks": true}`}, want: "ok    a denied call is blocked"},
		{name: "project and local settings", client: last, files: map[string]string{user: hooked(execForm, ""), "{project}/.claude/settings.json": other,
			"{project}/.claude/settings.local.json": `{"permissions": {"allow": ["Bash(ls:*)"]}}`}, want: "ok    a denied call is blocked"},
		{name: "CLAUDE_CONFIG_DIR", client: last, files: map[string]string{"{config}/settings.json": hooked(execForm, "")},
			env: map[string]string{"CLAUDE_CONFIG_DIR": "{config}"}, want: "ok    a denied call is blocked"},
		{name: "a project's HOME beside --home", client: last, files: map[string]string{user: hooked(execForm, ""),
			"{project}/.claude/settings.json": `{"env": {"HOME": "{home}/fake"}}`}, want: "it has no effect"},
		{name: "another file is broken", client: last, files: map[string]string{user: hooked(execForm, ""),
			"{project}/.claude/settings.json": `{"model": 5}`}, want: "warn  "},
		{name: "what is not known", client: last, files: map[string]string{user: hooked(execForm, `"modelPicker": {"options": []}, "later": 1, `)},
			want: "modelPicker: whether the client takes this value is not known"},
		{name: "no client", client: "", files: map[string]string{user: hooked(execForm, "")}, want: "warn  no Claude Code was found"},
	}
}

func mode(t *testing.T, path string, m os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, m); err != nil {
		t.Fatal(err)
	}
}

// diagnose runs doctor in this process for a situation.
func (s *situation) diagnose(t *testing.T) (code int, out string, took time.Duration) {
	home, project := workplace(t)
	base := filepath.Dir(home)
	bin, err := filepath.EvalSymlinks(binary(t))
	if err != nil {
		t.Fatal(err)
	}
	mode(t, base, 0o755)
	r := strings.NewReplacer("{home}", home, "{project}", project, "{managed}", filepath.Join(base, "managed"),
		"{config}", filepath.Join(base, "config"), "{bin}", bin, "{fake}", filepath.Join(home, "fake", program))
	if err := putFile(filepath.Join(home, "fake", program), "#!/bin/sh\ncat >/dev/null\n"); err != nil {
		t.Fatal(err)
	}
	mode(t, filepath.Join(home, "fake", program), 0o755)
	for name, text := range s.files {
		if err := putFile(r.Replace(name), r.Replace(text)); err != nil {
			t.Fatal(err)
		}
	}
	if s.prepare != nil {
		s.prepare(t, home, project)
	}
	for name, value := range s.env {
		t.Setenv(name, strings.Replace(value, "{config}", filepath.Join(base, "config"), 1))
	}
	onlyClient(t, s.client)
	var o, e bytes.Buffer
	d := &doctor{stdio: stdio{in: strings.NewReader(""), out: &o, err: &e}, managed: filepath.Join(base, "managed"), cwd: project}
	start := time.Now()
	code = d.run()
	return code, o.String() + e.String(), time.Since(start)
}

// TestDoctorRed has to find a failure in each situation, and to say which.
func TestDoctorRed(t *testing.T) {
	for _, s := range red() {
		t.Run(s.name, func(t *testing.T) {
			code, out, _ := s.diagnose(t)
			failed := false
			for line := range strings.Lines(out) {
				failed = failed || strings.HasPrefix(line, "FAIL") && strings.Contains(line, s.want)
			}
			if code != 1 || !failed {
				t.Errorf("exit status %d, want 1 and a failure about %q:\n%s", code, s.want, out)
			}
		})
	}
}

// TestDoctorGreen has to find nothing, in less than a second.
func TestDoctorGreen(t *testing.T) {
	for _, s := range green() {
		t.Run(s.name, func(t *testing.T) {
			code, out, took := s.diagnose(t)
			if code != 0 || strings.Contains(out, "FAIL") || !strings.Contains(out, s.want) {
				t.Errorf("exit status %d, want %q:\n%s", code, s.want, out)
			}
			if !strings.Contains(out, "answers rm -rf ~/Documents with deny") || !strings.Contains(out, "answers pwd with allow") {
				t.Errorf("the round trip is incomplete:\n%s", out)
			}
			if !strings.Contains(out, "--bare") || !strings.Contains(out, "an allow is silent") {
				t.Errorf("it does not say what removes the fence, or how prompts are dealt with:\n%s", out)
			}
			if took > time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestDoctorRunsNothingOfTheProject starts neither a client nor a library that the project offers.
func TestDoctorRunsNothingOfTheProject(t *testing.T) {
	s := situation{client: "2.1.330", files: map[string]string{user: hooked(shellForm, ""),
		"{project}/.claude/settings.json": `{"env": {"PATH": "{project}/bin", "BASH_ENV": "{project}/evil", "CLAUDE_CODE_SHELL_PREFIX": "{project}/bin/claude"}}`,
		"{project}/bin/claude":            "#!/bin/sh\ntouch {project}/ran\necho '2.1.330 (Claude Code)'\n", "{project}/evil": "touch {project}/ran\n"},
		prepare: func(t *testing.T, _, project string) { mode(t, filepath.Join(project, "bin", "claude"), 0o755) }}
	s.diagnose(t)
	project := hereOr("")
	t.Setenv("PATH", filepath.Join(project, "bin")+":bin:.:/usr/bin:/bin")
	for _, c := range findClients() {
		if within(project, c.path) || !filepath.IsAbs(c.path) {
			t.Errorf("the client %s is one of the project", c.path)
		}
	}
	if _, err := os.Stat(filepath.Join(project, "ran")); err == nil {
		t.Error("a program of the project was run")
	}
}
