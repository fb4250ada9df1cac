package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// builtin applies what a builtin does to the shell's state (POSIX XCU 2.14, bash manual 4). The command itself has been
// visited already.
func (in *Interp) builtin(c *fact.Command) {
	args := c.Argv[1:]
	if in.dialect == Zsh && in.zshBuiltin(c.Argv[0].Text, args) {
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
		in.st.dead = true
	case "exec":
		if len(args) > 0 && !in.st.has(execFail) {
			in.st.dead = true
		}
	case "export", "readonly", "declare", "typeset", "local", "integer", "float":
		d := in.declaration(c.Argv[0].Text)
		in.declareWords(&d, args)
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
			in.st.alias = true
		}
	case "read":
		in.read(c, args)
	case "mapfile", "readarray":
		in.mapfile(c, args)
	case "compgen":
		in.completion(args)
	case "printf":
		if len(args) > 1 && args[0].IsLiteral() && strings.HasPrefix(args[0].Text, "-v") {
			in.printfV(args)
		}
	case "getopts":
		in.forgetNames(args, "OPTARG", "OPTIND")
	case "let":
		for i := range args {
			if !args[i].IsLiteral() {
				in.st.forgetAll()
			}
			in.operand(args[i], true, 0)
		}
	case "wait", "vared", "zparseopts", "zstat", "sysread":
		in.forgetNames(args)
		if c.Argv[0].Text == "zparseopts" { // -D takes what it finds from the parameters
			in.st.knownParams = false
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
	real := in.st.has(physical)
	for len(args) > 0 && args[0].IsLiteral() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		word := args[0].Text
		args = args[1:]
		if word == "--" {
			break
		}
		real = real || strings.Contains(word, "P")
	}
	if real && len(args) > 0 && strings.Contains(args[0].Text, "..") {
		in.st.dirs = fact.Dirs{} // of the directory that the links lead to
	}
	defer in.moved(real)
	switch {
	case len(args) == 0:
		home, ok := in.home("")
		w := fact.Lit(home)
		if !ok {
			w = fact.Unknown("$HOME")
		}
		in.chdir(&w)
	case args[0].IsLiteral() && args[0].Text == "-":
		if v, ok := in.st.vars["OLDPWD"]; ok {
			w := firstValue(v)
			in.chdir(&w)
			return
		}
		before := in.st.dirs
		in.st.dirs, in.st.old = in.st.old, before
		in.mayFail(before)
	case len(args) > 1 && in.dialect == Zsh:
		in.st.dirs = fact.Dirs{}
	default:
		in.chdir(&args[0])
	}
}

// moved makes PWD and OLDPWD those of the shell again. Where links are resolved, the directory is not known.
func (in *Interp) moved(real bool) {
	in.st.real = in.st.real || real
	in.st.drop("PWD")
	in.st.drop("OLDPWD")
}

func (in *Interp) pushd(args []fact.Word) {
	before := in.st.dirs
	defer in.moved(in.st.has(physical))
	if len(args) != 1 || strings.HasPrefix(args[0].Text, "+") || strings.HasPrefix(args[0].Text, "-") {
		in.st.dirs, in.st.old, in.st.stack = fact.Dirs{}, fact.Dirs{}, nil
		return
	}
	in.chdir(&args[len(args)-1])
	in.st.stack = append(in.st.stack[:len(in.st.stack):len(in.st.stack)], before)
}

func (in *Interp) popd(args []fact.Word) {
	before := in.st.dirs
	defer in.moved(in.st.has(physical))
	n := len(in.st.stack)
	if n == 0 || len(args) > 0 {
		in.st.dirs, in.st.old, in.st.stack = fact.Dirs{}, fact.Dirs{}, nil
		return
	}
	in.st.old, in.st.dirs, in.st.stack = before, in.st.stack[n-1], in.st.stack[:n-1]
	in.mayFail(before)
}

func (in *Interp) unset(args []fact.Word) {
	var vars, funcs, refs bool
	for i := range args {
		switch name := args[i].Text; {
		case !args[i].IsLiteral():
			in.st.forgetAll()
			in.st.maybeFuncs()
		case strings.HasPrefix(name, "-"):
			vars = vars || strings.Contains(name, "v")
			funcs = funcs || strings.Contains(name, "f")
			refs = refs || strings.Contains(name, "n")
			if strings.Contains(name, "m") && in.dialect == Zsh { // the rest are patterns
				in.st.forgetAll()
				in.st.maybeFuncs()
			}
		case syntax.ValidName(name):
			if v := in.st.vars[name]; v.ref != "" && !refs {
				name = in.target(name)
			}
			in.unsetName(name, !funcs, !vars)
		case funcs:
			in.st.removeFunc(name)
		default:
			if !vars && in.dialect != Zsh {
				in.st.maybeFunc(name)
			}
			in.subscript(name)
			in.forgetName(name)
		}
	}
}

// unsetName unsets a variable, else a function where there is no variable of that name. In zsh only -f names a function.
func (in *Interp) unsetName(name string, vars, funcs bool) {
	v, ok := in.st.vars[name]
	switch {
	case !vars:
		in.st.removeFunc(name)
		return
	case funcs && in.dialect != Zsh && (!ok || !v.unset):
		if ok && v.word.Kind == fact.Literal {
			break // it is set for sure
		}
		in.st.maybeFunc(name)
	case funcs && in.dialect != Zsh:
		in.st.removeFunc(name)
		return
	}
	if v.attr&attrMayRef != 0 {
		in.st.forget(name) // or what it refers to
		return
	}
	if v.attr&attrReadonly == 0 && !in.reveal(name) {
		in.st.replace(name, value{unset: true})
	}
}

func (in *Interp) shift(args []fact.Word) {
	n := 1
	if hasGlob(in.st.params) {
		in.st.knownParams = false
	}
	if len(args) > 0 {
		if !args[0].IsLiteral() || len(args[0].Text) != 1 || digit(args[0].Text[0]) > 9 {
			if in.dialect == Zsh { // it shifts the arrays that are named
				in.forgetNames(args)
			}
			in.st.knownParams = false
			return
		}
		n = digit(args[0].Text[0])
	}
	if n <= len(in.st.params) {
		in.st.params = in.st.params[n:]
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
			in.st.forgetAll()
			return
		}
		name, rest = rest[0].Text, rest[1:]
	}
	in.subscript(name)
	if !syntax.ValidName(name) {
		in.forgetName(name)
		return
	}
	in.noteName(name)
	if text, ok := printf(rest, in.dialect); ok && !strings.Contains(text, "\x00") {
		in.st.set(name, value{word: fact.Lit(text)})
	} else {
		in.st.forget(name)
	}
	in.planted(name)
}

func (in *Interp) forgetNames(args []fact.Word, more ...string) {
	for i := range args {
		if !args[i].IsLiteral() {
			in.plantedAnywhere(&args[i])
			in.st.forgetAll()
			return
		}
		in.subscript(args[i].Text)
		in.forgetName(args[i].Text)
	}
	for _, n := range more {
		in.forgetName(n)
	}
}

// forgetName makes a variable unknown that a builtin assigns, or an array of which it assigns an element.
func (in *Interp) forgetName(name string) {
	if syntax.ValidName(name) {
		in.st.forget(name)
		in.noteName(name)
		in.planted(name)
		return
	}
	if in.notePositional(name) {
		return
	}
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == '=' || r == '?' }) {
		if syntax.ValidName(part) { // a[1], read 'x?prompt' and zparseopts o=x in zsh
			in.st.forget(part)
			in.noteName(part)
			in.planted(part)
		} else {
			in.notePositional(part)
		}
	}
}

// notePositional makes the positional parameters unknown where zsh assigns one by its number.
func (in *Interp) notePositional(name string) bool {
	if in.dialect == Zsh && (name == "*" || name == "@" || atoi(name) >= 0) {
		in.st.knownParams = false
		return true
	}
	return false
}

// testWords handles test -v NAME and the like, whose operand is evaluated with its subscript.
func (in *Interp) testWords(args []fact.Word) {
	for i := range args {
		if i > 0 && args[i-1].Text == "-v" || i > 0 && args[i-1].Text == "-R" {
			in.expression(args[i])
		}
		switch args[i].Text {
		case "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
			if i > 0 {
				in.expression(args[i-1])
			}
			if i+1 < len(args) {
				in.expression(args[i+1])
			}
		}
	}
}

// subscript handles text that a builtin reads as a name or expression: what stands in a subscript is expanded even if
// it was quoted, command substitutions included (bash manual 6.7, "arrays").
func (in *Interp) subscript(text string) {
	open := strings.IndexByte(text, '[')
	if open >= 0 && strings.ContainsAny(text[open:], "=+-") { // an expression that may assign
		for _, name := range strings.FieldsFunc(text[open:], func(r rune) bool { return !syntax.ValidName("_" + string(r)) }) {
			in.forgetName(name)
		}
	}
	if open < 0 || !strings.Contains(text[open:], "$(") && !strings.Contains(text[open:], "`") {
		return
	}
	in.expandText(text[open:], "arithmetic")
	in.Report(fact.Hazard{ID: "subscript", Kind: fact.Suspect, Text: text,
		Why: "the shell runs the command in this array subscript although it is quoted"})
}

// expandText visits the substitutions in text that the shell expands a second time.
func (in *Interp) expandText(text, via string) {
	in.nested(Nested{Via: via}, func() {
		in.text, in.argvOnly = ": \""+strings.NewReplacer(`"`, ``, `\`, ``).Replace(text)+"\"", false
		stmts, err := in.parse(in.text)
		in.stmts(stmts)
		if err != nil {
			in.syntaxError(in.text, err)
		}
	})
}
