package decide

import (
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestLateCallFails: a call that takes too long to judge, or does too much, fails with what was found
// before.
func TestLateCallFails(t *testing.T) {
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
		left     time.Duration // 0: without end
		judged   int32         // before
		want     rule.Decision
		cause    rule.Cause
	}{
		{"in time", many("ls"), "", time.Hour, 0, rule.Allow, 0},
		{"too late", many("ls"), "", -time.Second, 0, rule.Ask, rule.ByError},
		{"too late, and that is denied", many("ls"), "onError: deny\n", -time.Second, 0, rule.Deny,
			rule.ByError},
		{"too late after a deny", many("rm x"), "", -time.Second, 0, rule.Deny, rule.ByRule},
		{"too late for few commands", []fact.Command{words("ls")}, "", -time.Second, 0, rule.Ask,
			rule.ByError},
		{"too late, and there is a deny among what is judged in the time of grace",
			append(many("ls"), words("rm x")), "", -time.Second, 0, rule.Deny, rule.ByRule},
		{"after the time of grace", append(many("ls"), words("rm x")), "", -2 * time.Hour, 0, rule.Ask,
			rule.ByError},
		{"the last that are judged", many("ls"), "", 0, maxJudged - 4*perLook - 1, rule.Allow, 0},
		{"one too many", many("ls"), "", 0, maxJudged - 4*perLook, rule.Ask, rule.ByError},
		{"too many, and that is denied", many("ls"), "onError: deny\n", 0, maxJudged - 10, rule.Deny,
			rule.ByError},
		{"too many after a deny", many("rm x"), "", 0, maxJudged - 10, rule.Deny, rule.ByRule},
	}
	for _, tt := range tests {
		d := decider(t, "late", tt.settings+rules)
		d.Grace = time.Hour
		if d.steps = tt.judged; tt.left != 0 {
			d.Late = time.Now().Add(tt.left)
		}
		v := d.Shell(&fact.Facts{Commands: tt.commands})
		if v.Decision != tt.want || tt.cause != 0 && v.Cause != tt.cause {
			t.Errorf("%s: got %v by %v, want %v by %v", tt.about, v.Decision, v.Cause, tt.want, tt.cause)
		}
	}
}

// TestUnreadFilesFailTheCall: a call fails that names more files than are looked at, or was read too late.
func TestUnreadFilesFailTheCall(t *testing.T) {
	over := effort.Budget(-1)
	for settings, want := range map[string]rule.Decision{"": rule.Ask, "onError: deny\n": rule.Deny,
		"onError: allow\n": rule.Allow} {
		for _, late := range []bool{false, true} {
			d := decider(t, "over", settings+"tools: {allow: [Read], bash: {allow: [ls]}}\n")
			if d.Looks = &over; late {
				d.Looks, d.Late = nil, time.Now().Add(-time.Second)
			}
			v := d.Shell(&fact.Facts{Commands: []fact.Command{words("ls")}})
			tool := d.Tool(&fact.Call{Tool: "Read"}, &fact.Facts{})
			if v.Decision != want || tool.Decision != want {
				t.Errorf("%q, late %v: got %v, and %v for a tool, want %v", settings, late, v.Decision,
					tool.Decision, want)
			}
		}
	}
}
