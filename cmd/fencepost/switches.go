package main

import (
	"slices"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/app/activity"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// switched is a rule of a preset that a config has switched, for JSON.
type switched struct {
	Preset string `json:"preset"`
	ID     string `json:"id"`
	Was    string `json:"was"`
	Is     string `json:"is"` // off or ask
	About  string `json:"about"`
	Why    string `json:"why,omitempty"`
	Rule   string `json:"rule"` // where the rule stands
	Src    string `json:"src"`  // where it is switched
}

func switchedBy(list []policy.Switch) []switched {
	var out []switched
	for _, s := range list {
		o := switched{Preset: s.Preset, ID: s.ID, Was: s.Info.Decides.String(), Is: "off",
			About: aboutRule(s.Preset, s.ID), Why: s.Info.Description, Rule: s.Info.Src, Src: s.Src}
		if s.To == rule.Ask {
			o.Is = "ask"
		}
		out = append(out, o)
	}
	return out
}

// aboutRule says what a rule of a preset speaks of, which its source knows.
func aboutRule(preset, id string) string {
	doc, _, _ := parse.Parse(preset+".yaml", []byte(gen.Source(preset)), policy.Organisation)
	rules := doc.Rules()
	if i := slices.IndexFunc(rules, func(r policy.Rule) bool { return r.ID == id }); i >= 0 {
		return rules[i].About
	}
	return ""
}

// opens says what a switch changes.
func (o *switched) opens() string {
	verb := map[string]string{"deny": "no longer denies ", "ask": "no longer asks about ",
		"allow": "no longer allows "}[o.Was]
	if o.Is == "ask" {
		verb = "asks, where it denied, about "
	}
	text := "it " + verb + o.About
	if o.Why != "" {
		text += " — " + o.Why
	}
	return text + " (" + o.Rule + ")"
}

// printSwitches lists what is switched, and what each switch opens.
func printSwitches(s stdio, list []policy.Switch) {
	for _, o := range switchedBy(list) {
		s.printf("%s: %s %s of %s: %s\n", oneLine(o.Src), s.style.yellow(o.Is), o.ID, o.Preset,
			oneLine(o.opens()))
	}
}

// printIDs lists the rules of a preset with their ids, as comments that may follow its source.
func printIDs(s stdio, name string) {
	doc, _, _ := parse.Parse(name+".yaml", []byte(gen.Source(name)), policy.Organisation)
	rules := doc.Rules()
	if len(rules) == 0 {
		return
	}
	s.printf("\n# The ids of the rules. A config switches rules off, or down from deny to ask:\n")
	s.printf("# import: [{preset: %s, off: [ID], ask: [ID]}]\n#\n", name)
	for _, r := range rules {
		s.printf("# %s %s %s\n", pad(r.Decision.String(), 5), pad(r.ID, 44), oneLine(activity.Cut(r.About, 60)))
	}
}
