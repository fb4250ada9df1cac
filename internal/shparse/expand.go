package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// fields expands a word to any number of arguments.
func (in *Interp) fields(w *syntax.Word, dst []fact.Word) []fact.Word {
	if text, ok := plain(w); ok && !in.isZshPattern(text) {
		return append(dst, plainWord(w, text))
	}
	if !in.budget.step() {
		in.bound(hazards.BoundSteps, "the script does more than fencepost follows")
		return append(dst, fact.Unknown(in.source(w)))
	}
	if in.dialect.Has(dialect.PatternGroups) {
		in.zshWord(w)
	}
	for _, alt := range in.braces(w) {
		n := len(dst)
		outer := in.expansion
		in.made, in.colons = alt != w, false
		alt = in.alternated(alt)
		dst = in.assemble(in.pieces(alt, false), dst)
		in.expansion = outer
		for i := n; i < len(dst); i++ {
			dst[i].Written = in.source(w)
			dst[i].Start, dst[i].End = int(w.Pos().Offset()), int(w.End().Offset())
		}
		if len(dst)-n > maxFields {
			in.bound(hazards.BoundFields, "a word expands to more arguments than fencepost follows")
			return append(dst[:n+maxFields], fact.Word{Kind: fact.Partial, Many: true,
				Written: in.source(w)})
		}
	}
	return dst
}

// plain returns the text of a word of one literal without anything to expand: the common case.
func plain(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || lit.Value == "" || lit.Value[0] == '~' || lit.Value[0] == '=' {
		return "", false
	}
	for i := 0; i < len(lit.Value); i++ {
		switch lit.Value[i] {
		case '\\', '*', '?', '[', '{', '}', '~', '(', '<', '$':
			return "", false
		case '=':
			if i > 0 && lit.Value[i-1] == ':' { // the path of a program in an assignment of zsh
				return "", false
			}
		}
	}
	return lit.Value, true
}

// plainWord is a word of which plain has returned the text.
func plainWord(w *syntax.Word, text string) fact.Word {
	return fact.Word{Text: text, Written: text, Start: int(w.Pos().Offset()),
		End: int(w.End().Offset())}
}

// wordList expands the items of a for loop. known is false if their number is not known.
func (in *Interp) wordList(words []*syntax.Word) (list []fact.Word, known bool) {
	known = true
	for _, w := range words {
		list = in.fields(w, list)
	}
	for i := range list {
		if list[i].Many || list[i].Glob {
			known = false
		}
	}
	return list, known
}

// single expands a word without splitting, as that of a case or a pattern.
func (in *Interp) single(w *syntax.Word) fact.Word { return in.unsplit(w, false) }

// assignedValue expands what is assigned to a variable: colons stand before tildes in it.
func (in *Interp) assignedValue(w *syntax.Word) fact.Word { return in.unsplit(w, true) }

func (in *Interp) unsplit(w *syntax.Word, colons bool) fact.Word {
	if w == nil {
		return fact.Word{}
	}
	if text, ok := plain(w); ok {
		return plainWord(w, text)
	}
	outer := in.expansion
	in.colons = colons
	out := in.joined(in.pieces(w, true))
	in.expansion = outer
	out.Written = in.source(w)
	out.Start, out.End = int(w.Pos().Offset()), int(w.End().Offset())
	return out
}

// joined makes one word of pieces where fields are not split: what "$@" or an array yields is
// joined by blanks, or by what IFS says.
func (in *Interp) joined(ps []expand.Piece) fact.Word {
	for i := range ps {
		if !ps[i].Brk {
			continue
		}
		if ifs, ok := in.ifs(); ok && ifs == " \t\n" {
			ps[i] = expand.Piece{Text: " ", Quoted: true}
		} else {
			ps[i] = expand.Piece{Unknown: true, Quoted: true}
		}
	}
	return in.lookHidden(expand.JoinPieces(ps), ps)
}

// isZshPattern reports whether a literal may be one of zsh's extended patterns.
func (in *Interp) isZshPattern(text string) bool {
	return in.st.Has(dialect.ZshPatterns) && (strings.ContainsAny(text, "^#") ||
		strings.LastIndexByte(text, '~') > 0)
}

// pieces expands the parts of a word.
func (in *Interp) pieces(w *syntax.Word, assign bool) []expand.Piece {
	if !assign {
		if other, names := in.groups(w); other != w {
			return in.grouped(w, other, names)
		}
	}
	return in.plainPieces(w, assign)
}

func (in *Interp) plainPieces(w *syntax.Word, assign bool) []expand.Piece {
	ps := make([]expand.Piece, 0, len(w.Parts))
	unended := false
	outer := in.expansion
	for i, part := range w.Parts {
		in.whole = assign
		if lit, ok := part.(*syntax.Lit); ok && i == 0 && in.dialect.Has(dialect.EqualsExpansion) &&
			!in.inPattern && strings.HasPrefix(lit.Value, "=") && len(lit.Value)+len(w.Parts) > 2 {
			ps = append(ps, expand.ProgramPath(lit.Value[1:]))
			continue
		}
		n := len(ps)
		if p, ok := part.(*syntax.ExtGlob); ok && i+1 < len(w.Parts) {
			ps = append(ps, in.extGlob(p, w.Parts[i+1]))
		} else {
			ps = in.part(part, false, ps)
		}
		if in.dialect.Has(dialect.BareSubscripts) && i > 0 && continues(w.Parts[i-1], part) {
			if _, old := w.Parts[i-1].(*syntax.Lit); old {
				in.oldArithm(in.source(w))
			}
			ps = append(ps[:0], expand.Piece{Unknown: true, Many: true, From: in.source(w)})
		}
		if lit, ok := part.(*syntax.Lit); ok && assign && in.dialect.Has(dialect.EqualsExpansion) &&
			strings.Contains(lit.Value, ":=") && !in.inPattern {
			// a program's path behind a colon
			ps = append(ps[:n], expand.Piece{Unknown: true, Quoted: true, From: lit.Value})
			continue
		}
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "~") {
			ps = in.tilde(lit, i, i == len(w.Parts)-1, assign, ps, min(n, len(ps)))
			unended = unended || in.dialect.Has(dialect.NamedDirectories) && i+1 < len(w.Parts) &&
				!in.inPattern && strings.LastIndexByte(lit.Value, '~') > strings.LastIndexByte(lit.Value, '/')
		}
	}
	if in.expansion = outer; unended { // the name of the directory goes on: ~+''$# is ~+ in zsh
		return append(ps[:0], expand.Piece{Unknown: true, Many: !assign, Quoted: assign,
			From: in.source(w)})
	}
	return ps
}

// part expands one part of a word.
func (in *Interp) part(part syntax.WordPart, quoted bool, ps []expand.Piece) []expand.Piece {
	switch p := part.(type) {
	case *syntax.Lit:
		if !quoted && !in.inPattern && in.isZshPattern(p.Value) {
			in.walkPattern(p.Value)
			return append(ps, expand.Piece{Unknown: true, Many: true, From: p.Value})
		}
		if in.dialect.Has(dialect.PatternGroups) && !quoted && expand.UnquotedAny(p.Value, "(<") &&
			!in.inPattern {
			if strings.Contains(p.Value, "<(") || strings.Contains(p.Value, ">(") ||
				strings.Contains(p.Value, "=(") {
				in.walkPattern(p.Value) // (a|b<(cmd)): which of them zsh runs is not followed
			}
			// it stays as it is written, and may become a pattern with what stands in its brackets
			if in.whole {
				in.walkPattern(p.Value)
				return append(ps, expand.Piece{Unknown: true, Quoted: true, From: p.Value})
			}
			return in.zshPattern(p, ps)
		}
		return in.literal(p.Value, quoted, ps)
	case *syntax.SglQuoted:
		if !p.Dollar {
			return append(ps, expand.Piece{Text: p.Value, Quoted: true})
		}
		if !in.dialect.Has(dialect.DollarQuotes) {
			return append(ps, expand.Piece{Text: "$" + p.Value, Quoted: true})
		}
		text, ok := expand.AnsiC(p.Value, in.dialect)
		if !ok && in.dialect.Has(dialect.KeepsNUL) {
			in.Report(fact.Hazard{ID: hazards.Nul, Text: in.source(p),
				Why: "a NUL byte in quotes ends an argument, whatever stands behind it"})
		}
		return append(ps, expand.Piece{Text: text, Quoted: true, Unknown: !ok})
	case *syntax.DblQuoted:
		if p.Dollar && !in.dialect.Has(dialect.DollarQuotes) {
			ps = append(ps, expand.Piece{Text: "$", Quoted: true})
		}
		n := len(ps)
		for i, q := range p.Parts {
			ps = in.part(q, true, ps)
			if in.dialect.Has(dialect.BareSubscripts) && i > 0 && continues(p.Parts[i-1], q) {
				if _, old := p.Parts[i-1].(*syntax.Lit); old {
					in.oldArithm(in.source(p))
				}
				ps = append(ps[:n], expand.Piece{Unknown: true, Quoted: true, From: in.source(p)})
			}
		}
		switch {
		case len(p.Parts) == 0:
			ps = append(ps, expand.Piece{Quoted: true})
		case len(p.Parts) > 1 && expand.MaybeEmpty(ps[n:]) && hasAt(p.Parts):
			// "$@" without parameters may take the field with it
			ps = append(ps[:n], expand.Piece{Unknown: true, Many: true, Quoted: true, From: in.source(p)})
		}
		return ps
	case *syntax.ParamExp:
		return in.param(p, quoted, ps)
	case *syntax.CmdSubst:
		return in.cmdSubst(p, quoted, ps)
	case *syntax.ArithmExp:
		q := in.arithmPiece(p)
		q.Quoted = q.Quoted || quoted
		q.Split = !q.Quoted && in.splits()
		return append(ps, q)
	case *syntax.ProcSubst:
		return append(ps, in.procSubst(p))
	case *syntax.ExtGlob:
		return append(ps, in.extGlob(p, nil))
	case *syntax.BraceExp: // only where braces are not expanded
		return append(ps, expand.Piece{Text: in.source(p)})
	}
	in.unknownNode(part)
	return append(ps, expand.Piece{Unknown: true, From: in.source(part)})
}

// hasAt reports whether "$@" or "${a[@]}" is among the parts.
func hasAt(parts []syntax.WordPart) bool {
	for _, part := range parts {
		if p, ok := part.(*syntax.ParamExp); ok && p.Param != nil &&
			(p.Param.Value == "@" || p.Index != nil && litOfExpr(p.Index) == "@") {
			return true
		}
	}
	return false
}

// continues reports whether zsh takes the beginning of a literal for a part of the short expansion
// before it: $x:h, $10.
func continues(before, part syntax.WordPart) bool {
	p, ok := before.(*syntax.ParamExp)
	lit, isLit := part.(*syntax.Lit)
	if dollar, isDollar := before.(*syntax.Lit); isDollar && isLit &&
		strings.HasSuffix(dollar.Value, "$") && strings.HasPrefix(lit.Value, "[") {
		return true // $[old arithmetic]
	}
	if !ok || !isLit || !p.Short || p.Param == nil || len(lit.Value) == 0 {
		return false
	}
	switch lit.Value[0] {
	case ':':
		return len(lit.Value) > 1 && strings.IndexByte("aAcehlpPqQrstuxwWfF&g", lit.Value[1]) >= 0
	case '[':
		return true // a subscript of $@, or of what another one has chosen
	}
	if p.Param.Value == "#" { // $#name is a length
		return strings.IndexByte("-?$!#*@_", lit.Value[0]) >= 0 || expand.LetterOrDigit(lit.Value[0])
	}
	return expand.Digit(p.Param.Value[0]) <= 9 && expand.Digit(lit.Value[0]) <= 9
}

// oldArithm reports $[old arithmetic] of zsh, which is text for the parser.
func (in *Interp) oldArithm(s string) {
	if in.dialect.Has(dialect.DollarBrackets) && strings.Contains(s, "$[") {
		in.Report(fact.Hazard{ID: hazards.ShellsDiffer, Text: s,
			Why: "zsh takes this for arithmetic, which may hold blanks"})
	}
}

// literal removes backslashes: all of them outside quotes, only those before $ ` " \ and newline
// inside.
func (in *Interp) literal(s string, quoted bool, ps []expand.Piece) []expand.Piece {
	if in.dialect.Has(dialect.DollarBrackets) && strings.Contains(s, "$[") {
		in.oldArithm(s)
		return append(ps, expand.Piece{Unknown: true, Many: !quoted, Quoted: quoted, From: s})
	}
	if !strings.Contains(s, "\\") {
		return append(ps, expand.Piece{Text: s, Quoted: quoted})
	}
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			continue
		}
		next := s[i+1]
		if quoted && strings.IndexByte("$`\"\\\n", next) < 0 {
			i++
			continue
		}
		if i > start {
			ps = append(ps, expand.Piece{Text: s[start:i], Quoted: quoted})
		}
		if next != '\n' {
			n := 1
			for i+1+n < len(s) && s[i+1]&0x80 != 0 && s[i+1+n]&0xC0 == 0x80 {
				n++ // the rest of a character of several bytes
			}
			ps = append(ps, expand.Piece{Text: s[i+1 : i+1+n], Quoted: true})
			start = i + 1 + n
			i += n
			continue
		}
		start = i + 2
		i++
	}
	rest := s[start:]
	if in.dialect.Has(dialect.BackslashAtEnd) && !quoted && strings.HasSuffix(rest, "\\") {
		rest = rest[:len(rest)-1] // a backslash at the end of the text
		ps = append(ps, expand.Piece{Quoted: true})
	}
	if rest != "" {
		ps = append(ps, expand.Piece{Text: rest, Quoted: quoted})
	}
	return ps
}
