package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// words expands words.
type words struct {
	sh         *shell
	acc        *accountant
	files      *files
	eval       *evaluator
	expansions expander
}

// expander expands parameters, and runs substitutions.
type expander interface {
	expandParameter(p *syntax.ParamExp, quoted bool, ps []expand.Piece) []expand.Piece
	cmdSubst(c *syntax.CmdSubst, quoted bool, ps []expand.Piece) []expand.Piece
	procSubst(p *syntax.ProcSubst) expand.Piece
}

// fields expands a word to any number of arguments.
func (ws *words) fields(w *syntax.Word, dst []fact.Word) []fact.Word {
	if plain, ok := nodes.Plain(w); ok && !ws.isZshPattern(plain.Text) {
		return append(dst, plain)
	}
	if !ws.sh.budget.step() {
		ws.sh.bound(hazards.BoundSteps, "the script does more than fencepost follows")
		return append(dst, fact.Unknown(ws.sh.source(w)))
	}
	if ws.sh.has(dialect.PatternGroups) {
		ws.zshWord(w)
	}
	for _, alt := range ws.braces(w) {
		n := len(dst)
		outer := ws.sh.word
		ws.sh.word.made, ws.sh.word.colons = alt != w, false
		alt = ws.chooseAlternative(alt)
		dst = ws.splitFields(ws.pieces(alt, false), dst)
		ws.sh.word = outer
		for i := n; i < len(dst); i++ {
			dst[i].Written = ws.sh.source(w)
			dst[i].Start, dst[i].End = int(w.Pos().Offset()), int(w.End().Offset())
		}
		if len(dst)-n > maxFields {
			ws.sh.bound(hazards.BoundFields, "a word expands to more arguments than fencepost follows")
			return append(dst[:n+maxFields], fact.Word{Kind: fact.Partial, Many: true,
				Written: ws.sh.source(w)})
		}
	}
	return dst
}

// wordList expands the items of a for loop. known is false if their number is not known.
func (ws *words) wordList(words []*syntax.Word) (list []fact.Word, known bool) {
	known = true
	for _, w := range words {
		list = ws.fields(w, list)
	}
	for i := range list {
		if list[i].Many || list[i].Glob {
			known = false
		}
	}
	return list, known
}

// single expands a word without splitting, as that of a case or a pattern.
func (ws *words) single(w *syntax.Word) fact.Word { return ws.unsplit(w, false) }

// assignedValue expands what is assigned to a variable: colons stand before tildes in it.
func (ws *words) assignedValue(w *syntax.Word) fact.Word { return ws.unsplit(w, true) }

func (ws *words) unsplit(w *syntax.Word, colons bool) fact.Word {
	if w == nil {
		return fact.Word{}
	}
	if plain, ok := nodes.Plain(w); ok {
		return plain
	}
	outer := ws.sh.word
	ws.sh.word.colons = colons
	out := ws.joinPieces(ws.pieces(w, true))
	ws.sh.word = outer
	out.Written = ws.sh.source(w)
	out.Start, out.End = int(w.Pos().Offset()), int(w.End().Offset())
	return out
}

// joinPieces makes one word of pieces where fields are not split: what "$@" or an array yields is
// joined by blanks, or by what IFS says.
func (ws *words) joinPieces(ps []expand.Piece) fact.Word {
	for i := range ps {
		if !ps[i].Brk {
			continue
		}
		if ifs, ok := ws.sh.ifs(); ok && ifs == " \t\n" {
			ps[i] = expand.Piece{Text: " ", Quoted: true}
		} else {
			ps[i] = expand.Piece{Unknown: true, Quoted: true}
		}
	}
	return ws.lookHidden(expand.JoinPieces(ps), ps)
}

// isZshPattern reports whether a literal may be one of zsh's extended patterns.
func (ws *words) isZshPattern(text string) bool {
	return ws.sh.st.Has(dialect.ZshPatterns) && (strings.ContainsAny(text, "^#") ||
		strings.LastIndexByte(text, '~') > 0)
}

// pieces expands the parts of a word.
func (ws *words) pieces(w *syntax.Word, assign bool) []expand.Piece {
	if !assign {
		if other, names := ws.rewriteGroups(w); other != w {
			return ws.expandGrouped(w, other, names)
		}
	}
	return ws.plainPieces(w, assign)
}

func (ws *words) plainPieces(w *syntax.Word, assign bool) []expand.Piece {
	ps := make([]expand.Piece, 0, len(w.Parts))
	unended := false
	outer := ws.sh.word
	for i, part := range w.Parts {
		ws.sh.word.whole = assign
		if lit, ok := part.(*syntax.Lit); ok && i == 0 && ws.sh.has(dialect.EqualsExpansion) &&
			!ws.sh.word.inPattern && strings.HasPrefix(lit.Value, "=") && len(lit.Value)+len(w.Parts) > 2 {
			ps = append(ps, expand.ProgramPath(lit.Value[1:]))
			continue
		}
		n := len(ps)
		if p, ok := part.(*syntax.ExtGlob); ok && i+1 < len(w.Parts) {
			ps = append(ps, ws.extGlob(p, w.Parts[i+1]))
		} else {
			ps = ws.part(part, false, ps)
		}
		if ws.sh.has(dialect.BareSubscripts) && i > 0 && nodes.Continues(w.Parts[i-1], part) {
			if _, old := w.Parts[i-1].(*syntax.Lit); old {
				ws.oldArithm(ws.sh.source(w))
			}
			ps = append(ps[:0], expand.Piece{Unknown: true, Many: true, From: ws.sh.source(w)})
		}
		if lit, ok := part.(*syntax.Lit); ok && assign && ws.sh.has(dialect.EqualsExpansion) &&
			strings.Contains(lit.Value, ":=") && !ws.sh.word.inPattern {
			// a program's path behind a colon
			ps = append(ps[:n], expand.Piece{Unknown: true, Quoted: true, From: lit.Value})
			continue
		}
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "~") {
			ps = ws.tilde(lit, i, i == len(w.Parts)-1, assign, ps, min(n, len(ps)))
			unended = unended || ws.sh.has(dialect.NamedDirectories) && i+1 < len(w.Parts) &&
				!ws.sh.word.inPattern && strings.LastIndexByte(lit.Value,
				'~') > strings.LastIndexByte(lit.Value, '/')
		}
	}
	if ws.sh.word = outer; unended { // the name of the directory goes on: ~+''$# is ~+ in zsh
		return append(ps[:0], expand.Piece{Unknown: true, Many: !assign, Quoted: assign,
			From: ws.sh.source(w)})
	}
	return ps
}

// part expands one part of a word.
func (ws *words) part(part syntax.WordPart, quoted bool, ps []expand.Piece) []expand.Piece {
	switch p := part.(type) {
	case *syntax.Lit:
		if !quoted && !ws.sh.word.inPattern && ws.isZshPattern(p.Value) {
			ws.walkPattern(p.Value)
			return append(ps, expand.Piece{Unknown: true, Many: true, From: p.Value})
		}
		if ws.sh.has(dialect.PatternGroups) && !quoted && expand.UnquotedAny(p.Value, "(<") &&
			!ws.sh.word.inPattern {
			if strings.Contains(p.Value, "<(") || strings.Contains(p.Value, ">(") ||
				strings.Contains(p.Value, "=(") {
				ws.walkPattern(p.Value) // (a|b<(cmd)): which of them zsh runs is not followed
			}
			// it stays as it is written, and may become a pattern with what stands in its brackets
			if ws.sh.word.whole {
				ws.walkPattern(p.Value)
				return append(ps, expand.Piece{Unknown: true, Quoted: true, From: p.Value})
			}
			return ws.zshPattern(p, ps)
		}
		return ws.literal(p.Value, quoted, ps)
	case *syntax.SglQuoted:
		if !p.Dollar {
			return append(ps, expand.Piece{Text: p.Value, Quoted: true})
		}
		if !ws.sh.has(dialect.DollarQuotes) {
			return append(ps, expand.Piece{Text: "$" + p.Value, Quoted: true})
		}
		text, ok := expand.AnsiC(p.Value, ws.sh.script.dialect)
		if !ok && ws.sh.has(dialect.KeepsNUL) {
			ws.sh.Report(fact.Hazard{ID: hazards.Nul, Text: ws.sh.source(p),
				Why: "a NUL byte in quotes ends an argument, whatever stands behind it"})
		}
		return append(ps, expand.Piece{Text: text, Quoted: true, Unknown: !ok})
	case *syntax.DblQuoted:
		if p.Dollar && !ws.sh.has(dialect.DollarQuotes) {
			ps = append(ps, expand.Piece{Text: "$", Quoted: true})
		}
		n := len(ps)
		for i, q := range p.Parts {
			ps = ws.part(q, true, ps)
			if ws.sh.has(dialect.BareSubscripts) && i > 0 && nodes.Continues(p.Parts[i-1], q) {
				if _, old := p.Parts[i-1].(*syntax.Lit); old {
					ws.oldArithm(ws.sh.source(p))
				}
				ps = append(ps[:n], expand.Piece{Unknown: true, Quoted: true, From: ws.sh.source(p)})
			}
		}
		switch {
		case len(p.Parts) == 0:
			ps = append(ps, expand.Piece{Quoted: true})
		case len(p.Parts) > 1 && expand.MaybeEmpty(ps[n:]) && nodes.HasAt(p.Parts):
			// "$@" without parameters may take the field with it
			ps = append(ps[:n], expand.Piece{Unknown: true, Many: true, Quoted: true, From: ws.sh.source(p)})
		}
		return ps
	case *syntax.ParamExp:
		return ws.expansions.expandParameter(p, quoted, ps)
	case *syntax.CmdSubst:
		return ws.expansions.cmdSubst(p, quoted, ps)
	case *syntax.ArithmExp:
		q := ws.eval.arithmPiece(p)
		q.Quoted = q.Quoted || quoted
		q.Split = !q.Quoted && ws.sh.splits()
		return append(ps, q)
	case *syntax.ProcSubst:
		return append(ps, ws.expansions.procSubst(p))
	case *syntax.ExtGlob:
		return append(ps, ws.extGlob(p, nil))
	case *syntax.BraceExp: // only where braces are not expanded
		return append(ps, expand.Piece{Text: ws.sh.source(p)})
	}
	ws.acc.unknownNode(part)
	return append(ps, expand.Piece{Unknown: true, From: ws.sh.source(part)})
}

// oldArithm reports $[old arithmetic] of zsh, which is text for the parser.
func (ws *words) oldArithm(s string) {
	if ws.sh.has(dialect.DollarBrackets) && strings.Contains(s, "$[") {
		ws.sh.Report(fact.Hazard{ID: hazards.ShellsDiffer, Text: s,
			Why: "zsh takes this for arithmetic, which may hold blanks"})
	}
}

// literal removes backslashes: all of them outside quotes, only those before $ ` " \ and newline
// inside.
func (ws *words) literal(s string, quoted bool, ps []expand.Piece) []expand.Piece {
	if ws.sh.has(dialect.DollarBrackets) && strings.Contains(s, "$[") {
		ws.oldArithm(s)
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
	if ws.sh.has(dialect.BackslashAtEnd) && !quoted && strings.HasSuffix(rest, "\\") {
		rest = rest[:len(rest)-1] // a backslash at the end of the text
		ps = append(ps, expand.Piece{Quoted: true})
	}
	if rest != "" {
		ps = append(ps, expand.Piece{Text: rest, Quoted: quoted})
	}
	return ps
}

// valuePiece makes the value of a variable a piece.
func (ws *words) valuePiece(v fact.Word, quoted bool, src string) expand.Piece {
	text, suffix := v.Text, v.Suffix
	if v.Kind != fact.Literal {
		text, suffix = expand.KnownEnds(v)
	}
	p := expand.Piece{Text: text, Suffix: suffix, Unknown: v.Kind != fact.Literal, Quoted: quoted,
		From: src, Many: v.Many && !quoted, Number: v.Number, Given: v.Given, Glob: v.Glob &&
			v.Kind == fact.Literal, Inert: ws.sh.has(dialect.InertExpansions)}
	switch v.Origin.Kind {
	case fact.PipeOrigin, fact.TempOrigin, fact.InputOrigin, fact.JobOrigin:
		p.Kind, p.From = v.Origin.Kind, v.Origin.Name
	case fact.WordsOrigin, fact.RefOrigin:
		if ws.sh.blanksDivide() { // else a part of a word may begin with a dash
			p.Kind = v.Origin.Kind
		}
	}
	p.Form = expand.Form{Single: v.Single && ws.sh.blanksDivide(), Digits: v.Digits, Sets: v.Sets}
	p.Names, p.Listed = v.Origin.Names, v.Origin.Listed
	if p.Glob && !v.Plain && !quoted && ws.sh.splits() && strings.ContainsAny(v.Text, " \t\n") {
		p.Glob = false // a pattern that matches nothing is text, and divided: set -- {'a b',c}*; ls $1
	}
	if p.Glob { // the names of files are not split here: see the limits in docs/reference/hazards.md
		p.Plain, p.MayLack = v.Plain, v.Lack
		if v.Plain && ws.sh.blanksDivide() {
			p.Quoted, p.Split = true, !quoted
		}
		return p
	}
	// The number of a process is one field where digits divide nothing.
	p.Split = !quoted && ws.sh.splits() && (p.Kind != fact.JobOrigin || !ws.sh.blanksDivide())
	return p
}

// expandQuietly expands a word once more where that does nothing; a word with commands or
// assignments in it is reported as it is written.
func (ws *words) expandQuietly(w *syntax.Word) fact.Word {
	if !nodes.PlainParts(w.Parts) {
		return fact.Word{Kind: fact.Partial, Text: ws.sh.source(w)}
	}
	return ws.single(w)
}

// lookHidden reports the pieces of a word that the word, since others of them are not known, does
// not show.
func (ws *words) lookHidden(w fact.Word, ps []expand.Piece) fact.Word {
	if ws.sh.opt.Look == nil || w.Kind == fact.Literal {
		return w
	}
	head := 0
	for i := range ps {
		if head += len(ps[i].Text); head > len(w.Text) {
			ws.sh.reportCompared(fact.Lit(ps[i].Text))
		}
		ws.sh.reportCompared(fact.Lit(ps[i].Suffix))
	}
	return w
}

// expandUnused expands a word that the shell does not use: what it runs is reported, and what it
// assigns is not.
func (ws *words) expandUnused(w *syntax.Word) {
	if w == nil || nodes.PlainParts(w.Parts) {
		return
	}
	ws.sh.subshell(func() { ws.single(w) })
}
