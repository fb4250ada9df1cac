package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// choices replays one simple command for each combination of the values that its variables may
// have.
type choices struct {
	picks []int
	sizes []int
	pos   int

	pickBuf [4]int
	sizeBuf [4]int
}

func newChoices() *choices {
	c := new(choices)
	c.picks, c.sizes = c.pickBuf[:0], c.sizeBuf[:0]
	return c
}

// maxWays bounds the combinations that are followed for one command; beyond them values are
// unknown.
const maxWays = 16

// choose picks one of n values, or -1 where values are not followed: the caller then has to treat
// it as unknown.
func (in *Interp) choose(n int) int {
	c := in.choice
	if c == nil {
		return -1
	}
	if c.pos == len(c.picks) {
		ways := n
		for _, s := range c.sizes {
			ways *= max(s, 1)
		}
		if ways > maxWays { // noted, so that the next round asks the same questions
			c.picks, c.sizes = append(c.picks, -1), append(c.sizes, 0)
		} else {
			c.picks, c.sizes = append(c.picks, 0), append(c.sizes, n)
		}
	}
	c.pos++
	return c.picks[c.pos-1]
}

// next moves to the next combination.
func (c *choices) next() bool {
	for i := len(c.picks) - 1; i >= 0; i-- {
		if c.picks[i]++; c.picks[i] < c.sizes[i] {
			c.picks, c.sizes = c.picks[:i+1], c.sizes[:i+1]
			c.pos = 0
			return true
		}
	}
	return false
}

// eachWay runs f for each combination of values and joins the states.
func (in *Interp) eachWay(f func()) {
	outer, before := in.context, in.st
	in.choice = newChoices()
	in.st = before.Clone()
	f()
	result := in.st
	for in.choice.next() {
		in.loseOutput()
		in.st = before.Clone()
		f()
		in.st = joinWays(result, in.st)
	}
	in.st, in.context = result, outer
}

// joinWays joins two states and those in which the last command has failed, where that differs.
func joinWays(st, o *domain.State) *domain.State {
	if st.Fail != nil || o.Fail != nil {
		failed, other := st.Fail, o.Fail
		if failed == nil {
			failed = st.Clone()
		}
		if other == nil {
			other = o
		}
		failed.Join(other)
		st.Fail = failed
	}
	st.Join(o)
	return st
}

// mayChoose reports whether a command can have several readings at all: a variable has
// alternatives, or an expansion may take a default. Saving the state for each command would be
// felt.
func mayChoose(c *syntax.CallExpr, st *domain.State) bool {
	several := st.HasAlts || len(st.Dirs.List) > 1 || len(st.Old.List) > 1
	for _, a := range c.Assigns {
		if a.Value != nil && chooses(a.Value.Parts, several) || a.Array != nil && several ||
			a.Index != nil && several {
			return true
		}
	}
	for _, w := range c.Args {
		if chooses(w.Parts, several) {
			return true
		}
	}
	return false
}

// chooses reports whether parts of a word may have several values: with an operator for a missing
// one, or any expansion where some variable or the directory has several.
func chooses(parts []syntax.WordPart, several bool) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if several && strings.Contains(p.Value, "~") ||
				len(p.Value) > 1 && p.Value[0] == '~' && expand.UserName(p.Value[1:2]) {
				return true
			}
		case *syntax.SglQuoted:
		case *syntax.ParamExp:
			if several || p.Exp != nil {
				return true
			}
		case *syntax.DblQuoted:
			if chooses(p.Parts, several) {
				return true
			}
		default:
			if several {
				return true
			}
		}
	}
	return false
}

// call interprets a simple command (POSIX XCU 2.9.1).
func (in *Interp) call(c *syntax.CallExpr, s *syntax.Stmt, redirs []fact.Redirect) {
	if !mayChoose(c, in.st) && !in.mayAlternate(c) {
		in.callOnce(c, s, redirs)
		return
	}
	in.eachWay(func() { in.callOnce(c, s, redirs) })
}

func (in *Interp) callOnce(c *syntax.CallExpr, s *syntax.Stmt, redirs []fact.Redirect) {
	argv, from := make([]fact.Word, 0, len(c.Args)), len(in.taken)
	for _, w := range c.Args {
		argv = in.fields(w, argv)
		if in.dialect.Has(dialect.DescriptorWords) && len(s.Redirs) > 0 && in.namesDescriptor(w) {
			argv[len(argv)-1] = fact.Word{Kind: fact.Partial, Many: true, Written: argv[len(argv)-1].Written}
		}
	}
	if in.dialect.Has(dialect.EqualsExpansion) && len(c.Args) > 0 && len(argv) > 0 {
		in.zshName(c.Args[0], &argv[0])
	}
	if testsOnly(c, argv) {
		in.hold("_", from)
		in.untake(from)
	}
	cmd := &fact.Command{Argv: argv, Redirects: redirs, Text: in.stmtText(s), Dirs: in.st.Dirs,
		Stdin: in.st.Stdin}
	if len(argv) == 0 {
		in.assignAll(c.Assigns)
		if len(c.Args) > 0 { // the words expanded to nothing
			cmd.Kind = fact.Assignment
			in.visit(cmd)
			return
		}
		in.hazardousAssigns(c.Assigns, cmd)
		return
	}
	if len(c.Assigns) > 0 {
		in.prefixed(c.Assigns, cmd)
		return
	}
	in.finish(cmd)
}

// prefixed runs a command with prefix assignments in force, and restores the variables after it.
func (in *Interp) prefixed(assigns []*syntax.Assign, cmd *fact.Command) {
	from := in.locals.len()
	for _, a := range assigns {
		name := a.Name.Value
		kind := in.st.Vars[name].Attr & (domain.AttrInteger | domain.AttrNumber | domain.AttrFloat)
		in.hide(name)
		in.locals.list[in.locals.len()-1].prefix = true
		if in.dialect.Has(dialect.TypesOnLookup) && kind != 0 { // there it keeps its type
			v := in.st.Current(name)
			v.Attr |= kind
			in.st.Replace(name, v)
		}
		in.assign(a, true)
		v := in.st.Vars[name]
		if kind&domain.AttrInteger != 0 && in.dialect.Has(dialect.ExpressionsRun) {
			// bash evaluates it in POSIX mode, and in a substitution behind a here-document.
			for _, w := range v.Each() {
				in.again(w, asExpression)
			}
		}
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: name, Value: firstValue(v), Append: a.Append})
	}
	to := in.locals.len()
	in.finish(cmd)
	if kept := in.keepsPrefix(&cmd.Argv[0]); kept != fact.No {
		for i := from; i < to; i++ {
			in.locals.list[i].touched = true
			in.locals.list[i].kept = in.locals.list[i].kept || kept == fact.Yes
		}
	}
	for i := to - 1; i >= from; i-- {
		in.restoreLocal(&in.locals.list[i])
	}
	in.locals.list = append(in.locals.list[:from], in.locals.list[to:]...) // eval may have made others
}

// keepsPrefix reports whether the assignments before a command stay in force after it: those before
// a special builtin do where the shell follows POSIX (XCU 2.14).
func (in *Interp) keepsPrefix(name *fact.Word) fact.Tri {
	if !in.st.Has(dialect.PosixMode) && !in.dialect.Has(dialect.OnlyPOSIXForms) {
		return fact.No
	}
	switch name.Text {
	case ":", ".", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set",
		"shift", "times", "trap", "unset":
		if name.Known() && in.dialect.Has(dialect.PrefixStays) {
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
func (in *Interp) hazardousAssigns(assigns []*syntax.Assign, cmd *fact.Command) {
	cmd.Kind = fact.Assignment
	// global ones act in the words of a list, too
	if in.st.Alias && in.st.Aliases && in.dialect.Has(dialect.GlobalAliases) && in.depth > 0 {
		cmd.Hazards = append(cmd.Hazards, aliasHazard(cmd.Text))
	}
	for _, a := range assigns {
		if a.Array != nil {
			if tied := dialect.ZshTwin(a.Name.Value); tied != "" && in.dialect.Has(dialect.TiedArrays) {
				cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: tied,
					Value: fact.Word{Kind: fact.Partial, Written: in.source(a)}})
			} else if !in.dialect.Has(dialect.TiedArrays) {
				v := in.st.Vars[in.target(a.Name.Value)]
				cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: firstElement(v),
					Append: a.Append})
			}
			continue
		}
		v := in.st.Vars[a.Name.Value]
		cmd.Assigns = append(cmd.Assigns, fact.Assign{Name: a.Name.Value, Value: firstValue(v),
			Append: a.Append})
	}
	in.visit(cmd)
}

func firstValue(v domain.Value) fact.Word {
	if len(v.Alts) > 0 || v.IsList {
		return fact.Word{Kind: fact.Partial}
	}
	return v.Word
}

// firstElement is what an array stands for without a subscript.
func firstElement(v domain.Value) fact.Word {
	switch {
	case !v.IsList || v.Assoc || domain.HasMany(v.List[:min(1, len(v.List))]):
		return firstValue(v)
	case len(v.List) == 0:
		return fact.Word{}
	}
	return v.List[0]
}

// finish looks a command up the way the shell does (POSIX XCU 2.9.1.4): a function, a builtin, else
// a program.
func (in *Interp) finish(c *fact.Command) {
	name := &c.Argv[0]
	if in.dialect.Has(dialect.ReservedAfterWords) && !in.argvOnly && shsyntax.ZshForm(c.Argv) {
		in.Report(fact.Hazard{ID: hazards.ZshForm, Text: c.Text,
			Why: "fencepost does not read this form of zsh"})
		in.Forget()
		return
	}
	if name.Known() && !in.argvOnly {
		in.await(name.Text)
		if f, ok := in.st.Funcs[name.Text]; ok {
			if !f.Maybe {
				in.callAs(f, *c)
				return
			}
			failed := in.st.Clone()
			in.callAs(f, *c)
			called := in.st
			in.st = failed
			in.loseOutput()
			defer func() { in.st.Join(called) }()
		}
	}
	if in.st.Alias && in.st.Aliases && !in.argvOnly {
		c.Hazards = append(c.Hazards, aliasHazard(name.Show()))
	}
	if before := in.lacked(c); before != nil {
		defer func() { in.st.Join(before) }()
	}
	nests := in.nests
	in.denies(c)
	printed := in.visit(c)
	passes := in.nests > nests && passesOutput(c)
	if readsLines(name.Text) {
		in.readNames(c, printed.Names)
	}
	if !name.Known() {
		in.out.spoil()
		in.st.ForgetAll() // it may be eval, cd or export
		return
	}
	if in.st.Stdin.Kind == fact.StdinText && !IsBuiltin(name.Text) {
		in.consume()
	}
	in.builtin(c)
	if !passes {
		in.printed(c, printed)
	}
	if !IsBuiltin(name.Text) {
		in.misalign()
	}
}

// lacked is the state before a builtin that may be none of the shell, or refuse an option: what it
// does is then not done.
func (in *Interp) lacked(c *fact.Command) *domain.State {
	name := c.Argv[0].Text
	lacks := in.dialect.Lacks(name)
	for i := 1; i < len(c.Argv) && !lacks && strings.HasPrefix(c.Argv[i].Text, "-"); i++ {
		lacks = in.dialect.Refuses(name, c.Argv[i].Text)
	}
	if !lacks {
		return nil
	}
	return in.st.Clone()
}

// passesOutput reports whether a command prints what the text or the words that it runs print, and
// nothing else.
func passesOutput(c *fact.Command) bool {
	for i := range c.Argv {
		if !c.Argv[i].Known() {
			return false
		}
	}
	switch c.Argv[0].Text {
	case "eval", "builtin":
		return true
	case "sh", "bash", "dash":
		return len(c.Argv) > 2 && c.Argv[1].Text == "-c"
	}
	return false
}

// surelyRuns reports whether nothing about a command keeps its program from running: variables, a
// wrapper, or a redirection, but for one of errors to nowhere.
func surelyRuns(c *fact.Command) bool {
	for i := range c.Redirects {
		r := &c.Redirects[i]
		if r.Op != ">" || r.FD != "2" || !r.Target.Known() || r.Target.Text != "/dev/null" {
			return false
		}
	}
	return len(c.Assigns)+len(c.Via) == 0
}

// printed records what a command prints.
func (in *Interp) printed(c *fact.Command, o fact.Output) {
	if in.out == nil {
		return
	}
	if in.out.known && !in.out.ends && len(in.out.text) == 0 && in.out.names == nil {
		if w, ok := namesPrinted(c); ok {
			in.out.names, in.out.mixed, in.out.told = w, true, true
			return
		}
		if form, mayLack, ok := formPrinted(c); ok {
			in.out.names = &fact.Word{Text: form, Glob: true, Plain: true, Lack: mayLack}
			in.out.mixed = in.out.mixed || o.Kind != fact.NumberOutput
			in.out.told = in.out.told || in.out.mixed
			in.out.words = form[0] == '*' || expand.LetterOrDigit(form[0])
			return
		}
	}
	if text, known := pure(in, c); known {
		in.out.write(text)
		return
	}
	in.out.below = in.out.below.Or(patternsPrinted(c))
	if n := listEchoed(c); n != nil {
		o.Listed = n
	}
	told, first := in.out.told, in.out.empty() && in.errOut != in.out
	if o.Temp != "" && !surelyRuns(c) {
		o.Temp = ""
	}
	in.printForm(o)
	if in.echoesGiven(c) {
		in.out.told = told
	}
	if first && echoesJob(c) {
		in.out.jobs()
	}
}

// echoesGiven recognises echo "$x", which prints nothing but what the environment gives, and
// numbers. Without the quotes a pattern in it may become names of files.
func (in *Interp) echoesGiven(c *fact.Command) bool {
	if c.Argv[0].Text != "echo" || len(c.Argv) < 2 || in.errOut != nil && in.errOut == in.out {
		return false
	}
	for i := range c.Argv[1:] {
		w := &c.Argv[1+i]
		if !isGiven(w) || w.Many && !in.dialect.Has(dialect.InertExpansions) {
			return false
		}
	}
	return true
}

func aliasHazard(text string) fact.Hazard {
	return fact.Hazard{ID: hazards.Alias, Text: text,
		Why: "an alias defined earlier in the text may replace this word"}
}

// callAs visits the call of a function and runs its body.
func (in *Interp) callAs(f domain.Function, c fact.Command) {
	c.Kind = fact.Function
	in.visit(&c)
	in.callFunction(f, c.Argv)
}

// IsBuiltin reports whether a command is one of the shell's own that read no standard input, or
// whose reading is followed. What they are given in the environment changes nothing that they do.
func IsBuiltin(name string) bool {
	switch name {
	case ":", ".", "[", "alias", "bg", "break", "builtin", "cd", "chdir", "command", "continue",
		"declare", "dirs", "disown", "echo", "enable", "eval", "exec", "exit", "export", "false", "fg",
		"getopts", "hash", "jobs", "kill", "let", "local", "logout", "mapfile", "noglob", "popd", "print",
		"printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "set", "setopt", "shift",
		"shopt", "source", "test", "times", "trap", "true", "type", "typeset", "ulimit", "umask",
		"unalias", "unset", "unsetopt", "wait", "whence":
		return true
	}
	return false
}

// assignAll performs assignments that stand without a command.
func (in *Interp) assignAll(assigns []*syntax.Assign) {
	for _, a := range assigns {
		in.assign(a, false)
	}
}
