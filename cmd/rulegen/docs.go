package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// presetPage is docs/presets.md: every preset with its rules and their reasons.
func presetPage(presets []*preset) []byte {
	var b bytes.Buffer
	b.WriteString("<!-- " + generatedBy + " from presets/*.yaml. DO NOT EDIT. -->\n\n# Presets\n\n")
	b.WriteString("Rules that come with fencepost. `import: [name]` in a config brings in a preset " +
		"and what it imports; `all` is every one.\n")
	b.WriteString("Where no config exists, `recommended` applies. `fencepost presets show NAME` " +
		"prints the source with its comments, and the ids of all rules:\n")
	b.WriteString("by its id a config [switches a rule](configuration.md#switching-bundled-rules) " +
		"off, or down from deny to ask.\n")
	b.WriteString("Rules that are entries of lists have ids as well, such as `allow-git.status` for " +
		"the command `git status`, and so have those on tools and inline code.\n\n")
	for _, p := range presets {
		fmt.Fprintf(&b, "- [%s](#%s): %s\n", p.name, p.name, p.doc.Meta.Title)
	}
	for _, p := range presets {
		presetSection(&b, p)
	}
	return b.Bytes()
}

func presetSection(b *bytes.Buffer, p *preset) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n%s\n", p.name, strings.TrimSuffix(p.doc.Meta.Title, "."),
		strings.TrimSpace(p.doc.Meta.Description))
	if len(p.doc.Import) > 0 {
		var names []string
		for _, e := range p.doc.Import {
			names = append(names, fmt.Sprintf("[%s](#%s)", e.Preset, e.Preset))
		}
		fmt.Fprintf(b, "\nImports %s.\n", strings.Join(names, ", "))
	}
	settings(b, p.doc)
	tools(b, &p.doc.Tools)
	for _, d := range []rule.Decision{rule.Deny, rule.Ask, rule.Allow} {
		decided(b, p.doc, d)
	}
	bash := &p.doc.Tools.Bash
	plain(b, "Commands that are denied", bash.Deny)
	plain(b, "Commands that ask", bash.Ask)
	plain(b, "Commands that are allowed", bash.Allow)
}

// settings lists the scalars that decide.
func settings(b *bytes.Buffer, doc *policy.Document) {
	var set []string
	for _, s := range []struct {
		key string
		d   rule.Decision
	}{{"default", doc.Default}, {"onError", doc.OnError}, {"dynamic", doc.Dynamic},
		{"readOnly", doc.ReadOnly}} {
		if s.d != rule.Unset {
			set = append(set, fmt.Sprintf("`%s: %s`", s.key, s.d))
		}
	}
	if len(set) > 0 {
		fmt.Fprintf(b, "\nSets %s.\n", strings.Join(set, ", "))
	}
}

func tools(b *bytes.Buffer, t *policy.Tools) {
	line := func(what string, names []string) {
		if len(names) > 0 {
			fmt.Fprintf(b, "\n%s: %s.\n", what, codeList(names))
		}
	}
	var denied []string
	for i := range t.Deny {
		denied = append(denied, t.Deny[i].Tool)
	}
	line("Tools that are denied", denied)
	line("Tools that ask", entryTexts(t.Ask))
	line("Tools that are allowed", entryTexts(t.Allow))
}

func entryTexts(entries []policy.Entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Text)
	}
	return out
}

// row is one line of a table of rules.
type row struct {
	what, why, instead string
	kind               string // with pos, what tells the rule from others
	pos                policy.Pos
}

// decided is the table of the rules with a decision of their own.
func decided(b *bytes.Buffer, doc *policy.Document, d rule.Decision) {
	var rows []row
	add := func(o *policy.Outcome, what, kind string, pos policy.Pos) {
		if o.Decision == d {
			rows = append(rows, row{what, o.Description, o.Alternative, kind, pos})
		}
	}
	bash := &doc.Tools.Bash
	if d == rule.Deny {
		for i := range bash.Checks {
			r := &bash.Checks[i]
			rows = append(rows, row{"text " + code(r.Test.Src), r.Description, r.Alternative, r.ID(), r.Pos})
		}
	}
	if d == rule.Allow {
		for _, p := range bash.AllowChecks {
			rows = append(rows, row{"text " + code(p.Written), "", "", "bash.allowChecks: " + p.Written,
				p.Pos})
		}
	}
	for i := range bash.Arguments {
		r := &bash.Arguments[i]
		add(&r.Outcome, argumentWords(r), r.ID(), r.Pos)
	}
	for i := range bash.Redirects {
		r := &bash.Redirects[i]
		mode := [...]string{"read", "write", "append", "any"}[r.Mode]
		add(&r.Outcome, "redirection ("+mode+") "+place(r.Outside, r.Glob), r.ID(), r.Pos)
	}
	for i := range doc.Effects {
		r := &doc.Effects[i]
		add(&r.Outcome, effectWords(r), r.ID(), r.Pos)
	}
	for i := range doc.Together {
		r := &doc.Together[i]
		add(&r.Outcome, r.What.Means()+" ("+code(r.What.String())+")", r.ID(), r.Pos)
	}
	if len(rows) == 0 {
		return
	}
	heading := map[rule.Decision]string{rule.Deny: "Denied", rule.Ask: "Asked about",
		rule.Allow: "Allowed"}[d]
	if d == rule.Deny {
		fmt.Fprintf(b, "\n### %s\n\n| id | what | why | instead |\n|---|---|---|---|\n", heading)
	} else {
		fmt.Fprintf(b, "\n### %s\n\n| id | what | why |\n|---|---|---|\n", heading)
	}
	rules := doc.Rules()
	for _, r := range rows {
		fmt.Fprintf(b, "| %s | %s | %s |", code(idOf(rules, r.kind, r.pos)), cell(r.what), cell(r.why))
		if d == rule.Deny {
			fmt.Fprintf(b, " %s |", cell(r.instead))
		}
		b.WriteByte('\n')
	}
}

// idOf returns the id of the rule of that kind at a place.
func idOf(rules []policy.Rule, kind string, pos policy.Pos) string {
	i := slices.IndexFunc(rules, func(r policy.Rule) bool { return r.Kind == kind && r.Pos == pos })
	return rules[i].ID
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
	case outside != nil:
		return "outside " + codeList(outside)
	case glob != "":
		return code(glob)
	}
	return ""
}

// plain lists prefix rules, which have no reason of their own.
func plain(b *bytes.Buffer, heading string, rules []policy.Prefix) {
	if len(rules) == 0 {
		return
	}
	var names []string
	for i := range rules {
		names = append(names, rules[i].Text)
	}
	fmt.Fprintf(b, "\n### %s\n\n%s\n", heading, codeList(names))
}
