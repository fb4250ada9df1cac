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
	switch c.Argv[0].Text {
	case "cd", "chdir":
		in.cd(args)
	case "pushd":
		in.pushd(args)
	case "popd":
		in.popd()
	case "exit", "return", "break", "continue", "logout":
		in.st.dead = true
	case "exec":
		if len(args) > 0 {
			in.st.dead = true
		}
	case "export", "readonly", "declare", "typeset", "local", "integer", "float":
		in.declareWords(c.Argv[0].Text, args)
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
		in.assignLast(args, "MAPFILE")
	case "printf":
		if len(args) > 1 && args[0].IsLiteral() && strings.HasPrefix(args[0].Text, "-v") {
			in.printfV(args)
		}
	case "getopts":
		in.forgetNames(args, "OPTARG", "OPTIND")
	case "let":
		for i := range args {
			in.expression(args[i])
			name, _, _ := strings.Cut(args[i].Text, "=")
			in.forgetName(name)
		}
	case "wait", "coproc", "select", "vared", "zparseopts", "zstat", "sysread":
		in.forgetNames(args)
	case "test", "[":
		in.testWords(args)
	}
}

func (in *Interp) cd(args []fact.Word) {
	for len(args) > 0 && args[0].IsLiteral() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		if args[0].Text == "--" {
			args = args[1:]
			break
		}
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		home, ok := in.home("")
		w := fact.Lit(home)
		if !ok {
			w = fact.Unknown("$HOME")
		}
		in.chdir(&w)
	case args[0].IsLiteral() && args[0].Text == "-":
		in.st.dirs, in.st.old = in.st.old, in.st.dirs
	case len(args) > 1 && in.opt.Dialect == Zsh:
		in.st.dirs = fact.Dirs{}
	default:
		in.chdir(&args[0])
	}
}

func (in *Interp) pushd(args []fact.Word) {
	before := in.st.dirs
	if len(args) == 0 || args[len(args)-1].IsLiteral() && strings.HasPrefix(args[len(args)-1].Text, "+") {
		in.st.dirs, in.st.stack = fact.Dirs{}, nil
		return
	}
	in.chdir(&args[len(args)-1])
	in.st.stack = append(in.st.stack[:len(in.st.stack):len(in.st.stack)], before)
}

func (in *Interp) popd() {
	n := len(in.st.stack)
	if n == 0 {
		in.st.dirs = fact.Dirs{}
		return
	}
	in.st.dirs, in.st.stack = in.st.stack[n-1], in.st.stack[:n-1]
}

// declareWords is export, declare and their like with words that are already expanded.
func (in *Interp) declareWords(name string, args []fact.Word) {
	exports := name == "export"
	for i := range args {
		w := &args[i]
		if !w.IsLiteral() && !strings.Contains(w.Text, "=") {
			in.st.forgetAll()
			continue
		}
		if strings.HasPrefix(w.Text, "-") {
			exports = exports || strings.Contains(w.Text, "x") && name != "readonly"
			continue
		}
		n, val, has := strings.Cut(w.Text, "=")
		in.subscript(n)
		n = strings.TrimSuffix(n, "+")
		if !syntax.ValidName(n) {
			n, _, _ = strings.Cut(n, "[")
			in.forgetName(n)
			continue
		}
		v := in.st.vars[n]
		if has {
			v = value{word: fact.Word{Text: val, Suffix: w.Suffix, Kind: w.Kind}}
		} else if _, ok := in.st.vars[n]; !ok {
			continue
		}
		v.exported = v.exported || exports
		in.st.set(n, v)
	}
}

func (in *Interp) unset(args []fact.Word) {
	for i := range args {
		switch name := args[i].Text; {
		case !args[i].IsLiteral():
			in.st.forgetAll()
		case strings.HasPrefix(name, "-"):
		case syntax.ValidName(name):
			in.st.replace(name, value{unset: true})
			delete(in.st.funcs, name)
		default:
			in.subscript(name)
			name, _, _ = strings.Cut(name, "[")
			in.forgetName(name)
		}
	}
}

// set handles options and positional parameters.
func (in *Interp) set(args []fact.Word) {
	for i := range args {
		w := &args[i]
		if !w.IsLiteral() {
			in.st.params, in.st.knownParams = args[i:], !hasMany(args[i:])
			return
		}
		switch {
		case w.Text == "--" || w.Text == "-":
			in.st.params, in.st.knownParams = args[i+1:], !hasMany(args[i+1:])
			return
		case strings.HasPrefix(w.Text, "-"):
			in.st.noglob = in.st.noglob || strings.Contains(w.Text, "f")
		case strings.HasPrefix(w.Text, "+"):
			in.st.noglob = in.st.noglob && !strings.Contains(w.Text, "f")
		case i > 0 && args[i-1].Text == "-o":
			in.st.noglob = in.st.noglob || w.Text == "noglob"
		case i > 0 && args[i-1].Text == "+o":
			in.st.noglob = in.st.noglob && w.Text != "noglob"
		default:
			in.st.params, in.st.knownParams = args[i:], !hasMany(args[i:])
			return
		}
	}
}

func (in *Interp) shift(args []fact.Word) {
	n := 1
	if len(args) > 0 {
		if !args[0].IsLiteral() || len(args[0].Text) != 1 || digit(args[0].Text[0]) > 9 {
			in.st.knownParams = false
			return
		}
		n = digit(args[0].Text[0])
	}
	if n <= len(in.st.params) {
		in.st.params = in.st.params[n:]
	}
}

func (in *Interp) shopt(name string, args []fact.Word) {
	on := name == "setopt"
	for i := range args {
		switch opt := strings.ReplaceAll(strings.ToLower(args[i].Text), "_", ""); {
		case !args[i].IsLiteral():
			in.st.aliases = true
		case opt == "-s":
			on = true
		case opt == "-u":
			on = false
		case opt == "expandaliases" || opt == "aliases":
			in.st.aliases = on
		case opt == "noglob":
			in.st.noglob = on
		}
	}
}

// read assigns one line of standard input to names.
func (in *Interp) read(c *fact.Command, args []fact.Word) {
	raw, list := false, ""
	var names []string
	for i := 0; i < len(args); i++ {
		w := &args[i]
		if !w.IsLiteral() {
			in.st.forgetAll()
			return
		}
		if len(names) > 0 || !strings.HasPrefix(w.Text, "-") || w.Text == "-" {
			in.subscript(w.Text)
			names = append(names, w.Text)
			continue
		}
		raw = raw || strings.Contains(w.Text, "r")
		if k := strings.IndexAny(w.Text, "adinNptu"); k >= 0 { // these take an argument
			arg := w.Text[k+1:]
			if arg == "" && i+1 < len(args) {
				i++
				arg = args[i].Text
			}
			if w.Text[k] == 'a' {
				list = arg
				in.subscript(arg)
			}
			if strings.IndexByte("dnN", w.Text[k]) >= 0 {
				c = nil // what is read is not one line
			}
		}
	}
	if c == nil || c.Stdin.Kind != fact.StdinText || c.Stdin.Text.Kind != fact.Literal || in.inLoop() {
		for _, n := range append(names, list, "REPLY") {
			in.forgetName(n)
		}
		return
	}
	line, _, _ := strings.Cut(c.Stdin.Text.Text, "\n")
	if !raw && strings.Contains(line, "\\") {
		for _, n := range append(names, list, "REPLY") {
			in.forgetName(n)
		}
		return
	}
	in.readLine(line, names, list)
}

// inLoop reports whether the command may run more than once with the same input.
func (in *Interp) inLoop() bool { return in.loops > 0 }

func (in *Interp) readLine(line string, names []string, list string) {
	ifs, ok := in.ifs()
	if !ok {
		for _, n := range append(names, list, "REPLY") {
			in.forgetName(n)
		}
		return
	}
	if list != "" {
		v := value{isList: true}
		for _, p := range splitFields(line, ifs) {
			if !p.brk {
				v.list = append(v.list, fact.Lit(p.text))
			}
		}
		in.st.set(list, v)
		return
	}
	if len(names) == 0 {
		in.st.set("REPLY", value{word: fact.Lit(line)})
		return
	}
	for i, n := range names {
		line = strings.TrimLeft(line, ifsWhite(ifs))
		field := line
		if i < len(names)-1 {
			if k := strings.IndexAny(line, ifs); k >= 0 && ifs != "" {
				field, line = line[:k], line[k+1:]
			} else {
				line = ""
			}
		} else {
			field = strings.TrimRight(line, ifsWhite(ifs))
		}
		if syntax.ValidName(n) {
			in.st.set(n, value{word: fact.Lit(field)})
		}
	}
}

func ifsWhite(ifs string) string {
	var b strings.Builder
	for i := 0; i < len(ifs); i++ {
		if ifs[i] == ' ' || ifs[i] == '\t' || ifs[i] == '\n' {
			b.WriteByte(ifs[i])
		}
	}
	return b.String()
}

func (in *Interp) printfV(args []fact.Word) {
	name, rest := strings.TrimPrefix(args[0].Text, "-v"), args[1:]
	if name == "" {
		if len(rest) == 0 {
			return
		}
		name, rest = rest[0].Text, rest[1:]
	}
	in.subscript(name)
	if !syntax.ValidName(name) {
		name, _, _ = strings.Cut(name, "[")
		in.forgetName(name)
		return
	}
	if text, ok := printf(rest); ok {
		in.st.set(name, value{word: fact.Lit(text)})
		return
	}
	in.st.forget(name)
}

// assignLast forgets the array that mapfile fills: its last operand, or a default.
func (in *Interp) assignLast(args []fact.Word, def string) {
	for i := range args {
		in.subscript(args[i].Text)
	}
	in.forgetNames(args, def)
}

func (in *Interp) forgetNames(args []fact.Word, more ...string) {
	for i := range args {
		if !args[i].IsLiteral() {
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

func (in *Interp) forgetName(name string) {
	if syntax.ValidName(name) {
		in.st.forget(name)
	}
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
