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
	quoted  bool // protects from splitting and patterns
	split   bool // result of an unquoted expansion: subject to field splitting
	brk     bool // a field ends here ("$@" and arrays)
	many    bool // unknown, and any number of fields
	from    string
}

// fields expands a word to any number of arguments.
func (in *Interp) fields(w *syntax.Word, dst []fact.Word) []fact.Word {
	if text, ok := plain(w); ok {
		return append(dst, fact.Word{Text: text, Written: text, Start: int(w.Pos().Offset()), End: int(w.End().Offset())})
	}
	if !in.budget.step() {
		in.bound("steps", "the script does more than the limit of this program")
		return append(dst, fact.Unknown(in.source(w)))
	}
	for _, alt := range in.braces(w) {
		n := len(dst)
		dst = in.assemble(in.pieces(alt, false), dst)
		for i := n; i < len(dst); i++ {
			dst[i].Written = in.source(w)
			dst[i].Start, dst[i].End = int(w.Pos().Offset()), int(w.End().Offset())
		}
		if len(dst)-n > maxFields {
			in.bound("fields", "a word expands to more arguments than the limit of this program")
			return dst
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
	if strings.ContainsAny(lit.Value, "\\*?[{~") {
		return "", false
	}
	return lit.Value, true
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

// single expands a word without splitting, as for an assignment or a redirection target.
func (in *Interp) single(w *syntax.Word) fact.Word {
	if w == nil {
		return fact.Word{}
	}
	if text, ok := plain(w); ok {
		return fact.Word{Text: text, Written: text, Start: int(w.Pos().Offset()), End: int(w.End().Offset())}
	}
	out := joinPieces(in.pieces(w, true))
	out.Written = in.source(w)
	out.Start, out.End = int(w.Pos().Offset()), int(w.End().Offset())
	return out
}

// pieces expands the parts of a word.
func (in *Interp) pieces(w *syntax.Word, assign bool) []piece {
	ps := make([]piece, 0, len(w.Parts))
	for i, part := range w.Parts {
		ps = in.part(part, false, ps)
		if lit, ok := part.(*syntax.Lit); ok {
			ps = in.tilde(lit, i, assign, ps)
		}
	}
	return ps
}

// part expands one part of a word.
func (in *Interp) part(part syntax.WordPart, quoted bool, ps []piece) []piece {
	switch p := part.(type) {
	case *syntax.Lit:
		return in.literal(p.Value, quoted, ps)
	case *syntax.SglQuoted:
		if !p.Dollar {
			return append(ps, piece{text: p.Value, quoted: true})
		}
		text, ok := ansiC(p.Value, in.opt.Dialect)
		return append(ps, piece{text: text, quoted: true, unknown: !ok})
	case *syntax.DblQuoted:
		n := len(ps)
		for _, q := range p.Parts {
			ps = in.part(q, true, ps)
		}
		if len(ps) == n { // "" is an empty field, but "$@" without parameters is none
			if len(p.Parts) == 0 {
				ps = append(ps, piece{quoted: true})
			}
		}
		return ps
	case *syntax.ParamExp:
		return in.param(p, quoted, ps)
	case *syntax.CmdSubst:
		return in.cmdSubst(p, quoted, ps)
	case *syntax.ArithmExp:
		return append(ps, in.arithmPiece(p))
	case *syntax.ProcSubst:
		return append(ps, in.procSubst(p))
	case *syntax.ExtGlob:
		return append(ps, piece{text: p.Op.String() + p.Pattern.Value + ")"})
	case *syntax.BraceExp: // only where braces are not expanded
		return append(ps, piece{text: in.source(p)})
	}
	return append(ps, piece{unknown: true, from: in.source(part)})
}

// literal removes backslashes: all of them outside quotes, only those before $ ` " \ and newline inside.
func (in *Interp) literal(s string, quoted bool, ps []piece) []piece {
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
	if start < len(s) {
		ps = append(ps, piece{text: s[start:], quoted: quoted})
	}
	return ps
}

// tilde replaces a tilde prefix (POSIX XCU 2.6.1) in the piece that the literal became: the last one, if it has no
// backslashes. In assignments, and in arguments that look like one, a tilde after = or : counts too.
func (in *Interp) tilde(lit *syntax.Lit, index int, assign bool, ps []piece) []piece {
	v := lit.Value
	if !strings.Contains(v, "~") || strings.Contains(v, "\\") {
		return ps
	}
	p := &ps[len(ps)-1]
	start := 0
	if index > 0 {
		if !assign {
			return ps
		}
		start = -1
	} else if !assign && v[0] != '~' {
		eq := strings.IndexByte(v, '=')
		if eq < 0 || eq+1 >= len(v) || v[eq+1] != '~' || !syntax.ValidName(v[:eq]) {
			return ps
		}
		start = eq + 1
	}
	if start >= 0 && strings.HasPrefix(v[start:], "~") {
		rest := v[start+1:]
		name := rest
		if i := strings.IndexAny(rest, "/:"); i >= 0 && (rest[i] == '/' || assign) {
			name = rest[:i]
		}
		home, known := in.home(name)
		head, tail := v[:start], rest[len(name):]
		if !known {
			ps = append(ps[:len(ps)-1], piece{text: head}, piece{unknown: true, from: "~" + name, quoted: true}, piece{text: tail})
			return ps
		}
		ps = append(ps[:len(ps)-1], piece{text: head + home, quoted: true}, piece{text: tail})
		return ps
	}
	if assign && strings.Contains(v, ":~") {
		p.unknown, p.text, p.from = true, v[:strings.Index(v, ":~")+1], v
	}
	return ps
}

// home resolves the name after a tilde.
func (in *Interp) home(name string) (string, bool) {
	switch {
	case name == "":
		if v, ok := in.st.vars["HOME"]; ok {
			return v.word.Text, v.word.Known() && len(v.alts) == 0 && !v.unset
		}
		return in.opt.Home, in.opt.Home != ""
	case name == "+":
		return in.pwd()
	case name == "-":
		return in.oneOf(in.st.old)
	case strings.Trim(name, "0123456789+-") == "":
		return "", false
	case in.opt.Users == nil || in.opt.Dialect == Zsh: // in zsh ~name may be any variable
		return "", false
	}
	return in.opt.Users(name)
}

func (in *Interp) pwd() (string, bool) { return in.oneOf(in.st.dirs) }

// oneOf picks one of the directories in which the shell may be.
func (in *Interp) oneOf(d fact.Dirs) (string, bool) {
	if !d.Known || len(d.List) == 0 {
		return "", false
	}
	if len(d.List) == 1 {
		return d.List[0], true
	}
	if k := in.choose(len(d.List)); k >= 0 {
		return d.List[k], true
	}
	return "", false
}

// assemble splits the pieces into fields (POSIX XCU 2.6.5) and joins each field's pieces to a word.
func (in *Interp) assemble(ps []piece, dst []fact.Word) []fact.Word {
	if len(ps) == 1 && !ps[0].split && !ps[0].brk && !ps[0].many && !ps[0].unknown && (ps[0].quoted || ps[0].text != "") {
		p := &ps[0]
		return append(dst, fact.Word{Text: p.text, Glob: !p.quoted && !in.st.noglob && hasPattern(p.text), From: p.from})
	}
	var field []piece
	started := false
	flush := func() {
		if started {
			dst = append(dst, in.word(field))
		}
		field, started = nil, false
	}
	ifs, ifsKnown := in.ifs()
	for _, p := range ps {
		switch {
		case p.brk:
			flush()
		case p.split && !p.unknown && in.opt.Dialect != Zsh:
			if !ifsKnown {
				p.unknown, p.many, p.text = true, true, ""
				field, started = append(field, p), true
				continue
			}
			for _, part := range splitFields(p.text, ifs) {
				if part.brk {
					flush()
					continue
				}
				q := p
				q.text, q.quoted = part.text, part.quoted
				field, started = append(field, q), true
			}
		case p.text == "" && !p.quoted && !p.unknown:
		default:
			field, started = append(field, p), true
		}
	}
	flush()
	return dst
}

// splitFields cuts s at IFS characters; entries with brk mark the cuts. White space of IFS around a cut belongs to it,
// and another IFS character ends a field even if that is empty.
func splitFields(s, ifs string) []piece {
	if ifs == "" || !strings.ContainsAny(s, ifs) {
		if s == "" {
			return nil
		}
		return []piece{{text: s}}
	}
	isSep := func(c byte) bool { return strings.IndexByte(ifs, c) >= 0 }
	white := func(c byte) bool { return (c == ' ' || c == '\t' || c == '\n') && isSep(c) }
	skipWhite := func(i int) int {
		for i < len(s) && white(s[i]) {
			i++
		}
		return i
	}
	var out []piece
	i := skipWhite(0)
	if i > 0 {
		out = append(out, piece{brk: true})
	}
	for i < len(s) {
		start := i
		for i < len(s) && !isSep(s[i]) {
			i++
		}
		out = append(out, piece{text: s[start:i], quoted: start == i})
		if i == len(s) {
			break
		}
		if i = skipWhite(i); i < len(s) && isSep(s[i]) {
			i = skipWhite(i + 1)
		}
		out = append(out, piece{brk: true})
	}
	return out
}

// ifs returns the field separators.
func (in *Interp) ifs() (string, bool) {
	v, ok := in.st.vars["IFS"]
	if !ok || v.unset {
		return " \t\n", !in.st.allVars
	}
	return v.word.Text, v.word.Kind == fact.Literal && len(v.alts) == 0
}

// word joins the pieces of one field.
func (in *Interp) word(ps []piece) fact.Word {
	w := joinPieces(ps)
	if !in.st.noglob {
		for i := range ps {
			if !ps[i].quoted && !ps[i].unknown && hasPattern(ps[i].text) && !(ps[i].split && in.opt.Dialect == Zsh) {
				w.Glob = true
			}
		}
	}
	for i := range ps {
		if ps[i].many || ps[i].unknown && ps[i].split && !ps[i].quoted && in.opt.Dialect != Zsh {
			w.Many = true
		}
	}
	return w
}

// joinPieces concatenates pieces: everything before the first unknown part is the prefix, after the last the suffix.
func joinPieces(ps []piece) fact.Word {
	if len(ps) == 1 {
		p := &ps[0]
		if !p.unknown {
			return fact.Word{Text: p.text, From: p.from}
		}
		return fact.Word{Text: p.text, Suffix: p.suffix, Kind: fact.Partial, From: p.from}
	}
	var w fact.Word
	var head, tail strings.Builder
	for i := range ps {
		p := &ps[i]
		if p.from != "" && w.From == "" {
			w.From = p.from
		}
		switch {
		case p.unknown && w.Kind == fact.Literal:
			w.Kind = fact.Partial
			head.WriteString(p.text)
			tail.WriteString(p.suffix)
		case p.unknown:
			tail.Reset()
			tail.WriteString(p.suffix)
		case w.Kind == fact.Literal:
			head.WriteString(p.text)
		default:
			tail.WriteString(p.text)
		}
		if head.Len()+tail.Len() > maxValue {
			return fact.Word{Kind: fact.Partial, From: p.from}
		}
	}
	w.Text, w.Suffix = head.String(), tail.String()
	return w
}

// hasPattern reports whether s holds characters of pathname expansion (POSIX XCU 2.14). A bracket counts if it closes.
func hasPattern(s string) bool {
	i := strings.IndexAny(s, "*?[")
	if i < 0 {
		return false
	}
	return s[i] != '[' || strings.ContainsAny(s[i:], "*?") || strings.IndexByte(s[i:], ']') > 1
}
