package policy

import (
	"strconv"
	"strings"
)

// Problem is a mistake in a config, or a warning about it: what, where, and the mend.
type Problem struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`   // from 1; 0 where the whole file is meant
	Col  int    `json:"column,omitempty"` // from 1; 0 where the whole line is meant
	Text string `json:"text"`
	Mend string `json:"mend,omitempty"` // what to do, or a question; "" where Text says it
}

// String returns file:line:column: text (mend).
func (p Problem) String() string {
	s := p.File
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	s += ": " + p.Text
	if p.Mend != "" {
		s += " (" + p.Mend + ")"
	}
	return s
}

// DidYouMean returns the mend for a word that is not among those known: the nearest one, or all of
// them.
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return "did you mean " + Quote(near) + "?"
	}
	return "use one of " + List(known, "and")
}

// Nearest returns the known word with the smallest edit distance, or "" where none is near.
func Nearest(word string, known []string) string {
	return NearestWithin(word, known, max(1, len(word)/3))
}

// NearestWithin is Nearest with the greatest distance that is near.
func NearestWithin(word string, known []string, limit int) string {
	const longest = 64
	if len(word) > longest {
		return ""
	}
	best, found := limit+1, ""
	for _, k := range known {
		if len(k) > longest {
			continue
		}
		if d := distance(lower(word), lower(k)); d < best {
			best, found = d, k
		}
	}
	return found
}

// distance is the number of insertions, deletions, substitutions and swaps of neighbours that turn
// a into b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// lower folds ASCII letters and drops what people add between words: on_error and on-error are
// onError.
func lower(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		if c == '_' || c == '-' || c == ' ' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return string(out)
}

// Quote quotes a word of the file for a message and keeps it short.
func Quote(s string) string {
	const longest = 60
	if len(s) > longest {
		s = s[:longest] + "…"
	}
	return strconv.Quote(s)
}

// List joins words with commas and a last conjunction.
func List(words []string, last string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
}
