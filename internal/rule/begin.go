package rule

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// mayBe reports whether a word that is known in part, or one of several that it may stand for, can
// match.
func (r *Regexp) mayBe(w *fact.Word) bool {
	switch {
	case w.Origin.Kind == fact.WordsOrigin && w.Text == "":
		for i := range len(firstOfWords) {
			if r.mayBegin(firstOfWords[i : i+1]) {
				return true
			}
		}
		return false
	case w.Many:
		return true
	case w.Glob: // what a pattern stands for begins as it does only up to its first sign
		text := w.Text
		if i := strings.IndexAny(text, "*?[{("); i >= 0 {
			text = text[:i]
		}
		return r.mayBegin(text)
	}
	return r.mayBegin(w.Text)
}

// firstOfWords are the characters that words of a fact.WordsOrigin begin with.
const firstOfWords = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
