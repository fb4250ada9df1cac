package nodes

import (
	"mvdan.cc/sh/v3/syntax"

	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// IsPlain reports whether an expansion gives the value of a variable as it is.
func IsPlain(p *syntax.ParamExp) bool {
	return p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Index == nil && p.Flags == nil &&
		!p.Excl && !p.Length && !p.Width && len(p.Modifiers) == 0 && p.NestedParam == nil
}

// BashOnly reports whether a shell without the extensions of bash refuses an expansion when it gets
// there: what comes of it, and whether the command around it runs, is not known.
func BashOnly(p *syntax.ParamExp) bool {
	return p.Repl != nil || p.Slice != nil || p.Excl || p.Index != nil ||
		p.Exp != nil && p.Exp.Op >= syntax.UpperFirst
}

// ZshOnly reports whether the expansion uses what only zsh has.
func ZshOnly(p *syntax.ParamExp) bool {
	return p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 ||
		p.GlobSubst != syntax.OptUnset || p.Split != syntax.OptUnset || p.RcExpand != syntax.OptUnset
}

// IsWordAlone recognises ${:-word}, which is the word, and ${(%):-word}.
func IsWordAlone(p *syntax.ParamExp) bool {
	return (p.Param == nil || p.Param.Value == "") && p.NestedParam == nil && p.Exp != nil &&
		p.Exp.Op == syntax.DefaultUnsetOrNull &&
		(p.Flags == nil || p.Flags.Value == "%") && p.Index == nil && p.Slice == nil && p.Repl == nil &&
		len(p.Modifiers) == 0 && !p.Length && !p.Excl &&
		p.GlobSubst == syntax.OptUnset && p.Split == syntax.OptUnset && p.RcExpand != syntax.OptOff
}

// IsAll reports whether a subscript is @ or *.
func IsAll(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return false
	}
	s := shsyntax.LitOf(w)
	return s == "@" || s == "*"
}

// IsRange reports whether a subscript names several elements.
func IsRange(x syntax.ArithmExpr) bool {
	b, ok := x.(*syntax.BinaryArithm)
	return ok && b.Op == syntax.Comma
}

// GivesDefault reports whether an operator gives a word for what is not there, and assigns nothing.
func GivesDefault(op syntax.ParExpOperator) bool {
	return op == syntax.DefaultUnset || op == syntax.DefaultUnsetOrNull
}

// IsPerElement reports whether an operator is applied to each element of a list, and runs nothing
// itself.
func IsPerElement(p *syntax.ParamExp) bool {
	if p.Repl != nil {
		return OnlyQuotes(p.Repl.Orig) && OnlyQuotes(p.Repl.With)
	}
	if p.Exp == nil {
		return false
	}
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix,
		syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		return OnlyQuotes(p.Exp.Word)
	}
	return false
}

// IsPrompt recognises ${x@P}, and its like with a letter that is not known.
func IsPrompt(p *syntax.ParamExp) bool {
	if p.Exp == nil || p.Exp.Op != syntax.OtherParamOps {
		return false
	}
	text := shsyntax.LitOf(p.Exp.Word)
	return text == "" || text == "P"
}

// LeavesDigits reports whether a pattern matches all characters but digits.
func LeavesDigits(pattern string) bool {
	switch pattern {
	case "[!0-9]", "[^0-9]", "[![:digit:]]", "[^[:digit:]]":
		return true
	}
	return false
}

// IsMatchVariable reports whether patterns of zsh may assign a parameter, by (#b) and (#m).
func IsMatchVariable(name string) bool {
	switch name {
	case "match", "mbegin", "mend", "MATCH", "MBEGIN", "MEND":
		return true
	}
	return false
}
