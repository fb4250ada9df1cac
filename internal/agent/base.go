package agent

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Base has what most agents other than Claude Code answer.
type Base struct{}

// Outcome is what an event after a call says of it: that it ran.
func (Base) Outcome(*fact.Call) string { return "ran" }

// Welcome is the answer at the start of a session in the form of Claude Code.
func (Base) Welcome(lines []string, warning string) Answer {
	return Context("SessionStart", strings.Join(lines, "\n"), warning)
}

// Approve says what can be done about a call that needs approval.
func (Base) Approve(call *fact.Call, ask *rule.Verdict) string { return ByPerson(call, ask) }

// Rewrites reports that no rewritten input is taken.
func (Base) Rewrites(*fact.Call, rule.Decision) bool { return false }
