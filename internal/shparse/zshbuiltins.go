package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// zshBuiltins are the builtins that only zsh has, and those that do something else there.
var zshBuiltins = [...]builtin{
	{"zformat", (*builtins).assignsNames, nil}, {"zstyle", (*builtins).zstyle, nil},
	{"zregexparse", (*builtins).assignsNames, nil}, {"getln", (*builtins).assignsNames, nil},
	{"strftime", (*builtins).assignsNames, nil}, {"stat", (*builtins).assignsNames, nil},
	{"zselect", (*builtins).assignsNames, nil}, {"zsocket", (*builtins).assignsNames, nil},
	{"ztcp", (*builtins).assignsNames, nil}, {"zpty", (*builtins).assignsNames, nil},
	{"sysopen", (*builtins).assignsNames, nil}, {"sysseek", (*builtins).assignsNames, nil},
	{"pcre_match", (*builtins).assignsNames, nil}, {"zcurses", (*builtins).assignsNames, nil},
	{"zgetattr", (*builtins).assignsNames, nil}, {"ztie", (*builtins).assignsNames, nil},
	{"comparguments", (*builtins).assignsNames, nil}, {"compvalues", (*builtins).assignsNames, nil},
	{"cap", (*builtins).assignsNames, nil}, {"shift", (*builtins).zshShift, nil},
	{"unset", nil, (*builtins).zshRemove}, {"unfunction", nil, (*builtins).zshRemove},
	{"unhash", nil, (*builtins).zshRemove}, {"disable", nil, (*builtins).zshRemove},
	{"enable", nil, (*builtins).zshRemove}, {"hash", nil, (*builtins).zshHash},
	{"dirs", (*builtins).zshDirs, nil}, {"functions", (*builtins).copyFunction, nil},
	{"add-zsh-hook", (*builtins).addHook, nil}, {"print", (*builtins).zshPrint, nil},
}

func (bi *builtins) zshDirs(args []fact.Word) {
	if len(args) > 0 {
		bi.sh.st.Stack = nil
	}
}

func (bi *builtins) addHook(args []fact.Word) { bi.funcs.addHook(args) }

func (bi *builtins) zstyle(args []fact.Word) {
	if stylesName(args) {
		bi.vars.forgetNames(args) // which of them are variables depends on the options
	}
	if len(args) > 3 && args[0].Text == "-e" {
		bi.lookedUp(args[3:])
	}
}

// stylesName reports whether zstyle may assign a variable that it is given, as some of its options
// do.
func stylesName(args []fact.Word) bool {
	if len(args) == 0 {
		return false
	}
	w := &args[0]
	if w.Many || w.Text == "" && w.Kind != fact.Literal {
		return true
	}
	if !strings.HasPrefix(w.Text, "-") || w.Kind == fact.Literal && w.Text == "-e" {
		return false
	}
	return true
}

// lookedUp is code that runs when a style is looked up.
func (bi *builtins) lookedUp(words []fact.Word) {
	text := fact.ShowAll(words)
	bi.sh.Report(fact.Hazard{ID: hazards.Callback, Text: text,
		Why: "the shell runs this text when it looks the style up"})
	for i := range words {
		if !words[i].Known() {
			return
		}
	}
	bi.texts.run(&Payload{Text: text, Via: "zstyle"})
}

// zshShift is shift [-p] [N] [ARRAY...].
func (bi *builtins) zshShift(args []fact.Word) {
	params := true
	for i := range args {
		switch {
		case !args[i].IsLiteral():
			if !domain.Numeric(&args[i]) {
				bi.sh.st.ForgetAll()
			}
		case syntax.ValidName(args[i].Text) && (i > 0 || bi.isList(args[i].Text)):
			params = false
			bi.vars.forgetName(args[i].Text)
		}
	}
	if params {
		bi.shift(args)
	}
}

func (bi *builtins) isList(name string) bool {
	v, ok := bi.sh.st.Vars[name]
	return !ok || v.IsList || v.Word.Kind != fact.Literal
}

// zshRemove ends functions and variables. With a pattern, or where a word is not known, all of them
// may be gone.
func (bi *builtins) zshRemove(c *fact.Command) {
	name, args := c.Argv[0].Text, c.Argv[1:]
	pattern, funcs := false, name == "unfunction"
	for i := range args {
		w := &args[i]
		if w.IsLiteral() && strings.HasPrefix(w.Text, "-") {
			pattern = pattern || strings.Contains(w.Text, "m")
			funcs = funcs || strings.Contains(w.Text, "f")
			continue
		}
		switch {
		case !pattern && w.IsLiteral() && !w.Glob:
			if funcs && name != "unset" {
				bi.sh.st.MaybeFunc(w.Text)
			}
		case funcs:
			bi.sh.st.MaybeFuncs()
		case name == "unset" && (pattern || !strings.Contains(w.Text, "[")):
			bi.sh.st.ForgetAll()
		}
	}
	switch {
	case name == "unset" && !pattern:
		bi.unset(args)
	case name != "unset" && name != "unfunction":
		bi.noteLimit(c)
	}
}

// zshHash is hash NAME=PATH, after which a name stands for another program. With -d it names
// directories.
func (bi *builtins) zshHash(c *fact.Command) {
	bi.noteLimit(c)
	for i := range c.Argv[1:] {
		w := &c.Argv[1+i]
		if strings.HasPrefix(w.Text, "-") && w.IsLiteral() {
			if strings.Contains(w.Text, "d") {
				return
			}
			continue
		}
		if !w.IsLiteral() || strings.Contains(w.Text, "=") {
			bi.vars.commandTable(w.Show())
		}
	}
}

// copyFunction is functions -c OLD NEW.
func (bi *builtins) copyFunction(args []fact.Word) {
	if len(args) == 0 || !strings.HasPrefix(args[0].Text, "-") ||
		!strings.Contains(args[0].Text, "c") {
		return
	}
	if len(args) == 3 && args[1].IsLiteral() && args[2].IsLiteral() {
		if f, ok := bi.sh.st.Funcs[args[1].Text]; ok {
			bi.sh.st.AddFunc(args[2].Text, f, false)
			return
		}
	}
	bi.vars.commandTable(fact.ShowAll(args))
}

// zshReadWords parses the options of zsh's read. Few of them take an argument, and those not
// always. Names may have a prompt behind a question mark.
func (bi *builtins) zshReadWords(args []fact.Word) (r reading, ok bool) {
	r.known = true
	options := true
	for i := range args {
		w := &args[i]
		if !w.IsLiteral() || w.Glob && strings.Contains(w.Text, "*") {
			bi.eval.reread(*w, asName)
			return r, false
		}
		text := w.Text
		if options && strings.HasPrefix(text, "-") {
			options = text != "--" && text != "-"
			r.raw = r.raw || strings.Contains(text, "r")
			r.known = r.known && text == "-r"
			continue
		}
		// Behind an option that may have an argument the words may be that, too.
		name, _, prompt := strings.Cut(text, "?")
		bi.eval.reread(fact.Lit(name), asName)
		r.names = append(r.names, name)
		r.known = r.known && !prompt && syntax.ValidName(name)
		options = options && !r.known
	}
	return r, true
}

// zshPrint is zsh's print: -P expands prompts, -v assigns, -z puts text where the next line is
// read.
func (bi *builtins) zshPrint(args []fact.Word) {
	prompt := false
	var format *fact.Word
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") {
		text := args[0].Text
		args = args[1:]
		if text == "-" || text == "--" {
			break
		}
		prompt = prompt || strings.Contains(text, "P")
		k := strings.IndexAny(text, "CfuvxX") // these take an argument
		if k < 0 {
			continue
		}
		arg := fact.Lit(text[k+1:])
		if arg.Text == "" && len(args) > 0 {
			arg, args = args[0], args[1:]
		}
		switch text[k] {
		case 'v':
			bi.vars.forgetNames([]fact.Word{arg})
		case 'f':
			format = &arg
		}
	}
	if format != nil {
		bi.printfArgs(*format, args)
	}
	if prompt {
		for _, arg := range args {
			bi.eval.reread(arg, asPrompt)
		}
	}
}

// What zsh evaluates as an expression where bash takes a number: the arguments of exit, return,
// shift and printf %d, the count of repeat, the arguments of flags of expansions, the subscript at
// the end of a pattern.

// zshExpressions handles the words of a builtin that are expressions.
func (bi *builtins) zshExpressions(name string, args []fact.Word) {
	switch name {
	case "exit", "bye", "logout", "return", "break", "continue":
		if len(args) > 0 {
			bi.eval.reread(args[0], asExpression)
		}
	case "shift":
		bi.shiftCount(args)
	case "printf":
		if len(args) > 1 && strings.HasPrefix(args[0].Text, "-v") {
			args = args[1:]
			if args[0].IsLiteral() && len(args) > 1 {
				args = args[1:]
			}
		}
		if len(args) > 1 {
			bi.printfArgs(args[0], args[1:])
		}
	case "read":
		for i := range args {
			if text, ok := strings.CutPrefix(args[i].Text, "-t"); ok && text != "" {
				seconds := args[i]
				seconds.Text, seconds.Given = text, seconds.Given || seconds.Number
				bi.eval.reread(seconds, asExpression)
			} else if ok && i+1 < len(args) {
				bi.eval.reread(args[i+1], asExpression)
			}
		}
	}
}

// shiftCount is the number in shift NUMBER ARRAY….
func (bi *builtins) shiftCount(args []fact.Word) {
	for i := range args {
		w := &args[i]
		if w.IsLiteral() && (bi.sh.st.Vars[w.Text].IsList || w.Text == "-p") {
			continue
		}
		bi.eval.reread(*w, asExpression)
	}
}

// printfArgs evaluates what zsh's printf prints as a number.
func (bi *builtins) printfArgs(format fact.Word, args []fact.Word) {
	if !format.Known() {
		for i := range args {
			bi.eval.reread(args[i], asExpression)
		}
		return
	}
	kinds, ordered := conversions(format.Text)
	many := false
	for i := range args {
		if len(kinds) == 0 {
			return
		}
		many = many || args[i].Many // from here on it is not known which argument is which
		number := kinds[i%len(kinds)] == 'd'
		if number || (many || !ordered) && strings.Contains(string(kinds), "d") {
			bi.eval.reread(args[i], asExpression)
		}
	}
}

// conversions lists what a format of printf takes: d for a number, s for a text. ordered is false
// where it says which argument it takes.
func conversions(format string) (kinds []byte, ordered bool) {
	ordered = true
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("0123456789$*.-+ #'lhjzt", format[i]) >= 0; i++ {
			if format[i] == '*' {
				kinds = append(kinds, 'd')
			}
			ordered = ordered && format[i] != '$'
		}
		switch {
		case i == len(format) || format[i] == '%':
		case strings.IndexByte("sbqcn", format[i]) >= 0:
			kinds = append(kinds, 's')
		default:
			kinds = append(kinds, 'd')
		}
	}
	return kinds, ordered
}

// inheritNumbers evaluates what a shell that starts finds in the environment for its own numbers.
func (bi *builtins) inheritNumbers() {
	for name, v := range bi.sh.st.Vars {
		if v.Exported && dialect.ShellComputes(name, dialect.Zsh) && !v.IsList {
			for _, w := range v.Each() {
				bi.eval.reread(w, asExpression)
			}
		}
	}
}
