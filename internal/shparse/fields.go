package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// splitFields splits the pieces into fields (POSIX XCU 2.6.5), and makes a word of each field.
func (ws *words) splitFields(ps []expand.Piece, dst []fact.Word) []fact.Word {
	if len(ps) == 1 && !ws.sh.st.Has(dialect.DotGlob) && !ps[0].Split && !ps[0].Brk && !ps[0].Many &&
		!ps[0].Unknown && !ps[0].Glob && (ps[0].Quoted || ps[0].Text != "") {
		p := &ps[0]
		w := fact.Word{Text: p.Text, Glob: !p.Quoted && !p.Inert &&
			!ws.sh.st.Has(dialect.NoGlob) && expand.HasPattern(p.Text), Origin: p.Origin()}
		if w.Glob {
			ws.sh.mayNotMatch(&w)
		}
		return append(dst, w)
	}
	var field []expand.Piece
	started := false
	flush := func() {
		if started {
			dst = append(dst, ws.joinField(field))
			if mayEndField(field) && strings.HasPrefix(dst[len(dst)-1].Text, "-") {
				dst = append(dst, moreWords(field))
			}
		}
		field, started = nil, false
	}
	ifs, ifsKnown := ws.sh.ifs()
	for _, p := range ps {
		switch {
		case p.Brk:
			flush()
		case p.Split && !p.Unknown && !p.Glob:
			if !ifsKnown || fact.HasStandIn(p.Text) && dividesNames(ifs) {
				ws.sh.reportCompared(fact.Lit(p.Text))
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

// mayEndField reports whether a part of the field that is not known may end it, so that other words
// follow: -x$(cat y). A number means nothing as a word, and a word without a leading dash stands
// for the words behind it as well.
func mayEndField(field []expand.Piece) bool {
	return slices.ContainsFunc(field, func(p expand.Piece) bool {
		return p.Unknown && !p.Quoted && (p.Split || p.Many) && !p.Form.Single && !p.Number &&
			!p.Form.Digits && p.Kind != fact.JobOrigin && p.Kind != fact.TempOrigin
	})
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
	return strings.ContainsFunc(ifs, func(r rune) bool {
		return expand.LetterOrDigit(
			byte(min(r, 0x80)))
	})
}

// anyText reports whether some text is a part of a word in any case.
func anyText(ps []expand.Piece) bool {
	return slices.ContainsFunc(ps, func(p expand.Piece) bool {
		return !p.Unknown && !p.Glob && p.Text != ""
	})
}

// joinField joins the pieces of one field.
func (ws *words) joinField(ps []expand.Piece) fact.Word {
	if len(ps) > 1 && !ws.sh.st.Has(dialect.NoGlob) {
		ps = expand.JoinBrackets(ps)
	}
	w := ws.lookHidden(expand.JoinPieces(ps), ps)
	if len(ps) == 1 && ps[0].MayLack && ps[0].Split { // without quotes nothing is no argument
		return fact.Word{Kind: fact.Partial, Many: true, Origin: ps[0].Origin()}
	}
	beside := anyText(ps)
	for i := range ps {
		p := &ps[i]
		if p.Several && len(ps) > 1 { // a"$@"b: what stands beside it is a part of the first or last
			return fact.Word{Kind: fact.Partial, Many: true, Written: p.From}
		}
		if !ws.sh.st.Has(dialect.NoGlob) && !p.Quoted && !p.Unknown && !p.Inert &&
			(p.Glob || expand.HasPattern(p.Text)) {
			w.Glob = true
		}
		if many := p.Many || p.Unknown && !p.Quoted && (p.Split ||
			!ws.sh.has(dialect.SplitsWords)); many && !(p.Form.Single && beside) {
			w.Many = true
		}
	}
	if w.Glob {
		ws.sh.mayNotMatch(&w)
	}
	if w.Glob && w.Kind == fact.Literal && ws.sh.st.Has(dialect.DotGlob) {
		w.Text = expand.WithDots(w.Text)
	}
	return w
}

// pattern expands a word to a pattern (POSIX XCU 2.13) in which every quoted character has a
// backslash. ok is false where it is not known or not of the plain kind.
func (ws *words) pattern(w *syntax.Word) (pat string, ok bool) {
	if w == nil {
		return "", true
	}
	ok = true
	var b strings.Builder
	outer := ws.sh.word
	ws.sh.word.inPattern = true
	ps := ws.pieces(w, true)
	ws.sh.word = outer
	for i := range ps {
		p := &ps[i]
		if p.Unknown || p.Glob || p.Brk {
			ok = false
		}
		if p.Quoted || p.Inert {
			expand.QuotePattern(&b, p.Text)
			continue
		}
		b.WriteString(p.Text)
	}
	if pat = b.String(); strings.ContainsAny(pat, "(|#^~<") && ws.sh.has(dialect.PatternGroups) ||
		len(pat) > expand.MaxPattern || fact.HasStandIn(pat) {
		ok = false
	}
	return pat, ok
}

// walkPattern visits the substitutions in an extended pattern, which the parser leaves as text.
func (ws *words) walkPattern(text string) {
	if strings.Contains(text, "<(") || strings.Contains(text, ">(") ||
		ws.sh.has(dialect.PatternGroups) && strings.Contains(text, "=(") ||
		strings.Contains(text, `"`) && (strings.Contains(text, "$(") || strings.Contains(text, "`")) {
		ws.sh.Report(fact.Hazard{ID: hazards.Syntax, Text: text,
			Why: "what runs in this pattern is not followed"})
	}
	if strings.Contains(text, "$") || strings.Contains(text, "`") {
		ws.eval.expandText(text, "pattern")
	}
}

// walkSubscript visits the substitutions in a subscript that is not evaluated.
func (ws *words) walkSubscript(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		ws.single(x)
	case *syntax.FlagsArithm:
		// what stands behind the flags is a pattern, which the parser leaves as text
		ws.walkPattern(ws.sh.source(x))
		ws.eval.flagExpressions(x.Flags.Value, "nb", "s")
		if !strings.ContainsAny(x.Flags.Value, "rRiIkKe") { // an expression: ${path[(w)u]}
			ws.evaluateFlagged(x.X)
		}
	default:
		ws.eval.arithm(x)
	}
}

// evaluateFlagged evaluates what stands behind the flags of a subscript that search nothing.
func (ws *words) evaluateFlagged(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok {
		ws.eval.reread(ws.single(w), asExpression)
	} else if x != nil {
		ws.eval.arithm(x)
	}
}
