package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude/clients"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// situation is an installation: see testdata/doctor.txt.
type situation struct {
	outcome, name, client, want, agent string

	env, files, links [][2]string
	modes             []string // MODE FILE
}

// situations reads the table.
func situations(t *testing.T) (list []situation) {
	t.Helper()
	const handler = `{"type": "command", "command": "`
	const rest = `"timeout": 10, "onFailure": "block"}`
	const execForm = handler + `{gate}", "args": ["--home", "{home}"], ` + rest
	const shellForm = handler +
		`/usr/bin/timeout -s KILL 5 '{gate}' --home '{home}' || exit 2", ` + rest
	const before, after = `"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [`, `]}]}`
	const pluginForm = handler + settings.PluginRoot + `/bin/fencepost-hook", "args": ["--home", "~"], ` + rest
	words := []string{"{exec}", execForm, "{shell}", shellForm, `\n`, "\n",
		"{hooks exec}", before + execForm + after, "{hooks shell}", before + shellForm + after,
		"{hooks plugin}", before + pluginForm + after}
	for _, name := range agentNames()[1:] {
		words = append(words, "{line "+name+"}",
			hookfile.Line("{gate}", []string{name, "--home", "{home}"}, setup.Message))
	}
	forms := strings.NewReplacer(words...)
	for line := range strings.Lines(read(t, filepath.Join(testkit.Dir(), "testdata", "doctor.txt"))) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if key == "==" {
			outcome, name, _ := strings.Cut(value, " ")
			list = append(list, situation{outcome: outcome, name: name})
			continue
		}
		if len(list) == 0 || key == "" {
			continue
		}
		s := &list[len(list)-1]
		switch key {
		case "client":
			s.client = value
		case "want":
			s.want = value
		case "agent":
			s.agent = value
		case "link":
			to, name, _ := strings.Cut(value, " ")
			s.links = append(s.links, [2]string{to, name})
		case "mode":
			s.modes = append(s.modes, value)
		case "env":
			name, text, _ := strings.Cut(value, "=")
			s.env = append(s.env, [2]string{name, text})
		case "file":
			name, text, _ := strings.Cut(value, " ")
			s.files = append(s.files, [2]string{name, forms.Replace(text)})
		default:
			t.Fatalf("testdata/doctor.txt: %s", line)
		}
	}
	return list
}

// diagnose runs doctor in this process for a situation.
func (s *situation) diagnose(t *testing.T) (code int, out string) {
	home, project := workplace(t)
	base := filepath.Dir(home)
	bin, err := filepath.EvalSymlinks(binary(t))
	if err != nil {
		t.Fatal(err)
	}
	fake, managed := filepath.Join(home, "fake", program), filepath.Join(base, "managed")
	r := strings.NewReplacer("{home}", home, "{project}", project, "{managed}", managed,
		"{config}", filepath.Join(base, "config"), "{bin}", bin, "{fake}", fake, "{gate}", hookBeside(bin))
	files := append([][2]string{{"{fake}", "#!/bin/sh\ncat >/dev/null\n"}}, s.files...)
	for _, f := range files {
		if err := putFile(r.Replace(f[0]), r.Replace(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range s.links {
		if err := os.MkdirAll(filepath.Dir(r.Replace(l[1])), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(r.Replace(l[0]), r.Replace(l[1])); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range append([]string{"0755 " + base, "0755 {fake}"}, s.modes...) {
		bits, file, _ := strings.Cut(m, " ")
		n, err := strconv.ParseUint(bits, 8, 32)
		if err == nil {
			err = os.Chmod(r.Replace(file), os.FileMode(n))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range s.env {
		t.Setenv(v[0], r.Replace(v[1]))
	}
	onlyClient(t, s.client)
	var o, e bytes.Buffer
	io := stdio{in: strings.NewReader(""), out: &o, err: &e}
	d := &doctor{stdio: io, managed: managed, cwd: project}
	s.want = r.Replace(s.want)
	code = d.run(s.agent)
	return code, o.String() + e.String()
}

// TestDoctorSituations has to find a failure in each red situation and to say which, and none in a
// green one.
func TestDoctorSituations(t *testing.T) {
	red, green := 0, 0
	for _, s := range situations(t) {
		t.Run(s.name, func(t *testing.T) {
			code, out := s.diagnose(t)
			if _, err := os.Stat("ran"); err == nil {
				t.Error("a program of the project was run")
			}
			if s.outcome == "red" {
				red++
				s.isRed(t, code, out)
				return
			}
			green++
			s.isGreen(t, code, out)
		})
	}
	if red < 60 || green < 20 {
		t.Errorf("%d red situations and %d green ones only", red, green)
	}
}

func (s *situation) isRed(t *testing.T, code int, out string) {
	failed := false
	for line := range strings.Lines(out) {
		failed = failed || strings.HasPrefix(line, "FAIL") && strings.Contains(line, s.want)
	}
	if code != 1 || !failed {
		t.Errorf("exit status %d, want 1 and a failure about %q:\n%s", code, s.want, out)
	}
}

func (s *situation) isGreen(t *testing.T, code int, out string) {
	if code != 0 || strings.Contains(out, "FAIL") {
		t.Errorf("exit status %d:\n%s", code, out)
	}
	if s.agent != "" {
		if !strings.Contains(out, s.want) {
			t.Errorf("%q is missing:\n%s", s.want, out)
		}
		return
	}
	pwd := "answers pwd with allow"
	if strings.Contains(out, "shell calls ask while nobody has trusted it") {
		pwd = "answers pwd with ask"
	}
	for _, want := range []string{
		s.want, "ok    a denied call is blocked", "answers rm -rf ~/Documents with deny", pwd, "--bare",
		"an allow is silent",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
}

// TestVersionByPlace knows a client that is too slow to say its version.
func TestVersionByPlace(t *testing.T) {
	dir := t.TempDir()
	npm := `{"name": "@anthropic-ai/claude-code-linux-x64", "version": "2.1.197"}`
	for name, text := range map[string]string{
		"npm/package.json": npm, "other/package.json": `{"name": "x", "version": "2.1.400"}`,
	} {
		if err := putFile(filepath.Join(dir, name), text); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"versions/2.1.330": "2.1.330", "npm/claude": "2.1.197", "npm/bin/claude": "2.1.197",
		"other/claude": "0.0.0", "none/claude": "0.0.0",
	} {
		if got := clients.VersionByPlace(filepath.Join(dir, name)).String(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestDoctorRunsNothingOfTheProject starts neither a client nor code that the project offers.
func TestDoctorRunsNothingOfTheProject(t *testing.T) {
	for _, s := range situations(t) {
		if s.name != "a project that offers programs" {
			continue
		}
		s.diagnose(t)
		project := hereOr("")
		t.Setenv("PATH", filepath.Join(project, "bin")+":bin:.:/usr/bin:/bin")
		for _, c := range findClients() {
			if subpath.In(c.Path, project) || !filepath.IsAbs(c.Path) {
				t.Errorf("the client %s is one of the project", c.Path)
			}
		}
		if _, err := os.Stat(filepath.Join(project, "ran")); err == nil {
			t.Error("a program of the project was run")
		}
		return
	}
	t.Error("the situation is missing")
}

// TestDoctorAgents installs for each agent, and asks doctor: it is green but for Codex, which first
// has to trust the hook. It ends with the verdict, says the same in JSON, and leaves nothing in the log.
func TestDoctorAgents(t *testing.T) {
	home, project := workplace(t)
	for _, name := range agentNames()[1:] {
		want := exitOK
		if a, err := agentOf(name); err != nil || a.Trust != "" {
			want = exitFailed
		}
		code, out := runBinary(t, "install", "--agent", name)
		if code != 0 || !strings.HasSuffix(strings.TrimSpace(out), "next: `fencepost doctor --agent "+name+
			"` checks that the hook really blocks") {
			t.Errorf("%s: %d, %s", name, code, out)
		}
		code, out = runBinary(t, "doctor", "--agent", name, "--json")
		var got diagnosis
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != want || got.Agent != name ||
			got.Up != (code == 0) || !strings.HasPrefix(got.Verdict, "The") || len(got.Findings) < 5 {
			t.Errorf("%s: %d, %v, %s", name, code, err, out)
		}
		if code, out = runBinary(t, "uninstall", "--agent", name); code != 0 {
			t.Errorf("%s: %s", name, out)
		}
		runBinary(t, "install", "--agent", name, "--project")
		if code, out = runBinary(t, "doctor", "--agent", name); code != want ||
			!strings.Contains(out, "the hook stands in "+project) {
			t.Errorf("%s: %d, %s", name, code, out)
		}
		runBinary(t, "uninstall", "--agent", name, "--project")
		if code, out = runBinary(t, "doctor", "--agent", name); code != exitFailed ||
			!strings.Contains(out, "\nThere is no fence: there is no fencepost hook that "+name+" reads") {
			t.Errorf("%s: %d, %s", name, code, out)
		}
	}
	if code, _ := runBinary(t, "doctor", "--agent", "nobody"); code != exitUsage {
		t.Errorf("an agent that nobody knows: exit status %d", code)
	}
	logs, _ := filepath.Glob(filepath.Join(home, ".claude", "fencepost", "logs", "*"))
	if len(logs) > 0 {
		t.Errorf("%s has the probes: %s", project, read(t, logs[0]))
	}
}
