package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/subpath"
	"github.com/fencepost/fencepost/internal/testkit"
)

// TestDoctorOwnConfig keeps the probe apart from the config of the person, which may allow
// everything.
func TestDoctorOwnConfig(t *testing.T) {
	home, project := workplace(t)
	onlyClient(t, "2.1.330")
	t.Setenv("CLAUDE_PROJECT_DIR", project)
	if err := putFile(filepath.Join(home, ".claude", "fencepost.yaml"),
		"default: allow\n"); err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "install"); code != 0 {
		t.Fatal(out)
	}
	code, out := runBinary(t, "doctor")
	const warning = "warn  your config allows rm -rf ~/Documents"
	if code != 0 || !strings.Contains(out, "a denied call is blocked") ||
		!strings.Contains(out, warning) {
		t.Errorf("exit status %d:\n%s", code, out)
	}
}

// situation is an installation: see testdata/doctor.txt.
type situation struct {
	outcome, name, client, want string
	env, files                  [][2]string
	modes                       []string // MODE FILE
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
	forms := strings.NewReplacer("{exec}", execForm, "{shell}", shellForm, `\n`, "\n",
		"{hooks exec}", before+execForm+after, "{hooks shell}", before+shellForm+after)
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
	code = d.run()
	return code, o.String() + e.String()
}

// TestDoctorSituations has to find a failure in each red situation and to say which, and none in a
// green one.
func TestDoctorSituations(t *testing.T) {
	red, green := 0, 0
	for _, s := range situations(t) {
		t.Run(s.name, func(t *testing.T) {
			code, out := s.diagnose(t)
			if s.outcome == "red" {
				red++
				s.isRed(t, code, out)
				return
			}
			green++
			s.isGreen(t, code, out)
		})
	}
	if red < 45 || green < 9 {
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
		if got := versionByPlace(filepath.Join(dir, name)).String(); got != want {
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
			if subpath.In(c.path, project) || !filepath.IsAbs(c.path) {
				t.Errorf("the client %s is one of the project", c.path)
			}
		}
		if _, err := os.Stat(filepath.Join(project, "ran")); err == nil {
			t.Error("a program of the project was run")
		}
		return
	}
	t.Error("the situation is missing")
}
