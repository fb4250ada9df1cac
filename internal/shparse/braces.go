package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// braces performs brace expansion (bash manual 3.5.1): the first expansion, purely textual. Where
// there is none it returns the word itself.
func (in *Interp) braces(w *syntax.Word) []*syntax.Word {
	if !mayBrace(w) || in.st.Has(dialect.NoBraces) || !in.dialect.Has(dialect.Braces) {
		return []*syntax.Word{w}
	}
	if in.st.Has(dialect.MayNoBraces) {
		in.reportOnce(fact.Hazard{ID: hazards.ShellOption, Text: in.source(w),
			Why: "whether braces are expanded here depends on what ran before"})
	}
	if !in.dialect.Has(dialect.BracesFirst) {
		return in.zshBraces(w)
	}
	copied := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	shsyntax.PlainBraces(copied.Parts)
	if !syntax.SplitBraces(copied) || !anyBraces(copied.Parts) {
		return []*syntax.Word{w}
	}
	var out []*syntax.Word
	for _, parts := range in.braceParts(copied.Parts) {
		if len(parts) == 0 {
			continue
		}
		out = append(out, &syntax.Word{Parts: longerNames(in.rejoined(parts))})
	}
	return out
}

// anyBraces reports whether there is something to expand among the parts.
func anyBraces(parts []syntax.WordPart) bool {
	for _, p := range parts {
		if _, ok := p.(*syntax.BraceExp); ok {
			return true
		}
	}
	return false
}

// rejoined joins the literals that meet where braces were: the expansions that follow see one text,
// so that {~,x}/a begins with a tilde prefix, and {$,x}y with a parameter in bash, whose braces are
// nothing but text. What looks like an assignment only then is none to bash: it keeps no tilde
// prefix behind its equals sign.
func (in *Interp) rejoined(parts []syntax.WordPart) []syntax.WordPart {
	if len(parts) < 2 {
		return parts
	}
	var out []syntax.WordPart
	for i, p := range parts {
		lit, ok := p.(*syntax.Lit)
		last, before := lastLit(out)
		dollar := before && in.dialect.Has(dialect.BracesFirst) && endsInDollar(last.Value)
		switch {
		case dollar && startsParameter(p):
			in.pieces(&syntax.Word{Parts: parts[i:]}, false) // for the commands in it
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
	return in.splitAtEquals(out)
}

func lastLit(parts []syntax.WordPart) (lit *syntax.Lit, ok bool) {
	if len(parts) > 0 {
		lit, ok = parts[len(parts)-1].(*syntax.Lit)
	}
	return lit, ok
}

// endsInDollar reports whether a literal ends in a dollar sign without a backslash.
func endsInDollar(v string) bool {
	if !strings.HasSuffix(v, "$") {
		return false
	}
	v = v[:len(v)-1]
	return (len(v)-len(strings.TrimRight(v, "\\")))%2 == 0
}

// startsParameter reports whether a part that follows a dollar sign makes an expansion of it.
func startsParameter(p syntax.WordPart) bool {
	lit, ok := p.(*syntax.Lit)
	if !ok {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return false
		}
		return true
	}
	return lit.Value != "" && (expand.LetterOrDigit(lit.Value[0]) ||
		strings.IndexByte("_{([@*#?$!-", lit.Value[0]) >= 0)
}

// splitAtEquals parts the first literal behind an equals sign that a tilde follows somewhere.
func (in *Interp) splitAtEquals(parts []syntax.WordPart) []syntax.WordPart {
	lit, ok := parts[0].(*syntax.Lit)
	if !ok || !in.dialect.Has(dialect.TildeInArguments) {
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

// longerNames joins what an alternative begins with to the name of a variable before it: $x{1,2} is
// $x1 $x2, since braces are expanded in the text.
func longerNames(parts []syntax.WordPart) []syntax.WordPart {
	for i := 0; i+1 < len(parts); i++ {
		p, ok := parts[i].(*syntax.ParamExp)
		lit, isLit := parts[i+1].(*syntax.Lit)
		if !ok || !isLit || !p.Short || p.Param == nil || !syntax.ValidName(p.Param.Value) {
			continue
		}
		n := 0
		for n < len(lit.Value) && (lit.Value[n] == '_' || expand.LetterOrDigit(lit.Value[n])) {
			n++
		}
		if n == 0 {
			continue
		}
		q, rest := *p, *lit
		q.Param = &syntax.Lit{Value: p.Param.Value + lit.Value[:n]}
		rest.Value = lit.Value[n:]
		parts = append(parts[:0:0], parts...)
		parts[i], parts[i+1] = &q, &rest
	}
	return parts
}

func mayBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok && strings.Contains(lit.Value, "{") {
			return true
		}
	}
	return false
}

// braceParts returns every combination of the alternatives in a list of parts.
func (in *Interp) braceParts(parts []syntax.WordPart) [][]syntax.WordPart {
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
			alts = in.sequence(b)
		} else {
			for _, e := range b.Elems {
				alts = append(alts, in.braceParts(e.Parts)...)
			}
		}
		if len(out)*len(alts) > maxFields {
			in.bound(hazards.BoundFields, "a brace expansion makes more words than fencepost follows")
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
func (in *Interp) sequence(b *syntax.BraceExp) [][]syntax.WordPart {
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
			return [][]syntax.WordPart{{&syntax.Lit{Value: in.source(b)}}}
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
			in.bound(hazards.BoundFields, "a brace expansion makes more words than fencepost follows")
			return out
		}
		item := expand.SequenceItem(i, letters, width)
		if item == "\\" || item == "`" {
			return in.quotingSequence(b)
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
func (in *Interp) quotingSequence(b *syntax.BraceExp) [][]syntax.WordPart {
	in.Report(fact.Hazard{ID: hazards.BraceSequence, Text: in.source(b),
		Why: "this sequence holds a backslash and a backquote, which quote what follows them or take " +
			"quotes away"})
	return [][]syntax.WordPart{{&syntax.ParamExp{Param: &syntax.Lit{Value: "?"}}}}
}

// zshBraces differs from bash: empty alternatives make empty words, and of sequences only those of
// plain numbers or of plain letters mean the same.
func (in *Interp) zshBraces(w *syntax.Word) []*syntax.Word {
	copied := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	split := syntax.SplitBraces(copied)
	if unlikeBash(copied.Parts) || split && expands(w.Parts) {
		in.pieces(w, false) // for the commands in it
		return []*syntax.Word{{Parts: []syntax.WordPart{&syntax.ParamExp{Param: &syntax.Lit{Value: "?"},
			Exp: nil}}}}
	}
	if !split {
		return []*syntax.Word{w}
	}
	var out []*syntax.Word
	for _, parts := range in.braceParts(copied.Parts) {
		if emptyParts(parts) {
			parts = []syntax.WordPart{&syntax.SglQuoted{}}
		}
		out = append(out, &syntax.Word{Parts: in.rejoined(parts)})
	}
	return out
}

// expands reports whether the parts hold an expansion outside quotes, or one of several words,
// which zsh distributes over the alternatives.
func expands(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if hasAt(p.Parts) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

func emptyParts(parts []syntax.WordPart) bool {
	for _, p := range parts {
		if lit, ok := p.(*syntax.Lit); !ok || lit.Value != "" {
			return false
		}
	}
	return true
}

// unlikeBash reports whether a word may hold a sequence that zsh expands in another way.
func unlikeBash(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, "..") && strings.ContainsAny(p.Value, "{}") {
				return true
			}
			if strings.HasPrefix(p.Value, "..") || strings.HasSuffix(p.Value, "..") {
				return true
			}
		case *syntax.BraceExp:
			if p.Sequence {
				if len(p.Elems) > 2 || !expand.PlainSequence(shsyntax.LitOf(p.Elems[0]),
					shsyntax.LitOf(p.Elems[1])) {
					return true
				}
				continue
			}
			for _, e := range p.Elems {
				if unlikeBash(e.Parts) {
					return true
				}
			}
		}
	}
	return false
}
