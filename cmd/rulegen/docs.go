package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// presetSection is a preset on the page about all of them.
type presetSection struct {
	Name string
	*policy.Document
}

func addPresetPage(presets []*preset, o *output) {
	var sections []presetSection
	for _, p := range presets {
		sections = append(sections, presetSection{p.name, p.doc})
	}
	o.addPage("presets.md", "presets/*.yaml", sections)
}

// Sets are the scalars that decide.
func (s presetSection) Sets() (set []string) {
	for _, e := range []struct {
		key string
		d   rule.Decision
	}{{"default", s.Default}, {"onError", s.OnError}, {"dynamic", s.Dynamic},
		{"readOnly", s.ReadOnly}} {
		if e.d != rule.Unset {
			set = append(set, code(e.key+": "+e.d.String()))
		}
	}
	return set
}

// textsOf are the texts of entries, in their first field.
func textsOf(entries any) (texts []string) {
	v := reflect.ValueOf(entries)
	for i := range v.Len() {
		texts = append(texts, v.Index(i).Field(0).String())
	}
	return texts
}

// row is one line of a table of rules.
type row struct{ ID, What, Why, Instead string }

// Rows are the rules with a decision of their own.
func (s presetSection) Rows(decision string) (rows []row) {
	d, _ := rule.ParseDecision(decision)
	rules := s.Rules()
	add := func(o policy.Outcome, what, kind string, pos policy.Pos) {
		if o.Decision != d {
			return
		}
		i := slices.IndexFunc(rules, func(r policy.Rule) bool { return r.Kind == kind && r.Pos == pos })
		rows = append(rows, row{rules[i].ID, what, o.Description, o.Alternative})
	}
	bash := &s.Tools.Bash
	for i := range bash.Checks {
		r := &bash.Checks[i]
		add(policy.Outcome{Decision: rule.Deny, Advice: r.Advice}, "text "+code(r.Test.Src), r.ID(), r.Pos)
	}
	for _, p := range bash.AllowChecks {
		add(policy.Outcome{Decision: rule.Allow}, "text "+code(p.Written),
			"bash.allowChecks: "+p.Written, p.Pos)
	}
	for i := range bash.Arguments {
		r := &bash.Arguments[i]
		add(r.Outcome, argumentWords(r), r.ID(), r.Pos)
	}
	for i := range bash.Redirects {
		r := &bash.Redirects[i]
		mode := [...]string{"read", "write", "append", "any"}[r.Mode]
		add(r.Outcome, "redirection ("+mode+") "+place(r.Outside, r.Glob), r.ID(), r.Pos)
	}
	for i := range s.Effects {
		r := &s.Effects[i]
		add(r.Outcome, effectWords(r), r.ID(), r.Pos)
	}
	for i := range s.Together {
		r := &s.Together[i]
		add(r.Outcome, r.What.Means()+" ("+code(r.What.String())+")", r.ID(), r.Pos)
	}
	return rows
}

func argumentWords(r *policy.ArgumentRule) string {
	parts := []string{codeList(alternatives(r.Command))}
	if r.Subcommand != "" {
		parts = append(parts, codeList(alternatives(r.Subcommand)))
	}
	switch {
	case r.AnyArgOutside != nil:
		parts = append(parts, "with a path "+place(r.AnyArgOutside, ""))
	case r.AllArgsInside != nil:
		parts = append(parts, "with all paths inside "+codeList(r.AllArgsInside))
	case r.AnyArgMatches != nil:
		parts = append(parts, "with an argument like "+code(r.AnyArgMatches.Src))
	case r.AllArgsMatch != nil:
		parts = append(parts, "with all arguments like "+code(r.AllArgsMatch.Src))
	case r.HasFlag != nil:
		parts = append(parts, "with "+codeList(r.HasFlag))
	}
	if r.UnlessFlag != nil {
		parts = append(parts, "without "+codeList(r.UnlessFlag))
	}
	return strings.Join(parts, " ")
}

func effectWords(r *policy.EffectRule) string {
	var kinds []string
	for _, k := range r.On {
		kinds = append(kinds, k.String())
	}
	text := strings.Join(kinds, ", ")
	if r.Recursive == rule.True {
		text += " of a whole tree"
	}
	switch r.Names {
	case rule.True:
		text += " of names"
	case rule.False:
		text += " of what files hold"
	}
	switch r.Mkdir {
	case rule.True:
		text += " that makes a directory"
	case rule.False:
		text += " but for making a directory"
	}
	if r.Host != "" {
		return text + " host " + code(r.Host)
	}
	if r.Variable != "" {
		return text + " " + code(r.Variable)
	}
	return strings.TrimSpace(text + " " + place(r.Outside, r.Glob))
}

func place(outside []string, glob string) string {
	switch {
	case outside != nil && glob != "":
		return code(glob) + " outside " + codeList(outside)
	case outside != nil:
		return "outside " + codeList(outside)
	case glob != "":
		return code(glob)
	}
	return ""
}
