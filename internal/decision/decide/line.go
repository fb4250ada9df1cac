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

// judgeLine judges the commands together. It returns the index of the command that decides.
func (d *Decider) judgeLine(f *fact.Facts, own []opinion) (o opinion, at int) {
	if d.secret != nil {
		if o, at = d.secretSent(f); o.decision > rule.Allow {
			return o, at
		}
	}
	o, at = opinion{}, -1
	for i := range f.Commands {
		if c := &f.Commands[i]; c.Planted != nil && !own[i].stopsCall() && !o.stopsCall() {
			if p := d.writtenThenRun(c, i, &own[i]); p.rank() > o.rank() {
				o, at = p, i
			}
		}
	}
	for i := range f.Commands {
		if c := &f.Commands[i]; !own[i].stopsCall() && !o.stopsCall() && runsUnseen(c) {
			if p := d.runsOutside(f, c, i); p.rank() > o.rank() {
				o, at = p, i
			}
		}
	}
	return o, at
}

// together is what the rules say of commands that do something together. Command i is the last of
// them. ok is false if no rule is about it.
func (d *Decider) together(what rule.Together, i int, c *fact.Command, why string) (o opinion,
	ok bool) {
	t := tally{confined: d.Confine != nil}
	for k, set := range d.Sets {
		if !d.Scopes.Has(k, what.Trait()) {
			continue
		}
		set.Together(what, func(h rule.Hit) {
			t.add(h)
			d.trace(Said{Command: i, About: c.Text, Decision: h.Decision, Tier: h.Tier, Info: h.Info,
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

// secretSent judges a line that reads what the rules guard and reaches a host: wherever the one
// stands, what was read may leave with the other.
func (d *Decider) secretSent(f *fact.Facts) (opinion, int) {
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
		if e := &c.Effects[k]; e.Kind == fact.Network && !ThisMachine(e.Host) {
			return true
		}
	}
	for k := range c.Redirects {
		if r := &c.Redirects[k]; r.Net && !ThisMachine(r.Host) {
			return true
		}
	}
	return false
}

// ThisMachine reports whether a host is that on which the command runs.
func ThisMachine(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// writtenThenRun judges a command that would pass and runs what the agent has written. If no rule
// speaks of that, the command is asked about if it passes by a rule: the rule was made for the file
// that was there before.
func (d *Decider) writtenThenRun(c *fact.Command, i int, own *opinion) opinion {
	why := "it may run " + c.Planted.Name + ", which the same call writes"
	if c.Planted.Before {
		why = "it may run " + c.Planted.Name + ", which an earlier call of this session wrote"
	}
	what := rule.WrittenRun
	switch {
	case c.Planted.Foreign:
		what = rule.OutsideRun
		why = "it may run " + c.Planted.Name +
			", which this session cloned, unpacked or downloaded, and nobody has seen"
	case c.Planted.Source:
		what = rule.SourceWrittenRun
	}
	d.about = c
	o, ok := d.together(what, i, c, why)
	switch {
	case ok && o.decision == rule.Allow:
	case ok:
		return o
	case !c.Planted.Source && !d.passes(own):
		d.trace(Said{Command: i, About: c.Text, Decision: rule.Ask, Tier: rule.TierAsk, Why: why})
		return opinion{decision: rule.Ask, cause: rule.ByHazard, why: why,
			ruleID: "hazard: written-run", answer: d.answers(ByExec)}
	}
	return opinion{}
}

// runsWrittenTest judges a command that runs a test which the call writes, if the test is not known
// in full.
func (d *Decider) runsWrittenTest(f *fact.Facts, i int) (o opinion) {
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

// runsOutside judges a build or test that would pass by itself. In a directory outside the project
// it runs code that is not the project's. An unknown directory may be any. A pattern lies where its
// known part lies, and where the links lead that it may stand for.
func (d *Decider) runsOutside(f *fact.Facts, c *fact.Command, i int) (o opinion) {
	if d.outside(f, c) || d.sentOutside(c) {
		d.about = c
		o, _ = d.together(rule.OutsideRun, i, c, "it runs code from outside the project")
	}
	return o
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

// outside reports whether one of the directories of a command lies outside the project. What lies
// in the scratch directory was copied or unpacked there, and is not the project's either. An
// unknown directory is outside, but not in the person's own scripts, nor in a container.
func (d *Decider) outside(f *fact.Facts, c *fact.Command) bool {
	dirs := &c.Dirs
	if !dirs.Known && !dirs.Pattern {
		return !c.Remote && !d.isOurs(f, c.File)
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
