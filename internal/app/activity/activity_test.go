package activity

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

var begin = time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)

// call is an entry for a command.
func call(n int, decision, command string) audit.Entry {
	raw, _ := json.Marshal(command)
	return audit.Entry{Time: begin.Add(time.Duration(n) * time.Minute), Session: "s",
		ToolUse: fmt.Sprint(n), Cwd: "/w/p", Tool: "Bash",
		Input:    []fact.Field{{Name: "command", Raw: raw, Text: command, String: true}},
		Decision: decision, Reason: "Fencepost: '" + command + "' requires approval. Why.",
		Took: time.Duration(n) * time.Millisecond}
}

func ran(n int) audit.Entry {
	return audit.Entry{Time: begin.Add(time.Duration(n) * time.Minute), Session: "s",
		ToolUse: fmt.Sprint(n), Cwd: "/w/p", Tool: "Bash", Outcome: "ran"}
}

func read(t *testing.T, o Options, entries ...audit.Entry) *Report {
	t.Helper()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	var data []byte
	for i := range entries {
		data = append(data, entries[i].Line()...)
	}
	if err := os.WriteFile(path, append(data, "junk\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Files = []string{path}
	r, err := Read(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// hostile are texts that would do something where they are shown as they are.
var hostile = []string{
	"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "'><svg/onload=alert(1)>",
	"</code></td></table><h1>x", "</title><script>x</script>",
	"\x1b]0;owned\x07", "\x1b[2J\x1b[H", "\u009b31m", "a\rb", "a\x08b", "\u202eevil", "\u2066x\u2069",
	"x\u200by", "\U000e0041tag",
	"a | b", "`a` | ``b``", "| x |\n|---|", "[x](javascript:alert(1))",
	"![x](http://evil.example/x.png)", "<http://evil.example>", "line\n# head", "\xff\xfe",
	"&lt;script&gt;", strings.Repeat("x", 5000) + "<script>",
}

// TestHostile: whatever an agent writes into a call is text in every form of the report.
func TestHostile(t *testing.T) {
	var entries []audit.Entry
	for i, text := range hostile {
		e := call(i, []string{"ask", "deny", "allow"}[i%3], text)
		e.Cwd, e.Rule = "/w/"+text, text
		if i%2 == 1 {
			e.Tool, e.Reason, e.Rule = text, text, ""
		}
		entries = append(entries, e)
	}
	r := read(t, Options{}, entries...)
	page := r.HTML()
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("the page has %d scripts, and one of its own", n)
	}
	for _, part := range []string{"<script>alert", "<img", "<svg/", "<h1>x", "onerror=alert(1)>", "<a ",
		"<link", "url("} {
		if strings.Contains(strings.ToLower(page), part) {
			t.Errorf("the page holds %q", part)
		}
	}
	if !strings.Contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;") ||
		!strings.Contains(page, "&amp;lt;script&amp;gt;") {
		t.Error("the page does not show the texts")
	}
	if !strings.Contains(page, "default-src 'none'") {
		t.Error("the page may load something")
	}
	text := r.Markdown()
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "#") && strings.Contains(line, "head") {
			t.Errorf("line %d is a heading", i+1)
		}
		if rest := withoutCode(line); strings.ContainsAny(rest, "<[`") {
			t.Errorf("line %d holds markup outside of code: %s", i+1, rest)
		}
	}
	out, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for name, shown := range map[string]string{"page": page, "text": text, "JSON": string(out)} {
		for _, c := range shown {
			if c < ' ' && c != '\n' || c >= 0x7f && c <= 0x9f || c >= 0x200b && c <= 0x200f ||
				c >= 0x2028 && c <= 0x202e || c >= 0x2060 && c <= 0x206f || c >= 0xe0000 && c <= 0xe007f {
				t.Errorf("the %s holds %U", name, c)
			}
		}
	}
}

// withoutCode takes the code spans out of a line of markdown.
func withoutCode(line string) string {
	var b strings.Builder
	for line != "" {
		i := strings.IndexByte(line, '`')
		if i < 0 {
			b.WriteString(line)
			break
		}
		b.WriteString(line[:i])
		n := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		fence, rest := line[i:i+n], line[i+n:]
		end := 0
		for {
			k := strings.Index(rest[end:], fence)
			if k < 0 {
				return b.String() + line[i:]
			}
			end += k
			run := len(rest[end:]) - len(strings.TrimLeft(rest[end:], "`"))
			if run == n {
				line = rest[end+n:]
				break
			}
			end += run
		}
	}
	return b.String()
}

// TestCallsAreCounted: the numbers of a log.
func TestCallsAreCounted(t *testing.T) {
	other := call(6, "allow", "make")
	other.Cwd = "/w/pother"
	r := read(t, Options{}, call(1, "ask", "tkt list"), ran(1), call(2, "ask", "tkt list"),
		call(3, "deny", "rm -rf ~"), call(4, "allow", "ls"), call(5, "ask", "x"), ran(5), other)
	if r.Calls != (Tally{2, 3, 1}) || r.Ran != 2 || r.Bad != 1 || r.Sessions != 1 || !r.PerHour ||
		len(r.Periods) != 1 {
		t.Errorf("%+v", r)
	}
	if len(r.Asked) != 2 || r.Asked[0].Text != "tkt list" || r.Asked[0].Calls != 2 ||
		r.Asked[0].Ran != 1 || r.Asked[0].Why != "Why." {
		t.Errorf("asked: %+v", r.Asked)
	}
	if len(r.Denied) != 1 || r.Denied[0].Text != "rm -rf ~" || len(r.Slowest) != 6 ||
		r.Slowest[0].Text != "make" || len(r.Dirs) != 2 {
		t.Errorf("%+v", r)
	}
	if r := read(t, Options{Dir: "/w/p"}, call(1, "ask", "tkt list"), other); r.Calls.All() != 1 {
		t.Errorf("%+v", r)
	}
	if r := read(t, Options{Since: begin.Add(3 * time.Minute)}, call(1, "ask", "a"),
		call(3, "ask", "b")); r.Calls.All() != 1 {
		t.Errorf("%+v", r)
	}
	if r := read(t, Options{}); !strings.Contains(r.Markdown(), "no calls") ||
		!strings.Contains(r.HTML(), "no calls") {
		t.Error("an empty log")
	}
}

// TestReasonsAreSentences: a reason is the sentence that people were told, not the id of a rule, nor the
// command or what to do instead.
func TestReasonsAreSentences(t *testing.T) {
	for _, tt := range []struct{ reason, rule, want string }{
		{"Fencepost: 'git push' requires approval. Publishes commits.", "bash.arguments: git",
			"Publishes commits."},
		{"Fencepost: 'x' requires approval.", "bash.ask: x", "The rule bash.ask: x"},
		{"Fencepost: 'x' requires approval.", "", "No rule speaks of it"},
		{"Fencepost: 'n.pl' requires approval. öffnet alles. It stands in n.pl:2.", "", "Öffnet alles."},
		{"Fencepost: blocked — Deletes stay inside the project. Use this instead: Delete elsewhere", "effects: delete",
			"Deletes stay inside the project."},
		{"Fencepost: blocked — compound command contains 'rm -rf ~' which is not permitted (Deletes stay " +
			"inside the project (or the scratch directory)). Use this instead: Delete (there). Run commands " +
			"separately rather than chaining with &&.", "effects: delete",
			"Deletes stay inside the project (or the scratch directory)"},
		{"", "", "No rule speaks of it"},
	} {
		if got := because(&audit.Entry{Reason: tt.reason, Rule: tt.rule}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.reason, got, tt.want)
		}
	}
}

// TestAllowLine: the line for a shell holds the call as it was, or there is none.
func TestAllowLine(t *testing.T) {
	for _, tt := range []struct{ tool, text, want string }{
		{"Bash", "tkt list", "fencepost allow --cwd /w/p 'tkt list'"},
		{"Bash", "-x", "fencepost allow --cwd /w/p -- -x"},
		{"Bash", "echo 'a' $(b)", `fencepost allow --cwd /w/p 'echo '\''a'\'' $(b)'`},
		{"WebFetch", "https://example.com/?a=b", "fencepost allow --cwd /w/p --tool WebFetch 'https://example.com/?a=b'"},
		{"mcp__a__b", "", "fencepost allow --cwd /w/p --tool mcp__a__b '{}'"},
		{"Bash", "for x; do\ny; done", ""}, {"Bash", "a\x1b[2J", ""}, {"Bash", strings.Repeat("x", 300), ""},
	} {
		e := call(1, "ask", tt.text)
		e.Tool = tt.tool
		e.Input[0].Name = map[string]string{"Bash": "command", "WebFetch": "url"}[tt.tool]
		if got := allowLine(&e); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.tool, tt.text, got, tt.want)
		}
	}
}

// TestDoctorLeftOut: what doctor tried is nothing that an agent did.
func TestDoctorLeftOut(t *testing.T) {
	probe := call(1, "deny", "fencepost-doctor-probe")
	probe.Session = audit.DoctorSession
	if r := read(t, Options{}, probe, call(2, "allow", "ls")); r.Calls.All() != 1 || r.Sessions != 1 {
		t.Errorf("%+v", r)
	}
}

// TestReadDays: a long time is shown by days.
func TestReadDays(t *testing.T) {
	var entries []audit.Entry
	for i := range 10 {
		entries = append(entries, call(i*12*60, "allow", "ls"))
	}
	r := read(t, Options{}, entries...)
	if r.PerHour || len(r.Periods) != 5 || r.Periods[1].Allow != 2 {
		t.Errorf("%+v", r.Periods)
	}
	r.Periods[2].Tally = Tally{}
	if page := r.HTML(); strings.Count(page, ">no calls<") != 1 || strings.Count(page, `class="bar"`) != 5 ||
		!strings.Contains(page, "2 allowed, 0 asked, 0 denied") {
		t.Errorf("%d bars", strings.Count(page, `class="bar"`))
	}
}

// TestReadBounded: what differs from call to call is not kept for all of them.
func TestReadBounded(t *testing.T) {
	g := groups{}
	var r Report
	e := call(1, "ask", "x")
	for i := range 3 * maxGroups {
		g.add("always", "", "", &e, &r)
		g.add(fmt.Sprint(i), "", "", &e, &r)
		if len(g) > maxGroups {
			t.Fatalf("%d groups", len(g))
		}
	}
	if top := g.top(); top[0].Text != "always" || top[0].Calls != 3*maxGroups || !r.About {
		t.Errorf("%+v", top[0])
	}
}
