package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// braces performs brace expansion (bash manual 3.5.1): the first expansion, purely textual. It
// returns the word itself if there is nothing to expand.
func (ws *words) braces(w *syntax.Word) []*syntax.Word {
	if !nodes.MayBrace(w) || ws.sh.st.Has(dialect.NoBraces) || !ws.sh.has(dialect.Braces) {
		return []*syntax.Word{w}
	}
	if ws.sh.st.Has(dialect.MayNoBraces) {
		ws.sh.reportOnce(fact.Hazard{ID: hazards.ShellOption, Text: ws.sh.source(w),
			Why: "whether braces are expanded here depends on what ran before"})
	}
	if !ws.sh.has(dialect.BracesFirst) {
		return ws.zshBraces(w)
	}
	copied := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	shsyntax.PlainBraces(copied.Parts)
	if !syntax.SplitBraces(copied) || !nodes.HasBraces(copied.Parts) {
		return []*syntax.Word{w}
	}
	var out []*syntax.Word
	for _, parts := range ws.braceParts(copied.Parts) {
		if len(parts) == 0 {
			continue
		}
		out = append(out, &syntax.Word{Parts: nodes.JoinNames(ws.joinLiterals(parts))})
	}
	return out
}

// joinLiterals joins the literals that meet where braces were: the expansions that follow see one
// text. {~,x}/a begins with a tilde prefix, and {$,x}y with a parameter in bash, whose braces are
// text. A word that looks like an assignment only after that is no assignment to bash: a tilde
// behind its equals sign is text.
func (ws *words) joinLiterals(parts []syntax.WordPart) []syntax.WordPart {
	if len(parts) < 2 {
		return parts
	}
	var out []syntax.WordPart
	for i, p := range parts {
		lit, ok := p.(*syntax.Lit)
		last, before := nodes.LastLit(out)
		dollar := before && ws.sh.has(dialect.BracesFirst) && nodes.EndsInDollar(last.Value)
		switch {
		case dollar && nodes.StartsParameter(p):
			ws.pieces(&syntax.Word{Parts: parts[i:]}, false) // for the commands in it
			last.Value = last.Value[:len(last.Value)-1]
			// any number of words
			return append(out, &syntax.ParamExp{Param: &syntax.Lit{Value: "_"}, Names: syntax.NamesPrefix})
		case ok && before:
			last.Value += lit.Value
		case ok:
			copied := *lit
			out = append(out, &copied)
		default:
			out = append(out, p)
		}
	}
	return ws.splitAtEquals(out)
}

// splitAtEquals parts the first literal behind an equals sign that a tilde follows somewhere.
func (ws *words) splitAtEquals(parts []syntax.WordPart) []syntax.WordPart {
	lit, ok := parts[0].(*syntax.Lit)
	if !ok || !ws.sh.has(dialect.TildeInArguments) {
		return parts
	}
	i := strings.IndexByte(lit.Value, '=')
	if i <= 0 || !strings.Contains(lit.Value[i:], "~") {
		return parts
	}
	name, value := *lit, *lit
	name.Value, value.Value = lit.Value[:i+1], lit.Value[i+1:]
	return append([]syntax.WordPart{&name, &value}, parts[1:]...)
}

// braceParts returns every combination of the alternatives in a list of parts.
func (ws *words) braceParts(parts []syntax.WordPart) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, p := range parts {
		b, ok := p.(*syntax.BraceExp)
		if lit, isLit := p.(*syntax.Lit); isLit && lit.Value == "" {
			continue
		}
		if !ok {
			for i := range out {
				out[i] = append(out[i], p)
			}
			continue
		}
		var alts [][]syntax.WordPart
		if b.Sequence {
			alts = ws.sequence(b)
		} else {
			for _, e := range b.Elems {
				alts = append(alts, ws.braceParts(e.Parts)...)
			}
		}
		if len(out)*len(alts) > maxFields {
			ws.sh.bound(hazards.BoundFields, "a brace expansion makes more words than fencepost follows")
			return out
		}
		next := make([][]syntax.WordPart, 0, len(out)*len(alts))
		for _, head := range out {
			for _, alt := range alts {
				next = append(next, append(head[:len(head):len(head)], alt...))
			}
		}
		out = next
	}
	return out
}

// sequence expands {x..y} and {x..y..step}.
func (ws *words) sequence(b *syntax.BraceExp) [][]syntax.WordPart {
	from, to := shsyntax.LitOf(b.Elems[0]), shsyntax.LitOf(b.Elems[1])
	step := 1
	if len(b.Elems) > 2 {
		step, _ = strconv.Atoi(shsyntax.LitOf(b.Elems[2]))
		step = max(step, -step)
	}
	step = max(step, 1)
	a, errA := strconv.Atoi(from)
	z, errZ := strconv.Atoi(to)
	letters := errA != nil || errZ != nil
	if letters {
		if len(from) != 1 || len(to) != 1 {
			return [][]syntax.WordPart{{&syntax.Lit{Value: ws.sh.source(b)}}}
		}
		a, z = int(from[0]), int(to[0])
	}
	width := 0
	if !letters && (expand.Padded(from) || expand.Padded(to)) {
		width = max(len(from), len(to))
	}
	var out [][]syntax.WordPart
	for i := a; ; {
		if len(out) > maxFields {
			ws.sh.bound(hazards.BoundFields, "a brace expansion makes more words than fencepost follows")
			return out
		}
		item := expand.SequenceItem(i, letters, width)
		if item == "\\" || item == "`" {
			return ws.quotingSequence(b)
		}
		if expand.LetterOrDigit(item[0]) || item[0] == '-' {
			out = append(out, []syntax.WordPart{&syntax.Lit{Value: item}})
		} else {
			out = append(out, []syntax.WordPart{&syntax.SglQuoted{Value: item}})
		}
		if a <= z {
			i += step
			if i > z {
				return out
			}
		} else {
			i -= step
			if i < z {
				return out
			}
		}
	}
}

// quotingSequence is a sequence of letters of both cases, such as {Z..a}. The backslash and the
// backquote between them act on what stands beside them in the word, a quoted text included.
func (ws *words) quotingSequence(b *syntax.BraceExp) [][]syntax.WordPart {
	ws.sh.Report(fact.Hazard{ID: hazards.BraceSequence, Text: ws.sh.source(b),
		Why: "this sequence holds a backslash and a backquote, which quote what follows them or take " +
			"quotes away"})
	return [][]syntax.WordPart{{&syntax.ParamExp{Param: &syntax.Lit{Value: "?"}}}}
}

// zshBraces differs from bash: empty alternatives make empty words, and of sequences only those of
// plain numbers or of plain letters mean the same.
func (ws *words) zshBraces(w *syntax.Word) []*syntax.Word {
	copied := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	split := syntax.SplitBraces(copied)
	if nodes.UnlikeBash(copied.Parts) || split && nodes.Distributes(w.Parts) {
		ws.pieces(w, false) // for the commands in it
		return []*syntax.Word{{Parts: []syntax.WordPart{&syntax.ParamExp{Param: &syntax.Lit{Value: "?"},
			Exp: nil}}}}
	}
	if !split {
		return []*syntax.Word{w}
	}
	var out []*syntax.Word
	for _, parts := range ws.braceParts(copied.Parts) {
		if nodes.IsEmpty(parts) {
			parts = []syntax.WordPart{&syntax.SglQuoted{}}
		}
		out = append(out, &syntax.Word{Parts: ws.joinLiterals(parts)})
	}
	return out
}

// tilde replaces tilde prefixes (POSIX XCU 2.6.1) in the pieces from n on, which the literal
// became. In assignments, and in arguments that look like one, a tilde after = or : counts too. A
// quoted character in a prefix, or a quote or an expansion right behind it, makes it text. What
// stands behind the prefix may hold backslashes: ~/My\ Documents.
func (ws *words) tilde(lit *syntax.Lit, index int, last, assign bool, ps []expand.Piece,
	n int) []expand.Piece {
	v := expand.JoinLines(lit.Value)
	starts, colons := expand.Tildes(v, index, ws.sh.word.colons, ws.sh.has(dialect.TildeInArguments) &&
		!ws.sh.word.made && !assign)
	own := index == 0 && strings.HasPrefix(v, "~/") && len(starts) == 1
	if ws.sh.has(dialect.NamedDirectories) && strings.Contains(v, "\\") && !own {
		if len(starts) == 0 && !assign && (index == 0 || v[0] != '~') {
			return ps // no tilde could begin a prefix; in an assignment even one behind a quoted colon could
		}
		return append(ps[:n], expand.Piece{Unknown: true, Many: !assign, Quoted: assign, From: v})
	}
	if ws.sh.has(dialect.NamedDirectories) && index > 0 && v[0] == '~' {
		// what stands before it may be empty
		return append(ps[:0], expand.Piece{Unknown: true, Many: !assign, Quoted: assign, From: v})
	}
	out := ps[:n:n]
	from := 0
	for _, start := range starts {
		end := len(v)
		stops := "/"
		if colons {
			stops = "/:"
		}
		if i := strings.IndexAny(v[start:], stops); i >= 0 {
			end = start + i
		} else if !last {
			if ws.sh.has(dialect.NamedDirectories) {
				return append(out, expand.Piece{Text: v[from:start]},
					expand.Piece{Unknown: true, Quoted: true, From: v[start:]})
			}
			break
		}
		name := v[start+1 : end]
		if strings.Contains(name, "\\") {
			continue
		}
		if start > from {
			out = ws.literal(v[from:start], false, out)
		}
		if home, ok := ws.files.home(name); ok {
			out = append(out, expand.Piece{Text: home, Quoted: true})
		} else {
			out = append(out, expand.Piece{Unknown: true, From: "~" + name, Quoted: true})
		}
		from = end
	}
	if from == 0 {
		return ps
	}
	if from < len(v) {
		out = ws.literal(v[from:], false, out)
	}
	return out
}
