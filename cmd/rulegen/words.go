package main

import (
	"cmp"
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

	prefix   *policy.Prefix
	decision rule.Decision // of a prefix
	regexp   *rule.Regexp  // of checks and allowChecks
	allows   bool          // of a regexp
	argument *policy.ArgumentRule
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
		add(wordRule{regexp: r.Test}, r.ID(), r.Pos, r.Advice)
	}
	for _, p := range b.AllowChecks {
		add(wordRule{regexp: p.Regexp, allows: true}, "bash.allowChecks: "+p.Written, p.Pos,
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
		return firstWords(r.regexp.Src)
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
		return leads(r.regexp.Src)
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
		if _, listed := r.names(); listed {
			return secondWords(r.regexp.Src)
		}
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

// selection says which rules can apply to which commands.
type selection struct {
	every []uint16 // rules that can apply to a command of any name that is not listed
	leads []leadSelection
	names []nameSelection
}

// leadSelection says which rules can apply to commands whose names are not listed and begin so. What
// stands first counts.
type leadSelection struct {
	lead string
	list []uint16
}

// nameSelection says which rules can apply to commands of some names, by their second word.
type nameSelection struct {
	names []string
	all   []uint16 // whatever the second word is
	other []uint16 // the second word is none of those listed
	subs  []subSelection
}

type subSelection struct {
	subs []string
	list []uint16
}

// selectRules computes the selection. Names with the same rules, and second words with the same
// rules, share a case.
func selectRules(rules []wordRule) selection {
	var s selection
	var names, leads []string
	for i := range rules {
		exact, ok := rules[i].names()
		if !ok && rules[i].leads() == nil {
			s.every = append(s.every, uint16(i))
		} else if !ok {
			leads = append(leads, rules[i].leads()...)
		}
		for _, n := range exact {
			if !strings.ContainsAny(n, "*?") {
				names = append(names, n)
			}
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		s.addName(selectName(rules, name))
	}
	slices.SortFunc(leads, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	for _, lead := range slices.Compact(leads) {
		s.leads = append(s.leads, selectLead(rules, lead))
	}
	return s
}

// selectLead takes the rules that can apply to names that begin so and are listed by no rule.
func selectLead(rules []wordRule, lead string) leadSelection {
	l := leadSelection{lead: lead}
	for i := range rules {
		if _, ok := rules[i].names(); !ok && begins(lead, rules[i].leads()) {
			l.list = append(l.list, uint16(i))
		}
	}
	return l
}

func (s *selection) addName(n nameSelection) {
	for i := range s.names {
		if s.names[i].same(&n) {
			s.names[i].names = append(s.names[i].names, n.names...)
			return
		}
	}
	s.names = append(s.names, n)
}

func (n *nameSelection) same(o *nameSelection) bool {
	return slices.Equal(n.all, o.all) && slices.Equal(n.other, o.other) &&
		slices.EqualFunc(n.subs, o.subs, func(a, b subSelection) bool {
			return slices.Equal(a.subs, b.subs) && slices.Equal(a.list, b.list)
		})
}

func selectName(rules []wordRule, name string) nameSelection {
	n := nameSelection{names: []string{name}}
	var words []string
	for i := range rules {
		if !rules[i].about(name) {
			continue
		}
		n.all = append(n.all, uint16(i))
		subs, ok := rules[i].subs()
		if !ok {
			n.other = append(n.other, uint16(i))
		}
		words = append(words, subs...)
	}
	slices.Sort(words)
	for _, sub := range slices.Compact(words) {
		n.addSub(sub, rules)
	}
	return n
}

func (n *nameSelection) addSub(sub string, rules []wordRule) {
	var list []uint16
	for _, i := range n.all {
		if subs, ok := rules[i].subs(); !ok || slices.Contains(subs, sub) {
			list = append(list, i)
		}
	}
	for i := range n.subs {
		if slices.Equal(n.subs[i].list, list) {
			n.subs[i].subs = append(n.subs[i].subs, sub)
			return
		}
	}
	n.subs = append(n.subs, subSelection{[]string{sub}, list})
}
