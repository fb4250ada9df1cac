package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// walkSubscript visits the substitutions in a subscript that is not evaluated.
func (in *Interp) walkSubscript(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		in.single(x)
	case *syntax.FlagsArithm:
		// what stands behind the flags is a pattern, which the parser leaves as text
		in.walkPattern(in.source(x))
		in.flagExpressions(x.Flags.Value, "nb", "s")
		if !strings.ContainsAny(x.Flags.Value, "rRiIkKe") { // an expression: ${path[(w)u]}
			in.flagged(x.X)
		}
	default:
		in.arithm(x)
	}
}

// flagged evaluates what stands behind the flags of a subscript that search nothing.
func (in *Interp) flagged(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok {
		in.again(in.single(w), asExpression)
	} else if x != nil {
		in.arithm(x)
	}
}

func litOfExpr(x syntax.ArithmExpr) string {
	if w, ok := x.(*syntax.Word); ok {
		return shsyntax.LitOf(w)
	}
	return ""
}

// walkParam visits the substitutions in the operands of an expansion that is not evaluated.
func (in *Interp) walkParam(p *syntax.ParamExp) {
	if asksPrompt(p) && in.dialect.Has(dialect.PromptTransform) {
		in.again(fact.Word{Kind: fact.Partial, Written: in.source(p)}, asPrompt)
	}
	in.walkOperands(p)
}

// walkOperands does so for one of which the value was looked at.
func (in *Interp) walkOperands(p *syntax.ParamExp) {
	switch {
	case p.Index == nil:
	case isAll(p.Index):
	case p.Param != nil && in.isTable(p.Param.Value):
		in.walkSubscript(p.Index)
	default:
		if _, isWord := p.Index.(*syntax.Word); isWord {
			in.arithm(p.Index)
		} else {
			in.walkSubscript(p.Index)
		}
	}
	if p.Flags != nil {
		in.walkPattern(p.Flags.Value)
	}
	for _, m := range p.Modifiers {
		in.walkPattern(m.Value)
	}
	if p.NestedParam != nil {
		in.part(p.NestedParam, true, nil)
	}
	if p.Exp != nil && p.Exp.Word != nil {
		if in.dialect.Has(dialect.PatternGroups) && p.Exp.Op <= syntax.AssignUnsetOrNull {
			in.zshWord(p.Exp.Word)
		}
		in.single(p.Exp.Word)
	}
	if p.Repl != nil {
		in.single(p.Repl.Orig)
		in.single(p.Repl.With)
	}
	if p.Slice != nil {
		in.arithm(p.Slice.Offset)
		in.arithm(p.Slice.Length)
	}
}
