package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// assemble splits the pieces into fields (POSIX XCU 2.6.5) and joins each field's pieces to a word.
func (in *Interp) assemble(ps []expand.Piece, dst []fact.Word) []fact.Word {
	if len(ps) == 1 && !in.st.Has(dialect.DotGlob) && !ps[0].Split && !ps[0].Brk && !ps[0].Many &&
		!ps[0].Unknown && !ps[0].Glob && (ps[0].Quoted || ps[0].Text != "") {
		p := &ps[0]
		w := fact.Word{Text: p.Text, Glob: !p.Quoted && !p.Inert &&
			!in.st.Has(dialect.NoGlob) && expand.HasPattern(p.Text), Origin: p.Origin()}
		if w.Glob {
			in.mayNotMatch(&w)
		}
		return append(dst, w)
	}
	var field []expand.Piece
	started := false
	flush := func() {
		if started {
			dst = append(dst, in.word(field))
			if divides(field) && strings.HasPrefix(dst[len(dst)-1].Text, "-") {
				dst = append(dst, moreWords(field))
			}
		}
		field, started = nil, false
	}
	ifs, ifsKnown := in.ifs()
	for _, p := range ps {
		switch {
		case p.Brk:
			flush()
		case p.Split && !p.Unknown && !p.Glob:
			if !ifsKnown || fact.HasStandIn(p.Text) && dividesNames(ifs) {
				in.look(fact.Lit(p.Text))
				p.Unknown, p.Many, p.Text = true, true, ""
				field, started = append(field, p), true
				continue
			}
			for _, part := range expand.SplitFields(p.Text, ifs) {
				if part.Brk {
					flush()
					continue
				}
				q := p
				q.Text, q.Quoted = part.Text, part.Quoted
				field, started = append(field, q), true
			}
		case p.Text == "" && !p.Quoted && !p.Unknown:
		default:
			field, started = append(field, p), true
		}
	}
	flush()
	return dst
}

// divides reports whether a part of the field that is not known may end it, so that other words
// stand behind: -x$(cat y). Numbers are no words that mean anything, and a word that begins with no
// dash stands for what follows it as well.
func divides(field []expand.Piece) bool {
	for i := range field {
		if p := &field[i]; p.Unknown && !p.Quoted && (p.Split || p.Many) && !p.Single && !p.Number &&
			!p.Digits && p.Kind != fact.JobOrigin && p.Kind != fact.TempOrigin {
			return true
		}
	}
	return false
}

// moreWords are the words behind such a field.
func moreWords(field []expand.Piece) fact.Word {
	w := fact.Word{Kind: fact.Partial, Many: true}
	for i := range field {
		if p := &field[i]; p.Unknown && w.Written == "" {
			w.Written, w.Origin = p.From, p.Origin()
		}
	}
	return w
}

// dividesNames reports whether separators of fields may be among random letters and digits.
func dividesNames(ifs string) bool {
	for i := range len(ifs) {
		if expand.LetterOrDigit(ifs[i]) {
			return true
		}
	}
	return false
}

// splits reports whether the results of parameter expansions are split into fields.
func (in *Interp) splits() bool {
	return in.dialect.Has(dialect.SplitsWords) || in.st.Has(dialect.SplitWords)
}

// ifs returns the field separators.
func (in *Interp) ifs() (string, bool) {
	v, ok := in.st.Vars["IFS"]
	if !ok || v.Unset {
		return " \t\n", !in.st.AllVars
	}
	return v.Word.Text, v.Word.Kind == fact.Literal && len(v.Alts) == 0
}

// anyText reports whether some text is a part of a word in any case.
func anyText(ps []expand.Piece) bool {
	for i := range ps {
		if p := &ps[i]; !p.Unknown && !p.Glob && p.Text != "" {
			return true
		}
	}
	return false
}

// word joins the pieces of one field.
func (in *Interp) word(ps []expand.Piece) fact.Word {
	if len(ps) > 1 && !in.st.Has(dialect.NoGlob) {
		ps = expand.JoinBrackets(ps)
	}
	w := in.lookHidden(expand.JoinPieces(ps), ps)
	if len(ps) == 1 && ps[0].MayLack && ps[0].Split { // without quotes nothing is no argument
		return fact.Word{Kind: fact.Partial, Many: true, Origin: ps[0].Origin()}
	}
	beside := anyText(ps)
	for i := range ps {
		p := &ps[i]
		if p.Several && len(ps) > 1 { // a"$@"b: what stands beside it is a part of the first or last
			return fact.Word{Kind: fact.Partial, Many: true, Written: p.From}
		}
		if !in.st.Has(dialect.NoGlob) && !p.Quoted && !p.Unknown && !p.Inert &&
			(p.Glob || expand.HasPattern(p.Text)) {
			w.Glob = true
		}
		if many := p.Many || p.Unknown && !p.Quoted && (p.Split ||
			!in.dialect.Has(dialect.SplitsWords)); many && !(p.Single && beside) {
			w.Many = true
		}
	}
	if w.Glob {
		in.mayNotMatch(&w)
	}
	if w.Glob && w.Kind == fact.Literal && in.st.Has(dialect.DotGlob) {
		w.Text = expand.WithDots(w.Text)
	}
	return w
}
