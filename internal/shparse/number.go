package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// What is read again as an expression runs nothing where it is a number by its origin: the length
// of a value, a status, a result of arithmetic. The same holds for what the environment of the call
// gives ($COLUMNS), as no text of the call says what that is.

// orOperand is the value of ${x:-word} where x has one: it may be the word, if that is not known.
// What the word runs is reported all the same, and what it assigns is not.
func (in *Interp) orOperand(v fact.Word, operand *syntax.Word) fact.Word {
	if v.Kind == fact.Literal {
		in.unused(operand)
		return v
	}
	var other fact.Word
	in.subshell(func() { other = in.single(operand) })
	v.Number, v.Given = v.Number && domain.Numeric(&other), v.Given && isGiven(&other)
	switch v.Origin.Kind {
	case fact.PipeOrigin, fact.TempOrigin, fact.WordsOrigin, fact.RefOrigin, fact.JobOrigin:
		v.Origin = fact.Origin{Kind: fact.ComputedOrigin, Name: v.Written, Names: v.Origin.Names}
	}
	return v
}

// isGiven reports whether no text decides what a word names: the environment gives it, or it has
// neither names nor subscripts.
func isGiven(w *fact.Word) bool {
	return domain.Tame(w) || w.Kind == fact.Literal && !w.Glob && namesNothing(w.Text)
}

// mayAssignOperand recognises ${x:=word}.
func mayAssignOperand(p *syntax.ParamExp) bool {
	return p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull)
}

// resultOrigin is what is known of the origin of what an operator of an expansion makes of a value:
// a part of a number is one, or at least nothing that a text has chosen.
func (in *Interp) resultOrigin(p *syntax.ParamExp, v *fact.Word) (number, given bool) {
	switch {
	case p.Repl != nil:
		empty := p.Repl.With == nil || len(p.Repl.With.Parts) == 0
		number = empty && p.Repl.All && onlyDigitsLeft(shsyntax.LitOf(p.Repl.Orig))
		return number, number
	case p.Slice != nil:
	case p.Exp == nil:
		return v.Number, v.Given
	default:
		switch p.Exp.Op {
		case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		case syntax.MatchEmpty: // the value, or nothing
			return domain.Numeric(v), domain.Tame(v)
		default:
			return false, false
		}
	}
	return false, domain.Tame(v)
}

// printsNumber reports whether a format of printf makes nothing but one number.
func printsNumber(format string) bool {
	flags, ok := strings.CutPrefix(format, "%")
	return ok && flags != "" && strings.IndexByte("diu", flags[len(flags)-1]) >= 0 &&
		domain.DigitsOnly(flags[:len(flags)-1])
}

// onlyDigitsLeft reports whether a pattern matches all characters but digits.
func onlyDigitsLeft(pattern string) bool {
	switch pattern {
	case "[!0-9]", "[^0-9]", "[![:digit:]]", "[^[:digit:]]":
		return true
	}
	return false
}

// shellNumber reports whether the value of a variable that the shell itself sets is a number. One
// that the line has touched is any other variable: after unset RANDOM and in local RANDOM nothing is
// special about it, and of OPTIND bash keeps the text that it is given.
func (in *Interp) shellNumber(name string) bool {
	if !dialect.CountedByShell(name, in.dialect) {
		return false
	}
	v, ok := in.st.Vars[in.target(name)]
	if !ok {
		return !in.st.Foreign && !in.st.AllVars
	}
	return !v.Unset && v.Attr&domain.AttrOrdinary == 0 && v.All(domain.Numeric)
}

// hasOctal reports whether a text holds a character that is written as its number, as in \044.
func hasOctal(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' && s[i+1] >= '0' && s[i+1] <= '7' {
			return true
		}
	}
	return false
}

// partsGiven reports whether an expansion of zsh gives parts of a value, or the whole of it, and
// that is what the environment gives: ${(f)x}, ${(z)$(true)}, ${${x}#a}.
func (in *Interp) partsGiven(p *syntax.ParamExp) bool {
	if p.Length || p.Width || p.IsSet || p.Excl || p.Names != 0 || p.Slice != nil || p.Repl != nil ||
		p.Index != nil ||
		len(p.Modifiers) > 0 || p.GlobSubst == syntax.OptOn ||
		p.Flags != nil && strings.Trim(p.Flags.Value, "@fz0") != "" {
		return false
	}
	var v fact.Word
	switch {
	case p.NestedParam != nil:
		in.subshell(func() { v = expand.JoinPieces(in.part(p.NestedParam, true, nil)) })
	case p.Param == nil || p.Param.Value == "":
	default:
		name := p.Param.Value
		if w, isVar := in.st.Vars[in.target(name)]; isVar && (w.IsList || w.Unset) ||
			!syntax.ValidName(name) || name == "argv" {
			return false
		}
		v, _ = in.lookup(name, nil)
	}
	if p.Exp == nil || !domain.Tame(&v) {
		return domain.Tame(&v)
	}
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix,
		syntax.MatchEmpty:
		return true
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		var other fact.Word
		in.subshell(func() { other = in.single(p.Exp.Word) })
		return isGiven(&other)
	}
	return false
}
