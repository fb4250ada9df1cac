package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// assemble splits the pieces into fields (POSIX XCU 2.6.5) and joins each field's pieces to a word.
func (in *Interp) assemble(ps []piece, dst []fact.Word) []fact.Word {
	if len(ps) == 1 && !ps[0].split && !ps[0].brk && !ps[0].many && !ps[0].unknown && !ps[0].glob && (ps[0].quoted || ps[0].text != "") {
		p := &ps[0]
		return append(dst, fact.Word{Text: p.text, Glob: !p.quoted && !p.inert && !in.st.has(noGlob) && hasPattern(p.text), Origin: p.origin()})
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
		case p.split && !p.unknown && !p.glob:
			if !ifsKnown {
				in.look(fact.Lit(p.text))
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

// splits reports whether the results of parameter expansions are split into fields.
func (in *Interp) splits() bool { return in.dialect != Zsh || in.st.has(splitWords) }

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
	if len(ps) > 1 && !in.st.has(noGlob) {
		ps = joinBrackets(ps)
	}
	w := in.lookHidden(joinPieces(ps), ps)
	if len(ps) == 1 && ps[0].mayLack && ps[0].split { // without quotes nothing is no argument
		return fact.Word{Kind: fact.Partial, Many: true, Origin: ps[0].origin()}
	}
	for i := range ps {
		p := &ps[i]
		if !in.st.has(noGlob) && !p.quoted && !p.unknown && !p.inert && (p.glob || hasPattern(p.text)) {
			w.Glob = true
		}
		if p.many || p.unknown && !p.quoted && (p.split || in.dialect == Zsh) {
			w.Many = true
		}
	}
	return w
}

// joinBrackets makes one pattern of the pieces over which a bracket expression stretches, as in [a"b"] and [\a].
func joinBrackets(ps []piece) []piece {
	for i := range ps {
		if !ps[i].acts() || strings.LastIndexByte(ps[i].text, '[') <= strings.LastIndexByte(ps[i].text, ']') {
			continue
		}
		for k := i + 1; k < len(ps); k++ {
			if !ps[k].acts() || !strings.Contains(ps[k].text, "]") {
				continue
			}
			pattern, special := piece{split: ps[i].split, from: ps[i].from}, false
			for j := i; j <= k; j++ {
				pattern.text += ps[j].text
				special = special || !ps[j].acts() && !ordinary(ps[j].text)
				pattern.unknown = pattern.unknown || ps[j].unknown
				pattern.many = pattern.many || ps[j].many
			}
			if pattern.unknown {
				return ps // nothing is known of it in any case
			}
			if special { // without its quotes it would be another pattern: an asterisk stands for that, too
				pattern.text = widened(pattern.text)
			}
			return joinBrackets(append(append(ps[:i:i], pattern), ps[k+1:]...))
		}
	}
	return ps
}

// widened replaces what stands from the first bracket to the last one by an asterisk for each part of a path.
func widened(s string) string {
	from, to := strings.IndexByte(s, '['), strings.LastIndexByte(s, ']')+1
	return s[:from] + "*" + strings.Repeat("/*", strings.Count(s[from:to], "/")) + s[to:]
}

// ordinary reports whether a text means the same in a bracket expression with and without quotes.
func ordinary(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '_' && s[i] != '/' && !letterOrDigit(s[i]) {
			return false
		}
	}
	return true
}

// acts reports whether the characters of a piece can be those of a pattern.
func (p *piece) acts() bool { return !p.quoted && !p.unknown && !p.inert && !p.glob }

// joinPieces concatenates pieces: everything before the first unknown part is the prefix, after the last the suffix.
func joinPieces(ps []piece) fact.Word {
	if len(ps) == 1 {
		p := &ps[0]
		if !p.unknown {
			return fact.Word{Text: p.text, Origin: p.origin(), Glob: p.glob, Plain: p.plain, Lack: p.mayLack, Number: p.number}
		}
		return fact.Word{Text: p.text, Suffix: p.suffix, Kind: fact.Partial, Number: p.number, Given: p.given, Origin: p.origin()}
	}
	if w, ok := joinNames(ps); ok {
		return w
	}
	var w fact.Word
	var head, tail strings.Builder
	for i := range ps {
		p := &ps[i]
		joinOrigin(&w, p)
		switch {
		case p.glob: // some file's name: what stands before and after the pattern is known
			n, m := patternEnds(p.text)
			if w.Kind == fact.Literal {
				w.Kind = fact.Partial
				head.WriteString(p.text[:n])
			}
			tail.Reset()
			tail.WriteString(p.text[m:])
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
			return fact.Word{Kind: fact.Partial, Origin: p.origin()}
		}
	}
	w.Text, w.Suffix = head.String(), tail.String()
	if n := onlyNames(ps); n != nil {
		w.Origin.Names = aroundNames(w.Text, n, w.Suffix)
	}
	if w.Kind != fact.Literal {
		w.Number, w.Given = joinedOrigin(ps)
	}
	return w
}

// joinNames concatenates the names of files with text around them: "$f.bak" with one of src/*.c in f is one of src/*.c.bak.
// Nothing of it may be split, and no character of the text may come to match anything.
func joinNames(ps []piece) (fact.Word, bool) {
	found := false
	for i := range ps {
		switch p := &ps[i]; {
		case p.unknown, p.many, p.brk, p.glob && !p.quoted, !p.glob && !namesOnly(p.text):
			return fact.Word{}, false
		case p.mayLack && !lackable(ps, i):
			return fact.Word{}, false
		case p.glob:
			found = true
		}
	}
	if !found {
		return fact.Word{}, false
	}
	w := fact.Word{Glob: true, Plain: true}
	for i := range ps {
		w.Plain = w.Plain && (ps[i].plain || !ps[i].glob)
		if ps[i].from != "" && w.Origin.Kind == fact.TextOrigin {
			w.Origin = ps[i].origin()
		}
		w.Text += ps[i].text
	}
	return w, len(w.Text) <= maxSubject && !climber(w.Text)
}

// namesOnly reports whether a text has only the characters of everyday file names and of the paths to them.
func namesOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		if !letterOrDigit(s[i]) && strings.IndexByte("/._-+@,=:", s[i]) < 0 {
			return false
		}
	}
	return true
}

// patternEnds returns where the first pattern character of s stands and where its last one ends.
func patternEnds(s string) (first, end int) {
	first, end = strings.IndexAny(s, "*?["), strings.LastIndexAny(s, "*?]")+1
	if first < 0 {
		return len(s), len(s)
	}
	return first, max(first, end)
}

// hasPattern reports whether s holds characters of pathname expansion (POSIX XCU 2.14). A bracket counts if it closes.
func hasPattern(s string) bool {
	i := strings.IndexAny(s, "*?[")
	if i < 0 {
		return false
	}
	return s[i] != '[' || strings.ContainsAny(s[i:], "*?") || strings.IndexByte(s[i:], ']') > 1
}
