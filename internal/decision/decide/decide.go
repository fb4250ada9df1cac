// Package decide turns facts into a verdict: it collects what the rule sets say of each command,
// effect and redirection, orders it in tiers, and folds it. It knows no shell.
package decide

import (
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
	"github.com/fencepost/fencepost/internal/rule"
)

// Decider judges calls under one policy.
type Decider struct {
	Sets     []rule.RuleSet
	Scopes   *rule.Scopes   // what the sets can speak of; nil: anything
	Enforced int            // the first so many sets are those of an enforced policy
	Settings *rule.Settings // effective: every scalar that has a default is set
	Places   fact.Places
	Guard    Guard

	// Looks is what may still be looked at on the disk; nil: there is no bound.
	Looks *effort.Budget
	// Late is the last resort of the analysis; zero: none. A call that is judged after it counts as a
	// failure, whatever was found: not all may have been. Judging goes on for Grace after it, since a
	// rule may deny what was found.
	Late  time.Time
	Grace time.Duration

	// Wrote says whether an earlier call of the session wrote a file; nil: nobody knows. It is no
	// function, which each call would have to allocate.
	Wrote interface{ WroteEarlier(name string) bool }

	// Trace is called for everything that had a say, for explain; nil for none.
	Trace func(Said)

	// Confine says what a run in the sandbox settles; nil where a call does not run in it.
	Confine *Confine

	secret  *secretRead // the first one of this call
	hearing hearing
	quiet   quietEffects
	dir     fact.Path // that is asked about: rules take a pointer, which would go to the heap

	script    scriptOf   // in which what is judged stands
	agents    []int      // scripts that the agent has written, by their place in Facts.Files from 1
	theirs    []int      // scripts that it has not
	steps     int32      // what was judged so far
	unvouched bool       // a part of the call passes only by default
	over      bool       // not all is judged
	named     bool       // a rule allows the tool whose text of PowerShell is judged
	cmdlets   string     // that tool; "" while other text is judged
	room      [2]opinion // of the commands of a short call
}

const (
	maxJudged  = 20_000 // commands and effects of a call
	perPattern = 20     // as many does one on a pattern count as: it takes as long
	perLook    = 64     // that are judged between two looks at the clock
)

// late reports whether enough was judged, before n more things are.
func (d *Decider) late(n int32) bool {
	before := d.steps / perLook
	d.steps += n
	if d.steps/perLook != before && !d.Late.IsZero() {
		d.over = d.over || time.Now().After(d.Late.Add(d.Grace))
	}
	d.over = d.over || d.steps > maxJudged
	return d.over
}

// weight is as how many things an effect counts.
func weight(e *fact.Effect) int32 {
	if e.Path.Glob {
		return perPattern
	}
	return 1
}

// bound is the failure of a call of which not all was read, judged, or looked at on the disk.
func (d *Decider) bound() opinion {
	late := !d.Late.IsZero() && time.Now().After(d.Late)
	if !d.over && !late && !d.Looks.Over() {
		return opinion{}
	}
	return d.hazard(&fact.Hazard{ID: hazards.BoundTime,
		Why: "the call does more than fencepost looks at"})
}

// Guard knows the paths that are protected whatever the rules say.
type Guard interface {
	// Protected returns why an effect on a path must not happen, and the decision; Unset if the path
	// is not protected.
	Protected(e *fact.Effect) (d rule.Decision, why string)
}

// Said is one thing that had a say about one command.
type Said struct {
	Command  int // index into Facts.Commands; -1 for a tool
	About    string
	Decision rule.Decision
	Tier     rule.Tier
	Info     *rule.Info // nil where it is no rule
	Why      string
	Settled  bool // overruled by a scoped allow
}

// opinion is what is known so far of one command or tool: the most restrictive thing said, and why.
type opinion struct {
	decision rule.Decision
	cause    rule.Cause
	info     *rule.Info
	why      string
	ruleID   string
	place    string // FILE:LINE of a script; "" for the call itself
	maybe    bool
	answer   Answer // of an ask that a run in the sandbox settles
}

// worse replaces o if the other is more restrictive, or as restrictive and says more: it is sure
// where o is not, or has a reason where o only is the default. Else the first of equals stays.
func (o *opinion) worse(p opinion) {
	says := o.maybe && !p.maybe || o.cause == rule.ByDefault && p.cause != rule.ByDefault
	if a, b := p.rank(), o.rank(); a > b || a == b && p.decision > rule.Allow && says {
		*o = p
	}
}

// Shell judges a call of a tool that runs shell text.
func (d *Decider) Shell(f *fact.Facts) rule.Verdict {
	var worst opinion
	at := -1
	own := d.room[:]
	if len(f.Commands) > len(own) {
		own = make([]opinion, len(f.Commands))
	}
	own = own[:len(f.Commands)]
	clear(own) // of an earlier call
	if d.Confine != nil {
		d.Confine.begin(f)
	}
	for i := range f.Commands {
		if d.late(1) {
			break
		}
		own[i] = d.command(f, i)
		if own[i].rank() > worst.rank() {
			worst, at = own[i], i
		}
	}
	d.confine(nil)
	if o, i := d.line(f, own); o.rank() > worst.rank() {
		worst, at = o, i
	}
	text := ""
	if at >= 0 {
		text = f.Commands[at].Text
	} else if len(f.Commands) > 0 {
		text = f.Commands[0].Text
	}
	for i := range f.Hazards {
		h := &f.Hazards[i]
		end := d.within(f, h.File)
		o := d.lets(d.hazard(h))
		end()
		o.place = place(f, h.File, h.Line)
		d.say(Said{Command: -1, About: h.Text, Decision: o.decision, Tier: rule.TierAsk, Why: h.Why})
		if o.rank() > worst.rank() {
			worst = o
			if h.Text != "" {
				text = h.Text
			}
		}
	}
	if o := d.bound(); o.rank() > worst.rank() {
		worst = o
	}
	if worst.decision == rule.Unset {
		worst = opinion{decision: rule.Allow}
	}
	v := d.verdict(worst, text)
	v.Compound = f.Chain.Commands >= 2
	if d.settle(&worst) && d.Confine.Live {
		if v.Cause == rule.ByDefault && v.Description == "" && at >= 0 {
			v.Description = unspoken(&f.Commands[at])
		}
		return settled(v)
	}
	if d.chained(&worst, &f.Chain) {
		v.Decision, v.Cause = rule.Deny, rule.ByChain
		return v
	}
	if v.Decision == rule.Ask && v.Compound {
		v.Others = others(f, own, text)
	}
	if v.Decision == rule.Ask && v.Cause == rule.ByDefault && v.Description == "" && at >= 0 {
		v.Description = unspoken(&f.Commands[at])
	}
	return v
}

// maxOthers bounds the parts of a line that an ask names beside the first.
const maxOthers = 3

// others are the parts of the call's own text that are asked about beside the one which is named.
func others(f *fact.Facts, own []opinion, named string) (list []string) {
	for i := range f.Commands {
		c := &f.Commands[i]
		if own[i].decision != rule.Ask || !c.Own || c.Text == "" || c.Text == named ||
			slices.Contains(list, c.Text) {
			continue
		}
		if list = append(list, c.Text); len(list) == maxOthers {
			break
		}
	}
	return list
}

// chained reports whether an ask becomes a deny because steps are chained.
func (d *Decider) chained(o *opinion, c *fact.Chain) bool {
	return o.decision == rule.Ask && o.cause != rule.ByError && c.Joined && !c.Control &&
		d.Settings.DiscourageChaining.Or(true)
}

func (d *Decider) verdict(o opinion, text string) rule.Verdict {
	v := rule.Verdict{Decision: o.decision, Cause: o.cause, Command: text,
		Description: agent.Capital(o.why), Rule: o.ruleID, Unvouched: d.unvouched, Place: o.place}
	if o.info != nil {
		v.Rule, v.Src, v.Alternative = o.info.ID, o.info.Src, o.info.Alternative
		if v.Description == "" {
			v.Description = o.info.Description
		}
	}
	return v
}

func (d *Decider) say(s Said) {
	if d.Trace != nil {
		d.Trace(s)
	}
}

// command judges one command: its words, each redirection, each effect, and what could not be known
// of it.
func (d *Decider) command(f *fact.Facts, i int) opinion {
	c := &f.Commands[i]
	d.confine(c)
	if c.File > 0 {
		file := c.File
		if c.Handed {
			file = 0
		}
		defer d.within(f, file)()
	}
	worst, words := opinion{}, opinion{decision: rule.Allow}
	code := d.code(f, i)
	if c.Kind == fact.Simple || c.Kind == fact.Empty || c.Kind == fact.Redirected {
		words = d.words(f, i, &code)
	}
	worst.worse(d.lets(words))
	worst.worse(code.worst)
	if !code.settled {
		worst.worse(d.untested(f, i))
	}
	for k := range c.Redirects {
		worst.worse(d.lets(d.redirect(c, &c.Redirects[k], i)))
	}
	for k := range c.Effects {
		if d.late(weight(&c.Effects[k])) {
			break
		}
		worst.worse(d.effectOf(f, c, k, i))
	}
	for k := range c.Hazards {
		h := &c.Hazards[k]
		if h.File > 0 {
			end := d.within(f, h.File)
			worst.worse(d.saidHazard(h, i))
			end()
			continue
		}
		worst.worse(d.saidHazard(h, i))
	}
	if c.File > 0 {
		worst.place = place(f, c.File, c.Line)
		if worst.why == "" && worst.cause == rule.ByDefault {
			worst.why = "no rule allows it, and " + notOurs(f, c.File)
		}
	}
	return worst
}

// effectOf judges an effect of command i, which may be one of a script that it runs.
func (d *Decider) effectOf(f *fact.Facts, c *fact.Command, k, i int) opinion {
	e := &c.Effects[k]
	if e.Loaded && f.Imports(c) > 0 {
		defer d.within(f, f.Imports(c))()
	} else if c.Runs > 0 && e.InCode {
		defer d.within(f, c.Runs)()
	}
	if e.Kind == fact.Delete && e.Whole && !e.Recursive && d.thrownAway(c) {
		gone := *e
		gone.Recursive = true
		return d.lets(d.effect(&gone, c.Places, i))
	}
	return d.lets(d.effect(&c.Effects[k], c.Places, i))
}

// thrownAway reports whether a command moves things to a place that rules let be deleted as a whole,
// as that of build output: a directory that goes there is as good as gone.
func (d *Decider) thrownAway(c *fact.Command) bool {
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind != fact.Write && e.Kind != fact.Append || !e.Path.Known {
			continue
		}
		gone := fact.Effect{Kind: fact.Delete, Path: e.Path, Recursive: true}
		var t tally
		d.askEffect(&gone, c.Places, t.add)
		if o, ok := t.opinion(); ok && o.decision == rule.Allow {
			return true
		}
	}
	return false
}

func (d *Decider) saidHazard(h *fact.Hazard, i int) opinion {
	o := d.lets(d.hazard(h))
	d.say(Said{Command: i, About: h.Text, Decision: o.decision, Tier: rule.TierAsk, Why: h.Why})
	return o
}

// words judges the words of a command. Where no rule speaks, a transparent wrapper is left to its
// payload, and what the spec proves read-only may pass.
func (d *Decider) words(f *fact.Facts, i int, code *verdictOnCode) opinion {
	c := &f.Commands[i]
	if c.Kind == fact.Redirected && d.judged(c) {
		return opinion{decision: rule.Allow}
	}
	if c.Kind == fact.Redirected && len(c.Argv) == 0 {
		c = emptied(c)
	}
	h := d.hear(i, c, nil)
	if len(c.Argv) > 0 {
		h.subject.Set(c, c.Unjudged == "")
		// What other layers strip must not make a scoped allow of the enforced policy apply.
		d.askWords(h, 0, d.Enforced)
		d.askWords(h, d.Enforced, len(d.Sets))
	}
	o, ok := h.tally.opinion()
	if vouches(f, c, ok && o.decision == rule.Allow); ok {
		o.answer = d.answersRule(&o, nil)
		if o.maybe {
			o.why = unknownWord(c, &o)
		}
		return o
	}
	if d.builtHere(c, i) {
		return opinion{decision: rule.Allow}
	}
	if o, ok := d.followed(f, i, code); ok {
		return o
	}
	switch {
	case c.Wrapper == fact.Transparent && len(c.Nested) > 0 && !ownVariable(c):
		return opinion{decision: rule.Allow}
	case c.ReadOnly && c.Unjudged == "" && d.Settings.ReadOnly == rule.Allow && onlyReads(c):
		d.say(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierAllow,
			Why: "its spec proves that it only reads"})
		return opinion{decision: rule.Allow}
	case d.byCode(c, code):
		d.say(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierScopedAllow,
			Why: "all that its code does is reading, or allowed"})
		return opinion{decision: rule.Allow}
	}
	return d.vouched(d.byDefault(c, i), c)
}

// emptied is a command of redirections alone, > FILE, as the one that does the same with a name:
// : > FILE. What zsh runs in its place is judged as a command of its own.
func emptied(c *fact.Command) *fact.Command {
	named := *c
	named.Kind, named.Name, named.System, named.Known = fact.Simple, ":", true, true
	named.Argv = []fact.Word{fact.Lit(":")}
	named.Canon = named.Argv
	return &named
}

// ownVariable reports whether a wrapper gets a variable that is named after it, with which no
// payload is concerned: VALGRIND_OPTS=--log-file=x valgrind true.
func ownVariable(c *fact.Command) bool {
	rest, ok := strings.CutPrefix(c.Unjudged, strings.ToUpper(c.Name))
	return ok && c.Unjudged != "" && strings.HasPrefix(rest, "_")
}

// voids reports whether an allowing rule was not written for what the command is: it gets a
// variable that could make it run other code, or an option that does, or it is a file that has the
// name of a known program (./evil/make) and the rule only looks at that name.
func voids(c *fact.Command, i *rule.Info) bool {
	argument := i.Kind == rule.ArgumentRule
	return c.Unjudged != "" || (c.Loads || c.Stray) && (argument || i.Kind == rule.PrefixRule) ||
		c.Known && !c.System && argument
}

// judged reports whether a redirection without a command name is left to its own rules: one of a
// compound command always is.
func (d *Decider) judged(c *fact.Command) bool {
	if c.Enclosing {
		return true
	}
	for k := range c.Redirects {
		spoken := false
		d.eachRedirectHit(&c.Redirects[k], c.Places, func(rule.Hit) { spoken = true })
		if !spoken {
			return false
		}
	}
	return len(c.Redirects) > 0
}

func onlyReads(c *fact.Command) bool {
	for k := range c.Redirects {
		r := &c.Redirects[k]
		if !r.Exempt && (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend || r.Net) {
			return false
		}
	}
	return true
}

// byDefault is tier 5: the mode if one is set, else the default.
func (d *Decider) byDefault(c *fact.Command, i int) opinion {
	if d.Settings.Mode != rule.ModeUnset {
		return d.byMode(d.requiredByCommand(c), i, c.Text)
	}
	o := opinion{decision: d.Settings.Default, cause: rule.ByDefault}
	if o.decision == rule.Ask && d.lenient() {
		d.say(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierDefault,
			Why: "no rule speaks of it, and the script is as the last commit has it"})
		return o
	}
	if o.decision == rule.Ask {
		o.answer = d.answersDefault(c)
	}
	d.unvouched = d.unvouched || o.decision == rule.Allow
	why := "no rule speaks of it"
	if c.Unjudged != "" {
		o.why = "it gets the variable " + c.Unjudged +
			", which could make it run other code, so no allow covers it"
		why = o.why
	} else if c.Loads {
		o.why = "an option makes it run other code, so an allow for its name does not cover it"
		why = o.why
	} else if c.Stray {
		o.why = "fencepost does not know one of its options, so an allow for its name does not cover it"
		why = o.why
	}
	d.say(Said{Command: i, About: c.Text, Decision: o.decision, Tier: rule.TierDefault, Why: why})
	return o
}

// hazard applies the policy that a hazard falls under.
func (d *Decider) hazard(h *fact.Hazard) opinion {
	o := opinion{decision: rule.Ask, cause: rule.ByHazard, why: h.Why,
		ruleID: "hazard: " + h.ID.String()}
	switch h.ID.Kind() {
	case fact.Dynamic:
		o.decision = d.Settings.Dynamic
	case fact.Failure:
		o.decision, o.cause = d.Settings.OnError, rule.ByError
	}
	o.answer = d.answersHazard(h.ID)
	return o
}
