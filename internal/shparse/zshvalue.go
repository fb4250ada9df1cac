package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// What zsh makes of a value that is known: characters of it, and its modifiers.

// zshValue computes an expansion of a known value with modifiers, ${x:t:r}, or of some of its
// characters, ${x[2]}. ok is false where it is another expansion, of which nothing was read, or
// what it holds is not known; read says that all of it was read.
func (in *Interp) zshValue(p *syntax.ParamExp) (w fact.Word, ok, read bool) {
	if !in.dialect.Has(dialect.ParameterFlags) || p.Param == nil ||
		len(p.Modifiers) == 0 && p.Index == nil {
		return w, false, false
	}
	bare := *p
	bare.Modifiers, bare.Index = nil, nil
	if !plainParam(&bare) || bare.IsSet || bare.Names != 0 || zshOnly(&bare) ||
		!syntax.ValidName(p.Param.Value) {
		return w, false, false
	}
	if v := in.st.Vars[in.target(p.Param.Value)]; v.IsList || v.Unset {
		return w, false, false
	}
	w, _ = in.lookup(p.Param.Value, nil)
	w.Number = false
	if !w.Known() || w.Many || strings.ContainsFunc(w.Text, func(r rune) bool { return r > 127 }) {
		return w, false, false
	}
	switch {
	case p.Index != nil && len(p.Modifiers) == 0:
		w.Text, ok, read = in.characters(w.Text, p.Index)
	case p.Index == nil:
		w.Text, ok, read = in.modified(w.Text, p.Modifiers)
	}
	return w, ok, read
}

// characters are those of a text that a subscript names: one, or those from one to another. They
// are counted from 1, or from the end.
func (in *Interp) characters(text string, x syntax.ArithmExpr) (part string, ok, read bool) {
	first, last := x, x
	if b, isRange := x.(*syntax.BinaryArithm); isRange && b.Op == syntax.Comma {
		first, last = b.X, b.Y
	}
	if !isPlainIndex(first) || !isPlainIndex(last) {
		return "", false, false
	}
	from, ok := in.arithm(first)
	to := from
	if first != last {
		var known bool
		to, known = in.arithm(last)
		ok = ok && known
	}
	if from < 0 {
		from += len(text) + 1
	}
	if to < 0 {
		to += len(text) + 1
	}
	if !ok || from < 0 || from == 0 && to > 0 {
		return "", false, true
	}
	if from = max(from, 1); from > min(to, len(text)) {
		return "", true, true
	}
	return text[from-1 : min(to, len(text))], true, true
}

// isPlainIndex reports whether a subscript is a number, an expansion, or a negative one of them,
// and not a search.
func isPlainIndex(x syntax.ArithmExpr) bool {
	if u, ok := x.(*syntax.UnaryArithm); ok && u.Op == syntax.Minus {
		x = u.X
	}
	_, ok := x.(*syntax.Word)
	return ok
}

// defaultGiven reports whether an expansion has no operator, or a word for a missing value that
// names nothing.
func (in *Interp) defaultGiven(e *syntax.Expansion) bool {
	if e == nil {
		return true
	}
	if e.Op != syntax.DefaultUnset && e.Op != syntax.DefaultUnsetOrNull {
		return false
	}
	var other fact.Word
	in.subshell(func() { other = in.single(e.Word) })
	return isGiven(&other)
}

// manyPieces reports whether pieces may be several words.
func manyPieces(ps []expand.Piece) bool {
	for i := range ps {
		if ps[i].Many || ps[i].Brk || ps[i].Glob {
			return true
		}
	}
	return false
}

// quotesIn reports whether a word holds quotes, and not only characters that look like them.
func quotesIn(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
	}
	return false
}

// modified applies modifiers to a text (zshexpn(1), Modifiers).
func (in *Interp) modified(text string, list []*syntax.Lit) (out string, ok, read bool) {
	ok = true
	for i, m := range list {
		this := false
		switch {
		case text == "" && ok, strings.HasPrefix(text, "//"): // of which some systems make more
			return "", false, false
		case m.Value == "h":
			text, this = headOf(text), true
		case m.Value == "t":
			text, this = tailOf(text), true
		case m.Value == "r":
			text, this = strings.TrimSuffix(text, suffixOf(text)), true
		case m.Value == "e":
			text, this = strings.TrimPrefix(suffixOf(text), "."), true
		case m.Value == "l":
			text, this = strings.ToLower(text), true
		case m.Value == "u":
			text, this = strings.ToUpper(text), true
		default:
			from, to, all, form := substitution(m.Value)
			if !form || i > 0 && !ok {
				return "", false, false
			}
			with := in.documentText(to)
			if read = true; with.Known() && !strings.ContainsAny(with.Text, `&\`) {
				n := 1
				if all {
					n = -1
				}
				text, this = strings.Replace(text, from, with.Text, n), true
			}
			if !this && i+1 < len(list) {
				return "", false, false
			}
		}
		ok = ok && this
	}
	return text, ok, true
}

// substitution takes s/FROM/TO/ and gs/FROM/TO/ apart.
func substitution(m string) (from, to string, all, ok bool) {
	m, all = strings.CutPrefix(m, "g")
	m, ok = strings.CutPrefix(m, "s")
	if !ok || len(m) < 3 || shsyntax.IsNameByte(m[0]) || strings.IndexByte("\\$`'\"&({[ ", m[0]) >= 0 {
		return "", "", false, false
	}
	delimiter := m[:1]
	from, to, ok = strings.Cut(m[1:], delimiter)
	to = strings.TrimSuffix(to, delimiter)
	if from == "" || strings.ContainsAny(from, "\\$`'\"&") ||
		strings.ContainsAny(to, delimiter+"\\'\"") {
		return "", "", false, false
	}
	return from, to, all, ok
}

// documentText expands a text in which quotes are characters.
func (in *Interp) documentText(text string) fact.Word {
	if !strings.ContainsAny(text, "$`") {
		return fact.Lit(text)
	}
	w, err := shsyntax.ParseDocument(text, in.dialect)
	if err != nil {
		in.walkPattern(text)
		return fact.Unknown(text)
	}
	outer := in.context
	in.text = text
	var ps []expand.Piece
	for _, part := range w.Parts {
		ps = in.part(part, true, ps)
	}
	out := in.joined(ps)
	in.context = outer
	return out
}

// headOf, tailOf and suffixOf are the parts of a path that modifiers take.
func headOf(path string) string {
	path = trimSlashes(path)
	i := strings.LastIndexByte(path, '/')
	switch {
	case path == "/" || i == 0:
		return "/"
	case i < 0:
		return "."
	}
	return trimSlashes(path[:i])
}

func tailOf(path string) string {
	path = strings.TrimRight(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}

func suffixOf(path string) string {
	if i := strings.LastIndexByte(path, '.'); i > strings.LastIndexByte(path, '/') {
		return path[i:]
	}
	return ""
}

// trimSlashes takes the slashes at the end away, but for one that is all.
func trimSlashes(path string) string {
	if out := strings.TrimRight(path, "/"); out != "" || path == "" {
		return out
	}
	return "/"
}
