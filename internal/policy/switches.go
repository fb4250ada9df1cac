package policy

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
)

// Import brings in a preset: its name, or a mapping that also switches rules of it, or of what it
// imports.
type Import struct {
	Preset string  `yaml:"preset,required" doc:"name of a bundled preset, or all"`
	Off    []Entry `yaml:"off" doc:"ids of rules that do not apply"`
	Ask    []Entry `yaml:"ask" doc:"ids of rules that ask where they would deny"`
	Pos    Pos
}

// Same reports whether two entries have one text.
func (e Entry) Same(other Entry) bool { return e.Text == other.Text }

// Switch is a rule of a preset that a config has switched.
type Switch struct {
	Preset string        // whose own rule it is
	ID     string        // of the rule
	To     rule.Decision // Ask; Unset where the rule is off
	Info   *rule.Info    // of the rule
	Src    string        // file:line of the switch
	pos    Pos
}

// catalogue is a rule set whose rules have ids. All bundled ones have.
type catalogue interface {
	Infos() string // as rule.EncodeInfos writes them
}

// Switches resolves what a document switches. What it names in vain is a problem.
func Switches(doc *Document, presets Presets) ([]Switch, []Problem) {
	r := resolver{doc: doc, presets: presets}
	for i := range doc.Import {
		imp := &doc.Import[i]
		if presets == nil || len(imp.Off)+len(imp.Ask) == 0 {
			continue
		}
		reach := Reachable(presets, imp.Preset)
		for _, e := range imp.Off {
			r.resolve(imp.Preset, reach, e, rule.Unset)
		}
		for _, e := range imp.Ask {
			r.resolve(imp.Preset, reach, e, rule.Ask)
		}
	}
	return r.found, r.problems
}

// resolver finds the rules that the switches of one document name.
type resolver struct {
	doc      *Document
	presets  Presets
	found    []Switch
	problems []Problem
}

func (r *resolver) fail(p Pos, text, mend string) {
	r.problems = append(r.problems, Problem{File: r.doc.File, Line: p.Line, Col: p.Col, Text: text,
		Mend: mend})
}

func (r *resolver) resolve(preset string, reach []string, e Entry, to rule.Decision) {
	if len(reach) == 0 {
		return // there is no such preset, which is reported
	}
	homes := r.presetsWith(reach, e.Text)
	switch {
	case len(homes) == 0:
		r.fail(e.Pos, Quote(e.Text)+" is not the id of a rule of the preset "+preset,
			r.mend(preset, reach, e.Text, to))
		return
	case len(homes) > 1 && homes[0] != preset:
		r.fail(e.Pos, Quote(e.Text)+" is the id of a rule in each of the presets "+List(homes, "and"),
			"say which is meant: {preset: "+homes[0]+", "+switchKey(to)+": ["+e.Text+"]}")
		return
	}
	info := r.lookup(homes[0], e.Text)
	s := Switch{Preset: homes[0], ID: e.Text, To: to, Info: info, Src: r.doc.Src(e.Pos), pos: e.Pos}
	if i := slices.IndexFunc(r.found, s.same); i >= 0 {
		r.fail(e.Pos, "the rule "+Quote(e.Text)+" of the preset "+homes[0]+" is switched twice ("+
			r.found[i].Src+")", "keep one of the two")
		return
	}
	if to == rule.Ask && info.Decides != rule.Deny {
		mend := "remove it"
		if info.Decides == rule.Allow {
			mend = "put it into off, or write a rule of your own that asks"
		}
		r.fail(e.Pos, "the rule "+Quote(e.Text)+" of the preset "+
			homes[0]+" does not deny: its decision is "+info.Decides.String(), mend)
		return
	}
	r.found = append(r.found, s)
}

func (s *Switch) same(other Switch) bool { return s.Preset == other.Preset && s.ID == other.ID }

func switchKey(to rule.Decision) string {
	if to == rule.Ask {
		return "ask"
	}
	return "off"
}

// presetsWith returns the presets, among the given ones, that have a rule of their own with the id.
func (r *resolver) presetsWith(presets []string, id string) []string {
	var homes []string
	for _, name := range presets {
		if r.lookup(name, id) != nil {
			homes = append(homes, name)
		}
	}
	return homes
}

func (r *resolver) lookup(preset, id string) *rule.Info {
	set, _ := r.presets.Lookup(preset)
	if c, ok := set.(catalogue); ok {
		return rule.FindInfo(c.Infos(), id)
	}
	return nil
}

// mend says what to write if a preset does not have an id.
func (r *resolver) mend(preset string, reach []string, id string, to rule.Decision) string {
	if homes := r.presetsWith(r.presets.Names(), id); len(homes) > 0 {
		return "it is a rule of the preset " + homes[0] + ": write {preset: " + homes[0] + ", " +
			switchKey(to) + ": [" + id + "]}"
	}
	var known []string
	for _, name := range reach {
		set, _ := r.presets.Lookup(name)
		if c, ok := set.(catalogue); ok {
			known = append(known, rule.InfoNames(c.Infos())...)
		}
	}
	if near := Nearest(id, known); near != "" {
		return "did you mean " + Quote(near) + "?"
	}
	return "fencepost presets show NAME lists the ids of a preset"
}

// Reachable returns the presets that an import brings in, the one that it names first; none if it
// does not exist.
func Reachable(presets Presets, name string) []string {
	if name == "all" {
		return presets.Names()
	}
	if _, ok := presets.Lookup(name); !ok {
		return nil
	}
	out := []string{name}
	for i := 0; i < len(out); i++ {
		for _, other := range presets.Imports(out[i]) {
			if !slices.Contains(out, other) {
				out = append(out, other)
			}
		}
	}
	return out
}

// takeSwitches notes what a document switches. Of two layers the later one counts. The rules of
// enforced policies, and of what they import, stay as they are.
func (p *Policy) takeSwitches(list []Switch) {
	for _, s := range list {
		if p.enforces(s.Preset) {
			file, _, _ := strings.Cut(s.Src, ":")
			p.Warnings = append(p.Warnings, Problem{File: file, Line: s.pos.Line, Col: s.pos.Col,
				Text: "the rule " + Quote(s.ID) +
					" cannot be switched: the organisation policy enforces the preset " + s.Preset,
				Mend: "remove it"})
			continue
		}
		if i := slices.IndexFunc(p.switches, s.same); i >= 0 {
			p.switches[i] = s
		} else {
			p.switches = append(p.switches, s)
		}
	}
}

// enforces reports whether a preset is, or belongs to, an enforced policy.
func (p *Policy) enforces(preset string) bool {
	return slices.ContainsFunc(p.Sets[:p.Enforced],
		func(set rule.RuleSet) bool { return set.Name() == preset })
}

// Switches returns the rules that the configs have switched, as far as that counts.
func (p *Policy) Switches() []Switch { return slices.Clone(p.switches) }

// applySwitches puts a filter in front of each rule set with switched rules. All others stay as they
// are.
func (p *Policy) applySwitches() {
	for i := range p.switches {
		s := &p.switches[i]
		for k, set := range p.Sets[:len(p.Sets)-p.Untrusted] {
			if own, ok := ownRules(set); ok && own.doc.Kind == Config || k < p.Enforced ||
				set.Name() != s.Preset {
				continue
			}
			sw, ok := set.(*switched)
			if !ok {
				sw = &switched{}
				sw.filtered = filtered{set, sw}
				p.Sets[k] = sw
			}
			sw.list = append(sw.list, s)
		}
	}
}

// switched is a preset with switched rules.
type switched struct {
	filtered
	list []*Switch
}

// hears drops what rules say that are off, and makes an ask of a deny where that is wanted.
func (s *switched) hears(h *rule.Hit) bool {
	i := slices.IndexFunc(s.list, func(w *Switch) bool { return w.ID == h.Info.Name })
	switch {
	case i < 0:
	case s.list[i].To == rule.Unset:
		return false
	case h.Decision == rule.Deny:
		h.Decision, h.Tier = rule.Ask, rule.TierAsk
	}
	return true
}
