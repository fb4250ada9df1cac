package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// A value can decide what a script does without being a word of any command: it is compared in [[
// ]], matched in a case, measured by ${#x}, or it becomes a part of a word that is not known. Who
// wants to know whether a text means the same with another value (the /tmp redirect) asks for
// these places. Nobody else does, and then they cost nothing.

// look reports a value that is compared, matched or computed with.
func (in *Interp) look(w fact.Word) {
	if in.opt.Look != nil && w.Text+w.Suffix != "" {
		in.opt.Look(in, w, false)
	}
}

// lookUnary reports the operand of [[ -f x ]] and its like.
func (in *Interp) lookUnary(x *syntax.UnaryTest) {
	w, ok := x.X.(*syntax.Word)
	if in.opt.Look == nil || !ok {
		return
	}
	switch x.Op {
	// which no other path changes
	case syntax.TsNot, syntax.TsParen, syntax.TsEmpStr, syntax.TsNempStr:
	case syntax.TsOptSet, syntax.TsVarSet, syntax.TsRefVar, syntax.TsFdTerm:
		in.opt.Look(in, in.quietly(w), false)
	default:
		in.opt.Look(in, in.quietly(w), true)
	}
}

// lookBinary reports the operands of [[ x == y ]] and its like.
func (in *Interp) lookBinary(x *syntax.BinaryTest) {
	if in.opt.Look == nil || x.Op == syntax.AndTest || x.Op == syntax.OrTest {
		return
	}
	for _, side := range []syntax.TestExpr{x.X, x.Y} {
		if w, ok := side.(*syntax.Word); ok {
			files := x.Op == syntax.TsNewer || x.Op == syntax.TsOlder || x.Op == syntax.TsDevIno
			in.opt.Look(in, in.quietly(w), files)
		}
	}
}

// quietly expands a word once more where that does nothing; a word with commands or assignments in
// it is reported as it is written.
func (in *Interp) quietly(w *syntax.Word) fact.Word {
	if !plainParts(w.Parts) {
		return fact.Word{Kind: fact.Partial, Text: in.source(w)}
	}
	return in.single(w)
}

// lookParam reports the values behind an expansion of which the result is not known.
func (in *Interp) lookParam(p *syntax.ParamExp, ps []expand.Piece) {
	unknown := p.Length && p.Param != nil && !p.Short
	for i := range ps {
		unknown = unknown || ps[i].Unknown
	}
	if !unknown || p.Param == nil {
		return
	}
	if name := p.Param.Value; name == "@" || name == "*" || expand.Atoi(name) > 0 {
		for _, w := range in.st.Params {
			in.look(w)
		}
		return
	}
	v := in.st.Vars[in.target(p.Param.Value)]
	for _, w := range v.Each() {
		in.look(w)
	}
	for _, w := range v.List {
		in.look(w)
	}
}

// lookHidden reports the pieces of a word that the word, since others of them are not known, does
// not show.
func (in *Interp) lookHidden(w fact.Word, ps []expand.Piece) fact.Word {
	if in.opt.Look == nil || w.Kind == fact.Literal {
		return w
	}
	head := 0
	for i := range ps {
		if head += len(ps[i].Text); head > len(w.Text) {
			in.look(fact.Lit(ps[i].Text))
		}
		in.look(fact.Lit(ps[i].Suffix))
	}
	return w
}
