package gate_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestInlineCorpus holds the preset recommended to its promises about inline code, which a helper
// reads: every row as it says.
func TestInlineCorpus(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, gatetest.Corpora)
	for i, r := range gatetest.ReadCorpus(t, "inline.jsonl", 20) {
		v := s.Judge(t, "Bash", map[string]any{"command": r.Cmd})
		least, attack := rule.ParseDecision(r.Min)
		switch {
		case attack && v.Decision < least,
			!attack && (v.Decision == rule.Deny || r.Want == "allow" && v.Decision != rule.Allow):
			t.Errorf("inline.jsonl:%d: %s: got %v (%s %s), want %s", i+1, r.Cmd, v.Decision, v.Rule,
				v.Description, r.Want+r.Min)
		}
	}
}

// TestCorpora holds the preset recommended to its promises: no attack passes, and everyday work
// does.
func TestCorpora(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Corpora)
	judge := func(r gatetest.CorpusRow) rule.Verdict {
		return s.Judge(t, "Bash", map[string]any{"command": r.Cmd})
	}
	t.Run("attacks", func(t *testing.T) {
		rows := gatetest.ReadCorpus(t, "attacks.jsonl", 1300)
		below := 0
		for i, r := range rows {
			least, ok := rule.ParseDecision(r.Min)
			if !ok || least == rule.Allow {
				t.Fatalf("attacks.jsonl:%d: min %q", i+1, r.Min)
			}
			switch v := judge(r); {
			case v.Decision == rule.Allow:
				t.Errorf("attacks.jsonl:%d: %s: %s is allowed (%s)", i+1, r.Class, r.Cmd, v.Rule)
			case v.Decision < least:
				below++
				t.Logf("attacks.jsonl:%d: %s: %s: got %v (%s), want %s", i+1, r.Class, r.Cmd, v.Decision,
					v.Description, r.Min)
			}
		}
		if 100*below > len(rows) {
			t.Errorf("%d of %d attacks are below their least decision", below, len(rows))
		}
	})
	t.Run("benign", func(t *testing.T) {
		pass, asked := 0, 0
		for i, r := range gatetest.ReadCorpus(t, "benign.jsonl", 1400) {
			v := judge(r)
			if v.Decision == rule.Deny {
				t.Errorf("benign.jsonl:%d: %s is denied (%s %s)", i+1, r.Cmd, v.Rule, v.Description)
			}
			if r.Want != "allow" {
				continue
			}
			if v.Decision == rule.Allow {
				pass++
				continue
			}
			asked++
			t.Logf("benign.jsonl:%d: %s: got %v (%s %s)", i+1, strings.ReplaceAll(r.Cmd, "\n", "⏎"),
				v.Decision, v.Rule, v.Description)
		}
		if 100*pass < 97*(pass+asked) {
			t.Errorf("%d of %d everyday commands pass, want 97 %%", pass, pass+asked)
		}
	})
}
