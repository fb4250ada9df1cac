package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// fileGroups are the groups and operators that patterns for the names of files may hold.
func (in *Interp) fileGroups() expand.FileGroups {
	zsh := in.dialect.Has(dialect.PatternGroups)
	return expand.FileGroups{Bare: zsh, Extended: zsh && in.st.Has(dialect.ZshPatterns),
		Prefixed: !zsh}
}

// groups rewrites a word of zsh with groups, or operators of its extended patterns, in the names of
// files: each becomes a star that stands for more. names is true where the shell may make other
// words of it than the names that the star stands for: then it is only known that these are among
// them.
func (in *Interp) groups(w *syntax.Word) (out *syntax.Word, names bool) {
	if !in.dialect.Has(dialect.PatternGroups) || in.inPattern || in.st.Has(dialect.NoGlob) ||
		!in.hasGroups(w) {
		return w, false
	}
	out = &syntax.Word{Parts: make([]syntax.WordPart, 0, len(w.Parts))}
	for i := 0; i < len(w.Parts); i++ {
		lit, ok := w.Parts[i].(*syntax.Lit)
		if !ok {
			out.Parts = append(out.Parts, w.Parts[i])
			continue
		}
		joined := *lit
		for i+1 < len(w.Parts) {
			next, ok := w.Parts[i+1].(*syntax.Lit)
			if !ok {
				break
			}
			joined.Value += next.Value
			i++
		}
		other, ok := in.translate(&joined, i == len(w.Parts)-1)
		if !ok {
			return w, false
		}
		names = names || other
		out.Parts = append(out.Parts, &joined)
	}
	return out, names
}

// mayAlternate reports whether a command has words of which alternated makes others.
func (in *Interp) mayAlternate(c *syntax.CallExpr) bool {
	if !in.dialect.Has(dialect.PatternGroups) {
		return false
	}
	for _, w := range c.Args {
		if part, _, _ := plainAlternatives(w); part >= 0 {
			return true
		}
	}
	return false
}

// alternated takes one of the plain alternatives of each group in the name of a file, which says
// more than a star in their place: (.github|src)/*.yml is .github/*.yml or src/*.yml. As words
// beside each other they would not do, since those of which there is no file are left out, and
// another word becomes the last one. What is left has to be a pattern for the same reason.
func (in *Interp) alternated(w *syntax.Word) *syntax.Word {
	if !in.dialect.Has(dialect.PatternGroups) || in.choice == nil || in.st.Has(dialect.NoGlob) ||
		in.st.Has(dialect.ZshPatterns) {
		return w
	}
	out := w
	for {
		part, open, end := plainAlternatives(out)
		if part < 0 {
			break
		}
		lit := *out.Parts[part].(*syntax.Lit)
		texts := strings.Split(lit.Value[open+1:end], "|")
		k := in.choose(len(texts))
		if k < 0 {
			return w
		}
		lit.Value = lit.Value[:open] + texts[k] + lit.Value[end+1:]
		out = &syntax.Word{Parts: append([]syntax.WordPart(nil), out.Parts...)}
		out.Parts[part] = &lit
	}
	if !hasStar(out) {
		return w
	}
	return out
}

// plainAlternatives is the first group of a word with nothing but plain alternatives: the part of
// the word, and where its brackets stand; -1 if there is none.
func plainAlternatives(w *syntax.Word) (part, open, end int) {
	for i, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok || strings.ContainsAny(lit.Value, "\\$`<") {
			continue
		}
		if open, end = strings.IndexByte(lit.Value, '('), strings.IndexByte(lit.Value, ')'); open < 0 ||
			end < open {
			continue
		}
		if text := lit.Value[open+1 : end]; strings.Contains(text, "|") &&
			!strings.ContainsFunc(text, notOfName) {
			return i, open, end
		}
	}
	return -1, 0, 0
}

// notOfName reports whether a character is none of plain alternatives.
func notOfName(c rune) bool {
	return c > 127 || !shsyntax.IsNameByte(byte(c)) && strings.IndexByte(".-|", byte(c)) < 0
}

// hasStar reports whether a word is a pattern whatever its groups are.
func hasStar(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			if name, _, _ := strings.Cut(lit.Value, "("); expand.UnquotedAny(name, "*?") {
				return true
			}
		}
	}
	return false
}

// hasGroups reports whether a literal of the word has groups or operators.
func (in *Interp) hasGroups(w *syntax.Word) bool {
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && (expand.UnquotedAny(lit.Value, "(<") ||
			in.isZshPattern(lit.Value)) {
			return true
		}
	}
	return false
}

// translate replaces the groups of a literal.
func (in *Interp) translate(lit *syntax.Lit, last bool) (names, ok bool) {
	v := lit.Value
	if !expand.UnquotedAny(v, "(<^#~") {
		return false, true
	}
	if strings.Contains(v, "<(") || strings.Contains(v, ">(") || strings.Contains(v, "=(") ||
		strings.Contains(v, "$[") {
		return false, false
	}
	prefix := ""
	if v[0] == '~' {
		n := strings.IndexByte(v, '/')
		if n < 0 || expand.UnquotedAny(v[:n], "(<^#") {
			return false, false
		}
		prefix, v = v[:n], v[n:]
	}
	t := in.fileGroups().FileNames(v)
	if t.Lost {
		return false, false
	}
	if strings.ContainsAny(v, "$`") {
		in.walkPattern(v)
		names = true
	}
	if open := strings.LastIndexByte(v, '('); last && open >= 0 && strings.HasSuffix(v, ")") &&
		changesName(v[open:]) {
		names = true
	}
	lit.Value = prefix + t.Text
	return names || t.Extended, true
}

// grouped expands a word of which groups has made another one. Where that says only what is among
// the names, the word is one that is not known.
func (in *Interp) grouped(w, rewritten *syntax.Word, names bool) []expand.Piece {
	ps := in.plainPieces(rewritten, false)
	if !names {
		return ps
	}
	p := expand.Piece{Unknown: true, Many: true, From: in.source(w)}
	if v := in.word(append([]expand.Piece(nil), ps...)); v.Kind == fact.Literal {
		p.Names = new(fact.Names)
		p.Names.Add(v.Text, true)
	}
	return []expand.Piece{p}
}

// extGlob is the piece for an extended pattern of bash: as the name of a file it stands for at most
// what an asterisk stands for, and with a leading dot if one of its alternatives has it. Where it
// stands for nothing, a dot behind it is the leading one.
func (in *Interp) extGlob(p *syntax.ExtGlob, next syntax.WordPart) expand.Piece {
	in.walkPattern(p.Pattern.Value)
	text, star := p.Op.String()+p.Pattern.Value+")", "*"
	if strings.HasPrefix(in.fileGroups().FileNames(text).Text, expand.Any) {
		star = expand.Any
	}
	n := new(fact.Names)
	n.Add(star, true)
	if lit, ok := next.(*syntax.Lit); next != nil && (!ok || strings.HasPrefix(lit.Value, ".")) &&
		strings.HasPrefix(in.fileGroups().FileNames(text+".").Text, expand.Any) {
		n.Add("", true)
	}
	return expand.Piece{Text: star, Glob: true, From: in.source(p), Names: n}
}
