package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// workplace gives a test a home and a project of its own, and makes the project the current
// directory.
func workplace(t *testing.T) (home, project string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project = filepath.Join(dir, "home"), filepath.Join(dir, "project")
	for _, d := range []string{home, filepath.Join(project, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	t.Setenv("FENCEPOST_HOME", home)
	t.Setenv("SHELL", "/bin/bash")
	names := []string{"CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SHELL", "CLAUDE_CONFIG_DIR",
		"FENCEPOST_DEBUG"}
	for _, name := range append(names, agentMarks()...) {
		t.Setenv(name, "")
	}
	t.Chdir(project)
	return home, project
}

// withConfig is workplace with a config in the project, which the person trusts unless it is
// broken.
func withConfig(t *testing.T, config string) (home, project string) {
	t.Helper()
	home, project = withForeign(t, config)
	cli("", "trust")
	return home, project
}

// withForeign is workplace with a config in the project that nobody has trusted.
func withForeign(t *testing.T, config string) (home, project string) {
	t.Helper()
	home, project = workplace(t)
	if err := putFile(filepath.Join(project, ".claude", "fencepost.yaml"), config); err != nil {
		t.Fatal(err)
	}
	return home, project
}

// cli runs a command line in this process.
func cli(stdin string, args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = run(args, stdio{in: strings.NewReader(stdin), out: &o, err: &e})
	return code, o.String(), e.String()
}

// rules is a config that knows one command of each kind.
const rules = `default: ask
tools:
  deny: [{tool: mcp__db__drop, description: Tables stay}]
  allow: [Read]
  bash:
    deny: ["git push"]
    ask: [make]
    allow: [ls, echo]
    arguments:
      - {command: rm, anyArgOutside: ["."], decision: deny, description: Deletes stay here, alternative: rm build}
`

func TestExitStatus(t *testing.T) {
	withConfig(t, rules)
	tests := []struct {
		args  []string
		code  int
		out   string // part of standard output
		error string // part of standard error
	}{
		{[]string{"check", "ls -la"}, 0, "allow", ""},
		{[]string{"check", "make all"}, 1, "ask", ""},
		{[]string{"check", "frobnicate"}, 1, "ask", ""},
		{[]string{"check", "git push"}, 2, "bash.deny: git push", ""},
		{[]string{"check", "ls && git push"}, 2, "fencepost.yaml:6", ""},
		{[]string{"check", "rm -rf /etc"}, 2, "Use this instead: rm build", ""},
		{[]string{"check", "--tool", "Read", "a.txt"}, 0, "allow", ""},
		{[]string{"check", "--tool", "mcp__db__drop", `{"table": "users"}`}, 2, "Tables stay", ""},
		{[]string{"check", "--tool", "mcp__db__drop"}, 2, "Tables stay", ""},
		{[]string{"check", "--tool", "mcp__db__drop", "users"}, 3, "", "JSON object"},
		{[]string{"check", "ls", "--json"}, 0, `"decision": "allow"`, ""},
		{[]string{"check", "--", "--json"}, 1, "ask", ""},
		{[]string{"check"}, 3, "", "nothing to judge"},
		{[]string{"check", "rm", "x"}, 3, "", "quotes"},
		{[]string{"check", "rm", "-rf"}, 3, "", "quotes"},
		{[]string{"check", "--cwd", "no/such/dir", "ls"}, 3, "", "no/such/dir"},
		{[]string{"check", "--cwd", ".claude/fencepost.yaml", "ls"}, 3, "", "not a directory"},
		{[]string{"explain", "git push"}, 0, "DENY", ""},
		{[]string{"explain"}, 3, "", "nothing to judge"},
		{[]string{"config"}, 0, "fencepost.yaml", ""},
		{[]string{"config", "x"}, 3, "", "no arguments"},
		{[]string{"verify"}, 0, "1 file: 0 errors, 0 warnings", ""},
		{[]string{"presets"}, 0, "recommended", ""},
		{[]string{"presets", "show", "git"}, 0, "meta:", ""},
		{[]string{"presets", "show", "gti"}, 3, "", "no such preset"},
		{[]string{"presets", "git"}, 3, "", "presets show NAME"},
		{[]string{"schema"}, 0, `"$schema"`, ""},
		{[]string{"schema", "x"}, 3, "", "no arguments"},
		{[]string{"version"}, 0, "fencepost ", ""},
		{[]string{"--version"}, 0, "fencepost ", ""},
		{[]string{"completion", "bash"}, 0, "complete -o default -F __start_fencepost fencepost", ""},
		{[]string{"completion", "zsh"}, 0, "#compdef fencepost", ""},
		{[]string{"completion", "fish"}, 0, "complete -c fencepost", ""},
		{[]string{"completion", "powershell"}, 0, "Register-ArgumentCompleter", ""},
		{[]string{"completion"}, 3, "", "bash, zsh, fish or powershell"},
		{[]string{"completion", "csh"}, 3, "", "bash, zsh, fish or powershell"},
		{[]string{"help"}, 0, "Usage: fencepost COMMAND", ""},
		{[]string{"--help"}, 0, "Usage: fencepost COMMAND", ""},
		{[]string{"help", "check"}, 0, "Usage: fencepost check", ""},
		{[]string{"check", "--help"}, 0, "Usage: fencepost check", ""},
		{[]string{"help", "presets", "show"}, 0, "Usage: fencepost presets show NAME", ""},
		{[]string{"help", "chekc"}, 3, "", "no such command"},
		{[]string{"help", "audit", "x"}, 3, "", "no such command"},
		{[]string{"man"}, 0, ".SH SYNOPSIS", ""},
		{[]string{"man", "presets", "show"}, 0, `"FENCEPOST-PRESETS-SHOW" "1"`, ""},
		{[]string{"man", "chekc"}, 3, "", "no such command"},
		{[]string{"man", "--dir", ".", "check"}, 3, "", "takes no COMMAND"},
		{[]string{"man", "--dir", ".claude/fencepost.yaml"}, 3, "", "fencepost.yaml"},
		{[]string{"chekc", "ls"}, 3, "", "did you mean check?"},
		{[]string{"check", "--jsn", "ls"}, 3, "", "did you mean --json"},
		{[]string{"presets", "show"}, 3, "", "presets show NAME"},
		{[]string{"-v"}, 0, "fencepost ", ""},
		{[]string{"-version"}, 0, "fencepost ", ""},
		{[]string{"-h"}, 0, "Usage: fencepost COMMAND", ""},
		{[]string{"-help"}, 0, "Usage: fencepost COMMAND", ""},
		{[]string{"check", "-h"}, 0, "Usage: fencepost check", ""},
		{[]string{"check", "-help"}, 0, "Usage: fencepost check", ""},
		{[]string{"check", "-tool", "-json", "{}"}, 1, "ask", ""},
		{[]string{"entrust"}, 3, "", "no such command"},
		{[]string{"zzz"}, 3, "", "no such command: \"zzz\"; `fencepost help`"},
		{[]string{""}, 3, "", "no such command"},
	}
	for _, tt := range tests {
		code, out, errs := cli("", tt.args...)
		if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.error) {
			t.Errorf("fencepost %q: exit status %d\n%s%s\nwant %d, output with %q, errors with %q", tt.args,
				code, out, errs, tt.code, tt.out, tt.error)
		}
		if (errs == "") != (tt.error == "") {
			t.Errorf("fencepost %q: standard error is %q", tt.args, errs)
		}
	}
}

// TestFlags takes each flag with one dash and with two, and finds it in the usage of its command.
func TestFlags(t *testing.T) {
	workplace(t)
	n := 0
	for _, c := range newRoot(stdio{}).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, dash := range []string{"-", "--"} {
				// x is the value of the flag or else an operand.
				code, out, _ := cli("", c.Name(), dash+f.Name, "x", "--help")
				if code != 0 || !strings.HasPrefix(out, "Usage: fencepost "+c.Name()) {
					t.Errorf("%s does not take %s%s", c.Name(), dash, f.Name)
				}
				if !strings.Contains(out, "--"+f.Name+" ") {
					t.Errorf("the usage of %s does not mention --%s", c.Name(), f.Name)
				}
			}
			n++
		})
	}
	if n < 50 {
		t.Errorf("there are %d flags only", n)
	}
	for _, args := range [][]string{{"check", "--json=1", "ls"}, {"check", "ls", "--tool"},
		{"check", "--nope", "ls"}} {
		if code, _, errs := cli("", args...); code != 3 || !strings.Contains(errs, "flag") {
			t.Errorf("fencepost %q: exit status %d, %s", args, code, errs)
		}
	}
	for _, args := range [][]string{{"check", "-json", "ls"}, {"check", "--tool=Bash", "ls"},
		{"check", "ls", "--json"}} {
		if code, _, errs := cli("", args...); code != 0 {
			t.Errorf("fencepost %q: exit status %d, %s", args, code, errs)
		}
	}
}

func TestCheckJSON(t *testing.T) {
	_, project := withConfig(t, rules)
	_, out, _ := cli("", "check", "--json", "ls && rm -rf /etc")
	var got answer
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := answer{
		Decision: "deny", Command: "rm -rf /etc", Rule: "bash.arguments: rm",
		Src:         filepath.Join(project, ".claude/fencepost.yaml") + ":10",
		Alternative: "rm build", Reason: got.Reason,
	}
	if got.Decision != want.Decision || got.Command != want.Command || got.Rule != want.Rule ||
		got.Src != want.Src || got.Alternative != want.Alternative {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if !strings.HasPrefix(got.Reason, "Fencepost: blocked — compound command contains 'rm -rf /etc'") {
		t.Errorf("reason %q", got.Reason)
	}
}

func TestCheckLines(t *testing.T) {
	_, project := withConfig(t, rules)
	other := filepath.Join(t.TempDir(), "other")
	if err := putFile(filepath.Join(other, ".claude", "fencepost.yaml"),
		"tools: {bash: {allow: [make]}}\n"); err != nil {
		t.Fatal(err)
	}
	input := []string{
		`{"tool_name":"Bash","tool_use_id":"t1","cwd":"` + project + `","tool_input":{"command":"ls"}}`,
		``,
		`{"tool_name":"Bash","tool_use_id":"t2","cwd":"` + project + `","tool_input":{"command":"make"}}`,
		`{"tool_name":"Bash","tool_use_id":"t3","cwd":"` + other + `","tool_input":{"command":"make"}}`,
		`no JSON`,
	}
	want := []struct{ id, decision string }{{"t1", "allow"}, {"t2", "ask"}, {"t3", "allow"},
		{"", "ask"}}
	code, out, errs := cli(strings.Join(input, "\n"), "check", "--jsonl")
	if code != 1 || errs != "" {
		t.Errorf("exit status %d, standard error %q, want 1 for the ask and no error", code, errs)
	}
	lines := slices.Collect(strings.Lines(out))
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), out)
	}
	for i, line := range lines {
		var got answer
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if got.ToolUse != want[i].id || got.Decision != want[i].decision ||
			(got.Error != "") != (want[i].id == "") {
			t.Errorf("line %d: %s", i, line)
		}
	}
	denied := input[0] + "\n" + strings.Replace(input[0], `"ls"`, `"git push"`, 1)
	if code, _, _ := cli(denied, "check", "--jsonl"); code != 2 {
		t.Errorf("with a denied call: exit status %d, want 2", code)
	}
	if code, _, _ := cli(input[0], "check", "--jsonl", "ls"); code != 3 {
		t.Errorf("with a COMMAND: exit status %d, want 3", code)
	}
}

// TestExplainTree fixes the form of the tree: the decision first, payloads below their wrapper, and
// for each command what it does and which line of which file spoke.
func TestExplainTree(t *testing.T) {
	_, project := withConfig(t, rules+`    redirects: [{mode: write, outside: ["."], decision: ask, description: Output stays here}]
`)
	const want = `DENY  X=1 sudo env A=1 rm -rf /etc > /var/log/x; ls; $Y
      because    blocked — compound command contains 'rm -rf /etc' which is not permitted (Deletes stay here). Use this instead: rm build. Run commands separately rather than chaining with &&.
      rule       bash.arguments: rm
      from       PROJECT/.claude/fencepost.yaml:10
      project    PROJECT

ask   X=1 sudo env A=1 rm -rf /etc > /var/log/x
│     redirect  > /var/log/x → write /var/log/x
│     effect    privilege
│     ask       no rule speaks of it, so the default decides
│     ask       bash.redirects — Output stays here (> /var/log/x)  [PROJECT/.claude/fencepost.yaml:11]
└─ allow env A=1 rm -rf /etc  (via sudo)
   │     no rule   what it runs decides
   └─ deny  rm -rf /etc  (via sudo › env)
            effect    delete /etc, recursively
            deny      bash.arguments: rm  [PROJECT/.claude/fencepost.yaml:10]

allow ls
      allow     bash.allow: ls  [PROJECT/.claude/fencepost.yaml:8]
`
	_, out, _ := cli("", "explain", "X=1 sudo env A=1 rm -rf /etc > /var/log/x; ls; $Y")
	out = strings.ReplaceAll(out, project, "PROJECT")
	if got, _, _ := strings.Cut(out, "\nask   $Y"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(out, "unknown   ") || !strings.Contains(out, "cannot know the name") {
		t.Errorf("what is not known of $Y is not shown:\n%s", out)
	}
}

func TestExplain(t *testing.T) {
	withConfig(t, rules)
	tests := []struct {
		args []string
		want []string
	}{
		{[]string{"ls"}, []string{"ALLOW", "bash.allow: ls"}},
		{[]string{"A=1"}, []string{"ALLOW", "an assignment needs no rule"}},
		{[]string{"echo 'a"}, []string{"ASK", "the call as a whole", "unknown"}},
		{[]string{"git -C sub push"}, []string{"DENY", "seen as   git push", "bash.deny: git push"}},
		{[]string{"ls && make"}, []string{"DENY", "chained", "discourageChaining"}},
		{[]string{"cd sub && ls > out"}, []string{"write", "runs in"}},
		{[]string{"--tool", "mcp__db__drop"}, []string{"DENY", "tools.deny: mcp__db__drop",
			"Tables stay"}},
		{[]string{"--tool", "Write", "/etc/passwd"},
			[]string{"Write /etc/passwd", "effect    write /etc/passwd"}},
		{[]string{"bash -c 'git push'"}, []string{"DENY", "(via bash)"}},
		{[]string{"printf '\x1b[2J'"}, []string{"\uFFFD[2J"}},
	}
	for _, tt := range tests {
		code, out, errs := cli("", append([]string{"explain"}, tt.args...)...)
		if code != 0 || errs != "" {
			t.Errorf("explain %q: exit status %d, %s", tt.args, code, errs)
		}
		for _, want := range tt.want {
			if !strings.Contains(out, want) {
				t.Errorf("explain %q lacks %q:\n%s", tt.args, want, out)
			}
		}
		if strings.Contains(out, "\x1b") {
			t.Errorf("explain %q prints an escape sequence without a terminal", tt.args)
		}
	}
}

func TestExplainJSON(t *testing.T) {
	withConfig(t, rules)
	_, out, _ := cli("", "explain", "--json", "sudo rm -rf /etc")
	var got struct {
		Decision string
		Commands []struct {
			Text, Decision string
			Via            []string
			Effects        []effect
			Said           []opinion
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got.Decision != "deny" || len(got.Commands) != 2 {
		t.Fatalf("got %+v", got)
	}
	rm := got.Commands[1]
	if rm.Text != "rm -rf /etc" || rm.Decision != "deny" || !slices.Equal(rm.Via, []string{"sudo"}) {
		t.Errorf("got %+v", rm)
	}
	if want := (effect{Kind: "delete", Path: "/etc", Recursive: true,
		Known: true}); !slices.Contains(rm.Effects, want) {
		t.Errorf("effects %+v lack %+v", rm.Effects, want)
	}
	if len(rm.Said) != 1 || rm.Said[0].Rule != "bash.arguments: rm" || !rm.Said[0].Counts {
		t.Errorf("said %+v", rm.Said)
	}
}

// TestColour compares the coloured form with the plain one: colours are all that a terminal gets in
// addition.
func TestColour(t *testing.T) {
	withConfig(t, rules)
	var out, errs bytes.Buffer
	run([]string{"check", "git push"}, stdio{in: strings.NewReader(""), out: &out, err: &errs,
		style: style{colour: true}})
	_, plain, _ := cli("", "check", "git push")
	if !strings.HasPrefix(out.String(), "\x1b[1;31mdeny\x1b[0m\n") {
		t.Errorf("got %q", out.String())
	}
	stripped := out.String()
	for _, code := range []string{"1;31", "2", "0"} {
		stripped = strings.ReplaceAll(stripped, "\x1b["+code+"m", "")
	}
	if stripped != plain {
		t.Errorf("coloured %q, plain %q", stripped, plain)
	}
	if _, w, err := os.Pipe(); err != nil || styleOf(w).colour {
		t.Errorf("a pipe is no terminal (%v)", err)
	}
}
