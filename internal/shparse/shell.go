package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// shell is what all parts of the interpreter share: the state of the shell, the context, and what
// the call has led to so far.
//
//   - The state is what the shell remembers. Branches clone it and join the copies.
//   - The context is where the interpretation is. Whoever changes it for a while keeps the old one
//     and puts it back whole.
//   - Everything else only grows: nested texts, branches and subshells add to it, and nothing takes
//     it back.
type shell struct {
	context
	opt       Options
	driver    driver
	st        *domain.State
	traps     traps
	states    domain.Common
	budget    budget
	hazards   []fact.Hazard
	begun     begun
	reads     int  // of standard input
	nests     int  // nested texts and words that were run
	discarded bool // an expansion that fails was reported
}

// begun is the last statement that was begun, and the text that holds it.
type begun struct {
	stmt *syntax.Stmt
	text string
}

// has reports whether the shell that reads the text has a trait.
func (sh *shell) has(t dialect.Trait) bool { return sh.script.dialect.Has(t) }

// source returns the text of a node.
func (sh *shell) source(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from < 0 || to > len(sh.script.text) || from > to {
		return ""
	}
	return sh.script.text[from:to]
}

// stmtText is the statement as written, without what terminates it and without here-document
// bodies.
func (sh *shell) stmtText(s *syntax.Stmt) string {
	from, to := int(s.Pos().Offset()), 0
	if s.Cmd != nil {
		to = int(s.Cmd.End().Offset())
	}
	for _, r := range s.Redirs {
		if r.Word != nil {
			to = max(to, int(r.Word.End().Offset()))
		}
	}
	if from > to || to > len(sh.script.text) {
		return ""
	}
	return sh.script.text[from:to]
}

// place is the file whose text is interpreted, by its number, and the line of the statement that
// was begun last; 0 for the call's own text. Of a text that the file holds (eval, bash -c) it is
// the line where that stands.
func (sh *shell) place() (file, line int) {
	if sh.script.file == nil {
		return 0, 0
	}
	if sh.begun.stmt != nil && sh.script.text == sh.script.file.Text &&
		sh.begun.text == sh.script.text {
		return sh.script.file.Number, sh.script.file.Before + int(sh.begun.stmt.Pos().Line())
	}
	return sh.script.file.Number, sh.script.line
}

// visit hands a command to the caller.
func (sh *shell) visit(c *fact.Command) fact.Output {
	if !sh.budget.command() {
		sh.bound(hazards.BoundCommands, "more commands could run than fencepost follows")
		return fact.Output{}
	}
	c.Own, c.Remote = sh.script.own, sh.script.remote
	c.File, c.Line = sh.place()
	c.Via = sh.script.via
	if c.Dirs.List == nil {
		c.Dirs = sh.st.Dirs
	}
	if sh.opt.Paths != nil {
		for i := range c.Redirects {
			r := &c.Redirects[i]
			r.Path = sh.opt.Paths.Path(c.Dirs, &r.Target)
			r.Path.NoNet = r.NoNet
		}
	}
	taken := sh.opt.Passes.Take(c)
	sh.driver.follow(taken.Writes, taken.Links)
	return taken.Prints
}

// driver notes what a command changes, and runs what it leads to.
type driver interface {
	follow(writes []Written, links bool)
}

// A value can decide what a script does without being a word of any command: it is compared in [[
// ]], matched in a case, measured by ${#x}, or it becomes a part of a word that is not known. Who
// wants to know whether a text means the same with another value (the /tmp redirect) asks for
// these places. Nobody else does, and then they cost nothing.

// reportCompared reports a value that is compared, matched or computed with.
func (sh *shell) reportCompared(w fact.Word) {
	if sh.opt.Look != nil && w.Text+w.Suffix != "" {
		sh.opt.Look(w, false)
	}
}

func (sh *shell) forget() {
	sh.st.ForgetAll()
	sh.out.spoil()
}

// Report adds a hazard of what is interpreted now.
func (sh *shell) Report(h fact.Hazard) {
	h.File, h.Line = sh.place()
	sh.hazards = append(sh.hazards, h)
}

// reportOnce reports a hazard that the same place may have many times, as in a loop.
func (sh *shell) reportOnce(h fact.Hazard) {
	for i := range sh.hazards {
		if sh.hazards[i].ID == h.ID && sh.hazards[i].Text == h.Text {
			return
		}
	}
	sh.Report(h)
}

// bound reports once that a limit was reached.
func (sh *shell) bound(id hazards.ID, why string) {
	if sh.budget.spent {
		return
	}
	sh.budget.spent = true
	if !sh.budget.limited { // the rest of the call is not read, whatever text has led there
		sh.script.file = nil
	}
	sh.Report(fact.Hazard{ID: id, Text: sh.reached(), Why: why})
}

// reached is the first line of the command at which reading stopped, or of a text that was not
// begun.
func (sh *shell) reached() string {
	text := strings.TrimSpace(sh.script.text)
	if sh.begun.stmt != nil {
		from, to := int(sh.begun.stmt.Pos().Offset()), int(sh.begun.stmt.End().Offset())
		if 0 <= from && from < to && to <= len(sh.begun.text) {
			text = sh.begun.text[from:to]
		}
	}
	line, _, more := strings.Cut(text, "\n")
	if line = strings.TrimRight(line, "; \t"); more {
		line += " …"
	}
	return line
}

// inContext runs f in another context, and comes back to the present one.
func (sh *shell) inContext(c context, f func()) {
	outer := sh.context
	sh.context = c
	f()
	sh.context = outer
}

// rememberContext keeps the context and a copy of the state, for what runs later. The function that
// it returns runs f there; what f does to the state is lost.
func (sh *shell) rememberContext() func(f func()) {
	then, state := sh.context, sh.st.Clone()
	then.choice, then.out = nil, nil
	return func(f func()) {
		now := sh.st
		sh.st = state.Clone()
		sh.inContext(then, f)
		sh.st = now
	}
}

// ifs returns the field separators.
func (sh *shell) ifs() (string, bool) {
	v, ok := sh.st.Vars["IFS"]
	if !ok || v.Unset {
		return " \t\n", !sh.st.AllVars
	}
	return v.Word.Text, v.Word.Kind == fact.Literal && len(v.Alts) == 0
}

// splits reports whether the results of parameter expansions are split into fields.
func (sh *shell) splits() bool {
	return sh.has(dialect.SplitsWords) || sh.st.Has(dialect.SplitWords)
}

// blanksDivide reports whether words are divided at blanks and nowhere else.
func (sh *shell) blanksDivide() bool {
	s, ok := sh.ifs()
	return ok && strings.Trim(s, " \t\n") == ""
}

func (sh *shell) setParams(words []fact.Word) {
	if len(words) > maxFields {
		sh.st.LoseParams()
		sh.st.Params = nil
		return
	}
	sh.st.Params, sh.st.KnownParams, sh.st.Uncalled = words, !domain.HasMany(words), false
}

// computes reports whether the shell evaluates what is assigned to a variable.
func (sh *shell) computes(name string) bool {
	name = sh.st.Target(name)
	return sh.st.Vars[name].Attr&(domain.AttrInteger|domain.AttrNumber|domain.AttrFloat) != 0 ||
		dialect.ShellComputes(name, sh.script.dialect)
}

// switchOption switches an option.
func (sh *shell) switchOption(o dialect.Option, on bool, w *fact.Word) {
	switch o {
	case dialect.OptHarmless:
	case dialect.OptAliases:
		sh.st.Aliases = on
	case dialect.OptUnknown:
		if w.IsLiteral() && (w.Text == "posix" || w.Text == "posixbuiltins") {
			sh.st.Option(dialect.PosixMode, on)
		}
		sh.Report(fact.Hazard{ID: hazards.ShellOption, Text: w.Show(),
			Why: "this option changes how the shell reads the text that follows"})
	default:
		sh.st.Option(o, on)
	}
}

// captureOutput runs f and returns what it prints; nil where nobody takes that.
func (sh *shell) captureOutput(f func()) *capture {
	outer := sh.context
	if sh.out != nil {
		sh.out = &capture{known: true}
	}
	f()
	out := sh.out
	sh.context = outer
	return out
}

// joinOutputs records what one of two readings of a text prints.
func (sh *shell) joinOutputs(one, other *capture) {
	if sh.out == nil {
		return
	}
	a, knownA := one.word()
	b, knownB := other.word()
	if knownA && knownB && a.Text == b.Text {
		sh.out.write(a.Text)
		return
	}
	sh.out.spoil()
	sh.out.below = sh.out.below.Or(one.filenames()).Or(other.filenames())
}
