package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// variableBuiltins give variables values, or take them away.
var variableBuiltins = [...]builtin{
	{"export", nil, (*builtins).declare}, {"readonly", nil, (*builtins).declare},
	{"declare", nil, (*builtins).declare}, {"typeset", nil, (*builtins).declare},
	{"local", nil, (*builtins).declare}, {"integer", nil, (*builtins).declare},
	{"float", nil, (*builtins).declare}, {"unset", (*builtins).unset, nil},
	{"shift", (*builtins).shift, nil}, {"printf", (*builtins).printfV, nil},
	{"getopts", (*builtins).getopts, nil}, {"vared", (*builtins).assignsNames, nil},
	{"zstat", (*builtins).assignsNames, nil}, {"sysread", (*builtins).assignsNames, nil},
	{"zparseopts", (*builtins).zparseopts, nil},
}

func (bi *builtins) declare(c *fact.Command) {
	d := bi.assigns.declaration(c.Argv[0].Text)
	bi.assigns.declareWords(&d, c.Argv[1:], nil)
	bi.reads.noteDeclaredWords(d.name, c.Argv[1:])
}

func (bi *builtins) assignsNames(args []fact.Word) { bi.vars.forgetNames(args) }

func (bi *builtins) zparseopts(args []fact.Word) {
	bi.vars.forgetNames(args)
	bi.sh.st.KnownParams = false // -D takes what it finds from the parameters
}

func (bi *builtins) unset(args []fact.Word) {
	var vars, funcs, refs bool
	for i := range args {
		switch name := args[i].Text; {
		case !args[i].IsLiteral() || args[i].Glob:
			if !funcs || !bi.sh.has(dialect.UnsetsFunctions) {
				bi.eval.reread(args[i], asName)
			}
			if array, _, ok := strings.Cut(name, "["); ok && syntax.ValidName(array) {
				bi.vars.setElement(array, fact.Word{})
				continue
			}
			bi.sh.st.ForgetAll()
			bi.sh.st.MaybeFuncs()
		case strings.HasPrefix(name, "-"):
			vars = vars || strings.Contains(name, "v")
			funcs = funcs || strings.Contains(name, "f")
			refs = refs || strings.Contains(name, "n")
			// the rest are patterns
			if strings.Contains(name, "m") && bi.sh.has(dialect.UnsetsPatterns) {
				bi.sh.st.ForgetAll()
				bi.sh.st.MaybeFuncs()
			}
		case syntax.ValidName(name):
			if v := bi.sh.st.Vars[name]; v.Ref != "" && !refs {
				name = bi.sh.st.Target(name)
			}
			bi.unsetName(name, !funcs, !vars)
		case funcs:
			bi.sh.st.RemoveFunc(name)
		default:
			if !vars && bi.sh.has(dialect.UnsetsFunctions) {
				bi.sh.st.MaybeFunc(name)
			}
			bi.eval.reread(args[i], asName)
			bi.vars.forgetName(name)
		}
	}
}

// unsetName unsets a variable, else a function where there is no variable of that name. In zsh only
// -f names a function.
func (bi *builtins) unsetName(name string, vars, funcs bool) {
	v, ok := bi.sh.st.Vars[name]
	switch {
	case !vars:
		bi.sh.st.RemoveFunc(name)
		return
	case funcs && bi.sh.has(dialect.UnsetsFunctions) && (!ok || !v.Unset):
		if ok && v.Word.Kind == fact.Literal {
			break // it is set for sure
		}
		bi.sh.st.MaybeFunc(name)
	case funcs && bi.sh.has(dialect.UnsetsFunctions):
		bi.sh.st.RemoveFunc(name)
		return
	}
	if v.Attr&domain.AttrMayRef != 0 {
		bi.sh.st.Forget(name) // or what it refers to
		return
	}
	if v.Attr&domain.AttrReadonly == 0 && !bi.vars.showOuter(name) {
		bi.sh.st.Replace(name, domain.Value{Unset: true, Attr: lostSpecial(name, bi.sh.script.dialect)})
	}
}

func (bi *builtins) shift(args []fact.Word) {
	n := 1
	globs := domain.HasGlob(bi.sh.st.Params)
	if globs {
		bi.sh.st.KnownParams = false
	}
	if len(args) > 0 {
		if !args[0].IsLiteral() || len(args[0].Text) != 1 || expand.Digit(args[0].Text[0]) > 9 {
			// it shifts the arrays that are named
			if bi.sh.has(dialect.ShiftsArrays) && !domain.Numeric(&args[0]) {
				bi.vars.forgetNames(args)
			}
			bi.sh.st.KnownParams = false
			return
		}
		n = expand.Digit(args[0].Text[0])
	}
	if n <= len(bi.sh.st.Params) && !globs { // which stand for more names than one
		bi.sh.st.Params = bi.sh.st.Params[n:]
	}
}

// printfV is printf -v, which gives a variable what it would print.
func (bi *builtins) printfV(args []fact.Word) {
	if len(args) < 2 || !args[0].IsLiteral() || !strings.HasPrefix(args[0].Text, "-v") {
		return
	}
	name, rest := strings.TrimPrefix(args[0].Text, "-v"), args[1:]
	if name == "" {
		if len(rest) == 0 {
			return
		}
		if !rest[0].IsLiteral() {
			bi.vars.reportUnknownName(&rest[0])
			return
		}
		name, rest = rest[0].Text, rest[1:]
	}
	if args[0].Glob || name == args[1].Text && args[1].Glob {
		bi.eval.reread(fact.Word{Kind: fact.Partial, Written: name}, asName) // the names of files
	}
	w := fact.Word{Kind: fact.Partial, Written: "$" + name}
	w.Number = len(rest) > 0 && rest[0].Known() && cmdoutput.PrintsNumber(rest[0].Text)
	if text, ok := cmdoutput.Printf(rest, bi.sh.script.dialect); ok &&
		!strings.Contains(text, "\x00") {
		w = fact.Lit(text)
	}
	if !syntax.ValidName(name) {
		bi.eval.reread(fact.Lit(name), asName)
		bi.vars.giveElement(name, w)
		return
	}
	bi.vars.noteName(name)
	bi.vars.store(name, domain.Value{Word: w})
	bi.vars.reportSteering(name)
}

// getopts gives a name a letter, OPTARG the argument behind it and OPTIND a number.
func (bi *builtins) getopts(args []fact.Word) {
	if len(args) > 1 {
		bi.vars.forgetNames(args[1:2])
	}
	if bi.sh.has(dialect.EvaluatesGetopts) { // which evaluates what it assigns
		bi.eval.computed(domain.Value{IsList: true, List: bi.evaluatedValues(args[min(2, len(args)):],
			"OPTARG")})
	}
	bi.sh.st.Forget("OPTARG")
	bi.sh.st.Set("OPTIND", domain.Value{Word: fact.Word{Kind: fact.Partial, Number: true}})
}

// evaluatedValues lists what a variable may get, if the shell evaluates that.
func (bi *builtins) evaluatedValues(from []fact.Word, name string) []fact.Word {
	switch {
	case !bi.sh.computes(name):
		return nil
	case len(from) == 0:
		return []fact.Word{{Kind: fact.Partial, Written: "$" + name}}
	}
	return from
}
