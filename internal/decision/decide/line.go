package decide

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// What no command shows by itself, the commands of one line may show together: a secret that is
// read by one and a network that is used by another, or a file that is written by one and run by
// another. Rules say what such a line is worth (key together).

// secretRead is a read that a rule denies or asks about for certain.
type secretRead struct {
	command int
	about   string
}

// line judges the commands together. It returns the index of the command that decides.
func (d *Decider) line(f *fact.Facts, own []opinion) (o opinion, at int) {
	if o, at = d.egress(f); o.decision > rule.Allow {
		return o, at
	}
	if o, at = d.writtenThenRun(f, own); o.stays() {
		return o, at
	}
	if out, i := d.elsewhere(f, own); out.rank() > o.rank() {
		return out, i
	}
	return o, at
}

// together is what the rules say of commands that do something together, of which the last is
// command i; ok is false where none speaks.
func (d *Decider) together(what rule.Together, i int, c *fact.Command, why string) (o opinion,
	ok bool) {
	t := d.tally()
	for k, set := range d.Sets {
		if !d.Scopes.Together(k, what) {
			continue
		}
		set.Together(what, func(h rule.Hit) {
			t.add(h)
			d.say(Said{Command: i, About: c.Text, Decision: h.Decision, Tier: h.Tier, Info: h.Info,
				Why: why})
		})
	}
	if o, ok = t.opinion(); ok {
		if what != rule.SecretSent {
			o.answer = d.answersRule(&o, nil)
		}
		if o.why = agent.Capital(why); o.info.Description != "" {
			o.why = o.info.Description + ". " + o.why
		}
	}
	return o, ok
}

// passes reports whether a command is allowed without a rule that knows it.
func (d *Decider) passes(o *opinion) bool {
	return o.cause == rule.ByMode || o.cause == rule.ByDefault && d.Settings.Default == rule.Allow
}

// egress is a line that reads what the rules guard and reaches a host: wherever the one stands,
// what was read may leave with the other.
func (d *Decider) egress(f *fact.Facts) (opinion, int) {
	if d.secret == nil {
		return opinion{}, -1
	}
	for i := range f.Commands {
		if !reachesOut(&f.Commands[i]) {
			continue
		}
		why := "it reads a secret (" + d.secret.about + ") and uses the network in one call"
		if o, ok := d.together(rule.SecretSent, i, &f.Commands[i], why); ok {
			return o, i
		}
	}
	return opinion{}, -1
}

// noteRead remembers a read that a rule denies or asks about for certain.
func (d *Decider) noteRead(i int, p *fact.Path, o *opinion) {
	if d.secret == nil && o.decision >= rule.Ask && !o.maybe && o.cause == rule.ByRule {
		d.secret = &secretRead{command: i, about: p.Written}
	}
}

// reachesOut reports whether a command contacts another machine.
func reachesOut(c *fact.Command) bool {
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Network && !thisMachine(e.Host) {
			return true
		}
	}
	for k := range c.Redirects {
		if r := &c.Redirects[k]; r.Net && !thisMachine(r.Host) {
			return true
		}
	}
	return false
}

func thisMachine(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// writtenThenRun is a command that would pass where an earlier command of the line writes what it
// runs. Where no rule speaks of that, one is asked about that passes by a rule: the rule was made
// for the file that was there before.
func (d *Decider) writtenThenRun(f *fact.Facts, own []opinion) (worst opinion, at int) {
	at = -1
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Planted == nil || own[i].stays() {
			continue
		}
		if o := d.planted(c, i, &own[i]); o.rank() > worst.rank() {
			worst, at = o, i
		}
		if worst.stays() {
			break
		}
	}
	return worst, at
}

// planted is what is said of a command that would pass and runs what the agent has written.
func (d *Decider) planted(c *fact.Command, i int, own *opinion) opinion {
	why := "it may run " + c.Planted.Name + ", which the same call writes"
	if c.Planted.Before {
		why = "it may run " + c.Planted.Name + ", which an earlier call of this session wrote"
	}
	what := rule.WrittenRun
	if c.Planted.Source {
		what = rule.SourceWrittenRun
	}
	d.confine(c)
	o, ok := d.together(what, i, c, why)
	switch {
	case ok && o.decision == rule.Allow:
	case ok:
		return o
	case !c.Planted.Source && !d.passes(own):
		d.say(Said{Command: i, About: c.Text, Decision: rule.Ask, Tier: rule.TierAsk, Why: why})
		return opinion{decision: rule.Ask, cause: rule.ByHazard, why: why,
			ruleID: "hazard: written-run", answer: d.answers(ByExec)}
	}
	return opinion{}
}

// untested is a command that runs a test which the call writes, and of which not all is known.
func (d *Decider) untested(f *fact.Facts, i int) (o opinion) {
	c := &f.Commands[i]
	for k := range c.Code {
		if n := c.Code[k].File; f.Tests(c, n) {
			o, _ = d.together(rule.SourceWrittenRun, i, c,
				"it may run "+f.Files[n-1].Name+", which the same call writes")
			return o
		}
	}
	return o
}

// elsewhere is a build or test that would pass by itself in a directory outside the project: what
// it runs there is not the project's code. A directory that is not known may be any; of a pattern it
// is where that lies, and where the links lead among which it stands for some.
func (d *Decider) elsewhere(f *fact.Facts, own []opinion) (worst opinion, at int) {
	at = -1
	for i := range f.Commands {
		c := &f.Commands[i]
		if own[i].stays() || !runsUnseen(c) || !d.outside(f, c) && !d.sentOutside(c) {
			continue
		}
		d.confine(c)
		o, ok := d.together(rule.OutsideRun, i, c, "it runs code from outside the project")
		if ok && o.rank() > worst.rank() {
			worst, at = o, i
		}
		if worst.stays() {
			break
		}
	}
	return worst, at
}

// runsUnseen reports whether a command runs code of the directory that it is in.
func runsUnseen(c *fact.Command) bool {
	if c.Kind != fact.Simple || c.Wrapper != fact.NoWrapper {
		return false
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Exec && !e.InCode {
			return true
		}
	}
	return false
}

// outside reports whether one of the directories of a command lies outside the project. What lies in
// the scratch directory was copied or unpacked there, and is not the project's either. Of a directory
// that is not known the person's own scripts are trusted, and one in a container is not here.
func (d *Decider) outside(f *fact.Facts, c *fact.Command) bool {
	dirs := &c.Dirs
	if !dirs.Known && !dirs.Pattern {
		return !c.Remote && !d.ours(f, c.File)
	}
	project := []string{"."}
	for _, dir := range dirs.List {
		d.dir = fact.Path{Written: dir, Abs: dir, Known: true, Glob: dirs.Pattern}
		if out := rule.Outside(&d.dir, project, d.Places, false); out == fact.Yes ||
			out == fact.Maybe && dirs.Pattern {
			return true
		}
	}
	return false
}

// sentOutside reports whether an option such as make -C sends a command to a directory that is not
// one of the project.
func (d *Decider) sentOutside(c *fact.Command) bool {
	for k := range c.Operands {
		o := &c.Operands[k]
		if o.Role == fact.RoleDir && o.Flag != "" &&
			rule.Outside(&o.Path, []string{"."}, d.Places, false) != fact.No {
			return true
		}
	}
	return false
}
