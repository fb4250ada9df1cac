// Package plainwords counts what can be counted of the rules of docs/style.md, for the tests of the
// texts that people read: pages, help and messages.
package plainwords

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Longest is how many words a sentence may have.
const Longest = 35

// Fence and Span are the code of a page: blocks, and code within a line.
var (
	Fence = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	Span  = regexp.MustCompile("``.*?``|`[^`\n]*`")
)

var (
	listItem  = regexp.MustCompile(`^(?:[-*]|\d+\.) +`)
	linkText  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	end       = regexp.MustCompile(`[.!?]["”)*]*\s+`)
	hasLetter = regexp.MustCompile(`[\p{L}\p{N}]`)
	vowels    = regexp.MustCompile(`[aeiouy]+`)
	// The phrases of docs/style.md that make a sentence hard to read.
	hardPhrase = regexp.MustCompile(`(?i)\b(of which|of whom|(is|are) none|that which|no other than|` +
		`where there is none|as it is for)\b`)
)

// Sentence is one sentence as words; code in it is the word "code".
type Sentence []string

func (s Sentence) String() string { return strings.Join(s, " ") }

// Problem says what makes the sentence hard to read, or is empty.
func (s Sentence) Problem() string {
	if len(s) > Longest {
		return fmt.Sprintf("%d words, and %d are the most: %s", len(s), Longest, s)
	}
	if hard := hardPhrase.FindString(s.String()); hard != "" {
		return fmt.Sprintf("say %q in another way: %s", hard, s)
	}
	return ""
}

// Capital reports whether the sentence begins with a capital letter, or with what has none of its
// own: code, a name in quotes, a path or a flag.
func (s Sentence) Capital() bool {
	first := []rune(s[0])[0]
	return !unicode.IsLower(first) || s[0] == "code" || strings.ContainsAny(s[0], "/.:_-=")
}

// Sentences are those of a page of Markdown. Code blocks, tables and headings have none.
func Sentences(page string) (list []Sentence) {
	page = Fence.ReplaceAllString(page, "\n\n")
	page = Span.ReplaceAllString(page, "code")
	page = linkText.ReplaceAllString(page, "$1")
	var text strings.Builder
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '|' || line[0] == '#':
			text.WriteString("\x00")
		case listItem.MatchString(line):
			text.WriteString("\x00" + listItem.ReplaceAllString(line, "") + " ")
		default:
			text.WriteString(line + " ")
		}
	}
	for paragraph := range strings.SplitSeq(text.String(), "\x00") {
		list = append(list, Of(paragraph)...)
	}
	return list
}

// Of are the sentences of one paragraph without markup.
func Of(paragraph string) (list []Sentence) {
	paragraph = Span.ReplaceAllString(paragraph, "code")
	for _, sentence := range strings.Split(end.ReplaceAllString(paragraph, ".\x00"), "\x00") {
		words := slices.DeleteFunc(strings.Fields(sentence), func(w string) bool {
			return !hasLetter.MatchString(w)
		})
		if len(words) > 0 {
			list = append(list, words)
		}
	}
	return list
}

// Syllables is about how many syllables an English word has.
func Syllables(word string) int {
	word = strings.ToLower(strings.TrimRight(word, ".,:;!?*”\")"))
	n := len(vowels.FindAllString(word, -1))
	if strings.HasSuffix(word, "e") && !strings.HasSuffix(word, "le") {
		n--
	}
	return max(n, 1)
}
