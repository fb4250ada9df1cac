package decide

import (
	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// judgeRedirect judges one redirection: by the redirect rules, and as the effect that it is.
func (d *Decider) judgeRedirect(c *fact.Command, r *fact.Redirect, i int) opinion {
	if r.Exempt || r.Mode == fact.RedirHere || r.Mode == fact.RedirDup && !r.Net {
		return opinion{}
	}
	t, own := tally{confined: d.Confine != nil}, false
	d.eachRedirectHit(r, c.Places, func(h rule.Hit) {
		if d.skipsHit(&h) {
			return
		}
		t.add(h)
		own = own || h.Decision == rule.Allow && !ofPreset(h.Info)
		d.trace(Said{Command: i, About: r.Text, Decision: h.Decision, Tier: h.Tier, Info: h.Info})
	})
	worst := d.protected(&fact.Effect{Kind: redirectEffect(r), Path: r.Path}, i)
	o, ok := t.opinion()
	if !ok && c.Enclosing {
		o.decision = rule.Allow // { ls; } > a: there are no words that a mode could stop
	}
	if c.Kind == fact.Redirected && d.endsAtMode(&o, own) {
		need := d.requiredByEffect(&fact.Effect{Kind: redirectEffect(r), Path: r.Path})
		o = d.capped(o, need, i, r.Text)
		ok = ok || o.decision > rule.Allow
	}
	if ok {
		o.answer = d.answersRule(&o, &fact.Effect{Kind: redirectEffect(r), Path: r.Path})
		if o.maybe {
			o.why = unknownPath(redirectEffect(r), &r.Path, &o)
		}
		worst.raiseTo(o)
		if o.decision == rule.Allow {
			return worst
		}
		if r.Mode == fact.RedirRead || r.Op == "<>" {
			d.noteRead(i, &r.Path, &o)
		}
	}
	if worst.decision < rule.Ask && r.Path.Glob {
		worst.raiseTo(d.readFiles(&fact.Effect{Kind: redirectEffect(r), Path: r.Path}, c.Places, i))
	}
	if r.Mode != fact.RedirRead && !r.Net && !r.Path.Known && d.Settings.Dynamic > rule.Allow {
		why := "fencepost cannot know which file it writes"
		d.trace(Said{Command: i, About: r.Text, Decision: d.Settings.Dynamic, Tier: rule.TierAsk,
			Why: why})
		worst.raiseTo(opinion{decision: d.Settings.Dynamic, cause: rule.ByHazard, why: why,
			answer: d.answersHazard(hazards.DynamicPath)})
	}
	return worst
}

func redirectEffect(r *fact.Redirect) fact.EffectKind {
	switch {
	case r.Net:
		return fact.Network
	case r.Mode == fact.RedirRead:
		return fact.Read
	case r.Mode == fact.RedirAppend:
		return fact.Append
	}
	return fact.Write
}

// eachRedirectHit calls hit for every redirect and effect rule that applies to a redirection.
func (d *Decider) eachRedirectHit(r *fact.Redirect, at fact.Places, hit func(rule.Hit)) {
	e := fact.Effect{Kind: redirectEffect(r), Path: r.Path, Host: r.Host}
	who := d.Scopes.Effect(e.Kind) | d.Scopes.Redirects()
	if r.Op == "<>" {
		who |= d.Scopes.Effect(fact.Read)
	}
	var buf [someAsked]int
	for _, i := range d.Scopes.Among(who, 0, len(d.Sets), buf[:0]) {
		set := d.Sets[i]
		set.Redirect(r, at, hit)
		set.Effect(&e, at, hit)
		if r.Op == "<>" {
			read := fact.Effect{Kind: fact.Read, Path: r.Path}
			set.Effect(&read, at, hit)
		}
	}
}

// judgeEffect judges one effect. An effect that no rule is about is left to the words.
func (d *Decider) judgeEffect(e *fact.Effect, at fact.Places, i int) opinion {
	if len(d.quiet.list) > 0 && d.wasQuiet(e, at) {
		return opinion{}
	}
	var o, worst opinion
	if !e.Found {
		h := d.beginHearing(i, nil, e)
		d.askEffect(e, at, h.onEffect)
		worst = d.protected(e, i)
		o, _ = h.tally.opinion()
	}
	if o.decision > rule.Allow {
		o.answer = d.answersRule(&o, e)
		if o.maybe {
			o.why = unknownPath(e.Kind, &e.Path, &o)
		}
		if e.Kind == fact.Read && !(e.Guess && e.Data) { // what a text names may not be read
			d.noteRead(i, &e.Path, &o)
		}
	}
	worst.raiseTo(o)
	if worst.decision < rule.Ask && e.Kind == fact.Read && (e.Path.Glob || e.Recursive) {
		worst.raiseTo(d.readFiles(e, at, i))
	}
	if worst == (opinion{}) {
		d.noteQuiet(e, at)
	}
	if e.Guess && e.Detail != "" {
		return namedIn(e, worst)
	}
	return worst
}

// namedIn is an opinion on what a file of the project names, and the program need not touch: what a rule
// denies asks, and the reason says which file it is. A rule that is enforced stands.
func namedIn(e *fact.Effect, o opinion) opinion {
	if o.decision >= rule.Ask && (o.info == nil || !o.info.Enforced) {
		o.decision, o.why = rule.Ask, e.Detail+": "+o.why
	}
	return o
}

// someAsked is the number of rule sets that a list has room for: most things concern fewer.
const someAsked = 24

// askEffect asks the rule sets about an effect.
func (d *Decider) askEffect(e *fact.Effect, at fact.Places, hit func(rule.Hit)) {
	var buf [someAsked]int
	for _, i := range d.Scopes.Among(d.Scopes.Effect(e.Kind), 0, len(d.Sets), buf[:0]) {
		d.Sets[i].Effect(e, at, hit)
	}
}

func (d *Decider) protected(e *fact.Effect, i int) opinion {
	if d.Guard == nil || !e.Kind.HasPath() {
		return opinion{}
	}
	got, why := d.Guard.Protected(e)
	if got == rule.Unset || got == rule.Ask && d.skipsPattern(&e.Path) {
		return opinion{}
	}
	tier := rule.TierAsk
	if got == rule.Deny {
		tier = rule.TierDeny
	} else if e.Guess {
		why = "Fencepost cannot know which files it changes. Name them, as one may be protected: " + why
	}
	d.trace(Said{Command: i, About: e.Path.Written, Decision: got, Tier: tier, Why: why})
	o := opinion{decision: got, cause: rule.ByProtect, why: why, ruleID: "protected"}
	maybe := e.Guess || e.Path.Glob || !e.Path.Known
	if got == rule.Ask && maybe && len(d.Settings.Protect) == 0 {
		o.answer = d.answersPath(e) // the sandbox keeps what is protected
	}
	return o
}
