package decide

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// PowerShell judges a call of a tool that runs text of PowerShell: by the rules that name the tool,
// and as the commands that it runs. A rule that allows the tool by its name vouches for commands of
// which nothing else speaks; that everything passes by default does not.
func (d *Decider) PowerShell(call *fact.Call, f *fact.Facts) rule.Verdict {
	t, named := d.aboutName(call.Tool, call.Native)
	o, spoken := t.opinion()
	if spoken && o.decision == rule.Deny {
		return d.verdict(o, call.Tool)
	}
	d.cmdlets, d.named = call.Tool, named && spoken && o.decision == rule.Allow
	v := d.Shell(f)
	if spoken && o.decision > v.Decision {
		return d.verdict(o, call.Tool)
	}
	return v
}

// vouched applies what stands for commands of which no rule speaks, while text of PowerShell is
// judged, to what a command would be answered by default.
func (d *Decider) vouched(o opinion, c *fact.Command) opinion {
	switch {
	case d.named:
		return opinion{decision: rule.Allow}
	case d.cmdlets == "" && c.Cmdlet == nil, o.decision != rule.Allow, o.cause == rule.ByMode &&
		c.Known && len(c.Hazards) == 0:
		return o
	}
	return opinion{decision: rule.Ask, cause: rule.ByHazard, ruleID: "hazard: powershell",
		why: "what passes only by default does not pass in PowerShell; " +
			"allow it with a rule that names the command or the tool"}
}

// namesNothing reports whether a rule that allows every command is asked about one in PowerShell,
// of which it does not speak: like a wildcard among tools it names none.
func (d *Decider) namesNothing(c *fact.Command, i *rule.Info) bool {
	rest, ok := strings.CutPrefix(i.ID, "bash.allow: ")
	return ok && (d.cmdlets != "" || c.Cmdlet != nil) && strings.Trim(rest, "*? ") == ""
}
