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
	Scopes   rule.Scopes    // what the sets can speak of
	Enforced int            // the first so many sets are those of an enforced policy
	Settings *rule.Settings // effective: every scalar that has a default is set
	Places   fact.Places
	Guard    Guard
	Secrets  []rule.RuleSet // the bundled rules on secrets, by which a mode tells reads apart; or nil

	// Looks is what may still be looked at on the disk; nil: there is no bound.
	Looks *effort.Budget
	// Late is the last resort of the analysis; zero: none. A call that is judged after it counts as a
	// failure, whatever was found: not all may have been. Judging goes on for Grace after it, since a
	// rule may deny what was found.
	Late  time.Time
	Grace time.Duration

	// Wrote says whether an earlier call of the session wrote a file; nil: nobody knows. Each call
	// would have to allocate a function.
	Wrote interface{ WroteEarlier(name string) bool }

	// Trace is called for everything that had a say, for explain; nil for none.
	Trace func(Said)

	// Confine says what a run in the sandbox settles; nil where a call does not run in it.
	Confine *Confine

	secret  *secretRead // the first one of this call
	hearing hearing
	quiet   quietEffects
	dir     fact.Path     // that is asked about: rules take a pointer, which would go to the heap
	about   *fact.Command // that is judged; nil for the call as a whole

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
	perPattern = 20     // an effect on a pattern counts as so many, since it takes as long
	perLook    = 64     // so many are judged between two looks at the clock
)

// overBudget reports whether enough was judged, before n more things are.
func (d *Decider) overBudget(n int32) bool {
	before := d.steps / perLook
	d.steps += n
	if d.steps/perLook != before && !d.Late.IsZero() {
		d.over = d.over || time.Now().After(d.Late.Add(d.Grace))
	}
	d.over = d.over || d.steps > maxJudged
	return d.over
}

// cutShort is the failure of a call if not all of it was read, judged, or looked at on the disk.
func (d *Decider) cutShort() opinion {
	late := !d.Late.IsZero() && time.Now().After(d.Late)
	if !d.over && !late && !d.Looks.Over() {
		return opinion{}
	}
	return d.judgeHazard(&fact.Hazard{ID: hazards.BoundTime,
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

// raiseTo replaces o if the other is more restrictive, or as restrictive and says more: it is sure
// where o is not, or has a reason where o only is the default. Else the first of equals stays.
func (o *opinion) raiseTo(p opinion) {
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
		d.Confine.findExceptions(f)
	}
	for i := range f.Commands {
		if d.overBudget(1) {
			break
		}
		own[i] = d.inSource(f, i, d.judgeCommand(f, i))
		if own[i].rank() > worst.rank() {
			worst, at = own[i], i
		}
	}
	d.about = nil
	if o, i := d.judgeLine(f, own); o.rank() > worst.rank() {
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
		end := d.enterFile(f, h.File)
		o := d.relax(d.judgeHazard(h))
		end()
		o.place = placeOf(f, h.File, h.Line)
		d.trace(Said{Command: -1, About: h.Text, Decision: o.decision, Tier: rule.TierAsk, Why: h.Why})
		if o.rank() > worst.rank() {
			worst = o
			if h.Text != "" {
				text = h.Text
			}
		}
	}
	if o := d.cutShort(); o.rank() > worst.rank() {
		worst = o
	}
	if worst.decision == rule.Unset {
		worst = opinion{decision: rule.Allow}
	}
	v := d.verdict(worst, text)
	v.Compound = f.Chain.Commands >= 2
	if v.Decision != rule.Ask {
		return v
	}
	v.Answered = d.answered(&worst)
	if !v.Answered && d.chained(&worst, &f.Chain) {
		v.Decision, v.Cause = rule.Deny, rule.ByChain
		return v
	}
	if !v.Answered && v.Compound {
		v.Others = otherAsks(f, own, text)
	}
	if v.Cause == rule.ByDefault && v.Description == "" && at >= 0 {
		v.Description = whyNoRule(&f.Commands[at])
	}
	return v
}

// maxOthers bounds the parts of a line that an ask names beside the first.
const maxOthers = 3

// otherAsks are the parts of the call's own text that are asked about beside the one which is
// named.
func otherAsks(f *fact.Facts, own []opinion, named string) (list []string) {
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
	return o.cause != rule.ByError && c.Joined && !c.Control &&
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

func (d *Decider) trace(s Said) {
	if d.Trace != nil {
		d.Trace(s)
	}
}

// judgeCommand judges one command: its words, each redirection, each effect, and what could not be
// known of it.
func (d *Decider) judgeCommand(f *fact.Facts, i int) opinion {
	c := &f.Commands[i]
	d.about = c
	if c.File > 0 {
		file := c.File
		if c.NameGiven {
			file = 0
		}
		defer d.enterFile(f, file)()
	}
	worst, words, code := opinion{}, opinion{decision: rule.Allow}, verdictOnCode{settled: true}
	if len(c.Code) > 0 {
		code = d.judgeCode(f, i)
	}
	if c.Kind == fact.Simple || c.Kind == fact.Empty || c.Kind == fact.Redirected {
		words = d.judgeWords(f, i, &code)
	}
	worst.raiseTo(d.relax(words))
	worst.raiseTo(code.worst)
	if !code.settled {
		worst.raiseTo(d.runsWrittenTest(f, i))
	}
	for k := range c.Redirects {
		worst.raiseTo(d.relax(d.judgeRedirect(c, &c.Redirects[k], i)))
	}
	for k := range c.Effects {
		n := int32(1)
		if c.Effects[k].Path.Glob {
			n = perPattern
		}
		if d.overBudget(n) {
			break
		}
		worst.raiseTo(d.judgeOwnEffect(f, c, k, i))
	}
	for k := range c.Hazards {
		h := &c.Hazards[k]
		if h.File > 0 {
			end := d.enterFile(f, h.File)
			worst.raiseTo(d.saidHazard(h, i))
			end()
			continue
		}
		worst.raiseTo(d.saidHazard(h, i))
	}
	if c.File > 0 {
		worst.place = placeOf(f, c.File, c.Line)
		if worst.why == "" && worst.cause == rule.ByDefault {
			worst.why = "no rule allows it, and " + notOurs(f, c.File)
		}
	}
	return worst
}

// judgeOwnEffect judges an effect of command i, which may be one of a script that it runs.
func (d *Decider) judgeOwnEffect(f *fact.Facts, c *fact.Command, k, i int) opinion {
	e := &c.Effects[k]
	if e.Loaded && f.Imports(c) > 0 {
		defer d.enterFile(f, f.Imports(c))()
	} else if c.Runs > 0 && e.InCode {
		defer d.enterFile(f, c.Runs)()
	}
	if e.Kind == fact.Delete && e.Whole && !e.Recursive && d.movesToTrash(c) {
		gone := *e
		gone.Recursive = true
		return d.relax(d.judgeEffect(&gone, c.Places, i))
	}
	return d.relax(d.judgeEffect(e, c.Places, i))
}

// movesToTrash reports whether a command moves things to a place such as that of build output,
// which rules let a command delete as a whole: a directory that goes there is as good as gone.
func (d *Decider) movesToTrash(c *fact.Command) bool {
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
	o := d.relax(d.judgeHazard(h))
	d.trace(Said{Command: i, About: h.Text, Decision: o.decision, Tier: rule.TierAsk, Why: h.Why})
	return o
}

// judgeWords judges the words of a command. If no rule is about them, a transparent wrapper is left
// to its payload, and what the spec proves read-only may pass.
func (d *Decider) judgeWords(f *fact.Facts, i int, code *verdictOnCode) opinion {
	c := &f.Commands[i]
	if c.Kind == fact.Redirected && d.leftToRedirects(c) {
		return opinion{decision: rule.Allow}
	}
	h := d.beginHearing(i, c, nil)
	if len(c.Argv) > 0 || rule.OnlyRedirects(c) {
		h.subject.Set(c, c.Unjudged == "")
		// What other layers strip must not make a scoped allow of the enforced policy apply.
		d.askWords(h, 0, d.Enforced)
		d.askWords(h, d.Enforced, len(d.Sets))
	}
	o, ok := h.tally.opinion()
	if c.Runs > 0 {
		noteVouched(f, c, ok && o.decision == rule.Allow, h.tally.own)
	}
	if o.decision > rule.Allow {
		o.answer = d.answersRule(&o, nil)
		if o.maybe {
			o.why = unknownWord(c, &o)
		}
	}
	if ok && o.decision == rule.Allow && !code.settled && codeOnInput(c) &&
		o.info.Kind != rule.PrefixRule {
		ok = false // the expression has read the words, and the code stands in none
	}
	if ok {
		if d.endsAtMode(&o, h.own) {
			o = d.capped(o, d.requiredByCommand(c, true), i, c.Text)
		}
		return o
	}
	if d.runsOwnBuild(c, i) {
		return opinion{decision: rule.Allow}
	}
	if o, ok := d.judgeScript(f, i, code); ok {
		return o
	}
	switch {
	case c.Wrapper == fact.Transparent && len(c.Nested) > 0 && !ownVariable(c):
		return opinion{decision: rule.Allow}
	case c.ReadOnly && c.Unjudged == "" && d.Settings.ReadOnly == rule.Allow && onlyReads(c):
		d.trace(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierAllow,
			Why: "its spec proves that it only reads"})
		return opinion{decision: rule.Allow}
	case d.byCode(c, code):
		d.trace(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierScopedAllow,
			Why: "all that its code does is reading, or allowed"})
		if o.decision = rule.Allow; code.bundled && d.endsAtMode(&o, false) {
			o = d.capped(o, d.requiredByCommand(c, true), i, c.Text)
		}
		return o
	}
	return d.withoutDefault(d.byDefault(c, i), c)
}

// ownVariable reports whether a wrapper gets a variable that is named after it. Such a variable
// does not concern the payload: VALGRIND_OPTS=--log-file=x valgrind true.
func ownVariable(c *fact.Command) bool {
	rest, ok := strings.CutPrefix(c.Unjudged, strings.ToUpper(c.Name))
	return ok && c.Unjudged != "" && strings.HasPrefix(rest, "_")
}

// leftToRedirects reports whether a command that is only redirected is left to the rules about
// redirections. A compound command always is.
func (d *Decider) leftToRedirects(c *fact.Command) bool {
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
		return d.byMode(d.requiredByCommand(c, c.Kind == fact.Simple || rule.OnlyRedirects(c)), i, c.Text)
	}
	o := opinion{decision: d.Settings.Default, cause: rule.ByDefault}
	if o.decision == rule.Ask && (d.script.named || d.passesUnknown()) {
		d.trace(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierDefault,
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
	} else if c.RunsUnseenCode {
		o.why = "an option makes it run other code, so an allow for its name does not cover it"
		why = o.why
	} else if word := d.hearing.unknown; word != "" {
		what := "word "
		if word[0] == '-' {
			what = "option "
		}
		o.why = "fencepost does not know the " + what + word + " of " + c.Name
		why = o.why
	} else if c.UnknownOption {
		o.why = "fencepost does not know one of its options, so an allow for its name does not cover it"
		why = o.why
	}
	d.trace(Said{Command: i, About: c.Text, Decision: o.decision, Tier: rule.TierDefault, Why: why})
	return o
}

// judgeHazard judges a hazard by the setting for its kind.
func (d *Decider) judgeHazard(h *fact.Hazard) opinion {
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
