package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// valuePiece makes the value of a variable a piece.
func (in *Interp) valuePiece(v fact.Word, quoted bool, src string) expand.Piece {
	text, suffix := v.Text, v.Suffix
	if v.Kind != fact.Literal {
		text, suffix = expand.KnownEnds(v)
	}
	p := expand.Piece{Text: text, Suffix: suffix, Unknown: v.Kind != fact.Literal, Quoted: quoted,
		From: src,
		Many: v.Many && !quoted, Number: v.Number, Given: v.Given, Glob: v.Glob && v.Kind == fact.Literal,
		Inert: in.dialect.Has(dialect.InertExpansions)}
	switch v.Origin.Kind {
	case fact.PipeOrigin, fact.TempOrigin, fact.InputOrigin, fact.JobOrigin:
		p.Kind, p.From = v.Origin.Kind, v.Origin.Name
	case fact.WordsOrigin, fact.RefOrigin:
		if in.blanksDivide() { // else a part of a word may begin with a dash
			p.Kind = v.Origin.Kind
		}
	}
	p.Single, p.Digits, p.Sets = v.Single && in.blanksDivide(), v.Digits, v.Sets
	p.Names, p.Listed = v.Origin.Names, v.Origin.Listed
	if p.Glob && !v.Plain && !quoted && in.splits() && strings.ContainsAny(v.Text, " \t\n") {
		p.Glob = false // a pattern that matches nothing is text, and divided: set -- {'a b',c}*; ls $1
	}
	if p.Glob { // the names of files are not split here: see the limits in docs/reference/hazards.md
		p.Plain, p.MayLack = v.Plain, v.Lack
		if v.Plain && in.blanksDivide() {
			p.Quoted, p.Split = true, !quoted
		}
		return p
	}
	// The number of a process is one field where digits divide nothing.
	p.Split = !quoted && in.splits() && (p.Kind != fact.JobOrigin || !in.blanksDivide())
	return p
}
