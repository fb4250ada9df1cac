package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// braces performs brace expansion (bash manual 3.5.1): the first expansion, purely textual.
func (in *Interp) braces(w *syntax.Word) []*syntax.Word {
	if !mayBrace(w) {
		return []*syntax.Word{w}
	}
	copied := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(copied) {
		return []*syntax.Word{w}
	}
	var out []*syntax.Word
	for _, parts := range in.braceParts(copied.Parts) {
		if len(parts) == 0 {
			continue
		}
		out = append(out, &syntax.Word{Parts: parts})
	}
	return out
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
			in.bound("fields", "a brace expansion makes more words than the limit of this program")
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
	from, to := litOf(b.Elems[0]), litOf(b.Elems[1])
	step := 1
	if len(b.Elems) > 2 {
		step, _ = strconv.Atoi(litOf(b.Elems[2]))
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
	if !letters && (padded(from) || padded(to)) {
		width = max(len(from), len(to))
	}
	var out [][]syntax.WordPart
	for i := a; ; {
		if len(out) > maxFields {
			in.bound("fields", "a brace expansion makes more words than the limit of this program")
			return out
		}
		out = append(out, []syntax.WordPart{&syntax.SglQuoted{Value: sequenceItem(i, letters, width)}})
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

func sequenceItem(i int, letter bool, width int) string {
	if letter {
		return string(rune(i))
	}
	s := strconv.Itoa(max(i, -i))
	neg := 0
	if i < 0 {
		neg = 1
	}
	if n := width - len(s) - neg; n > 0 {
		s = strings.Repeat("0", n) + s
	}
	if neg == 1 {
		s = "-" + s
	}
	return s
}

// padded reports whether a number is written with leading zeros, which all items then get.
func padded(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}

func litOf(w *syntax.Word) string {
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok {
			return l.Value
		}
	}
	return ""
}
