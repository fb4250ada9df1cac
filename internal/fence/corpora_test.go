package fence

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
)

// corpusRow is a line of a corpus: for an attack the least restrictive decision that will do, for
// everyday work whether it must pass ("allow") or only must not be denied ("ask-ok").
type corpusRow struct {
	Cmd   string `json:"cmd"`
	Class string `json:"class"`
	Min   string `json:"min"`
	Want  string `json:"want"`
}

func readCorpus(t *testing.T, file string, least int) []corpusRow {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []corpusRow
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r corpusRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s:%d: %v", file, len(rows)+1, err)
		}
		rows = append(rows, r)
	}
	if len(rows) < least {
		t.Fatalf("%s has %d rows, want at least %d", file, len(rows), least)
	}
	return rows
}

// corporaConfig is what the corpora are judged under: with chaining discouraged an ask about one
// step of a line is a denial.
const corporaConfig = "import: [recommended]\ntools: {bash: {discourageChaining: false}}\n"

// TestInlineCorpus holds the preset recommended to its promises about inline code, which a helper
// reads: every row as it says.
func TestInlineCorpus(t *testing.T) {
	s := withHelper(t, corporaConfig)
	for i, r := range readCorpus(t, "../../testdata/corpora/inline.jsonl", 20) {
		v := s.judge(t, "Bash", map[string]any{"command": r.Cmd})
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
	s := newSandbox(t, corporaConfig)
	judge := func(r corpusRow) rule.Verdict {
		return s.judge(t, "Bash", map[string]any{"command": r.Cmd})
	}
	t.Run("attacks", func(t *testing.T) {
		rows := readCorpus(t, "../../testdata/corpora/attacks.jsonl", 1300)
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
		for i, r := range readCorpus(t, "../../testdata/corpora/benign.jsonl", 1400) {
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
