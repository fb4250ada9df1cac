package decide

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// verdictOnCode is what the rules on inline code say of one command.
type verdictOnCode struct {
	worst   opinion // the most restrictive thing said
	settled bool    // nothing that the code does is left without an allow
	allowed bool    // a rule allowed something
	bundled bool    // a bundled rule did
}

// judgeCode judges the inline code of a command: each fact by the rules on interpreters, and what
// could not be known about a fact unless a rule allows it.
func (d *Decider) judgeCode(f *fact.Facts, i int) verdictOnCode {
	c := &f.Commands[i]
	v := verdictOnCode{settled: true}
	for k := range c.Code {
		s := &c.Code[k]
		if s.File == 0 {
			d.judgeSnippet(f, s, i, &v)
			continue
		}
		end := d.enterFile(f, s.File)
		d.judgeSnippet(f, s, i, &v)
		end()
	}
	if f.Imports(c) > 0 && !loadsKnown(f, f.Files[f.Imports(c)-1].Root) {
		end := d.enterFile(f, f.Imports(c))
		v.settled = v.settled && d.letsPass()
		end()
	}
	return v
}

// letsPass reports whether what is not known of the code that is judged passes, and notes that it
// did.
func (d *Decider) letsPass() bool {
	if !d.passesUnknown() {
		return false
	}
	d.unvouched = true
	return true
}

func (d *Decider) judgeSnippet(facts *fact.Facts, s *fact.Snippet, i int, v *verdictOnCode) {
	c := &facts.Commands[i]
	allowed := make([]bool, len(s.Facts))
	for k := range s.Facts {
		if o, ok := d.judgeCodeFact(c, s.Lang, &s.Facts[k], i); ok {
			o.place = placeOf(facts, s.File, s.Facts[k].Line)
			v.worst.raiseTo(o)
			allowed[k] = o.decision == rule.Allow
			v.allowed = v.allowed || allowed[k]
			v.bundled = v.bundled || allowed[k] && ofPreset(o.info)
		}
	}
	settleWrites(s, allowed)
	for k := range s.Facts {
		f := &s.Facts[k]
		if allowed[k] {
			continue
		}
		for n := range f.Hazards {
			h := &f.Hazards[n]
			o := d.saidHazard(h, i)
			o.place = placeOf(facts, s.File, f.Line)
			v.worst.raiseTo(o)
		}
		free := f.Does == fact.CodeComputes || f.Does == fact.CodeReads &&
			d.Settings.ReadOnly == rule.Allow || f.Starts
		v.settled = v.settled && (free || facts.Imports(c) > 0 && s.File > 0 && d.letsPass())
	}
}

// judgeCodeFact asks the rules on interpreters about one fact.
func (d *Decider) judgeCodeFact(c *fact.Command, lang string, f *fact.CodeFact, i int) (opinion,
	bool) {
	t := tally{confined: d.Confine != nil}
	for k, set := range d.Sets {
		if !d.Scopes.Has(k, rule.HasCode) {
			continue
		}
		set.Code(lang, f, c.Places, func(h rule.Hit) {
			if d.skipsHit(&h) || d.skipsTemporaries(f, &h) ||
				(f.Starts || ofData(f)) && bundledAsk(&h) {
				return
			}
			t.add(h)
			d.trace(Said{Command: i, About: f.Text, Decision: h.Decision, Tier: h.Tier, Info: h.Info})
		})
	}
	o, ok := t.opinion()
	o.answer = d.answersRule(&o, nil)
	return o, ok
}

// ofData reports whether a call is that of a method of plain data, which has no name but what is
// written before it: subprocess.check_output(…).split() starts nothing but what check_output does.
func ofData(f *fact.CodeFact) bool {
	return f.Kind == fact.CodeCall && f.Does == fact.CodeComputes && len(f.Names) > 0 &&
		f.Names[0] == "" && len(f.Hazards) == 0
}

// bundledAsk reports whether a bundled rule asks. Those on inline code ask about a call that starts
// a program for want of knowledge of the program: one that is known is judged by itself.
func bundledAsk(h *rule.Hit) bool {
	return h.Decision == rule.Ask && h.Info.Name != "" && !h.Info.Enforced
}

// settleWrites lets an allow of a call settle the files that it writes, and an allow of all files
// that a call writes the call, if it does nothing else.
func settleWrites(s *fact.Snippet, allowed []bool) {
	for k := range s.Facts {
		f := &s.Facts[k]
		if f.Kind != fact.CodeCall || !f.Writes || allowed[k] {
			continue
		}
		all := false
		for n := range s.Facts {
			if w := &s.Facts[n]; w.Kind == fact.CodeWrite && w.Call == k {
				if all = allowed[n]; !all {
					break
				}
			}
		}
		allowed[k] = all
	}
	for k := range s.Facts {
		if f := &s.Facts[k]; f.Kind == fact.CodeWrite && f.Call >= 0 && f.Call < len(allowed) &&
			allowed[f.Call] {
			allowed[k] = true
		}
	}
}

// countOwnCode counts the pieces of code that stand in the call itself.
func countOwnCode(c *fact.Command) (n int) {
	for k := range c.Code {
		if c.Code[k].File == 0 {
			n++
		}
	}
	return n
}

// codeOnInput reports whether a command gets its code on standard input.
func codeOnInput(c *fact.Command) bool {
	return c.Stdin.Kind != fact.StdinInherit && countOwnCode(c) > 0 &&
		!slices.ContainsFunc(c.Operands, func(o fact.Operand) bool { return o.Role == fact.RoleCode })
}

// byCode reports whether a command that no rule is about passes for its inline code: every
// program that it runs is code that was read, nothing else about the command does anything, and all
// that the code does is settled.
func (d *Decider) byCode(c *fact.Command, v *verdictOnCode) bool {
	if len(c.Code) == 0 || countOwnCode(c) != len(c.Nested) || !v.settled || len(c.Hazards) > 0 ||
		!c.System && !ofEnvironment(c) || c.Unjudged != "" {
		return false
	}
	if !v.allowed && (d.Settings.ReadOnly != rule.Allow || !onlyReads(c)) {
		return false
	}
	for k := range c.Flags {
		if !c.Flags[k].Known {
			return false
		}
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind != fact.Read && e.Kind != fact.Variable && !e.InCode &&
			(e.Kind != fact.Exec || c.System) {
			return false
		}
	}
	return true
}

// ofEnvironment reports whether a command is the Python of a virtual environment in the project, as
// uv run and its like start it.
func ofEnvironment(c *fact.Command) bool {
	if !c.Is(fact.Python) || c.Planted != nil || c.Places == nil || len(c.Argv) == 0 {
		return false
	}
	name := strings.TrimPrefix(c.Argv[0].Text, "./")
	if !path.IsAbs(name) && strings.Count(name, "/") != 2 {
		return false
	}
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind != fact.Exec || e.InCode || !e.Path.Known {
			continue
		}
		dir, base := path.Split(e.Path.Abs)
		written, _ := c.Places.Inside(&e.Path, ".", true)
		if base == c.Name && written == fact.Yes &&
			(strings.HasSuffix(dir, "/.venv/bin/") || strings.HasSuffix(dir, "/venv/bin/")) {
			return true
		}
	}
	return false
}
