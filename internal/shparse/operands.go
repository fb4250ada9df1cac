package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// takesOperand reports whether ${x-word} and its like stand for the word. With a value from
// outside, which may be unset or empty, both ways are followed: apart is true on the one on which
// it is the value, and not the word.
func (ex *expansions) takesOperand(e *syntax.Expansion, name string, v fact.Word, set bool) (takes,
	apart bool) {
	if ex.unsetParameter(name) {
		set = false
	}
	known := v.Kind == fact.Literal && !v.Lack
	missing := !set
	switch e.Op {
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull, syntax.AlternateUnsetOrNull:
		missing = missing || known && v.Text == "" && !v.Many
	case syntax.DefaultUnset, syntax.AssignUnset, syntax.AlternateUnset:
	default:
		return false, false
	}
	either := set && (!known || v.Many || ex.files.namesTempDir(name))
	if e.Op == syntax.AlternateUnset || e.Op == syntax.AlternateUnsetOrNull {
		return true, false // the operand or nothing: operandPieces tells which
	}
	if missing || !either {
		return missing, false
	}
	way := ex.sh.choose(2)
	return way == 0, way > 0
}

// operandPieces expands the word of ${x-word} with the quotes that it has itself.
func (ex *expansions) operandPieces(e *syntax.Expansion, name string, v fact.Word, set, quoted bool,
	ps []expand.Piece) []expand.Piece {
	if e.Op == syntax.AlternateUnset || e.Op == syntax.AlternateUnsetOrNull {
		known := v.Kind == fact.Literal && !v.Many && !v.Lack
		missing := !set || ex.unsetParameter(name) ||
			e.Op == syntax.AlternateUnsetOrNull && known && v.Text == ""
		way := 0
		if !missing && !known {
			way = ex.sh.choose(2)
		}
		switch {
		case way < 0:
			before := ex.sh.st.Clone()
			ex.words.single(e.Word)
			ex.sh.st.Join(before)
			return append(ps, expand.Piece{Unknown: true, Many: !quoted, Quoted: quoted, Split: !quoted,
				From: name})
		case missing || way == 1:
			ex.words.expandUnused(e.Word)
			return append(ps, expand.Piece{Quoted: quoted, Split: !quoted})
		}
	}
	if e.Word == nil {
		return append(ps, expand.Piece{Quoted: quoted})
	}
	n := len(ps)
	if ex.sh.has(dialect.PatternGroups) && !quoted {
		ex.words.zshWord(e.Word)
	}
	if quoted {
		// "$@" without parameters: nothing, or an empty word
		if ps = ex.quotedOperand(e.Word, ps); len(ps) == n {
			ps = append(ps, expand.Piece{Unknown: true, Many: true, Quoted: true, From: name})
		}
	} else {
		outer := ex.sh.word
		ex.sh.word.made = true
		ps = append(ps, ex.words.pieces(e.Word, false)...)
		ex.sh.word = outer
		for i := n; i < len(ps); i++ {
			if !ps[i].Quoted && ex.sh.splits() {
				ps[i].Split = true
			}
		}
	}
	if e.Op == syntax.AssignUnset || e.Op == syntax.AssignUnsetOrNull {
		v := ex.words.joinPieces(ps[n:])
		ex.vars.notePositional(name)
		ex.vars.noteName(name)
		ex.vars.store(ex.sh.st.Target(name), domain.Value{Word: v})
		ex.vars.reportSteering(name)
		ps = append(ps[:n], ex.words.valuePiece(v, quoted, ""))
	}
	return ps
}

// quotedOperand expands the word of "${x-word}": in double quotes single quotes are ordinary
// characters, and what stands between them is expanded.
func (ex *expansions) quotedOperand(w *syntax.Word, ps []expand.Piece) []expand.Piece {
	for _, part := range w.Parts {
		if q, ok := part.(*syntax.SglQuoted); ok {
			if q.Dollar || strings.ContainsAny(q.Value, "$`\\}\"") {
				if !q.Dollar {
					ex.eval.expandText(q.Value, "quotes")
				}
				ps = append(ps, expand.Piece{Unknown: true, Quoted: true, From: ex.sh.source(q)})
				continue
			}
			ps = append(ps, expand.Piece{Text: "'" + q.Value + "'", Quoted: true})
			continue
		}
		// some shells take the backslash away
		if q, ok := part.(*syntax.DblQuoted); ok && strings.Contains(ex.sh.source(q), "\\}") {
			ex.words.part(part, true, nil)
			ps = append(ps, expand.Piece{Unknown: true, Quoted: true, From: ex.sh.source(q)})
			continue
		}
		if lit, ok := part.(*syntax.Lit); ok {
			ps = ex.quotedLit(lit.Value, ps)
			continue
		}
		ps = ex.words.part(part, true, ps)
	}
	return ps
}

// quotedLit is a literal of such a word, in which a backslash quotes a closing brace, too.
func (ex *expansions) quotedLit(s string, ps []expand.Piece) []expand.Piece {
	start := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if i++; s[i] == '}' {
			ps = append(ex.words.literal(s[start:i-1], true, ps), expand.Piece{Text: "}", Quoted: true})
			start = i + 1
		}
	}
	return ex.words.literal(s[start:], true, ps)
}

// What is read again as an expression runs nothing where it is a number by its origin: the length
// of a value, a status, a result of arithmetic. The same holds for what the environment of the call
// gives ($COLUMNS), as no text of the call says what that is.

// orOperand is the value of ${x:-word} where x has one: it may be the word, if that is not known.
// What the word runs is reported all the same, and what it assigns is not.
func (ex *expansions) orOperand(v fact.Word, operand *syntax.Word) fact.Word {
	if v.Kind == fact.Literal {
		ex.words.expandUnused(operand)
		return v
	}
	var other fact.Word
	ex.sh.subshell(func() { other = ex.words.single(operand) })
	v.Number, v.Given = v.Number && domain.Numeric(&other), v.Given && isGiven(&other)
	switch v.Origin.Kind {
	case fact.PipeOrigin, fact.TempOrigin, fact.WordsOrigin, fact.RefOrigin, fact.JobOrigin:
		v.Origin = fact.Origin{Kind: fact.ComputedOrigin, Name: v.Written, Names: v.Origin.Names}
	}
	return v
}

// resultOrigin is what is known of the origin of what an operator of an expansion makes of a value:
// a part of a number is one, or at least nothing that a text has chosen.
func (ex *expansions) resultOrigin(p *syntax.ParamExp, v *fact.Word) (number, given bool) {
	switch {
	case p.Repl != nil:
		empty := p.Repl.With == nil || len(p.Repl.With.Parts) == 0
		number = empty && p.Repl.All && nodes.LeavesDigits(shsyntax.LitOf(p.Repl.Orig))
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

// partsGiven reports whether an expansion of zsh gives parts of a value, or the whole of it, and
// that is what the environment gives: ${(f)x}, ${(z)$(true)}, ${${x}#a}.
func (ex *expansions) partsGiven(p *syntax.ParamExp) bool {
	if p.Length || p.Width || p.IsSet || p.Excl || p.Names != 0 || p.Slice != nil || p.Repl != nil ||
		p.Index != nil || len(p.Modifiers) > 0 || p.GlobSubst == syntax.OptOn ||
		p.Flags != nil && strings.Trim(p.Flags.Value, "@fz0") != "" {
		return false
	}
	var v fact.Word
	switch {
	case p.NestedParam != nil:
		ex.sh.subshell(func() { v = expand.JoinPieces(ex.words.part(p.NestedParam, true, nil)) })
	case p.Param == nil || p.Param.Value == "":
	default:
		name := p.Param.Value
		if w, isVar := ex.sh.st.Vars[ex.sh.st.Target(name)]; isVar && (w.IsList || w.Unset) ||
			!syntax.ValidName(name) || name == "argv" {
			return false
		}
		v, _ = ex.eval.lookup(name, nil)
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
		ex.sh.subshell(func() { other = ex.words.single(p.Exp.Word) })
		return isGiven(&other)
	}
	return false
}

// defaultGiven reports whether an expansion has no operator, or a word for a missing value that
// names nothing.
func (ex *expansions) defaultGiven(e *syntax.Expansion) bool {
	if e == nil {
		return true
	}
	if e.Op != syntax.DefaultUnset && e.Op != syntax.DefaultUnsetOrNull {
		return false
	}
	var other fact.Word
	ex.sh.subshell(func() { other = ex.words.single(e.Word) })
	return isGiven(&other)
}

// namesHeld are the names in a variable that zsh expands in a way of its own: ${~x} takes its value
// for a pattern, ${=x} for words.
func (ex *expansions) namesHeld(p *syntax.ParamExp) (n *fact.Names) {
	if p.Param == nil {
		return nil
	}
	v, ok := ex.sh.st.Vars[ex.sh.st.Target(p.Param.Value)]
	if !ok || v.IsList || len(v.Alts) > 0 || v.Word.Kind != fact.Literal {
		return nil
	}
	if p.GlobSubst == syntax.OptOn && strings.ContainsAny(v.Word.Text, expand.Wild) {
		n = new(fact.Names)
		n.Add(v.Word.Text, true)
		return n
	}
	return NamesIn(v.Word.Text)
}

// zshAssigns forgets the variable that ${x=word} may assign where its value is not computed.
func (ex *expansions) zshAssigns(p *syntax.ParamExp) {
	if p.Exp == nil || p.Exp.Op != syntax.AssignUnset && p.Exp.Op != syntax.AssignUnsetOrNull {
		return
	}
	if p.Param == nil || p.Flags != nil && strings.Contains(p.Flags.Value, "P") {
		ex.sh.st.ForgetAll()
		return
	}
	ex.vars.forgetName(p.Param.Value)
}

// valueOfNamed is the value of the variable that a value names.
func (ex *expansions) valueOfNamed(w *fact.Word) fact.Word {
	if !w.Known() || !syntax.ValidName(w.Text) {
		return fact.Word{Kind: fact.Partial, Written: w.Written}
	}
	if v := ex.sh.st.Vars[ex.sh.st.Target(w.Text)]; v.IsList {
		return fact.Word{Kind: fact.Partial, Written: w.Text}
	}
	v, _ := ex.eval.lookup(w.Text, nil)
	return v
}

// zshFlags handles the flags that run code in a value: (e) expands it once more, and (P) takes it
// for the name of a parameter, whose subscript is expanded. (%) runs code only with prompt_subst,
// which is reported where it is set.
func (ex *expansions) zshFlags(p *syntax.ParamExp) {
	ex.eval.flagExpressions(p.Flags.Value, "lrI", "gjsZ_")
	if !strings.ContainsAny(p.Flags.Value, "eP#") {
		return
	}
	v := fact.Word{Kind: fact.Partial, Written: ex.sh.source(p)}
	switch {
	case p.Index != nil || len(p.Modifiers) > 0 || p.Repl != nil || p.Slice != nil:
	case p.Param == nil && p.NestedParam == nil && p.Exp != nil && p.Exp.Word != nil:
		v = ex.words.single(p.Exp.Word)
	case p.Exp != nil:
	case p.NestedParam != nil:
		v = expand.JoinPieces(ex.words.part(p.NestedParam, true, nil))
	case p.Param != nil:
		v, _ = ex.eval.lookup(p.Param.Value, nil)
		if l := ex.sh.st.Vars[ex.sh.st.Target(p.Param.Value)]; l.IsList {
			v = fact.Word{Kind: fact.Partial, Written: ex.sh.source(p)}
		}
	}
	if strings.Contains(p.Flags.Value, "e") {
		if strings.Contains(p.Flags.Value, "P") { // what the name stands for is read again
			ex.eval.reread(ex.valueOfNamed(&v), asPrompt)
		}
		ex.eval.reread(v, asPrompt)
	}
	if strings.Contains(p.Flags.Value, "P") {
		ex.eval.reread(v, asName)
		ex.reads.noteNamed(&v)
	}
	if strings.Contains(p.Flags.Value, "#") {
		ex.eval.reread(v, asExpression)
	}
}

// promptIsPlain reports whether a text has nothing that a prompt expands.
func promptIsPlain(ps []expand.Piece) bool {
	return !slices.ContainsFunc(ps, func(p expand.Piece) bool {
		return p.Unknown || p.Glob || strings.ContainsAny(p.Text, "%!$`\\")
	})
}

// manyPieces reports whether pieces may be several words.
func manyPieces(ps []expand.Piece) bool {
	return slices.ContainsFunc(ps, func(p expand.Piece) bool { return p.Many || p.Brk || p.Glob })
}
