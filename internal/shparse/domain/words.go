package domain

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

func sameWord(a, b *fact.Word) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Suffix == b.Suffix && a.Glob == b.Glob &&
		a.Many == b.Many && a.Plain == b.Plain && a.Lack == b.Lack &&
		a.Number == b.Number && a.Given == b.Given && a.Lines == b.Lines &&
		a.Single == b.Single && a.Digits == b.Digits && a.Sets == b.Sets &&
		(a.Kind == fact.Literal || sameOrigin(a, b))
}

func SameWords(a, b []fact.Word) bool {
	return slices.EqualFunc(a, b, func(a, b fact.Word) bool { return sameWord(&a, &b) })
}

func sameStdin(a, b *fact.Stdin) bool {
	return a.Kind == b.Kind && sameWord(&a.Text, &b.Text) &&
		a.Text.Origin.Columns == b.Text.Origin.Columns
}

func union(a, b []fact.Word) ([]fact.Word, bool) {
	out := a[:len(a):len(a)]
next:
	for _, w := range b {
		for i := range a {
			if sameWord(&a[i], &w) {
				continue next
			}
		}
		out = append(out, w)
	}
	return out, len(out) <= maxAlts
}

func JoinDirs(a, b fact.Dirs) fact.Dirs {
	pattern := a.Pattern || b.Pattern
	if !a.Known && !a.Pattern || !b.Known && !b.Pattern ||
		pattern && (a.Known && AnyPattern(a.List) || b.Known && AnyPattern(b.List)) {
		return fact.Dirs{}
	}
	out := a.List[:len(a.List):len(a.List)]
next:
	for _, d := range b.List {
		for _, have := range out {
			if have == d {
				continue next
			}
		}
		out = append(out, d)
	}
	if pattern {
		if len(out) > maxDirs {
			return fact.Dirs{}
		}
		return fact.Dirs{List: out, Pattern: true}
	}
	return fact.Dirs{List: out, Known: len(out) <= maxDirs}
}

// AnyPattern reports whether characters of patterns stand in one of some names.
func AnyPattern(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.ContainsAny(n, "*?[(") })
}

func SameDirs(a, b fact.Dirs) bool {
	return a.Known == b.Known && a.Pattern == b.Pattern && slices.Equal(a.List, b.List)
}

// maxDirs bounds the directories in which the shell may be; with more its directory is not known.
const maxDirs = 6

func HasGlob(words []fact.Word) bool {
	return slices.ContainsFunc(words, func(w fact.Word) bool { return w.Glob })
}

func HasMany(words []fact.Word) bool {
	return slices.ContainsFunc(words, func(w fact.Word) bool { return w.Many })
}

// Numeric reports whether a word is a decimal number, with a minus at most, or empty.
func Numeric(w *fact.Word) bool {
	if w.Kind != fact.Literal || w.Glob {
		return w.Number
	}
	return DigitsOnly(strings.TrimPrefix(w.Text, "-"))
}

func DigitsOnly(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Tame reports whether no text of the call or of a file decides what a word is.
func Tame(w *fact.Word) bool {
	return Numeric(w) || w.Kind != fact.Literal && w.Given && w.Text+w.Suffix == ""
}

// OneOf is a word for any of several.
func OneOf(list []fact.Word, written string) fact.Word {
	w := fact.Word{Kind: fact.Partial, Written: written, Number: true, Given: true}
	for i := range list {
		w.Number, w.Given = w.Number && Numeric(&list[i]), w.Given && Tame(&list[i])
	}
	w.Origin.Names = NamesOf(list)
	return w
}

// Variable is the origin of what a variable holds.
func Variable(name string) fact.Origin { return fact.Origin{Kind: fact.VariableOrigin, Name: name} }

// sameOrigin reports whether as much is known of two values that are not known.
func sameOrigin(a, b *fact.Word) bool {
	return a.Origin.Kind == b.Origin.Kind && a.Origin.Names == b.Origin.Names &&
		a.Origin.Listed == b.Origin.Listed &&
		(a.Origin.Kind != fact.PipeOrigin || a.Origin.Name == b.Origin.Name)
}

// NamesOf are the names that any of some words has.
func NamesOf(words []fact.Word) (n *fact.Names) {
	for i := range words {
		w := &words[i]
		if w.Kind == fact.Literal && w.Text != "" {
			one := fact.NewNames()
			one.Add(w.Text, w.Glob)
			n = n.Or(one)
		}
		n = n.Or(w.Origin.Names)
	}
	return n
}

// maxAlts bounds the values that are kept for one variable; with more it is unknown.
const maxAlts = 8
