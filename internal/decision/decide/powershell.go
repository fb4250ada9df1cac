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
	t, named, _ := d.aboutName(call.Tool, call.Native)
	o, spoken := t.opinion()
	if spoken && o.decision == rule.Deny {
		return d.verdict(o, call.Tool)
	}
	d.cmdlets, d.named = call.Tool, named && spoken && o.decision == rule.Allow
	v := d.Shell(f)
	if spoken && o.decision > Effective(&v) {
		return d.verdict(o, call.Tool)
	}
	return v
}

// withoutDefault returns the opinion about a command that no rule is about, from what the default
// says: in PowerShell nothing passes by default alone.
func (d *Decider) withoutDefault(o opinion, c *fact.Command) opinion {
	switch {
	case d.named && !c.RunsUnseenCode && c.Unjudged == "" && (len(c.Canon) == 0 || c.Lossless):
		return opinion{decision: rule.Allow}
	case d.cmdlets == "" && c.Cmdlet == nil, o.decision != rule.Allow, o.cause == rule.ByMode &&
		c.Known && len(c.Hazards) == 0:
		return o
	}
	return opinion{decision: rule.Ask, cause: rule.ByHazard, ruleID: "hazard: powershell",
		why: "what passes only by default does not pass in PowerShell; " +
			"allow it with a rule that names the command or the tool"}
}

// allowsEverything reports whether a rule allows commands of any name. It does not allow one in
// PowerShell: like a wildcard among tools it names none.
func allowsEverything(i *rule.Info) bool {
	rest, ok := strings.CutPrefix(i.ID, "bash.allow: ")
	return ok && strings.Trim(rest, "*? ") == ""
}
