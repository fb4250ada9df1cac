package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// treeOf is every file of the user's below a directory with what it holds.
func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	tree := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == ".cache" || e.Name() == ".config"):
			return filepath.SkipDir // where the Go toolchain builds the empty program
		case e.IsDir():
			return nil
		}
		data, err := os.ReadFile(path)
		tree[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestBenchOwn measures what the user has, in situations of which each would be a mistake of its
// own to get wrong: which hook, which config, and that nothing of the user's is written.
func TestBenchOwn(t *testing.T) {
	testkit.All(t, "it starts some hundred processes")
	exe := binary(t)
	g := hookBeside(exe)
	const config = "import: [recommended]\n"
	entry := func(command string, args ...string) string {
		data, err := json.Marshal(map[string]any{"hooks": map[string]any{"PreToolUse": []any{
			map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command,
				"args": args, "onFailure": "block", "timeout": 10}}}}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	tests := []struct {
		name     string
		config   string
		settings string // of the user; "{home}" is the home
		project  string // settings of the project
		program  []string
		from     bool
		layers   int
	}{
		{name: "nothing", program: []string{g}},
		{name: "a config", config: config, program: []string{g}, layers: 1},
		{name: "settings that name it", config: config, from: true,
			settings: entry(g, "claude", "--home", "{home}"), program: []string{g, "claude"},
			layers: 1},
		{name: "a shell line that blocks by itself", from: true,
			settings: `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": ` +
				strconv.Quote(hookfile.Line(g, []string{"--home", "{home}"}, "")) + `}]}]}}`,
			program: []string{"/bin/sh", "-c", hookfile.Line(g, nil, "")}},
		{name: "the sandbox", config: config + "sandbox: {mode: auto}\n", from: true, layers: 1,
			settings: strings.Replace(entry(g, "--home", "{home}"), "{", `{"env": {"CLAUDE_CODE_SHELL_PREFIX": `+
				strconv.Quote(g+" --agent-shell={home}")+"}, ", 1), program: []string{g}},
		{name: "a log elsewhere", config: config + "audit: {path: {home}/elsewhere.jsonl}\n",
			program: []string{g}, layers: 1},
		{name: "a repository that names another hook",
			project: entry("/nowhere/fencepost-hook"), program: []string{g}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home, project := workplace(t)
			files := map[string]string{
				filepath.Join(home, ".claude", "fencepost.yaml"):   tt.config,
				filepath.Join(home, ".claude", "settings.json"):    tt.settings,
				filepath.Join(project, ".claude", "settings.json"): tt.project,
			}
			for file, text := range files {
				if text == "" {
					continue
				}
				text = strings.ReplaceAll(text, "{home}", home)
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			before := treeOf(t, filepath.Dir(home))
			out, over := benchOutput(t, exe, "--json", "--class", "plain")
			if over {
				t.Error("what somebody has fails for a budget")
			}
			if after := treeOf(t, filepath.Dir(home)); !maps.Equal(before, after) {
				t.Errorf("the measurement has left something behind: %.2000q, and before %.2000q",
					keysOf(after), keysOf(before))
			}
			var r bench.Report
			if err := json.Unmarshal(out, &r); err != nil || r.Own == nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if !slices.Equal(r.Own.Program, tt.program) || (r.Own.From != "") != tt.from ||
				r.Own.Build != "" {
				t.Errorf("measured was %q from %q (%s), want %q", r.Own.Program, r.Own.From, r.Own.Build,
					tt.program)
			}
			if len(r.Own.Layers) != tt.layers {
				t.Errorf("layers %v, want %d", r.Own.Layers, tt.layers)
			}
			plain := r.Class("plain")
			if plain == nil || plain.Process == nil || r.Rounds < 20 {
				t.Errorf("figures %+v in %d rounds", plain, r.Rounds)
			}
		})
	}
}

func keysOf(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// TestBenchOwnMistakes: what cannot be measured is said, and is no figure.
func TestBenchOwnMistakes(t *testing.T) {
	home, _ := workplace(t)
	file := filepath.Join(home, ".claude", "fencepost.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	exe := binary(t)
	// It cannot have configs compiled.
	alone := filepath.Join(t.TempDir(), "fencepost-hook")
	if data, err := os.ReadFile(hookBeside(exe)); err != nil {
		t.Fatal(err)
	} else if err := os.WriteFile(alone, data, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, config, settings, want string }{
		{"a broken config", "tools: 7\n", "", "every call is denied"},
		{"a hook that is not there", "", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command",` +
			`"command":"/nowhere/fencepost-hook","args":[]}]}]}}`, "/nowhere/fencepost-hook"},
		{"a hook that is alone", "import: [recommended]\n", `{"hooks":{"PreToolUse":[{"hooks":[{"type":` +
			`"command","command":"` + alone + `","args":[]}]}]}}`, "could not be compiled"},
		{"a hook without its directory", "", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command",` +
			`"command":"fencepost-hook","args":[]}]}]}}`, "without its directory"},
	} {
		for name, text := range map[string]string{file: tt.config,
			filepath.Join(home, ".claude", "settings.json"): tt.settings} {
			os.Remove(name)
			if text != "" {
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		c := exec.Command(exe, "bench", "--class", "plain")
		var out, errs strings.Builder
		c.Stdout, c.Stderr = &out, &errs
		_ = c.Run()
		if code := c.ProcessState.ExitCode(); code != exitUsage || out.Len() > 0 ||
			!strings.Contains(errs.String(), tt.want) {
			t.Errorf("%s: exit status %d, %q, error %q; want %d and an error with %q", tt.name, code,
				out.String(), errs.String(), exitUsage, tt.want)
		}
	}
}

func TestOwnCommand(t *testing.T) {
	tests := []struct {
		hook ownHook
		want string
	}{
		{ownHook{argv: []string{"/x/fencepost-hook", "claude"}}, "/x/fencepost-hook|claude"},
		{ownHook{argv: []string{"/x/fencepost", "hook"}, shell: true}, "/bin/sh|-c|'/x/fencepost' hook"},
	}
	for _, tt := range tests {
		if got := strings.Join(tt.hook.command(), "|"); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.hook, got, tt.want)
		}
	}
	safe := ownHook{argv: []string{"/x/fencepost-hook"}, shell: true, safe: true}
	if got := safe.command(); len(got) != 3 || !strings.Contains(got[2], "exit 2") {
		t.Errorf("a line that is closed on failure is measured as %q", got)
	}
	for _, tt := range []struct{ argv, want string }{
		{"hook --home /h claude", "hook claude"},
		{"hook --home=/h", "hook"},
		{"hook claude", "hook claude"},
	} {
		if got := strings.Join(withoutHome(strings.Fields(tt.argv)), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.argv, got, tt.want)
		}
	}
	t.Setenv("HOME", "/env")
	t.Setenv("FENCEPOST_HOME", "/other")
	for home, want := range map[string]string{"": "/env /other", "/h": "/h /h",
		hook.OwnHome: hook.HomeOfUser("/env") + " " + hook.HomeOfUser("/env")} {
		opt := (&ownHook{home: home}).options()
		if got := opt.Home + " " + opt.ConfigHome; got != want {
			t.Errorf("--home %q: %s, want %s", home, got, want)
		}
	}
	env := ownEnviron([]string{"A=settings", "HOME=/settings"}, "HOME=/first")
	if env[0] != "HOME=/first" || slices.Contains(env, "HOME=/settings") ||
		slices.Contains(env, "HOME=/env") || !slices.Contains(env, "A=settings") {
		t.Errorf("environment %q", env)
	}
}

// TestCopyState: the copy says what the state says, trust included, and every call is logged in it
// or not measured at all.
func TestCopyState(t *testing.T) {
	const deny = "tools: {bash: {deny: [probe]}}\n"
	tests := []struct {
		name    string
		user    map[string]string // below .claude
		project string            // its config, which is trusted
		wrong   string            // of the error; "" for none
		moved   bool              // a file more has the log in the copy
	}{
		{name: "nothing"},
		{name: "one file", user: map[string]string{"fencepost.yaml": deny}},
		{name: "several files", user: map[string]string{"fencepost/config/10.yaml": deny,
			"fencepost/config/20.yaml": "audit: {enabled: true}\n"}},
		{name: "a project's config", project: "import: [recommended]\nreadOnly: allow\n"},
		{name: "a log elsewhere, one file", moved: true,
			user: map[string]string{"fencepost.yaml": deny + "audit: {path: /var/log/x.jsonl}\n"}},
		{name: "a log elsewhere, several files", moved: true,
			user: map[string]string{"fencepost/config/10.yaml": deny,
				"fencepost/config/zz.yaml": "audit: {path: /var/log/x.jsonl}\n"}},
		{name: "no log, elsewhere", user: map[string]string{
			"fencepost.yaml": "audit: {enabled: false, path: /var/log/x.jsonl}\n"}},
		{name: "a log in the home", user: map[string]string{
			"fencepost.yaml": "audit: {path: ~/x.jsonl}\n"}},
		{name: "a log elsewhere, by the project", wrong: "/var/log/x.jsonl, and this policy",
			project: "import: [recommended]\naudit: {path: /var/log/x.jsonl}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home, project := workplace(t)
			for name, text := range tt.user {
				if err := putFile(filepath.Join(home, ".claude", name), text); err != nil {
					t.Fatal(err)
				}
			}
			if tt.project != "" {
				file := filepath.Join(project, ".claude", "fencepost.yaml")
				if err := putFile(file, tt.project); err != nil {
					t.Fatal(err)
				}
				cli("", "trust")
			}
			opt := (&ownHook{}).options()
			want, _, _ := gate.New(opt).Policy(project)
			state, err := copyState(opt, project, t.TempDir())
			if tt.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wrong) {
					t.Errorf("error %v, want one with %q", err, tt.wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer state.remove()
			opt.ConfigHome = state.home
			got, _, _ := gate.New(opt).Policy(project)
			if got.Failure() != "" || got.Trust != want.Trust || got.Default != want.Default ||
				!slices.Equal(got.Presets(), want.Presets()) {
				t.Errorf("the copy says %s, trust %v, presets %q; the state trust %v, presets %q",
					got.Failure(), got.Trust, got.Presets(), want.Trust, want.Presets())
			}
			if state.logsOutside(got) {
				t.Errorf("calls are logged to %s", got.Effective().AuditPath)
			}
			if more := len(got.Files) - len(want.Files); (more == 1) != tt.moved || more > 1 || more < 0 {
				t.Errorf("the copy has the files %q, the state %q", got.Files, want.Files)
			}
		})
	}
}
