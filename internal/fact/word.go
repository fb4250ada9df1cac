package fact

import "strings"

// Word is one argument after expansion, with what is known of it.
//
// A literal word is fully known. A partial word begins with Text and ends with Suffix; what stands
// between is not known and may contain anything, blanks and slashes included. The zero Word is the
// empty literal.
type Word struct {
	Text    string // the value, or its known beginning
	Suffix  string // the known end of a partial word
	Written string // as written in the script, quotes included; "" where it was computed
	Kind    WordKind
	// Text holds active pattern characters: it stands for one or more existing files, or itself
	Glob  bool
	Many  bool // stands for any number of arguments, none included ("$@", unquoted $x)
	Plain bool // of a pattern: what it stands for has no blanks and no pattern characters
	Lack  bool // of a plain pattern: or the empty word
	// of an unknown word, or a pattern: a decimal number, perhaps with a minus, or empty
	Number bool
	Given  bool // of an unknown word: the shell or its environment gave the unknown part, no text did
	// of an unknown word: its unknown parts are numbers, and what stands between them picks lines in
	// a program of sed: ${from},${to}p
	Lines bool
	// of an unknown word: it has no blanks and no pattern characters, so it is one argument at most,
	// even if blanks divide it
	Single bool
	Digits bool // of an unknown word: its unknown parts are decimal numbers
	// of an unknown word: each unknown part stands behind NAME=, and is a number or a word that begins
	// with a letter or a digit; between them stand no options but -X: -X a.b=$v -X a.c=$w
	Sets bool
	// byte offsets of Written in the text of the script that holds it; both 0 where it was computed
	Start  int
	End    int
	Origin Origin // where the value came from
}

// PicksLines reports whether a text only has characters that pick lines in a program of sed:
// addresses, and commands that print, drop or count lines or end the program. Such a text runs
// nothing and names no file, however it is divided and whatever numbers stand in it.
func PicksLines(s string) bool { return strings.Trim(s, "0123456789,;+~$!{}pdqQ= \n") == "" }

// WordKind says how much of a word is known.
type WordKind uint8

const (
	Literal WordKind = iota
	Partial
)

// Lit returns a literal word.
func Lit(s string) Word { return Word{Text: s} }

// Unknown returns a word of which nothing is known.
func Unknown(written string) Word { return Word{Kind: Partial, Written: written} }

// Known reports whether the whole value is known and stands for exactly one argument.
func (w *Word) Known() bool { return w.Kind == Literal && !w.Glob && !w.Many }

// IsLiteral reports whether the value is known, pattern characters included.
func (w *Word) IsLiteral() bool { return w.Kind == Literal && !w.Many }

// IsJob reports whether the value is the number of a process that this shell has started, or the
// numbers of several, or of none.
func (w *Word) IsJob() bool {
	return w.Origin.Kind == JobOrigin && w.Kind == Partial && w.Text == "" && w.Suffix == ""
}

// CouldBe reports whether the word could have the value s.
func (w *Word) CouldBe(s string) Tri {
	if w.Kind == Literal {
		if w.Text == s {
			if w.Many {
				return Maybe
			}
			return Yes
		}
		if w.Glob && globCouldBe(w.Text, s) {
			return Maybe
		}
		return No
	}
	if len(s) >= len(w.Text)+len(w.Suffix) && strings.HasPrefix(s, w.Text) &&
		strings.HasSuffix(s, w.Suffix) {
		return Maybe
	}
	return No
}

// globCouldBe is a coarse test: the literal parts before the first and after the last pattern
// character must fit.
func globCouldBe(pattern, s string) bool {
	first := strings.IndexAny(pattern, "*?[(")
	if first < 0 {
		return pattern == s
	}
	last := strings.LastIndexAny(pattern, "*?])")
	return strings.HasPrefix(s, pattern[:first]) && strings.HasSuffix(s, pattern[last+1:])
}

// Show returns the word for people: its value, or as much as is known with … for the rest.
func (w *Word) Show() string {
	if w.Kind == Literal {
		return w.Text
	}
	if w.Written != "" {
		return w.Written
	}
	return w.Text + "…" + w.Suffix
}

// ShowAll returns words for people, with a blank between two of them.
func ShowAll(words []Word) string {
	shown := make([]string, len(words))
	for i := range words {
		shown[i] = words[i].Show()
	}
	return strings.Join(shown, " ")
}

// Tri is a three-valued truth: what cannot be known is Maybe.
type Tri uint8

const (
	No Tri = iota
	Maybe
	Yes
)

// And returns the weaker of the two.
func (t Tri) And(u Tri) Tri { return min(t, u) }

// Or returns the stronger of the two.
func (t Tri) Or(u Tri) Tri { return max(t, u) }

// Not swaps Yes and No.
func (t Tri) Not() Tri { return Yes - t }
