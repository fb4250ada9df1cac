package main

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// wordRule is a rule on the words of a command. Rules are numbered in the order in which the
// interpreted rule set reports them.
type wordRule struct {
	info rule.Info
	pos  policy.Pos
	text string // what the rule says, for the comment beside it

	decision rule.Decision // of a prefix or regexp
	prefix   *policy.Prefix
	regexp   *rule.Regexp // of checks and allowChecks
	argument *policy.ArgumentRule

	// of the words that regexp matches: parsed once, and asked for with each name
	first, second, begin []string
	one, two             bool // first and second are known
}

// wordRules lists the rules on words in the order of the interpreted rule set.
func wordRules(doc *policy.Document) []wordRule {
	b := &doc.Tools.Bash
	var rules []wordRule
	add := func(r wordRule, id string, pos policy.Pos, a policy.Advice) {
		r.info = rule.Info{ID: id, Description: a.Description, Alternative: a.Alternative,
			Src: doc.Src(pos), Unseen: a.Unseen == rule.True, Confined: a.Confined == rule.True}
		r.pos = pos
		r.text = strings.TrimPrefix(id, "bash.")
		if r.regexp != nil {
			r.first, r.one = firstWords(r.regexp.Src)
			r.second, r.two = secondWords(r.regexp.Src)
			r.begin = leads(r.regexp.Src)
		}
		rules = append(rules, r)
	}
	prefixes := func(key string, d rule.Decision, list []policy.Prefix) {
		for i := range list {
			add(wordRule{prefix: &list[i], decision: d}, "bash."+key+": "+list[i].Text, list[i].Pos,
				policy.Advice{})
		}
	}
	prefixes("deny", rule.Deny, b.Deny)
	for i := range b.Checks {
		r := &b.Checks[i]
		add(wordRule{regexp: r.Test, decision: rule.Deny}, r.ID(), r.Pos, r.Advice)
	}
	for _, p := range b.AllowChecks {
		add(wordRule{regexp: p.Regexp, decision: rule.Allow}, "bash.allowChecks: "+p.Written, p.Pos,
			policy.Advice{})
	}
	for i := range b.Arguments {
		r := &b.Arguments[i]
		add(wordRule{argument: r}, r.ID(), r.Pos, r.Advice)
		rules[len(rules)-1].text = r.Decision.String() + " " + argumentWords(r)
	}
	prefixes("ask", rule.Ask, b.Ask)
	prefixes("allow", rule.Allow, b.Allow)
	return rules
}

// names returns the exact command names that a rule is about; ok is false for a rule that can apply
// to commands of any name, or of names by a pattern.
func (r *wordRule) names() (names []string, ok bool) {
	switch {
	case r.prefix != nil:
		return r.prefix.Words[:1], true
	case r.regexp != nil:
		return r.first, r.one
	case r.argument != nil:
		names = alternatives(r.argument.Command)
		return names, !slices.ContainsFunc(names,
			func(n string) bool { return strings.ContainsAny(n, "*?") })
	}
	return nil, false
}

// leads returns what the names begin with that a rule is about; nil where that is not known.
func (r *wordRule) leads() (list []string) {
	switch {
	case r.regexp != nil:
		return r.begin
	case r.argument == nil:
		return nil
	}
	for _, alt := range alternatives(r.argument.Command) {
		if i := strings.IndexAny(alt, "*?"); i >= 0 {
			alt = alt[:i]
		}
		if alt == "" {
			return nil
		}
		list = append(list, alt)
	}
	return shortest(list)
}

// about reports whether the rule can apply to a command of that name.
func (r *wordRule) about(name string) bool {
	switch {
	case r.prefix != nil:
		return r.prefix.Words[0] == name
	case r.argument != nil:
		return rule.GlobAny(r.argument.Command, name)
	}
	if names, ok := r.names(); ok {
		return slices.Contains(names, name)
	}
	return begins(name, r.leads())
}

// begins reports whether a name begins with one of the leads, or nothing is known of them.
func begins(name string, leads []string) bool {
	return leads == nil ||
		slices.ContainsFunc(leads, func(l string) bool { return strings.HasPrefix(name, l) })
}

// subs returns the second words that the rule is about; ok is false where it does not look at the
// second word alone.
func (r *wordRule) subs() (subs []string, ok bool) {
	switch {
	case r.prefix != nil && len(r.prefix.Words) > 1:
		return r.prefix.Words[1:2], true
	case r.argument != nil && r.argument.Subcommands != nil:
		for _, words := range r.argument.Subcommands {
			subs = append(subs, words[0])
		}
		return subs, true
	case r.regexp != nil:
		return r.second, r.one && r.two
	}
	return nil, false
}

func alternatives(globs string) []string {
	alts := strings.Split(globs, "|")
	for i := range alts {
		alts[i] = strings.TrimSpace(alts[i])
	}
	return alts
}

// selectRules computes which rules can apply to which commands. Names with the same rules, and
// second words with the same rules, share an entry.
func selectRules(rules []wordRule) (choices []rule.Choice) {
	var names, beginnings []string
	for i := range rules {
		exact, ok := rules[i].names()
		for _, lead := range rules[i].leads() {
			if !ok {
				beginnings = append(beginnings, lead)
			}
		}
		if !ok && rules[i].leads() == nil {
			beginnings = append(beginnings, "") // any name
		}
		for _, n := range exact {
			if !strings.ContainsAny(n, "*?") {
				names = append(names, n)
			}
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		choices = addChoice(choices, chooseByName(rules, name))
	}
	slices.Sort(beginnings)
	for _, lead := range slices.Compact(beginnings) {
		choices = append(choices, chooseByBeginning(rules, lead))
	}
	return choices
}

// chooseByBeginning takes the rules that can apply to names that begin so and are listed by no
// rule.
func chooseByBeginning(rules []wordRule, lead string) rule.Choice {
	c := rule.Choice{Names: []string{rule.Begins + lead}}
	for i := range rules {
		if _, ok := rules[i].names(); !ok && begins(lead, rules[i].leads()) {
			c.All = append(c.All, uint16(i))
		}
	}
	c.Other = c.All
	return c
}

func addChoice(choices []rule.Choice, c rule.Choice) []rule.Choice {
	for i := range choices {
		if o := choices[i]; slices.Equal(c.All, o.All) && slices.Equal(c.Other, o.Other) &&
			slices.EqualFunc(c.Subs, o.Subs, func(a, b rule.SubChoice) bool {
				return slices.Equal(a.Words, b.Words) && slices.Equal(a.Rules, b.Rules)
			}) {
			choices[i].Names = append(o.Names, c.Names...)
			return choices
		}
	}
	return append(choices, c)
}

func chooseByName(rules []wordRule, name string) rule.Choice {
	c := rule.Choice{Names: []string{name}}
	var words []string
	for i := range rules {
		if !rules[i].about(name) {
			continue
		}
		c.All = append(c.All, uint16(i))
		subs, ok := rules[i].subs()
		if !ok {
			c.Other = append(c.Other, uint16(i))
		}
		words = append(words, subs...)
	}
	if len(words) == 0 {
		c.Other = c.All
	}
	slices.Sort(words)
	for _, sub := range slices.Compact(words) {
		addSub(&c, sub, rules)
	}
	return c
}

func addSub(c *rule.Choice, sub string, rules []wordRule) {
	var list []uint16
	for _, i := range c.All {
		if subs, ok := rules[i].subs(); !ok || slices.Contains(subs, sub) {
			list = append(list, i)
		}
	}
	for i := range c.Subs {
		if slices.Equal(c.Subs[i].Rules, list) {
			c.Subs[i].Words = append(c.Subs[i].Words, sub)
			return
		}
	}
	c.Subs = append(c.Subs, rule.SubChoice{Words: []string{sub}, Rules: list})
}
