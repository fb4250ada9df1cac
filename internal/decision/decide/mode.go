package decide

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// byMode compares the mode in force with the one that is needed.
func (d *Decider) byMode(need rule.Mode, i int, about string) opinion {
	active := d.Settings.Mode
	o := opinion{cause: rule.ByMode, decision: rule.Deny,
		why: "the mode in force is " + active.String() + ", the call needs " + need.String()}
	switch {
	case active == rule.ModeAllow, active >= need && active != rule.Prompt, active == rule.Prompt &&
		need <= rule.ReadOnly:
		o.decision = rule.Allow
	case active == rule.Prompt, active == rule.WorkspaceWrite:
		o.decision = rule.Ask
	}
	d.trace(Said{Command: i, About: about, Decision: o.decision, Tier: rule.TierDefault, Why: o.why})
	return o
}

// endsAtMode reports whether an allow ends where the mode in force does, since no person gave it.
func (d *Decider) endsAtMode(o *opinion, own bool) bool {
	return o.decision == rule.Allow && !own && d.Settings.Mode != rule.ModeUnset
}

// capped is an allow as far as the mode in force goes.
func (d *Decider) capped(o opinion, need rule.Mode, i int, about string) opinion {
	if m := d.byMode(need, i, about); m.decision > rule.Allow {
		return m
	}
	return o
}

// ofPreset reports whether a rule is bundled: neither a person nor an organisation wrote it.
func ofPreset(i *rule.Info) bool {
	return i.Name != "" && strings.HasPrefix(i.Src, "presets/")
}

// requiredByCommand is the mode that a command needs. A simple one needs the greatest if something
// of it is unknown.
func (d *Decider) requiredByCommand(c *fact.Command, simple bool) rule.Mode {
	need := rule.ReadOnly
	if c.Kind == fact.Simple && !c.Known || simple && (len(c.Hazards) > 0 || c.Unjudged != "" ||
		c.UnknownOption || c.UnknownWord != "" || c.RunsUnseenCode) {
		return rule.DangerFullAccess
	}
	for k := range c.Effects {
		need = max(need, d.requiredByEffect(&c.Effects[k]))
	}
	for k := range c.Redirects {
		r := &c.Redirects[k]
		if r.Exempt || r.Mode == fact.RedirHere || r.Mode == fact.RedirDup {
			continue
		}
		need = max(need, d.requiredByEffect(&fact.Effect{Kind: redirectEffect(r), Path: r.Path}))
	}
	if simple && need == rule.ReadOnly && !c.ReadOnly && len(c.Nested) == 0 &&
		len(c.Effects) == 0 {
		need = rule.DangerFullAccess // no effect that is known, and no proof that there is none
	}
	return need
}

// requiredByEffect is the mode that one effect needs.
func (d *Decider) requiredByEffect(e *fact.Effect) rule.Mode {
	switch e.Kind {
	case fact.Read, fact.Variable:
		if !d.readsSecret(e) {
			return rule.ReadOnly
		}
	case fact.Write, fact.Append, fact.Delete, fact.Meta:
		if rule.Outside(&e.Path, []string{".", "$SCRATCH"}, d.Places, e.Kind == fact.Delete) == fact.No {
			return rule.WorkspaceWrite
		}
	}
	return rule.DangerFullAccess
}

// readsSecret reports whether an effect reads what the bundled rules on secrets guard. A mode has
// to tell that from other reads even where a config does not import them.
func (d *Decider) readsSecret(e *fact.Effect) bool {
	if d.Secrets == nil {
		return false
	}
	other := Decider{Sets: d.Secrets, Settings: d.Settings, Places: d.Places,
		Looks: d.Looks}
	o := other.judgeEffect(e, d.Places, -1)
	return o.decision > rule.Allow
}
