package audit

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestPairs: which calls ran, with sessions mixed, names used twice, and outcomes that never come.
func TestPairs(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	ask := func(sid, tid string) Entry {
		return Entry{Time: now, Session: sid, ToolUse: tid, Tool: "Bash", Decision: "ask"}
	}
	out := func(sid, tid, outcome string) Entry {
		return Entry{Time: now, Session: sid, ToolUse: tid, Tool: "Bash", Outcome: outcome}
	}
	other := out("a", "7", "ran")
	other.Tool = "Read"
	var ran, refused []string
	p := NewPairs(func(a Asked) {
		list := &refused
		if a.Ran {
			list = &ran
		}
		*list = append(*list, a.Session+a.ToolUse)
	})
	for _, e := range []Entry{
		ask("a", "1"), ask("b", "1"), out("b", "1", "ran"), out("a", "1", "failed"), ask("a", "2"),
		out("a", "2", "denied"), ask("a", "3"),
		ask("a", "3"), out("a", "3", "ran"), out("a", "4", "ran"), ask("a", ""), out("a", "", "ran"),
		ask("a", "5"), out("c", "5", "ran"),
		{Time: now, Session: "a", ToolUse: "6", Tool: "Bash", Decision: "allow"}, out("a", "6", "ran"),
		ask("a", "7"), other,
	} {
		p.Add(&e)
	}
	p.End()
	if got := strings.Join(ran, " "); got != "b1 a1 a3" {
		t.Errorf("ran: %s", got)
	}
	if got := strings.Join(refused, " "); got != "a2 a3 a a7 a5" {
		t.Errorf("refused: %s", got)
	}
	if p.Outcomes != 9 {
		t.Errorf("%d outcomes", p.Outcomes)
	}
}

// TestPairsBounded: calls whose outcome never comes are given up, and never many are kept.
func TestPairsBounded(t *testing.T) {
	refused := 0
	p := NewPairs(func(a Asked) {
		if !a.Ran {
			refused++
		}
	})
	const calls = 3 * maxWaiting
	for i := range calls {
		p.Add(&Entry{Session: "s", ToolUse: fmt.Sprint(i), Tool: "Bash", Decision: "ask"})
		p.Add(&Entry{Session: "t", ToolUse: fmt.Sprint(i), Tool: "Bash", Decision: "ask"})
		p.Add(&Entry{Session: "t", ToolUse: fmt.Sprint(i), Tool: "Bash", Outcome: "ran"})
		if len(p.waiting) > maxWaiting || len(p.order) > 4*maxWaiting+2 {
			t.Fatalf("%d wait, %d in order", len(p.waiting), len(p.order))
		}
	}
	p.End()
	if refused != calls {
		t.Errorf("%d refused", refused)
	}
}

// TestSkip: only lines are passed over that say nothing about what was asked and ran.
func TestSkip(t *testing.T) {
	p := NewPairs(nil)
	allow, ask := full(), full()
	allow.Outcome, ask.Outcome, ask.Decision = "", "", "ask"
	outcome := full()
	outcome.Decision = ""
	nobody := Entry{Time: outcome.Time, ToolUse: "t", Tool: "Bash", Outcome: "ran"}
	waited := nobody
	waited.ToolUse = "w"
	p.Add(&Entry{Time: outcome.Time, ToolUse: "w", Tool: "Bash", Decision: "ask"})
	inside := ask
	inside.Input = append(inside.Input[:0:0], text("command", `echo '"decision":"allow"'`))
	for i, tt := range []struct {
		e    Entry
		want bool
	}{{allow, true}, {ask, false}, {outcome, false}, {inside, false}, {nobody, true},
		{waited, false}} {
		if got := p.Skip(tt.e.Line()); got != tt.want {
			t.Errorf("%d: %v", i, got)
		}
	}
	hostile := `{"ts":"2026-03-01T00:00:00Z","tool":"x","input":{"decision":"allow"},"decision":"ask"}`
	if p.Skip([]byte(hostile)) {
		t.Error("a member of the input hides an ask")
	}
}

// TestScan: what is counted, and what is told of it.
func TestScan(t *testing.T) {
	opts := logAt(t)
	for range 10 {
		e := full()
		if err := Append(opts, &e); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(opts.Path)
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, "torn {\n\n{}\n"...)
	if err := os.WriteFile(opts.Path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	n, done, total := 0, int64(0), int64(0)
	s := Scan{Each: func(Entry) error { n++; return nil },
		Seen: func(d, t int64) { done, total = d, t }}
	if err := s.Files([]string{opts.Path + ".1", opts.Path}); err != nil {
		t.Fatal(err)
	}
	if n != 10 || s.Lines != 12 || s.Bad != 2 || done != total || total != int64(len(data)) {
		t.Errorf("%d entries, %+v, %d of %d bytes", n, s, done, total)
	}
	skipped := Scan{Each: func(Entry) error { return fmt.Errorf("called") },
		Skip: func([]byte) bool { return true }}
	if err := skipped.Files([]string{opts.Path}); err != nil || skipped.Bad != 1 {
		t.Errorf("%v, %+v", err, skipped)
	}
}
