package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// follow notes what the command changes that was taken last, and runs what it leads to.
func (in *Interp) follow(writes []Written, links bool) {
	in.reads.list = in.reads.list[:0]
	for i := range writes {
		w := &writes[i]
		in.files.write(w.Path, w.Text, w.Known, w.Appends)
	}
	in.files.linked = in.files.linked || links
	for steps := in.sh.opt.Passes.Follow(); len(steps) > 0; steps = in.sh.opt.Passes.Follow() {
		in.Run(steps)
	}
}

// Run runs steps in order. What follows from one comes before the next.
func (in *Interp) Run(steps []Step) {
	for len(steps) > 0 {
		s := steps[0]
		if steps = steps[1:]; s.Payload != nil {
			in.run(s.Payload)
		}
		if s.Then != nil {
			steps = append(s.Then(), steps...)
		}
	}
}

// run runs a payload where, and within the limits, that it says.
func (in *Interp) run(p *Payload) {
	switch {
	case p.Kind >= UnknownText:
		dirs := in.sh.st.Dirs
		if in.sh.forget(); p.Kind == UnknownSettings {
			in.sh.st.Dirs = dirs
		}
	case p.At != nil:
		p.At.run(func() { in.interpret(p) })
		in.funcs.uncalled()
		in.acc.account()
	case p.File.Limits != nil:
		in.limited(p)
	default:
		in.interpret(p)
	}
}

// limited runs the payload that is a file within its own limits.
func (in *Interp) limited(p *Payload) {
	outer, b := in.sh.budget, &in.sh.budget
	b.commands, b.steps = min(p.File.Limits.Commands, outer.commands), min(p.File.Limits.Steps, outer.steps)
	b.limited = true
	commands, steps := b.commands, b.steps
	in.reading = append(in.reading, p.File.Number)
	in.interpret(p)
	in.reading = in.reading[:len(in.reading)-1]
	outer.commands -= commands - max(b.commands, 0)
	outer.steps -= steps - max(b.steps, 0)
	outer.allCalls = b.allCalls
	*b = outer
}

// interpret interprets a payload here.
func (in *Interp) interpret(p *Payload) {
	if p.File.Number > 0 {
		defer func(outer script) { in.sh.script = outer }(in.sh.script)
		file := &domain.File{Number: p.File.Number, Before: max(p.File.Line-1, 0)}
		if in.sh.script.file, in.sh.script.line = file, p.File.Line; p.Kind == ShellWords {
			in.sh.begun.stmt = nil
		} else {
			file.Text = p.Text
		}
	}
	switch p.Kind {
	case PowerShellText:
		in.sh.opt.PowerShell.Read(Host{in}, p)
	case ShellWords, OwnWords:
		in.nested(p, func() { in.runWords(p) })
	default:
		in.runShell(p)
	}
}

// runShell interprets text in the language of the shell that reads it.
func (in *Interp) runShell(p *Payload) {
	switch text := p.Text; p.Shell {
	case "":
		if p.Trap != NoTrap {
			in.funcs.setTrap(p)
			return
		}
		in.nested(p, func() { in.runText(text) })
	case "zsh":
		in.nested(p, func() { in.runAs(dialect.Zsh, text, p.Start) })
	case "dash":
		in.nested(p, func() { in.runAs(dialect.POSIX, text, p.Start) })
	case "sh", "ash": // sh is bash on some systems, and ash has some of what bash has
		one := in.sh.captureOutput(func() {
			in.nested(p, func() { in.runAs(dialect.Bash, text, p.Start) })
		})
		if !posixDiffers(text) {
			in.sh.joinOutputs(one, one)
			return
		}
		in.sh.joinOutputs(one, in.sh.captureOutput(func() {
			in.nested(p, func() { in.runAs(dialect.POSIX, text, p.Start) })
		}))
	default:
		in.nested(p, func() { in.runAs(dialect.Bash, text, p.Start) })
	}
}

func (in *Interp) runAs(d dialect.Dialect, text string, start []fact.Word) {
	in.sh.script.dialect = d
	if d.Has(dialect.NumericParameters) {
		in.builtins.inheritNumbers()
	}
	in.sh.st.Aliases = in.sh.st.Aliases || d.Has(dialect.AliasesOn) || in.sh.st.Has(dialect.PosixMode)
	in.builtins.startOptions(start)
	in.runText(text)
}

// posixDiffers reports whether a shell without the extensions of bash may read a text in another
// way, or lacks a builtin that it may call, or an option of one.
func posixDiffers(text string) bool {
	for _, mark := range [...]string{"{", "[", "\\", "~", "$'", `$"`, "<<<", "<(", ">(", "((", "|&",
		"&>",
		">&", "function", "coproc", "select", "time", "+=", "builtin", "declare", "enable", "let",
		"mapfile", "popd", "pushd", "readarray", "shopt", "source", "typeset", "printf -", "read -",
		"export -", "local -", "unset -"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

// runWords interprets a command made of words that are already expanded. Functions and aliases do not
// apply.
func (in *Interp) runWords(p *Payload) {
	c := fact.Command{Invocation: fact.Invocation{Argv: p.Words, Assigns: p.Env.Assigns, Text: p.Text,
		Via: in.sh.script.via, Dirs: in.sh.st.Dirs, Stdin: in.sh.st.Stdin}}
	if c.Text == "" {
		c.Text = fact.ShowAll(p.Words)
	}
	in.sh.script.argvOnly, in.sh.script.own = !p.Functions, p.Kind == OwnWords
	if !p.State {
		for i := range p.Env.Unset {
			if w := &p.Env.Unset[i]; w.IsLiteral() {
				in.sh.st.Replace(w.Text, domain.Value{Unset: true})
			} else {
				in.sh.st.ForgetEnvironment()
			}
		}
		for i := range p.Env.Assigns { // env sets them for whatever the command starts, too
			in.sh.st.Replace(p.Env.Assigns[i].Name, domain.Value{Word: p.Env.Assigns[i].Value, Exported: true})
		}
	}
	in.cmds.runCommand(&c)
}

// nested runs f with the context that a payload describes, and restores what must not leak.
func (in *Interp) nested(p *Payload, f func()) {
	if in.sh.script.depth >= maxDepth {
		in.sh.bound(hazards.BoundNesting, "scripts nest deeper than fencepost reads")
		return
	}
	outer, st, reads := in.sh.context, in.sh.st, in.sh.reads
	locals := in.sh.flow.locals.len()
	_, in.sh.script.line = in.sh.place()
	in.sh.script.depth++
	in.sh.nests++
	in.sh.script.own = false
	in.sh.choice = nil // what the command around it chooses between is not replayed from in here
	if p.Via != "" {
		in.sh.script.via = append(in.sh.script.via[:len(in.sh.script.via):len(in.sh.script.via)], p.Via)
	}
	if p.Trap != NoTrap {
		in.sh.flow.hooks++
	}
	if !p.State {
		in.sh.st = in.sh.st.Clone()
	}
	if p.Dirs != nil {
		in.sh.st.Dirs = *p.Dirs
	}
	// a program, which may set limits: prlimit
	if !p.State && p.Shell == "" && p.Via != "" && (p.Env.Clean || !leavesLimits(p.Via)) {
		in.sh.st.Option(dialect.Limited, true)
	}
	if p.NewShell {
		in.sh.st.NewProcess()
		defer in.funcs.ownTraps()()
		in.sh.flow.inFunc, in.sh.flow.locals, in.sh.flow.base = false, new(scope), 0
	}
	if p.Env.Clean || p.Foreign {
		in.sh.st.ForgetEnvironment()
	}
	params, known, arg0 := in.sh.st.Params, in.sh.st.KnownParams, in.sh.st.Arg0
	if p.Params != nil {
		in.sh.st.SetParams(p.Params)
	}
	if p.Source {
		in.sh.enterFrame(sourceFrame)
	}
	switch p.Shell {
	case "sh", "dash", "ash": // they follow POSIX where bash does not otherwise
		in.sh.st.Option(dialect.PosixMode, true)
	}
	if !p.State {
		in.sh.flow.frame = nil
	}
	if p.Foreign {
		in.sh.st.Dirs = fact.Dirs{}
		in.sh.script.remote = true
	}
	if p.Dir != nil {
		in.files.chdir(p.Dir, true)
	}
	if p.Stdin != nil {
		in.sh.st.Stdin = *p.Stdin
	}
	var before *domain.State
	if p.Maybe {
		before = in.sh.st.Clone()
	}
	in.sh.endsEarly(p.State, f)
	in.sh.joinKnownOutcome()
	if before != nil {
		in.sh.st.Join(before)
	}
	if p.Source {
		in.sh.joinOutcomes()
		in.sh.joinFrom(in.sh.exitFrame().left)
		in.sh.st.Arg0 = arg0
		if p.Params != nil && domain.SameWords(in.sh.st.Params, p.Params[1:]) {
			in.sh.st.Params, in.sh.st.KnownParams = params, known
		} else if p.Params != nil { // it has set others, which may stay
			in.sh.st.KnownParams = false
		}
	}
	if in.sh.context = outer; !p.State {
		in.sh.flow.locals.cut(locals)
		in.sh.st = st
		in.sh.noteInputReadSince(reads)
	}
}

// leavesLimits reports whether a program starts others with the limits and the search path that it
// has itself.
func leavesLimits(name string) bool {
	switch name {
	case "env", "nice", "nohup", "setsid", "timeout", "stdbuf", "flock", "time", "xargs", "find",
		"command", "exec":
		return true
	}
	return false
}

// runText parses and interprets text in the current context.
func (in *Interp) runText(text string) {
	defer func(outer script) { in.sh.script = outer }(in.sh.script)
	in.sh.script.text, in.sh.script.argvOnly = text, false
	in.sh.script.continues = in.sh.script.continues || in.sh.continuesBehind(text)
	in.reads.traced = in.reads.traced || nodes.MayTrace(text)
	foreign := in.scan(text)
	if len(text) > maxText {
		in.sh.bound(hazards.BoundSize, "the text is longer than fencepost reads")
		text = text[:0]
	}
	if strings.TrimSpace(text) == "" {
		if in.sh.script.own && in.sh.script.depth == 0 && len(in.sh.script.text) == len(text) {
			in.sh.visit(&fact.Command{Invocation: fact.Invocation{Kind: fact.Empty, Text: text}})
		}
		return
	}
	if shsyntax.DeeperThan(text, maxNesting) {
		in.sh.bound(hazards.BoundNesting, "the text nests deeper than fencepost reads")
		return
	}
	stmts, err := in.acc.parse(text)
	if len(foreign) > 0 {
		in.placeForeign(foreign, text, stmts, err)
	}
	if in.sh.script.own && in.sh.script.depth == 0 {
		in.chain = nodes.ChainOf(stmts)
	}
	in.cmds.stmts(stmts)
	if err != nil {
		in.acc.syntaxError(text, err)
	} else if len(stmts) == 0 && in.sh.script.own && in.sh.script.depth == 0 {
		in.sh.visit(&fact.Command{Invocation: fact.Invocation{Kind: fact.Empty, Text: text}})
	}
}
