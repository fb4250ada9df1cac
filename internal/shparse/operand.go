package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// takesOperand reports whether ${x-word} and its like stand for the word. With a value from
// outside, which may be unset or empty, both ways are followed: apart is true on the one on which
// it is the value, and not the word.
func (in *Interp) takesOperand(e *syntax.Expansion, name string, v fact.Word, set bool) (takes,
	apart bool) {
	if in.unsetParameter(name) {
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
	either := set && (!known || v.Many || in.temporaries(name))
	if e.Op == syntax.AlternateUnset || e.Op == syntax.AlternateUnsetOrNull {
		return true, false // the operand or nothing: operandPieces tells which
	}
	if missing || !either {
		return missing, false
	}
	way := in.choose(2)
	return way == 0, way > 0
}

// operandPieces expands the word of ${x-word} with the quotes that it has itself.
func (in *Interp) operandPieces(e *syntax.Expansion, name string, v fact.Word, set, quoted bool,
	ps []expand.Piece) []expand.Piece {
	if e.Op == syntax.AlternateUnset || e.Op == syntax.AlternateUnsetOrNull {
		known := v.Kind == fact.Literal && !v.Many && !v.Lack
		missing := !set || in.unsetParameter(name) ||
			e.Op == syntax.AlternateUnsetOrNull && known && v.Text == ""
		way := 0
		if !missing && !known {
			way = in.choose(2)
		}
		switch {
		case way < 0:
			before := in.st.Clone()
			in.single(e.Word)
			in.st.Join(before)
			return append(ps, expand.Piece{Unknown: true, Many: !quoted, Quoted: quoted, Split: !quoted,
				From: name})
		case missing || way == 1:
			in.unused(e.Word)
			return append(ps, expand.Piece{Quoted: quoted, Split: !quoted})
		}
	}
	if e.Word == nil {
		return append(ps, expand.Piece{Quoted: quoted})
	}
	n := len(ps)
	if in.dialect.Has(dialect.PatternGroups) && !quoted {
		in.zshWord(e.Word)
	}
	if quoted {
		// "$@" without parameters: nothing, or an empty word
		if ps = in.quotedOperand(e.Word, ps); len(ps) == n {
			ps = append(ps, expand.Piece{Unknown: true, Many: true, Quoted: true, From: name})
		}
	} else {
		outer := in.expansion
		in.made = true
		ps = append(ps, in.pieces(e.Word, false)...)
		in.expansion = outer
		for i := n; i < len(ps); i++ {
			if !ps[i].Quoted && in.splits() {
				ps[i].Split = true
			}
		}
	}
	if e.Op == syntax.AssignUnset || e.Op == syntax.AssignUnsetOrNull {
		v := in.joined(ps[n:])
		in.notePositional(name)
		in.noteName(name)
		in.store(in.target(name), domain.Value{Word: v})
		in.planted(name)
		ps = append(ps[:n], in.valuePiece(v, quoted, ""))
	}
	return ps
}

// quotedOperand expands the word of "${x-word}": in double quotes single quotes are ordinary
// characters, and what stands between them is expanded.
func (in *Interp) quotedOperand(w *syntax.Word, ps []expand.Piece) []expand.Piece {
	for _, part := range w.Parts {
		if q, ok := part.(*syntax.SglQuoted); ok {
			if q.Dollar || strings.ContainsAny(q.Value, "$`\\}\"") {
				if !q.Dollar {
					in.expandText(q.Value, "quotes")
				}
				ps = append(ps, expand.Piece{Unknown: true, Quoted: true, From: in.source(q)})
				continue
			}
			ps = append(ps, expand.Piece{Text: "'" + q.Value + "'", Quoted: true})
			continue
		}
		// some shells take the backslash away
		if q, ok := part.(*syntax.DblQuoted); ok && strings.Contains(in.source(q), "\\}") {
			in.part(part, true, nil)
			ps = append(ps, expand.Piece{Unknown: true, Quoted: true, From: in.source(q)})
			continue
		}
		if lit, ok := part.(*syntax.Lit); ok {
			ps = in.quotedLit(lit.Value, ps)
			continue
		}
		ps = in.part(part, true, ps)
	}
	return ps
}

// quotedLit is a literal of such a word, in which a backslash quotes a closing brace, too.
func (in *Interp) quotedLit(s string, ps []expand.Piece) []expand.Piece {
	start := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if i++; s[i] == '}' {
			ps = append(in.literal(s[start:i-1], true, ps), expand.Piece{Text: "}", Quoted: true})
			start = i + 1
		}
	}
	return in.literal(s[start:], true, ps)
}
