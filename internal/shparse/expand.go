package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// piece is a part of a word during expansion (POSIX XCU 2.6).
type piece struct {
	text    string
	suffix  string // of an unknown piece: what it is known to end with
	unknown bool
	quoted  bool            // protects from splitting and patterns
	split   bool            // result of an unquoted expansion: subject to field splitting
	inert   bool            // result of an expansion in zsh: pattern characters in it do not act
	brk     bool            // a field ends here ("$@" and arrays)
	many    bool            // unknown, and any number of fields
	glob    bool            // the names of files that match text
	plain   bool            // of such a piece: without blanks and pattern characters, so that nothing of it is split
	mayLack bool            // of such a piece: or nothing
	number  bool            // of an unknown piece: see fact.Word.Number
	given   bool            // of one: see fact.Word.Given
	from    string          // as written, or the name of what kind says
	kind    fact.OriginKind // TextOrigin: none, or one that from alone tells
	names   *fact.Names     // of files that an unknown piece may be
}

// origin is where a piece comes from.
func (p *piece) origin() fact.Origin {
	o := fact.Origin{Kind: p.kind, Name: p.from, Names: p.names}
	if o.Kind == fact.TextOrigin && (p.from != "" || p.unknown) {
		o.Kind = fact.ComputedOrigin
	}
	return o
}

// joinOrigin makes the origin of a word whose next piece is p: that of the only part that is not
// known, if there is one.
func joinOrigin(w *fact.Word, p *piece) {
	switch open := p.unknown || p.glob; {
	case !open && w.Origin.Kind != fact.TextOrigin, !open && w.Kind != fact.Literal:
	case open && w.Kind != fact.Literal, open && w.Glob:
		w.Origin = fact.Origin{Kind: fact.ComputedOrigin, Name: w.Origin.Name}
	default:
		if w.Origin = p.origin(); w.Origin.Kind == fact.WordsOrigin { // or nothing, before what follows
			w.Origin.Kind = fact.ComputedOrigin
		}
	}
}

// variable is the origin of what a variable holds.
func variable(name string) fact.Origin { return fact.Origin{Kind: fact.VariableOrigin, Name: name} }

// fields expands a word to any number of arguments.
func (in *Interp) fields(w *syntax.Word, dst []fact.Word) []fact.Word {
	if text, ok := plain(w); ok && !in.isZshPattern(text) {
		return append(dst, plainWord(w, text))
	}
	if !in.budget.step() {
		in.bound("steps", "the script does more than the limit of this program")
		return append(dst, fact.Unknown(in.source(w)))
	}
	if in.dialect == Zsh {
		in.zshWord(w)
	}
	for _, alt := range in.braces(w) {
		n := len(dst)
		outer := in.expansion
		in.made, in.colons = alt != w, false
		dst = in.assemble(in.pieces(alt, false), dst)
		in.expansion = outer
		for i := n; i < len(dst); i++ {
			dst[i].Written = in.source(w)
			dst[i].Start, dst[i].End = int(w.Pos().Offset()), int(w.End().Offset())
		}
		if len(dst)-n > maxFields {
			in.bound("fields", "a word expands to more arguments than the limit of this program")
			return append(dst[:n+maxFields], fact.Word{Kind: fact.Partial, Many: true, Written: in.source(w)})
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
	return fact.Word{Text: text, Written: text, Start: int(w.Pos().Offset()), End: int(w.End().Offset())}
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

// joined makes one word of pieces where fields are not split: what "$@" or an array yields is joined by blanks, or by what
// IFS says.
func (in *Interp) joined(ps []piece) fact.Word {
	for i := range ps {
		if !ps[i].brk {
			continue
		}
		if ifs, ok := in.ifs(); ok && ifs == " \t\n" {
			ps[i] = piece{text: " ", quoted: true}
		} else {
			ps[i] = piece{unknown: true, quoted: true}
		}
	}
	return in.lookHidden(joinPieces(ps), ps)
}

// isZshPattern reports whether a literal may be one of zsh's extended patterns.
func (in *Interp) isZshPattern(text string) bool {
	return in.st.has(zshPatterns) && (strings.ContainsAny(text, "^#") || strings.LastIndexByte(text, '~') > 0)
}

// pieces expands the parts of a word.
func (in *Interp) pieces(w *syntax.Word, assign bool) []piece {
	ps := make([]piece, 0, len(w.Parts))
	outer := in.expansion
	for i, part := range w.Parts {
		in.whole = assign
		if lit, ok := part.(*syntax.Lit); ok && i == 0 && in.dialect == Zsh && !in.inPattern && strings.HasPrefix(lit.Value, "=") && len(lit.Value)+len(w.Parts) > 2 {
			ps = append(ps, programPath(lit.Value[1:]))
			continue
		}
		n := len(ps)
		ps = in.part(part, false, ps)
		if in.dialect == Zsh && i > 0 && continues(w.Parts[i-1], part) {
			if _, old := w.Parts[i-1].(*syntax.Lit); old {
				in.oldArithm(in.source(w))
				in.oldExpressions(in.source(w))
			}
			ps = append(ps[:0], piece{unknown: true, many: true, from: in.source(w)})
		}
		if lit, ok := part.(*syntax.Lit); ok && assign && in.dialect == Zsh && strings.Contains(lit.Value, ":=") && !in.inPattern {
			ps = append(ps[:n], piece{unknown: true, quoted: true, from: lit.Value}) // a program's path behind a colon
			continue
		}
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "~") {
			ps = in.tilde(lit, i, i == len(w.Parts)-1, assign, ps, min(n, len(ps)))
		}
	}
	in.expansion = outer
	return ps
}

// programPath is what zsh makes of =NAME: the path of a program. What follows in the word belongs to the name.
func programPath(name string) piece {
	if strings.ContainsAny(name, "\\*?[<(|~^#$:") {
		return piece{unknown: true, many: true, from: "=" + name}
	}
	return piece{unknown: true, quoted: true, suffix: "/" + name, from: "=" + name}
}

// part expands one part of a word.
func (in *Interp) part(part syntax.WordPart, quoted bool, ps []piece) []piece {
	switch p := part.(type) {
	case *syntax.Lit:
		if !quoted && !in.inPattern && in.isZshPattern(p.Value) {
			in.walkPattern(p.Value)
			return append(ps, piece{unknown: true, many: true, from: p.Value})
		}
		if in.dialect == Zsh && !quoted && unquotedAny(p.Value, "(<") && !in.inPattern {
			if in.whole { // it stays as it is written, and may become a pattern with what stands in its brackets
				in.walkPattern(p.Value)
				return append(ps, piece{unknown: true, quoted: true, from: p.Value})
			}
			return in.zshPattern(p, ps)
		}
		return in.literal(p.Value, quoted, ps)
	case *syntax.SglQuoted:
		if !p.Dollar {
			return append(ps, piece{text: p.Value, quoted: true})
		}
		if in.dialect == POSIX {
			return append(ps, piece{text: "$" + p.Value, quoted: true})
		}
		text, ok := ansiC(p.Value, in.dialect)
		if !ok && in.dialect == Zsh {
			in.Report(fact.Hazard{ID: "nul", Kind: fact.Suspect, Text: in.source(p), Why: "a NUL byte in quotes ends an argument, whatever stands behind it"})
		}
		return append(ps, piece{text: text, quoted: true, unknown: !ok})
	case *syntax.DblQuoted:
		if p.Dollar && in.dialect == POSIX {
			ps = append(ps, piece{text: "$", quoted: true})
		}
		n := len(ps)
		for i, q := range p.Parts {
			ps = in.part(q, true, ps)
			if in.dialect == Zsh && i > 0 && continues(p.Parts[i-1], q) {
				if _, old := p.Parts[i-1].(*syntax.Lit); old {
					in.oldExpressions(in.source(p))
				}
				ps = append(ps[:n], piece{unknown: true, quoted: true, from: in.source(p)})
			}
		}
		switch {
		case len(p.Parts) == 0:
			ps = append(ps, piece{quoted: true})
		case len(p.Parts) > 1 && maybeEmpty(ps[n:]) && hasAt(p.Parts): // "$@" without parameters may take the field with it
			ps = append(ps[:n], piece{unknown: true, many: true, quoted: true, from: in.source(p)})
		}
		return ps
	case *syntax.ParamExp:
		return in.param(p, quoted, ps)
	case *syntax.CmdSubst:
		return in.cmdSubst(p, quoted, ps)
	case *syntax.ArithmExp:
		q := in.arithmPiece(p)
		q.quoted = q.quoted || quoted
		q.split = !q.quoted && in.splits()
		return append(ps, q)
	case *syntax.ProcSubst:
		return append(ps, in.procSubst(p))
	case *syntax.ExtGlob: // as a file name it stands for at most what an asterisk stands for
		in.walkPattern(p.Pattern.Value)
		return append(ps, piece{text: "*", glob: true, from: in.source(p)})
	case *syntax.BraceExp: // only where braces are not expanded
		return append(ps, piece{text: in.source(p)})
	}
	in.unknownNode(part)
	return append(ps, piece{unknown: true, from: in.source(part)})
}

// maybeEmpty reports whether nothing known stands in the pieces.
func maybeEmpty(ps []piece) bool {
	for i := range ps {
		if ps[i].text != "" || ps[i].suffix != "" || ps[i].brk {
			return false
		}
	}
	return true
}

// hasAt reports whether "$@" or "${a[@]}" is among the parts.
func hasAt(parts []syntax.WordPart) bool {
	for _, part := range parts {
		if p, ok := part.(*syntax.ParamExp); ok && p.Param != nil && (p.Param.Value == "@" || p.Index != nil && litOfExpr(p.Index) == "@") {
			return true
		}
	}
	return false
}

// continues reports whether zsh takes the beginning of a literal for a part of the short expansion before it: $x:h, $10.
func continues(before, part syntax.WordPart) bool {
	p, ok := before.(*syntax.ParamExp)
	lit, isLit := part.(*syntax.Lit)
	if dollar, isDollar := before.(*syntax.Lit); isDollar && isLit && strings.HasSuffix(dollar.Value, "$") && strings.HasPrefix(lit.Value, "[") {
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
		return strings.IndexByte("-?$!#*@_", lit.Value[0]) >= 0 || letterOrDigit(lit.Value[0])
	}
	return digit(p.Param.Value[0]) <= 9 && digit(lit.Value[0]) <= 9
}

// oldArithm reports the beginning of $[old arithmetic] of zsh that goes on in the words behind it.
func (in *Interp) oldArithm(s string) {
	if i := strings.LastIndex(s, "$["); i >= 0 && !strings.Contains(s[i:], "]") {
		in.Report(fact.Hazard{ID: "syntax", Kind: fact.Suspect, Text: s, Why: "zsh takes this for arithmetic, which may hold blanks"})
	}
}

// literal removes backslashes: all of them outside quotes, only those before $ ` " \ and newline inside.
func (in *Interp) literal(s string, quoted bool, ps []piece) []piece {
	if in.dialect == Zsh && strings.Contains(s, "$[") {
		in.walkPattern(s)
		in.oldArithm(s)
		in.oldExpressions(s)
		return append(ps, piece{unknown: true, many: !quoted, quoted: quoted, from: s}) // old arithmetic
	}
	if !strings.Contains(s, "\\") {
		return append(ps, piece{text: s, quoted: quoted})
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
			ps = append(ps, piece{text: s[start:i], quoted: quoted})
		}
		if next != '\n' {
			n := 1
			for i+1+n < len(s) && s[i+1]&0x80 != 0 && s[i+1+n]&0xC0 == 0x80 {
				n++ // the rest of a character of several bytes
			}
			ps = append(ps, piece{text: s[i+1 : i+1+n], quoted: true})
			start = i + 1 + n
			i += n
			continue
		}
		start = i + 2
		i++
	}
	rest := s[start:]
	if in.dialect == Zsh && !quoted && strings.HasSuffix(rest, "\\") {
		rest = rest[:len(rest)-1] // a backslash at the end of the text
		ps = append(ps, piece{quoted: true})
	}
	if rest != "" {
		ps = append(ps, piece{text: rest, quoted: quoted})
	}
	return ps
}
