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

// zshBuiltin applies what the builtins that only zsh has do to the shell's state, and what others
// do there in their own way. It reports whether nothing is left to do.
func (in *Interp) zshBuiltin(name string, args []fact.Word) bool {
	switch name {
	case "zformat", "zstyle", "zregexparse", "getln", "strftime", "stat", "zselect", "zsocket", "ztcp",
		"zpty", "sysopen", "sysseek", "pcre_match", "zcurses", "zgetattr", "ztie", "comparguments",
		"compvalues", "cap":
		if name != "zstyle" || stylesName(args) {
			in.forgetNames(args) // which of them are variables depends on the options
		}
		if name == "zstyle" && len(args) > 3 && args[0].Text == "-e" {
			in.lookedUp(args[3:])
		}
	case "shift":
		in.zshShift(args)
	case "unset", "unfunction", "unhash", "disable", "enable":
		return in.zshRemove(name, args)
	case "hash":
		in.zshHash(args)
	case "dirs":
		if len(args) > 0 {
			in.st.Stack = nil
		}
	case "functions":
		in.copyFunction(args)
	case "add-zsh-hook":
		in.addHook(args)
	default:
		return false
	}
	return true
}

// stylesName reports whether zstyle may assign a variable that it is given: it does so with an
// option.
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
func (in *Interp) lookedUp(words []fact.Word) {
	text := fact.ShowAll(words)
	in.Report(fact.Hazard{ID: hazards.Callback, Text: text,
		Why: "the shell runs this text when it looks the style up"})
	for i := range words {
		if !words[i].Known() {
			return
		}
	}
	in.RunText(text, Nested{Via: "zstyle"})
}

// zshShift is shift [-p] [N] [ARRAY...].
func (in *Interp) zshShift(args []fact.Word) {
	params := true
	for i := range args {
		switch {
		case !args[i].IsLiteral():
			if !domain.Numeric(&args[i]) {
				in.st.ForgetAll()
			}
		case syntax.ValidName(args[i].Text) && (i > 0 || in.isList(args[i].Text)):
			params = false
			in.forgetName(args[i].Text)
		}
	}
	if params {
		in.shift(args)
	}
}

func (in *Interp) isList(name string) bool {
	v, ok := in.st.Vars[name]
	return !ok || v.IsList || v.Word.Kind != fact.Literal
}

// zshRemove ends functions and variables. With a pattern, or where a word is not known, all of them
// may be gone.
func (in *Interp) zshRemove(name string, args []fact.Word) (done bool) {
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
				in.st.MaybeFunc(w.Text)
			}
		case funcs:
			in.st.MaybeFuncs()
		case name == "unset" && (pattern || !strings.Contains(w.Text, "[")):
			in.st.ForgetAll()
		}
	}
	return name != "unset" || pattern
}

// zshHash is hash NAME=PATH, after which a name stands for another program. With -d it names
// directories.
func (in *Interp) zshHash(args []fact.Word) {
	for i := range args {
		w := &args[i]
		if strings.HasPrefix(w.Text, "-") && w.IsLiteral() {
			if strings.Contains(w.Text, "d") {
				return
			}
			continue
		}
		if !w.IsLiteral() || strings.Contains(w.Text, "=") {
			in.commandTable(w.Show())
		}
	}
}

func (in *Interp) commandTable(text string) {
	in.Report(fact.Hazard{ID: hazards.FunctionTable, Text: text,
		Why: "this changes which program a name stands for"})
}

// copyFunction is functions -c OLD NEW.
func (in *Interp) copyFunction(args []fact.Word) {
	if len(args) == 0 || !strings.HasPrefix(args[0].Text, "-") ||
		!strings.Contains(args[0].Text, "c") {
		return
	}
	if len(args) == 3 && args[1].IsLiteral() && args[2].IsLiteral() {
		if f, ok := in.st.Funcs[args[1].Text]; ok {
			in.st.AddFunc(args[2].Text, f, false)
			return
		}
	}
	in.commandTable(fact.ShowAll(args))
}

// zshReadWords parses the options of zsh's read, of which only few take an argument and those not
// always. Names may have a prompt behind a question mark.
func (in *Interp) zshReadWords(args []fact.Word) (r reading, ok bool) {
	r.known = true
	options := true
	for i := range args {
		w := &args[i]
		if !w.IsLiteral() || w.Glob && strings.Contains(w.Text, "*") {
			in.again(*w, asName)
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
		in.again(fact.Lit(name), asName)
		r.names = append(r.names, name)
		r.known = r.known && !prompt && syntax.ValidName(name)
		options = options && !r.known
	}
	return r, true
}

// zshPrint is zsh's print: -P expands prompts, -v assigns, -z puts text where the next line is
// read.
func (in *Interp) zshPrint(args []fact.Word) {
	if !in.dialect.Has(dialect.Emulates) {
		return
	}
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
			in.forgetNames([]fact.Word{arg})
		case 'f':
			format = &arg
		}
	}
	if format != nil {
		in.printfArgs(*format, args)
	}
	if prompt {
		for _, arg := range args {
			in.again(arg, asPrompt)
		}
	}
}

// noteZshName handles assignments to the parameters through which zsh shows its tables, and to
// those that stand for another.
func (in *Interp) noteZshName(name string) {
	switch name {
	case "functions":
		in.Report(fact.Hazard{ID: hazards.FunctionTable, Text: name,
			Why: "this assignment defines a function"})
	case "dis_functions", "dis_aliases", "dis_galiases", "dis_saliases", "commands", "dis_builtins",
		"dis_reswords", "dis_patchars":
		in.commandTable(name)
	case "options":
		in.apply(dialect.OptUnknown, true, &fact.Word{Text: name})
	case "argv":
		in.st.LoseParams()
	case "dirstack":
		in.st.Stack = nil
	}
	if twin := dialect.ZshTwin(name); twin != "" {
		in.st.Forget(twin)
	}
}

// isRange reports whether a subscript names several elements.
func isRange(x syntax.ArithmExpr) bool {
	b, ok := x.(*syntax.BinaryArithm)
	return ok && b.Op == syntax.Comma
}

// nullCommand is what zsh runs for redirections without a command, if the text says so: a program
// that it finds by its name.
func (in *Interp) nullCommand(redirs []fact.Redirect) {
	for _, name := range [...]string{"NULLCMD", "READNULLCMD"} {
		v, ok := in.st.Vars[name]
		if !ok || v.Unset || v.IsList {
			continue
		}
		for _, w := range v.Each() {
			c := &fact.Command{Argv: []fact.Word{w}, Redirects: redirs, Text: w.Show(), Via: in.via,
				Dirs: in.st.Dirs, Stdin: in.st.Stdin}
			before := in.st.Clone()
			in.finish(c)
			in.st.Join(before)
		}
	}
}

// zshAssigns forgets the variable that ${x=word} may assign where its value is not computed.
func (in *Interp) zshAssigns(p *syntax.ParamExp) {
	if p.Exp == nil || p.Exp.Op != syntax.AssignUnset && p.Exp.Op != syntax.AssignUnsetOrNull {
		return
	}
	if p.Param == nil || p.Flags != nil && strings.Contains(p.Flags.Value, "P") {
		in.st.ForgetAll()
		return
	}
	in.forgetName(p.Param.Value)
}

// named is the value of the variable that a value names.
func (in *Interp) named(w *fact.Word) fact.Word {
	if !w.Known() || !syntax.ValidName(w.Text) {
		return fact.Word{Kind: fact.Partial, Written: w.Written}
	}
	if v := in.st.Vars[in.target(w.Text)]; v.IsList {
		return fact.Word{Kind: fact.Partial, Written: w.Text}
	}
	v, _ := in.lookup(w.Text, nil)
	return v
}

// zshFlags handles the flags that run code in a value: (e) expands it once more, and (P) takes it
// for the name of a parameter, the subscript of which is expanded. (%) does so only with
// prompt_subst, which is reported where it is set.
func (in *Interp) zshFlags(p *syntax.ParamExp) {
	in.flagExpressions(p.Flags.Value, "lrI", "gjsZ_")
	if !strings.ContainsAny(p.Flags.Value, "eP#") {
		return
	}
	v := fact.Word{Kind: fact.Partial, Written: in.source(p)}
	switch {
	case p.Index != nil || len(p.Modifiers) > 0 || p.Repl != nil || p.Slice != nil:
	case p.Param == nil && p.NestedParam == nil && p.Exp != nil && p.Exp.Word != nil:
		v = in.single(p.Exp.Word)
	case p.Exp != nil:
	case p.NestedParam != nil:
		v = expand.JoinPieces(in.part(p.NestedParam, true, nil))
	case p.Param != nil:
		v, _ = in.lookup(p.Param.Value, nil)
		if l := in.st.Vars[in.target(p.Param.Value)]; l.IsList {
			v = fact.Word{Kind: fact.Partial, Written: in.source(p)}
		}
	}
	if strings.Contains(p.Flags.Value, "e") {
		if strings.Contains(p.Flags.Value, "P") { // what the name stands for is read again
			in.again(in.named(&v), asPrompt)
		}
		in.again(v, asPrompt)
	}
	if strings.Contains(p.Flags.Value, "P") {
		in.again(v, asName)
		in.takeNamed(&v)
	}
	if strings.Contains(p.Flags.Value, "#") {
		in.again(v, asExpression)
	}
}
