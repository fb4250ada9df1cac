package decide

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Tool judges a call of a tool that does not run shell text that can be read.
func (d *Decider) Tool(call *fact.Call, f *fact.Facts) rule.Verdict {
	name := call.Tool
	worst := d.byName(name, call.Native, f)
	for k := range call.Touches {
		other := call.Touches[k].Tool
		if other != "" && other != name && !slices.ContainsFunc(call.Touches[:k],
			func(t fact.Touch) bool { return t.Tool == other }) {
			worst.raiseTo(d.byName(other, call.Native, f))
		}
	}
	for k := range f.Effects {
		worst.raiseTo(d.judgeEffect(&f.Effects[k], d.Places, -1))
	}
	for k := range f.Hazards {
		worst.raiseTo(d.judgeHazard(&f.Hazards[k]))
	}
	worst.raiseTo(d.cutShort())
	return d.verdict(worst, name)
}

// byName judges a tool by its name: what the rules say of the name in the table of tools, and of
// the agent's own name for it.
func (d *Decider) byName(name, native string, f *fact.Facts) opinion {
	t, named, own := d.aboutName(name, native)
	words, ok := t.opinion()
	switch {
	case !ok:
		words = d.toolDefault(name, f)
	case d.endsAtMode(&words, own):
		words = d.capped(words, d.requiredByTool(name, f), -1, name)
	}
	if powerShell(name) && words.decision == rule.Allow && !named {
		words = opinion{decision: rule.Ask, cause: rule.ByHazard,
			why: "fencepost does not read its text. A rule that names the tool can allow it"}
	}
	return words
}

// aboutName collects what the rules say of a tool's name. named reports whether a rule allows this
// tool in particular, own whether one that is not bundled does.
func (d *Decider) aboutName(name, native string) (t tally, named, own bool) {
	hit := func(h rule.Hit) {
		t.add(h)
		own = own || h.Decision == rule.Allow && !ofPreset(h.Info)
		named = named || h.Tier == rule.TierAllow && !onlyStars(h.Info.ID)
		d.trace(Said{Command: -1, About: name, Decision: h.Decision, Tier: h.Tier, Info: h.Info})
	}
	for i, set := range d.Sets {
		if !d.Scopes.Has(i, rule.HasTools) {
			continue
		}
		set.Tool(name, hit)
		if native != "" {
			set.Tool(native, hit)
		}
	}
	return t, named, own
}

// onlyStars reports whether a tools.allow rule is a bare wildcard, which names no tool.
func onlyStars(id string) bool {
	return strings.Trim(strings.TrimPrefix(id, "tools.allow: "), "*?") == ""
}

// powerShell reports whether the tool runs text of PowerShell.
func powerShell(name string) bool { return agent.ToolOf(name).Kind == agent.PowerShell }

// toolDefault is tier 5 for a tool.
func (d *Decider) toolDefault(name string, f *fact.Facts) opinion {
	if d.Settings.Mode == rule.ModeUnset {
		d.unvouched = d.Settings.Default == rule.Allow
		d.trace(Said{Command: -1, About: name, Decision: d.Settings.Default, Tier: rule.TierDefault,
			Why: "no rule speaks of it"})
		o := opinion{decision: d.Settings.Default, cause: rule.ByDefault}
		if o.decision == rule.Ask {
			o.why = "fencepost does not know what this tool does, and no rule allows it"
		}
		return o
	}
	return d.byMode(d.requiredByTool(name, f), -1, name)
}

// requiredByTool is the mode that a tool needs: what tools.require says, else what its effects
// need.
func (d *Decider) requiredByTool(name string, f *fact.Facts) rule.Mode {
	if need, ok := d.requiredByRule(name); ok {
		return need
	}
	tool := agent.ToolOf(name)
	if !tool.HasPath() {
		return rule.DangerFullAccess
	}
	need := rule.ReadOnly
	if tool.Writes() {
		need = rule.WorkspaceWrite
	}
	for k := range f.Effects {
		need = max(need, d.requiredByEffect(&f.Effects[k]))
	}
	return need
}

// requiredByRule is what tools.require says of a tool: the last entry about it counts, but none
// takes it below what an enforced policy requires.
func (d *Decider) requiredByRule(name string) (need rule.Mode, ok bool) {
	var last, least rule.Mode
	for i := range d.Settings.Require {
		r := &d.Settings.Require[i]
		switch {
		case !rule.GlobAny(r.Tool, name):
		case r.Enforced:
			least = max(least, r.Mode)
		default:
			last = r.Mode
		}
	}
	need = max(last, least)
	return need, need != rule.ModeUnset
}
