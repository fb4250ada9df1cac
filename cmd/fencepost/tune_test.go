package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
)

// pastCalls writes an audit log of calls in a directory that were asked about and ran; one that
// begins with NO did not.
func pastCalls(t *testing.T, file, dir string, lines ...string) {
	t.Helper()
	for i, line := range lines {
		line, refused := strings.CutPrefix(line, "NO ")
		raw, _ := json.Marshal(line)
		e := audit.Entry{Time: time.Date(2026, 3, 1, 8, i, 0, 0, time.UTC), Session: "s",
			ToolUse: fmt.Sprint("t", i), Cwd: dir, Mode: "default", Tool: "Bash",
			Input: []fact.Field{{Name: "command", Raw: raw, Text: line, String: true}}, Decision: "ask",
			Reason: "Fencepost: it requires approval.", Took: time.Millisecond}
		if err := audit.Append(audit.Options{Path: file}, &e); err != nil {
			t.Fatal(err)
		}
		if e.Decision, e.Outcome = "", "ran"; !refused {
			if err := audit.Append(audit.Options{Path: file}, &e); err != nil {
				t.Fatal(err)
			}
		}
	}
}

type step struct {
	args  []string
	code  int
	parts string // of what is printed, with | between them
	lacks string
}

func walk(t *testing.T, steps []step) {
	t.Helper()
	for _, s := range steps {
		code, out, errs := cli("", s.args...)
		if code != s.code {
			t.Errorf("fencepost %q: exit status %d, want %d\n%s%s", s.args, code, s.code, out, errs)
		}
		for part := range strings.SplitSeq(s.parts, "|") {
			if !strings.Contains(out+errs, part) {
				t.Errorf("fencepost %q lacks %q:\n%s%s", s.args, part, out, errs)
			}
		}
		if s.lacks != "" && strings.Contains(out+errs, s.lacks) {
			t.Errorf("fencepost %q says %q:\n%s%s", s.args, s.lacks, out, errs)
		}
	}
}

// TestTune follows proposals from the log into the configs, where they pass what was asked about.
func TestTune(t *testing.T) {
	home, project := workplace(t)
	other := filepath.Join(filepath.Dir(project), "other")
	if err := os.MkdirAll(filepath.Join(other, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	walk(t, []step{{[]string{"tune"}, 3, "there is no audit log", ""},
		{[]string{"audit"}, 3, "there is no audit log", ""}})
	pastCalls(t, log, project, "tkt list", "tkt list", "acme status", "git push", "git push", "frob x",
		"NO frob x")
	pastCalls(t, log, other, "acme status")
	steps := []step{
		{[]string{"tune"}, 0, "8 calls asked about; 7 ran, 1 did not|for your own config, " + home +
			"|for the project " + project + "|'^tkt list$'|2 asked and ran|it publishes commits", "frob x"},
		{[]string{"tune", "--json"}, 0, `"rule": "'^tkt list$'"|"covered": 4`, ""},
		{[]string{"tune", "--project"}, 0, "for the project " + project + "|'^tkt list$'", "acme"},
		{[]string{"tune", "--log", log, "--since", "2027-01-01"}, 0, "0 calls|nothing to propose", ""},
		{[]string{"check", "tkt list"}, 1, "ask", ""},
		{[]string{"tune", "--apply"}, 1, "wrote " + filepath.Join(home, ".claude", "fencepost.yaml") +
			"|the rules for the project " + project + " were not written. Run `fencepost tune --project " +
			"--apply` there", "# not written"},
		{[]string{"check", "acme status"}, 0, "allow", ""},
		{[]string{"check", "tkt list"}, 1, "ask", ""},
		{[]string{"tune", "--project", "--apply"}, 0, "wrote " +
			filepath.Join(project, ".claude", "fencepost.yaml"), ""},
		{[]string{"check", "tkt list"}, 0, "allow", "ignored"},
		{[]string{"check", "git push"}, 1, "ask", ""},
		{[]string{"verify"}, 0, "2 files: 0 errors, 0 warnings", ""},
		{[]string{"tune"}, 0, "4 of those that ran pass by now|nothing to propose", ""},
		{[]string{"tune", "--apply"}, 1, "nothing was written: a rule takes two calls", "wrote"},
		{[]string{"tune", "--apply", "--since", "2027-01-01"}, 1,
			"nothing was written: a rule takes two calls", "wrote"},
	}
	walk(t, steps)
}

// TestTuneWritesNothing: rules for another config alone, and a log without outcomes, are no success.
func TestTuneWritesNothing(t *testing.T) {
	home, project := workplace(t)
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	pastCalls(t, log, project, "NO frob")
	walk(t, []step{{[]string{"tune", "--apply"}, 1, "nothing was written: the log does not say", "wrote"}})
	pastCalls(t, log, project, "tkt list", "tkt list")
	walk(t, []step{
		{[]string{"tune", "--apply"}, 1, "the rules for the project " + project + " were not written",
			"wrote"},
	})
	if _, err := os.Stat(filepath.Join(home, ".claude", "fencepost.yaml")); err == nil {
		t.Error("a config was written")
	}
}

// TestTuneRefuses: an agent's shell, a config that nobody trusts and a wrong command line change
// nothing.
func TestTuneRefuses(t *testing.T) {
	home, project := withForeign(t, "tools: {bash: {allow: [frob]}}\n")
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	pastCalls(t, log, project, "tkt list", "tkt list")
	walk(t, []step{
		{[]string{"tune", "--project", "--apply"}, 1, "is not trusted", "wrote"},
		{[]string{"tune", "--apply", "--json"}, 3, "one of the two", ""},
		{[]string{"tune", "x"}, 3, "no arguments", ""},
		{[]string{"tune", "--log", "nowhere"}, 3, "no such log", ""},
		{[]string{"tune", "--since", "soon"}, 3, "--since needs", ""},
		{[]string{"tune", "--since", "d"}, 3, "--since needs", ""},
		{[]string{"allow"}, 3, "name the command", ""},
		{[]string{"allow", "--apply", "--json", "ls"}, 3, "one of the two", ""},
	})
	for _, mark := range agentMarks() {
		t.Setenv(mark, "1")
		walk(t, []step{
			{[]string{"tune", "--apply"}, 1, "in a terminal of your own|" + mark, "wrote"},
			{[]string{"allow", "--apply", "tkt list"}, 1, "in a terminal of your own|" + mark, "wrote"},
			{[]string{"tune"}, 0, "'^tkt list$'", ""},
		})
		t.Setenv(mark, "")
	}
	if _, err := os.Stat(filepath.Join(home, ".claude", "fencepost.yaml")); err == nil {
		t.Error("a config was written")
	}
}

// TestTuneBroken: under a broken config nothing can be learned.
func TestTuneBroken(t *testing.T) {
	home, project := withForeign(t, "nonsense: 1\n")
	pastCalls(t, filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl"), project,
		"tkt list")
	walk(t, []step{{[]string{"tune"}, 3, "until the config is mended|nonsense", ""}})
}

// TestProgress: the bar shows how much was read, not too soon and not too often, and goes away.
func TestProgress(t *testing.T) {
	var out strings.Builder
	p := &progress{to: &out, start: time.Now()}
	seen := p.reading("reading")
	seen(1, 100)
	if p.end(); out.Len() > 0 {
		t.Errorf("quick work shows %q", out.String())
	}
	p.start = p.start.Add(-time.Minute)
	seen(50<<20, 100<<20)
	seen(51<<20, 100<<20)
	p.end()
	want := "\r\x1b[K" + strings.Repeat("█", 15) + strings.Repeat("░", 15) +
		"  50 % of 100 MB, reading\r\x1b[K"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	newProgress(stdio{err: &out}).show(1, "x")
}

// TestAllow: rules for commands that are named.
func TestAllow(t *testing.T) {
	home, project := workplace(t)
	walk(t, []step{
		{[]string{"allow", "ls"}, 0, "It passes", ""},
		{[]string{"allow", "git push"}, 1, "Nothing is proposed: It publishes commits", ""},
		{[]string{"allow", "python3 /tmp/claude/x.py"}, 1, "Nothing is proposed: it may run a file",
			"by hand"},
		{[]string{"allow", "tkt list"}, 0, "for your own config|'^tkt list$'|by hand, on", ""},
		{[]string{"allow", "--json", "tkt list"}, 0, `"rule": "'^tkt list$'"`, ""},
		{[]string{"allow", "tkt show tkt-1", "tkt show tkt-2"}, 0, `'^tkt show(?: tkt-[\w.]+)*$'`, ""},
		{[]string{"allow", "--tool", "mcp__docs__get", "{}"}, 0, "- 'mcp__docs__get'", ""},
		{[]string{"allow", "--apply", "make figs"}, 1, "for the project " + project +
			"|were not written. Run `fencepost allow --project --apply` there", "wrote"},
		{[]string{"allow", "--apply", "--project", "make figs"}, 0, "wrote " +
			filepath.Join(project, ".claude", "fencepost.yaml"), ""},
		{[]string{"check", "make figs"}, 0, "allow", ""},
		{[]string{"allow", "--apply", "tkt list"}, 0, "wrote " +
			filepath.Join(home, ".claude", "fencepost.yaml"), "as it was"},
		{[]string{"allow", "--apply", "tkt stats"}, 0, "the file as it was: ", ""},
		{[]string{"check", "tkt list && tkt stats"}, 0, "allow", ""},
		{[]string{"verify"}, 0, "2 files: 0 errors, 0 warnings", ""},
	})
}

// TestAudit: the log as text, as JSON and as a page.
func TestAudit(t *testing.T) {
	home, project := workplace(t)
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	pastCalls(t, log, project, "tkt list", "tkt list", "NO <script>alert(1)</script>", "\x1b]0;x\x07")
	f, err := os.OpenFile(log, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("junk\n")
	f.Close()
	page := filepath.Join(home, "a.html")
	walk(t, []step{
		{[]string{"audit"}, 0,
			"# What the agent did|4 calls in 1 session|1 line of the log could not be read|`tkt list`",
			"\x1b]"},
		{[]string{"audit", "--json"}, 0, `"askedAndRan": 3|"text": "tkt list"`, "\x1b]"},
		{[]string{"audit", "--html", page}, 0, "wrote " + page, ""},
		{[]string{"audit", "--cwd", home}, 0, "no calls", ""},
		{[]string{"audit", "--since", "2027-01-01"}, 0, "no calls", ""},
		{[]string{"audit", "--html", page, "--json"}, 3, "choose --json or --html", ""},
		{[]string{"audit", "--html", filepath.Join(home, "no", "a.html")}, 3, "no such file", ""},
		{[]string{"audit", "x"}, 3, "no arguments", ""},
	})
	data, err := os.ReadFile(page)
	if err != nil || strings.Count(string(data), "<script") != 1 ||
		strings.Contains(string(data), "\x1b") || !strings.Contains(string(data), "&lt;script&gt;") {
		t.Errorf("%v: %s", err, data)
	}
	if info, err := os.Stat(page); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, mode %v", err, info.Mode())
	}
}

// TestReplay: which decisions another config would change.
func TestReplay(t *testing.T) {
	home, project := workplace(t)
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	pastCalls(t, log, project, "tkt list", "tkt list", "git push", "git push '\x1b[31m'")
	config, broken := filepath.Join(home, "new.yaml"), filepath.Join(home, "broken.yaml")
	if err := putFile(config,
		"import: [recommended]\ntools: {bash: {allow: [tkt, acme], deny: [git push]}}\n"); err != nil {
		t.Fatal(err)
	}
	if err := putFile(broken, "nonsense: 1\n"); err != nil {
		t.Fatal(err)
	}
	walk(t, []step{
		{[]string{"replay", "--config", config}, 0,
			"4 calls judged anew: 0 as before, 4 changes|ask   → allow  2|ask   → deny   2|     2  ask   " +
				"→ allow  tkt list|bash.deny: git push", "\x1b[31m"},
		{[]string{"replay", "--config", config, "--project"}, 0, "4 changes", ""},
		{[]string{"replay", "--config", config, "--json"}, 0, `"changed": 4`, "\x1b"},
		{[]string{"replay", "--config", config, "--since", "2027-01-01"}, 0, "0 calls", ""},
		{[]string{"replay", "--config", broken}, 1, "unknown key", ""},
		{[]string{"replay", "--config", "nowhere.yaml"}, 3, "nowhere.yaml", ""},
		{[]string{"replay"}, 3, "--config FILE", ""},
		{[]string{"replay", "x"}, 3, "no arguments", ""},
	})
}

// TestSinceReadsTimes: times that --since takes.
func TestSinceReadsTimes(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"": {}, "7d": now.AddDate(0, 0, -7), "36h": now.Add(-36 * time.Hour),
		"2026-03-01T00:00:00Z": time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC),
		"2026-03-01":           time.Date(2026, 3, 1, 0, 0, 0, 0, time.Local),
	} {
		l := pastLog{since: text}
		if got, err := l.from(now); err != nil || !got.Equal(want) {
			t.Errorf("%q: %v (%v), want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"x", "d", "-3d", "-1h", "2026-13-01"} {
		l := pastLog{since: text}
		if got, err := l.from(now); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestAllowByHand: where nothing is proposed, the lines of a config that are shown instead do what
// they are shown for.
func TestAllowByHand(t *testing.T) {
	home, _ := workplace(t)
	file := filepath.Join(home, ".claude", "fencepost.yaml")
	for _, command := range []string{"docker compose up -d", "git push", "kubectl apply -f x",
		"acme deploy"} {
		os.Remove(file)
		code, out, _ := cli("", "allow", command)
		_, lines, ok := strings.Cut(out, ", in "+file+":\n")
		if code != exitFailed || !ok {
			t.Errorf("%s: exit status %d, %s", command, code, out)
			continue
		}
		if err := putFile(file, strings.ReplaceAll(lines, "\n  ", "\n")[2:]); err != nil {
			t.Fatal(err)
		}
		if code, out, _ := cli("", "check", command); code != exitOK {
			t.Errorf("%s with\n%s: %s", command, lines, out)
		}
		if code, out, _ := cli("", "check", "rm -rf ~"); code != exitDeny {
			t.Errorf("with\n%s the presets are lost: %s", lines, out)
		}
	}
	os.Remove(file)
	for _, command := range []string{"rm -rf ~", "git push && acme deploy", "npm publish; $x"} {
		if _, out, _ := cli("", "allow", command); strings.Contains(out, "import:") {
			t.Errorf("%s: %s", command, out)
		}
	}
}
