package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// simpleCommand interprets a simple command (POSIX XCU 2.9.1). If all its words stand for
// themselves, it has one reading.
func (cm *commands) simpleCommand(c *syntax.CallExpr, s *syntax.Stmt, redirs []fact.Redirect) {
	if argv := nodes.PlainWords(c.Args); len(argv) > 0 && len(c.Assigns) == 0 &&
		!cm.sh.st.Has(dialect.ZshPatterns) {
		if cm.sh.has(dialect.EqualsExpansion) {
			cm.words.zshName(c.Args[0], &argv[0])
		}
		cm.runCommand(&fact.Command{Invocation: fact.Invocation{Argv: argv, Redirects: redirs,
			Text: cm.sh.stmtText(s), Dirs: cm.sh.st.Dirs, Stdin: cm.sh.st.Stdin}})
		return
	}
	if !nodes.MayChoose(c, cm.sh.st) && !cm.words.mayAlternate(c) {
		cm.simpleCommandOnce(c, s, redirs)
		return
	}
	cm.sh.eachWay(func() { cm.simpleCommandOnce(c, s, redirs) })
}

func (cm *commands) simpleCommandOnce(c *syntax.CallExpr, s *syntax.Stmt, redirs []fact.Redirect) {
	argv, from := make([]fact.Word, 0, len(c.Args)), len(cm.reads.list)
	for _, w := range c.Args {
		argv = cm.words.fields(w, argv)
		if cm.sh.has(dialect.DescriptorWords) && len(s.Redirs) > 0 && cm.words.namesDescriptor(w) {
			argv[len(argv)-1] = fact.Word{Kind: fact.Partial, Many: true, Written: argv[len(argv)-1].Written}
		}
	}
	if cm.sh.has(dialect.EqualsExpansion) && len(c.Args) > 0 && len(argv) > 0 {
		cm.words.zshName(c.Args[0], &argv[0])
	}
	if nodes.OnlyTests(c, argv) {
		cm.reads.holdSince("_", from)
		cm.reads.dropSince(from)
	}
	cmd := &fact.Command{Invocation: fact.Invocation{Argv: argv, Redirects: redirs,
		Text: cm.sh.stmtText(s), Dirs: cm.sh.st.Dirs, Stdin: cm.sh.st.Stdin}}
	if len(argv) == 0 {
		cm.assigns.assignAll(c.Assigns)
		if len(c.Args) > 0 { // the words expanded to nothing
			cmd.Kind = fact.Assignment
			cm.sh.visit(cmd)
			return
		}
		cm.hazardousAssigns(c.Assigns, cmd)
		return
	}
	if len(c.Assigns) > 0 {
		cm.runWithPrefix(c.Assigns, cmd)
		return
	}
	cm.runCommand(cmd)
}

// runWithPrefix runs a command with prefix assignments in force, and restores the variables after
// it.
func (cm *commands) runWithPrefix(assigns []*syntax.Assign, cmd *fact.Command) {
	from := cm.sh.flow.locals.len()
	for _, a := range assigns {
		name := a.Name.Value
		kind := cm.sh.st.Vars[name].Attr & (domain.AttrInteger | domain.AttrNumber | domain.AttrFloat)
		cm.vars.hideOuter(name)
		cm.sh.flow.locals.list[cm.sh.flow.locals.len()-1].prefix = true
		if cm.sh.has(dialect.TypesOnLookup) && kind != 0 { // there it keeps its type
			v := cm.sh.st.Current(name)
			v.Attr |= kind
			cm.sh.st.Replace(name, v)
		}
		cm.assigns.assign(a, true)
		v := cm.sh.st.Vars[name]
		if kind&domain.AttrInteger != 0 && cm.sh.has(dialect.ExpressionsRun) {
			// bash evaluates it in POSIX mode, and in a substitution behind a here-document.
			for _, w := range v.Each() {
				cm.eval.reread(w, asExpression)
			}
		}
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: name, Value: firstValue(v), Append: a.Append})
	}
	to := cm.sh.flow.locals.len()
	cm.runCommand(cmd)
	if kept := cm.keepsPrefix(&cmd.Argv[0]); kept != fact.No {
		for i := from; i < to; i++ {
			cm.sh.flow.locals.list[i].touched = true
			cm.sh.flow.locals.list[i].kept = cm.sh.flow.locals.list[i].kept || kept == fact.Yes
		}
	}
	for i := to - 1; i >= from; i-- {
		cm.vars.restoreLocal(&cm.sh.flow.locals.list[i])
	}
	cm.sh.flow.locals.list = append(cm.sh.flow.locals.list[:from],
		cm.sh.flow.locals.list[to:]...) // eval may have made others
}

// keepsPrefix reports whether the assignments before a command stay in force after it: those before
// a special builtin do where the shell follows POSIX (XCU 2.14).
func (cm *commands) keepsPrefix(name *fact.Word) fact.Tri {
	if !cm.sh.st.Has(dialect.PosixMode) && !cm.sh.has(dialect.OnlyPOSIXForms) {
		return fact.No
	}
	switch name.Text {
	case ":", ".", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set",
		"shift", "times", "trap", "unset":
		if name.Known() && cm.sh.has(dialect.PrefixStays) {
			return fact.Yes
		}
		return fact.Maybe
	case "command", "source":
		return fact.Maybe
	}
	if name.Known() {
		return fact.No
	}
	return fact.Maybe
}

// hazardousAssigns reports assignments without a command. They need no rule, but what they say
// later commands do may.
func (cm *commands) hazardousAssigns(assigns []*syntax.Assign, cmd *fact.Command) {
	cmd.Kind = fact.Assignment
	// global ones act in the words of a list, too
	if cm.sh.st.Alias && cm.sh.st.Aliases && cm.sh.has(dialect.GlobalAliases) &&
		cm.sh.script.depth > 0 {
		cmd.Hazards = append(cmd.Hazards, aliasHazard(cmd.Text))
	}
	for _, a := range assigns {
		if a.Array != nil {
			if tied := dialect.ZshTwin(a.Name.Value); tied != "" && cm.sh.has(dialect.TiedArrays) {
				cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: tied,
					Value: fact.Word{Kind: fact.Partial, Written: cm.sh.source(a)}})
			} else if !cm.sh.has(dialect.TiedArrays) {
				v := cm.sh.st.Vars[cm.sh.st.Target(a.Name.Value)]
				cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: firstElement(v),
					Append: a.Append})
			}
			continue
		}
		v := cm.sh.st.Vars[a.Name.Value]
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: firstValue(v),
			Append: a.Append})
	}
	cm.sh.visit(cmd)
}

// runCommand looks a command up the way the shell does (POSIX XCU 2.9.1.4): a function, a builtin,
// else a program.
func (cm *commands) runCommand(c *fact.Command) {
	name := &c.Argv[0]
	if cm.sh.has(dialect.ReservedAfterWords) && !cm.sh.script.argvOnly && shsyntax.ZshForm(c.Argv) {
		cm.sh.Report(fact.Hazard{ID: hazards.ZshForm, Text: c.Text,
			Why: "fencepost does not read this form of zsh"})
		cm.sh.forget()
		return
	}
	if name.Known() && !cm.sh.script.argvOnly {
		if cm.sh.flow.hooks > 0 {
			cm.funcs.noteAwaited(name.Text)
		}
		if f, ok := cm.sh.st.Funcs[name.Text]; ok {
			if !f.Maybe {
				cm.callAs(f, *c)
				return
			}
			failed := cm.sh.st.Clone()
			cm.callAs(f, *c)
			called := cm.sh.st
			cm.sh.st = failed
			cm.sh.out.lose()
			defer func() { cm.sh.st.Join(called) }()
		}
	}
	if cm.sh.st.Alias && cm.sh.st.Aliases && !cm.sh.script.argvOnly {
		c.Hazards = append(c.Hazards, aliasHazard(name.Show()))
	}
	if cm.sh.script.dialect == dialect.POSIX && mayBeMissing(c.Argv) {
		defer func(before *domain.State) { cm.sh.st.Join(before) }(cm.sh.st.Clone())
	}
	nests := cm.sh.nests
	cm.files.noteDenial(c)
	printed := cm.sh.visit(c)
	passes := cm.sh.nests > nests && cmdoutput.PassesOn(c)
	if printed.Names != nil && ReadsLines(name.Text) {
		cm.sh.readNames(c, printed.Names)
	}
	if !name.Known() {
		cm.sh.out.spoil()
		cm.sh.st.ForgetAll() // it may be eval, cd or export
		return
	}
	reads := cm.sh.st.Stdin.Kind != fact.StdinInherit && !IsBuiltin(name.Text)
	if reads && cm.sh.st.Stdin.Kind == fact.StdinText {
		cm.sh.noteInputRead()
	}
	cm.builtins.builtin(c)
	if cm.sh.out != nil && !passes {
		cm.output.printed(c, printed)
	}
	if reads {
		cm.sh.loseColumns()
	}
}

// mayBeMissing reports whether a shell that keeps to POSIX may lack a builtin, or refuse one of its
// options: it then does nothing of what the builtin does.
func mayBeMissing(argv []fact.Word) bool {
	if dialect.POSIXLacks(argv[0].Text) {
		return true
	}
	for i := 1; i < len(argv) && strings.HasPrefix(argv[i].Text, "-"); i++ {
		if dialect.POSIXRefuses(argv[0].Text, argv[i].Text) {
			return true
		}
	}
	return false
}

func aliasHazard(text string) fact.Hazard {
	return fact.Hazard{ID: hazards.Alias, Text: text,
		Why: "an alias defined earlier in the text may replace this word"}
}

// callAs visits the call of a function and runs its body.
func (cm *commands) callAs(f domain.Function, c fact.Command) {
	c.Kind = fact.Function
	cm.sh.visit(&c)
	cm.funcs.callFunction(f, c.Argv)
}

// nullCommand is what zsh runs for redirections without a command, if the text says so: a program
// that it finds by its name.
func (cm *commands) nullCommand(redirs []fact.Redirect) {
	for _, name := range [...]string{"NULLCMD", "READNULLCMD"} {
		v, ok := cm.sh.st.Vars[name]
		if !ok || v.Unset || v.IsList {
			continue
		}
		for _, w := range v.Each() {
			c := &fact.Command{Invocation: fact.Invocation{Argv: []fact.Word{w},
				Redirects: redirs, Text: w.Show(), Via: cm.sh.script.via, Dirs: cm.sh.st.Dirs, Stdin: cm.sh.st.Stdin}}
			before := cm.sh.st.Clone()
			cm.runCommand(c)
			cm.sh.st.Join(before)
		}
	}
}
