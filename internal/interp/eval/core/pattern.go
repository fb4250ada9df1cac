package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// A name that is found in a directory is a pattern: which files it stands for is not known, but
// where they lie is. What makes another text of such a name makes it unknown.

// PatternChars are the characters that make a word a pattern.
const PatternChars = "*?[("

// Pattern is the name of any file that matches: *.txt.
func Pattern(s string) *Value { return &Value{Kind: KindStr, Word: fact.Word{Text: s, Glob: true}} }

// Matching is a pattern below a directory.
func Matching(dir *Value, rest string) *Value {
	if dir == nil {
		dir = Str(".")
	}
	s, ok := PathText(dir).Text()
	switch {
	case !ok:
		return Data
	case s == "" || s == ".":
		return Pattern(rest)
	}
	return Pattern(strings.TrimSuffix(s, "/") + "/" + rest)
}

// asPattern is a known text as a pattern, as glob.glob takes it.
func asPattern(v *Value) *Value {
	s, ok := v.Text()
	if !ok {
		return Data
	}
	if !strings.ContainsAny(s, PatternChars) {
		return v
	}
	return Pattern(s)
}

// alignPatterns prepares two words for being joined where one of them is a pattern. The pattern stays
// one if both words are known, and no character of the other one would begin to match.
func alignPatterns(a, b fact.Word) (fact.Word, fact.Word) {
	fits := func(w fact.Word) bool {
		return w.Kind == fact.Literal && (w.Glob || !strings.ContainsAny(w.Text, PatternChars))
	}
	if fits(a) && fits(b) {
		return a, b
	}
	return withoutPattern(a), withoutPattern(b)
}

// matchesHidden reports whether a pattern is the one for hidden names that listing a directory adds
// to the pattern for the others.
func matchesHidden(p string) bool {
	return strings.HasPrefix(p[strings.LastIndexByte(p, '/')+1:], ".[!.]*")
}

// withoutPattern turns a pattern into a text with a known beginning and end.
func withoutPattern(w fact.Word) fact.Word {
	if !w.Glob {
		return w
	}
	i, j := strings.IndexAny(w.Text, PatternChars), strings.LastIndexAny(w.Text, PatternChars+")]")
	if i < 0 {
		i, j = len(w.Text), len(w.Text)-1
	}
	return fact.Word{Kind: fact.Partial, Text: w.Text[:i], Suffix: w.Text[j+1:]}
}

// PartOfPattern is the directory or the last name of a pattern.
func PartOfPattern(v *Value, dir bool) *Value {
	if v.Kind != KindStr || !v.Word.Glob {
		return Data
	}
	i := strings.LastIndexByte(v.Word.Text, '/')
	switch {
	case !dir:
		return Pattern(v.Word.Text[i+1:])
	case i < 0:
		return Str("")
	case strings.ContainsAny(v.Word.Text[:i], PatternChars):
		return Pattern(v.Word.Text[:i])
	}
	return Str(v.Word.Text[:max(i, 1)])
}

// Sibling is another file in the directory of a pattern that stands for files of one directory.
func Sibling(v *Value) *Value {
	if v.Kind != KindStr || !v.Word.Glob {
		return Data
	}
	i := strings.LastIndexByte(v.Word.Text, '/')
	dir := v.Word.Text[:i+1]
	if strings.ContainsAny(dir, PatternChars) && !strings.HasSuffix(dir, "**/") {
		return Data
	}
	return Join(Pattern(dir+"*"), Pattern(dir+".[!.]*"))
}

// Fresh is a directory or file that the code has made for itself, under a name that nobody else
// has: no path can hold a NUL byte. What is done below it changes nothing that was there.
const Fresh = "/\x00fresh"

// isFresh reports whether a path is certainly one of a fresh directory.
func isFresh(w *fact.Word) bool {
	below := strings.HasPrefix(w.Text, Fresh) && !strings.Contains(w.Text, "..")
	return below && w.Kind == fact.Literal
}

// hideFresh turns the name of what is fresh into one that is not known, as Fresh is only ours.
func hideFresh(w fact.Word) fact.Word {
	if strings.HasPrefix(w.Text, Fresh) {
		return fact.Word{Kind: fact.Partial, Many: w.Many}
	}
	return w
}
