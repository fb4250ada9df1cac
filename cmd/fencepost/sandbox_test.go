package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// sandboxLine is a command line with what it has to say.
type sandboxLine struct {
	args  string // words, of which the last may hold blanks behind |
	code  int
	says  []string
	lacks string
}

func (s *sandboxLine) words() []string {
	line, last, more := strings.Cut(s.args, "|")
	words := strings.Fields(line)
	if more {
		words = append(words, last)
	}
	return words
}

func (s *sandboxLine) check(t *testing.T, code int, out string) {
	t.Helper()
	if code != s.code {
		t.Errorf("fencepost %s: exit status %d, want %d\n%s", s.args, code, s.code, out)
	}
	for _, part := range s.says {
		if !strings.Contains(out, part) {
			t.Errorf("fencepost %s lacks %q:\n%s", s.args, part, out)
		}
	}
	if s.lacks != "" && strings.Contains(out, s.lacks) {
		t.Errorf("fencepost %s says %q:\n%s", s.args, s.lacks, out)
	}
}

// TestSandboxSwitch switches the sandbox on and off, and looks what is said of it.
func TestSandboxSwitch(t *testing.T) {
	confines(t)
	home, project := workplace(t)
	file := filepath.Join(home, ".claude", "fencepost.yaml")
	for _, s := range []sandboxLine{
		{"sandbox", 0, []string{"sandbox   off  built in", "keeps the level full", project,
			"`fencepost sandbox on` for other agents"}, "writes"},
		{"config", 0, []string{"sandbox.mode", "off"}, "sandbox.scope"},
		{"sandbox off", 0, []string{"nothing to change"}, ""},
		{"sandbox init", 0, []string{"wrote " + file, "`fencepost sandbox on`"}, ""},
		{"sandbox init", 1, []string{"has a block sandbox: already"}, ""},
		{"verify", 0, []string{"0 errors"}, ""},
		{"check|ls", 0, []string{"allow"}, ""}, // the standard preset still applies
		{"sandbox status", 0, []string{"sandbox   off  " + file}, ""},
		{"sandbox on", 0, []string{"wrote " + file, "the file as it was"}, ""},
		{"sandbox on", 0, []string{"nothing to change"}, ""},
		{"sandbox status", 0, []string{"sandbox   auto  " + file,
			"commands that run code fencepost cannot see", "., $SCRATCH", "only hosts that a command"}, ""},
		{"config", 0, []string{"sandbox.write.allow", "$SCRATCH", file + ":"}, ""},
		{"config --json", 0, []string{`"key": "sandbox.scope"`, `"value": "unvouched"`}, ""},
		{"sandbox on --require", 0, []string{"wrote"}, ""},
		{"sandbox status --json", 0, []string{`"mode": "require"`, `"level": "full"`}, ""},
		{"sandbox off", 0, []string{"the sandbox is off"}, ""},
		{"sandbox probe", 0, []string{"native", "works"}, ""},
		{"sandbox probe --json", 0, []string{`"engines"`}, ""},
		{"sandbox frob", 3, []string{`no such command: "frob"`}, ""},
		{"sandbox on now", 3, []string{"takes no arguments"}, ""},
	} {
		code, out := runBinary(t, s.words()...)
		s.check(t, code, out)
	}
	t.Setenv(agentMarks()[0], "1")
	for _, args := range []string{"on", "off", "init"} {
		s := sandboxLine{"sandbox " + args, 1, []string{"belongs to a coding agent"}, ""}
		code, out := runBinary(t, s.words()...)
		s.check(t, code, out)
	}
}

// TestSandboxProject: what a project says of the sandbox is shown as what it is.
func TestSandboxProject(t *testing.T) {
	home, project := withForeign(t,
		"sandbox:\n  mode: require\n  network: {allow: [a.example], deny: [b.example]}\n")
	if err := putFile(filepath.Join(home, ".claude", "fencepost.yaml"),
		"import: [recommended]\nsandbox: {mode: auto}\n"); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(project, ".claude", "fencepost.yaml")
	for _, s := range []sandboxLine{
		{"sandbox status", 0, []string{"sandbox   require  " + own + ":2",
			"ignored   .claude/fencepost.yaml:3: sandbox.network.allow: a.example"}, "reaches   a.example"},
		{"sandbox status --json", 0, []string{`"key": "sandbox.network.allow"`}, ""},
		{"check|ls", 0, []string{"1 setting that loosens is ignored"}, ""},
		{"trust --show", 0, []string{":3: sandbox.network.allow: a.example"}, "b.example"},
		{"trust", 0, []string{"trusted, for exactly this content"}, ""},
		{"sandbox", 0, []string{"reaches   a.example"}, "ignored"},
	} {
		code, out, errs := cli("", s.words()...)
		s.check(t, code, out+errs)
	}
}

// TestSandboxExplain shows what commands get, whether the sandbox is on or not.
func TestSandboxExplain(t *testing.T) {
	home, project := workplace(t)
	for _, on := range []bool{false, true} {
		if on {
			if err := putFile(filepath.Join(home, ".claude", "fencepost.yaml"),
				"import: [recommended]\nsandbox: {mode: auto, except: [make]}\n"); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range []sandboxLine{
			{"sandbox explain|python3 x.py", 0, []string{"decision  allow", "confined  writes .",
				"settles   what is asked without: exec", "the project's, because", "-w " + project}, ""},
			{"sandbox explain|rm -rf /", 0, []string{"decision  deny", "confined  no: it does not run"}, ""},
			{"sandbox explain|git log -1", 0, []string{"confined  no: fencepost knows what it does"}, ""},
			{"sandbox explain --json|python3 x.py", 0, []string{`"confined": true`, `"settles": "exec"`,
				`"closed": false`}, ""},
			{"sandbox explain --flags|python3 'a b.py'", 0, []string{"fencepost-run -w ",
				`-- bash -c 'python3 '\''a b.py'\'''`}, ""},
			{"sandbox explain --flags|ls", 1, []string{"would not run confined"}, ""},
			{"sandbox explain", 3, []string{"name one COMMAND"}, ""},
		} {
			if code, out, errs := cli("", s.words()...); true {
				s.check(t, code, out+errs)
				if off := strings.Contains(out, "sandbox   off; if it were on:"); s.code == 0 &&
					!strings.Contains(s.args, "--") && off == on {
					t.Errorf("on %v: fencepost %s says\n%s", on, s.args, out)
				}
			}
		}
	}
	s := sandboxLine{"sandbox explain|cd src && make", 0, []string{"confined  no: ", "make"}, ""}
	code, out, errs := cli("", s.words()...)
	s.check(t, code, out+errs)
}

// TestSandboxStarter: the values that `sandbox init` writes are those that hold without.
func TestSandboxStarter(t *testing.T) {
	doc, problems, _ := parse.Parse("f.yaml", []byte(sandboxStarter), policy.Config)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := sandboxconf.Default()
	got := doc.Settings().Sandbox.Effective()
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if string(a) != string(b) {
		t.Errorf("it sets %s\nthe built-in values are %s", a, b)
	}
	if _, err := os.Stat("man/fencepost-sandbox-init.1"); err != nil {
		t.Error(err)
	}
}

// TestSandboxForeign: a project that nobody has trusted has commands confined, and settles no
// question by that.
func TestSandboxForeign(t *testing.T) {
	withForeign(t, "sandbox: {mode: auto}\n")
	for _, s := range []sandboxLine{
		{"sandbox explain|python3 x.py", 0, []string{"decision  ask", "confined  writes ."}, "settles"},
		{"check|python3 x.py", 1, []string{"1 setting that loosens is ignored"}, ""},
		{"trust", 0, []string{"sandbox.mode: auto"}, ""},
		{"sandbox explain|python3 x.py", 0, []string{"decision  allow", "settles"}, ""},
	} {
		code, out, errs := cli("", s.words()...)
		s.check(t, code, out+errs)
	}
}
