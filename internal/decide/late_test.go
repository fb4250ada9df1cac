package decide

import (
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestLate holds a call that takes too long to judge to the failure that this is, and to what was
// found before.
func TestLate(t *testing.T) {
	const rules = "tools: {bash: {deny: [rm], allow: [ls]}}\n"
	many := func(text string) []fact.Command {
		list := []fact.Command{words(text)}
		for range 4 * perLook {
			list = append(list, words("ls"))
		}
		return list
	}
	tests := []struct {
		about    string
		commands []fact.Command
		settings string
		left     time.Duration
		want     rule.Decision
		cause    rule.Cause
	}{
		{"in time", many("ls"), "", time.Hour, rule.Allow, 0},
		{"too late", many("ls"), "", -time.Second, rule.Ask, rule.ByError},
		{"too late, and that is denied", many("ls"), "onError: deny\n", -time.Second, rule.Deny,
			rule.ByError},
		{"too late after a deny", many("rm x"), "", -time.Second, rule.Deny, rule.ByRule},
		{"few commands are judged all the same", []fact.Command{words("ls")}, "", -time.Second,
			rule.Allow, 0},
	}
	for _, tt := range tests {
		d := decider(t, "late", tt.settings+rules)
		d.Deadline = time.Now().Add(tt.left)
		v := d.Shell(&fact.Facts{Commands: tt.commands})
		if v.Decision != tt.want || tt.cause != 0 && v.Cause != tt.cause {
			t.Errorf("%s: got %v by %v, want %v by %v", tt.about, v.Decision, v.Cause, tt.want, tt.cause)
		}
	}
}
