package policy

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Overruled names what the files of the user and the project try in vain, because an enforced
// policy says otherwise: settings that would loosen it, and allow rules about something that it
// asks about or denies. docs are the sources of the enforced policies, at resolves paths as a call
// in the project would.
//
// It tries rules with samples: it does not find an allow that is wider than what the policy is about.
func (p *Policy) Overruled(docs []*Document, project string, at fact.Places) []Problem {
	if p.Enforced == 0 {
		return nil
	}
	var found []Problem
	for _, doc := range p.Documents {
		found = append(found, p.overruledScalars(doc)...)
		o := overruler{doc: doc.whole(), sets: p.Sets[:p.Enforced], docs: docs, project: project, home: p.home,
			at: at}
		o.rules()
		found = append(found, o.found...)
	}
	return found
}

// overruledScalars lays the file alone over the enforced policies and looks which of its values did
// not come through.
func (p *Policy) overruledScalars(doc *Document) []Problem {
	own, s := doc.Settings(), p.locked
	merge(&s, &own)
	lock(&s, &p.locked)
	var found []Problem
	sandbox := own.Sandbox != nil
	got, locked := allValues(&s, sandbox), allValues(&p.locked, sandbox)
	for i, v := range allValues(&own, sandbox) {
		if v.Value == "" || v.Value == got[i].Value {
			continue
		}
		text := v.Key + ": " + v.Value + " has no effect: the organisation policy"
		if locked[i].Value != "" {
			text += " sets " + v.Key + ": " + locked[i].Value
		} else {
			text += " does not let other files set it"
			if v.Key == "onError" || v.Key == "dynamic" {
				text += " to allow"
			}
		}
		pos := doc.ScalarPos(v.Key)
		found = append(found, Problem{File: doc.File, Line: pos.Line, Col: pos.Col, Text: text,
			Mend: "remove it"})
	}
	if sandbox {
		found = append(found, overruledLists(doc, s.Sandbox)...)
	}
	for i := range doc.Tools.Require {
		r := &doc.Tools.Require[i]
		for _, e := range p.locked.Require {
			if rule.Glob(e.Tool, r.Tool) && r.Mode < e.Mode {
				found = append(found, Problem{File: doc.File, Line: r.Pos.Line, Col: r.Pos.Col,
					Text: "tools.require " + Quote(r.Tool) + " has no effect: the organisation policy requires " +
						e.Mode.String() + " (" + e.Src + ")", Mend: "remove it"})
				break
			}
		}
	}
	return found
}

// overruler compares the allow rules of one file with the enforced rule sets.
type overruler struct {
	doc           *Document
	sets          []rule.RuleSet
	docs          []*Document
	project, home string
	at            fact.Places
	found         []Problem
}

func (o *overruler) rules() {
	b := &o.doc.Tools.Bash
	for _, e := range o.doc.Tools.Allow {
		o.ask(e.Pos, "tools.allow: "+e.Text, func(set rule.RuleSet, hit func(rule.Hit)) {
			set.Tool(e.Text, hit)
		})
	}
	for _, p := range b.Allow {
		o.command(p.Pos, "bash.allow: "+p.Text, p.Words)
	}
	for _, p := range b.AllowChecks {
		o.pattern(p)
	}
	for i := range b.Arguments {
		if r := &b.Arguments[i]; r.Allows() {
			for _, words := range r.samples() {
				if o.command(r.Pos, r.ID(), words) {
					break
				}
			}
		}
	}
	for i := range b.Redirects {
		r := &b.Redirects[i]
		if !r.Allows() {
			continue
		}
		for _, m := range []fact.RedirMode{fact.RedirRead, fact.RedirWrite, fact.RedirAppend} {
			f := fact.Redirect{Mode: m, Path: o.path(r.Outside, r.Glob)}
			e := fact.Effect{Kind: [...]fact.EffectKind{fact.Read, fact.Write, fact.Append}[m], Path: f.Path}
			if rule.ModeMatches(r.Mode, &f) && o.ask(r.Pos, r.ID(),
				func(set rule.RuleSet, hit func(rule.Hit)) {
					set.Redirect(&f, o.at, hit)
					set.Effect(&e, o.at, hit)
				}) {
				break
			}
		}
	}
	for i := range o.doc.Effects {
		if r := &o.doc.Effects[i]; r.Allows() {
			o.effect(r)
		}
	}
}

// ask reports the rule at pos if a restrictive rule of an enforced policy certainly applies to the
// sample, and no allow of its own.
func (o *overruler) ask(pos Pos, id string, sample func(set rule.RuleSet,
	hit func(rule.Hit))) bool {
	var first rule.Hit
	for _, set := range o.sets {
		sample(set, func(h rule.Hit) {
			if !h.Maybe && h.Tier < rule.TierScopedAllow && (first.Info == nil || h.Tier < first.Tier) {
				first = h
			}
		})
	}
	if first.Info == nil || first.Decision == rule.Allow {
		return false
	}
	verb := "asks"
	if first.Decision == rule.Deny {
		verb = "denies"
	}
	o.found = append(o.found, Problem{File: o.doc.File, Line: pos.Line, Col: pos.Col,
		Text: id + " cannot allow what the organisation policy " + verb + " (" + first.Info.ID + ", " +
			first.Info.Src + ")", Mend: "remove it"})
	return true
}

func (o *overruler) command(pos Pos, id string, words []string) bool {
	s := subjectOf(words, o.at)
	return o.ask(pos, id, func(set rule.RuleSet, hit func(rule.Hit)) { set.Words(s, hit) })
}

// subjectOf is a command with nothing but words.
func subjectOf(words []string, at fact.Places) *rule.Subject {
	f := rule.Form{Allows: true, Sample: true}
	for _, w := range words {
		f.Words = append(f.Words, fact.Lit(w))
	}
	return &rule.Subject{Command: &fact.Command{Places: at}, Name: path.Base(words[0]),
		Forms: []rule.Form{f}}
}

// samples are commands that an argument rule is about.
func (r *ArgumentRule) samples() [][]string {
	var out [][]string
	subs := r.Subcommands
	if subs == nil {
		subs = [][]string{nil}
	}
	for name := range strings.SplitSeq(r.Command, "|") {
		for _, sub := range subs {
			words := append([]string{plain(strings.TrimSpace(name))}, sub...)
			out = append(out, words)
			for _, flag := range r.HasFlag {
				out = append(out, append(words[:len(words):len(words)], flag))
			}
		}
	}
	return out
}

// pattern searches an allowing expression in what the enforced policies are about.
func (o *overruler) pattern(p Pattern) {
	for _, doc := range o.docs {
		b := &doc.Tools.Bash
		var samples [][]string
		for _, list := range [][]Prefix{b.Deny, b.Ask} {
			for i := range list {
				samples = append(samples, list[i].Words)
			}
		}
		for i := range b.Arguments {
			if r := &b.Arguments[i]; !r.Allows() {
				samples = append(samples, r.samples()...)
			}
		}
		for _, words := range samples {
			if p.Match(strings.Join(words, " "), true) &&
				o.command(p.Pos, "bash.allowChecks: "+p.Written, words) {
				return
			}
		}
	}
}

func (o *overruler) effect(r *EffectRule) {
	for _, k := range r.On {
		e := fact.Effect{Kind: k, Host: plain(r.Host), Variable: plain(r.Variable),
			Recursive: r.Recursive == rule.True, Mkdir: r.Mkdir == rule.True, Names: r.Names == rule.True,
			Path: o.path(r.Outside, r.Glob)}
		if o.ask(r.Pos, r.ID(), func(set rule.RuleSet, hit func(rule.Hit)) {
			set.Effect(&e, o.at, hit)
		}) {
			return
		}
	}
}

// path is a path that a rule with outside or glob is about.
func (o *overruler) path(outside []string, glob string) fact.Path {
	abs := "/"
	switch {
	case outside == nil && glob == "":
		return fact.Path{}
	case glob != "":
		abs = plain(glob)
		if rest, ok := strings.CutPrefix(abs, "~/"); ok {
			abs = path.Join(o.home, rest)
		} else if !path.IsAbs(abs) {
			abs = path.Join(o.project, abs)
		}
	}
	return fact.Path{Written: abs, Abs: abs, Known: true}
}

// plain replaces the pattern characters of a glob by something that they match.
func plain(glob string) string {
	return strings.NewReplacer("**", "x", "*", "x", "?", "x").Replace(glob)
}
