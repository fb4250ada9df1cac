package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// builtin applies what a builtin does to the shell's state (POSIX XCU 2.14, bash manual 4). The
// command itself has been visited already.
func (in *Interp) builtin(c *fact.Command) {
	args := c.Argv[1:]
	in.limits(c)
	if in.dialect.Has(dialect.EvaluatesOperands) {
		in.zshExpressions(c.Argv[0].Text, args)
	}
	if in.dialect.Has(dialect.MoreBuiltins) && in.zshBuiltin(c.Argv[0].Text, args) {
		return
	}
	switch c.Argv[0].Text {
	case "cd", "chdir":
		in.cd(args)
	case "pushd":
		in.pushd(args)
	case "popd":
		in.popd(args)
	case "break", "continue", "return":
		in.leave(c.Argv[0].Text, args)
	case "exit", "logout", "bye":
		in.st.Dead = true
	case "exec":
		if len(args) > 0 && !in.st.Has(dialect.ExecFail) {
			in.st.Dead = true
		}
	case "export", "readonly", "declare", "typeset", "local", "integer", "float":
		d := in.declaration(c.Argv[0].Text)
		in.declareWords(&d, args, nil)
		in.takeWords(d.name, args)
	case "unset":
		in.unset(args)
	case "set":
		in.set(args)
	case "shift":
		in.shift(args)
	case "shopt", "setopt", "unsetopt":
		in.shopt(c.Argv[0].Text, args)
	case "alias":
		if len(args) > 0 {
			in.st.Alias = true
		}
	case "read":
		in.read(c, args)
	case "mapfile", "readarray":
		if in.dialect.Has(dialect.ReadsLists) {
			in.mapfile(c, args)
		}
	case "compgen":
		in.completion(args)
	case "printf":
		if len(args) > 1 && args[0].IsLiteral() && strings.HasPrefix(args[0].Text, "-v") {
			in.printfV(args)
		}
	case "getopts":
		in.getopts(args)
	case "let":
		for i := range args {
			if !args[i].IsLiteral() && !domain.Tame(&args[i]) {
				in.st.ForgetAll()
			}
			in.again(args[i], asExpression)
		}
	case "wait":
		in.wait(args)
	case "vared", "zparseopts", "zstat", "sysread":
		in.forgetNames(args)
		if c.Argv[0].Text == "zparseopts" { // -D takes what it finds from the parameters
			in.st.KnownParams = false
		}
	case "print":
		in.zshPrint(args)
	case "emulate":
		in.emulate(args)
	case "test", "[":
		in.testWords(args)
	}
}

func (in *Interp) cd(args []fact.Word) {
	for i := range args {
		if in.stackEntry(&args[i]) {
			in.moved(true)
			in.st.Old, in.st.Dirs = in.st.Dirs, fact.Dirs{}
			return
		}
	}
	real := in.st.Has(dialect.Physical)
	for len(args) > 0 && args[0].IsLiteral() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		word := args[0].Text
		args = args[1:]
		if word == "--" {
			break
		}
		real = real || strings.Contains(word, "P")
	}
	if real && len(args) > 0 && strings.Contains(args[0].Text, "..") {
		in.st.Dirs = fact.Dirs{} // of the directory that the links lead to
	}
	defer in.moved(real)
	switch {
	case len(args) == 0:
		home, ok := in.home("")
		w := fact.Lit(home)
		if !ok {
			w = fact.Unknown("$HOME")
		}
		in.chdir(&w, false)
	case args[0].IsLiteral() && args[0].Text == "-":
		if v, ok := in.st.Vars["OLDPWD"]; ok {
			w := firstValue(v)
			in.chdir(&w, false)
			return
		}
		before := in.st.Dirs
		in.st.Dirs, in.st.Old = in.st.Old, before
		in.mayFail(before)
	case len(args) > 1 && in.dialect.Has(dialect.CdReplaces):
		in.st.Dirs = fact.Dirs{}
	default:
		in.chdir(&args[0], false)
	}
}

// moved makes PWD and OLDPWD those of the shell again. Where links are resolved, the directory is
// not known.
func (in *Interp) moved(real bool) {
	in.st.Real = in.st.Real || real
	in.st.Drop("PWD")
	in.st.Drop("OLDPWD")
}

func (in *Interp) pushd(args []fact.Word) {
	before := in.st.Dirs
	defer in.moved(in.st.Has(dialect.Physical))
	if len(args) != 1 || strings.HasPrefix(args[0].Text, "+") || strings.HasPrefix(args[0].Text, "-") {
		in.st.Dirs, in.st.Old, in.st.Stack = fact.Dirs{}, fact.Dirs{}, nil
		return
	}
	in.chdir(&args[len(args)-1], false)
	in.st.Stack = append(in.st.Stack[:len(in.st.Stack):len(in.st.Stack)], before)
}

func (in *Interp) popd(args []fact.Word) {
	before := in.st.Dirs
	defer in.moved(in.st.Has(dialect.Physical))
	n := len(in.st.Stack)
	if n == 0 || len(args) > 0 {
		in.st.Dirs, in.st.Old, in.st.Stack = fact.Dirs{}, fact.Dirs{}, nil
		return
	}
	in.st.Old, in.st.Dirs, in.st.Stack = before, in.st.Stack[n-1], in.st.Stack[:n-1]
	in.mayFail(before)
}

func (in *Interp) unset(args []fact.Word) {
	var vars, funcs, refs bool
	for i := range args {
		switch name := args[i].Text; {
		case !args[i].IsLiteral() || args[i].Glob:
			if !funcs || !in.dialect.Has(dialect.UnsetsFunctions) {
				in.again(args[i], asName)
			}
			if array, _, ok := strings.Cut(name, "["); ok && syntax.ValidName(array) {
				in.blur(array, fact.Word{})
				continue
			}
			in.st.ForgetAll()
			in.st.MaybeFuncs()
		case strings.HasPrefix(name, "-"):
			vars = vars || strings.Contains(name, "v")
			funcs = funcs || strings.Contains(name, "f")
			refs = refs || strings.Contains(name, "n")
			// the rest are patterns
			if strings.Contains(name, "m") && in.dialect.Has(dialect.UnsetsPatterns) {
				in.st.ForgetAll()
				in.st.MaybeFuncs()
			}
		case syntax.ValidName(name):
			if v := in.st.Vars[name]; v.Ref != "" && !refs {
				name = in.target(name)
			}
			in.unsetName(name, !funcs, !vars)
		case funcs:
			in.st.RemoveFunc(name)
		default:
			if !vars && in.dialect.Has(dialect.UnsetsFunctions) {
				in.st.MaybeFunc(name)
			}
			in.again(args[i], asName)
			in.forgetName(name)
		}
	}
}

// unsetName unsets a variable, else a function where there is no variable of that name. In zsh only
// -f names a function.
func (in *Interp) unsetName(name string, vars, funcs bool) {
	v, ok := in.st.Vars[name]
	switch {
	case !vars:
		in.st.RemoveFunc(name)
		return
	case funcs && in.dialect.Has(dialect.UnsetsFunctions) && (!ok || !v.Unset):
		if ok && v.Word.Kind == fact.Literal {
			break // it is set for sure
		}
		in.st.MaybeFunc(name)
	case funcs && in.dialect.Has(dialect.UnsetsFunctions):
		in.st.RemoveFunc(name)
		return
	}
	if v.Attr&domain.AttrMayRef != 0 {
		in.st.Forget(name) // or what it refers to
		return
	}
	if v.Attr&domain.AttrReadonly == 0 && !in.reveal(name) {
		in.st.Replace(name, domain.Value{Unset: true, Attr: unspecial(name, in.dialect)})
	}
}

// unspecial marks a variable that has lost what the shell made special about it.
func unspecial(name string, d dialect.Dialect) domain.Attr {
	if dialect.CountedByShell(name, d) {
		return domain.AttrOrdinary
	}
	return 0
}

func (in *Interp) shift(args []fact.Word) {
	n := 1
	globs := domain.HasGlob(in.st.Params)
	if globs {
		in.st.KnownParams = false
	}
	if len(args) > 0 {
		if !args[0].IsLiteral() || len(args[0].Text) != 1 || expand.Digit(args[0].Text[0]) > 9 {
			// it shifts the arrays that are named
			if in.dialect.Has(dialect.ShiftsArrays) && !domain.Numeric(&args[0]) {
				in.forgetNames(args)
			}
			in.st.KnownParams = false
			return
		}
		n = expand.Digit(args[0].Text[0])
	}
	if n <= len(in.st.Params) && !globs { // which stand for more names than one
		in.st.Params = in.st.Params[n:]
	}
}

func (in *Interp) printfV(args []fact.Word) {
	name, rest := strings.TrimPrefix(args[0].Text, "-v"), args[1:]
	if name == "" {
		if len(rest) == 0 {
			return
		}
		if !rest[0].IsLiteral() {
			in.plantedAnywhere(&rest[0])
			in.st.ForgetAll()
			return
		}
		name, rest = rest[0].Text, rest[1:]
	}
	if args[0].Glob || name == args[1].Text && args[1].Glob {
		in.again(fact.Word{Kind: fact.Partial, Written: name}, asName) // the names of files
	}
	w := fact.Word{Kind: fact.Partial, Written: "$" + name}
	w.Number = len(rest) > 0 && rest[0].Known() && printsNumber(rest[0].Text)
	if text, ok := printed(rest, in.dialect); ok && !strings.Contains(text, "\x00") {
		w = fact.Lit(text)
	}
	if !syntax.ValidName(name) {
		in.again(fact.Lit(name), asName)
		in.giveElement(name, w)
		return
	}
	in.noteName(name)
	in.store(name, domain.Value{Word: w})
	in.planted(name)
}

// giveElement gives an element of an array, of which the place is not followed, a value.
func (in *Interp) giveElement(name string, w fact.Word) {
	array, _, ok := strings.Cut(name, "[")
	if !ok || !syntax.ValidName(array) {
		in.forgetName(name)
		return
	}
	in.noteName(array)
	in.blur(array, w)
	in.planted(array)
}

// getopts gives a name a letter, OPTARG the argument behind it and OPTIND a number.
func (in *Interp) getopts(args []fact.Word) {
	if len(args) > 1 {
		in.forgetNames(args[1:2])
	}
	if in.dialect.Has(dialect.EvaluatesGetopts) { // which evaluates what it assigns
		in.computed(domain.Value{IsList: true, List: in.integers(args[min(2, len(args)):], "OPTARG")})
	}
	in.st.Forget("OPTARG")
	in.st.Set("OPTIND", domain.Value{Word: fact.Word{Kind: fact.Partial, Number: true}})
}

// integers lists what a variable may get, if the shell evaluates that.
func (in *Interp) integers(from []fact.Word, name string) []fact.Word {
	switch {
	case !in.computes(name):
		return nil
	case len(from) == 0:
		return []fact.Word{{Kind: fact.Partial, Written: "$" + name}}
	}
	return from
}

// wait gives the variable behind -p a number.
func (in *Interp) wait(args []fact.Word) {
	for i := range args {
		if !args[i].IsLiteral() {
			continue // a job, unless it stands behind -p
		}
		name, isName := strings.CutPrefix(args[i].Text, "-p")
		switch {
		case !isName:
		case name != "":
			in.numberFor(fact.Lit(name))
		case i+1 < len(args):
			in.numberFor(args[i+1])
		}
	}
}

// numberFor gives the variable of a name a number.
func (in *Interp) numberFor(name fact.Word) {
	in.again(name, asName)
	number := fact.Word{Kind: fact.Partial, Number: true}
	switch {
	case !name.IsLiteral():
		in.plantedAnywhere(&name)
		in.st.ForgetAll()
	case syntax.ValidName(name.Text):
		in.noteName(name.Text)
		in.store(name.Text, domain.Value{Word: number})
		in.planted(name.Text)
	default:
		in.giveElement(name.Text, number)
	}
}

func (in *Interp) forgetNames(args []fact.Word, more ...string) {
	for i := range args {
		if !args[i].IsLiteral() {
			in.plantedAnywhere(&args[i])
			in.st.ForgetAll()
			return
		}
		in.again(args[i], asName)
		in.forgetName(args[i].Text)
	}
	for _, n := range more {
		in.forgetName(n)
	}
}

// forgetName makes a variable unknown that a builtin assigns, or an array of which it assigns an
// element.
func (in *Interp) forgetName(name string) {
	if syntax.ValidName(name) {
		in.storeUnknown(name)
		in.noteName(name)
		in.planted(name)
		return
	}
	if in.notePositional(name) {
		return
	}
	for _, part := range strings.FieldsFunc(name,
		func(r rune) bool { return r == '[' || r == '=' || r == '?' }) {
		if syntax.ValidName(part) { // a[1], read 'x?prompt' and zparseopts o=x in zsh
			in.storeUnknown(part)
			in.noteName(part)
			in.planted(part)
		} else {
			in.notePositional(part)
		}
	}
}

// notePositional makes the positional parameters unknown where zsh assigns one by its number.
func (in *Interp) notePositional(name string) bool {
	if in.dialect.Has(dialect.PositionalByNumber) &&
		(name == "*" || name == "@" || expand.Atoi(name) >= 0) {
		in.st.LoseParams()
		return true
	}
	return false
}

// testWords handles test -v NAME and the like, whose operand is evaluated with its subscript.
func (in *Interp) testWords(args []fact.Word) {
	for i := range args {
		if i == 0 {
			continue
		}
		switch args[i-1].Text {
		case "-v", "-R":
			in.again(args[i], asName)
		case "-t":
			if in.dialect.Has(dialect.EvaluatesOperands) {
				in.again(args[i], asExpression)
			}
		}
	}
}

// subscript handles text that a builtin reads as a name or expression: what stands in a subscript
// is expanded even if it was quoted, command substitutions included (bash manual 6.7, "arrays").
func (in *Interp) subscript(text string) {
	open := strings.IndexByte(text, '[')
	if open >= 0 && strings.ContainsAny(text[open:], "=+-") { // an expression that may assign
		for _, name := range strings.FieldsFunc(text[open:],
			func(r rune) bool { return !syntax.ValidName("_" + string(r)) }) {
			in.forgetName(name)
		}
	}
	if open < 0 || !strings.ContainsAny(text[open:], "$`") {
		return
	}
	in.expandText(text[open:], "arithmetic")
	if !strings.Contains(text[open:], "$(") && !strings.Contains(text[open:], "`") {
		return
	}
	in.Report(fact.Hazard{ID: hazards.Subscript, Text: text,
		Why: "the shell runs the command in this array subscript although it is quoted"})
}

// expandText visits the substitutions in text that the shell expands a second time: as if all
// quotes and backslashes were gone, and, as those within a substitution count, as the text of a
// here-document.
func (in *Interp) expandText(text, via string) {
	in.expandAs(": \""+strings.NewReplacer(`"`, ``, `\`, ``).Replace(text)+"\"", via)
	if strings.ContainsAny(text, "\"\\") && (strings.Contains(text, "$(") ||
		strings.Contains(text, "`")) {
		end := "E"
		for strings.Contains(text, end) {
			end += "E"
		}
		in.expandAs(": <<"+end+"\n"+text+"\n"+end+"\n", via)
	}
}

func (in *Interp) expandAs(text, via string) {
	in.nested(Nested{Via: via}, func() {
		in.text, in.argvOnly = text, false
		stmts, err := in.parse(in.text)
		in.stmts(stmts)
		if err != nil {
			in.syntaxError(in.text, err)
		}
	})
}
