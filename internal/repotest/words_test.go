package repotest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plainPages are held to the bounds below. docs/style.md is not among them: it quotes what it forbids.
var plainPages = []string{"README.md", "docs/README.md", "docs/start.md", "docs/using.md",
	"docs/configuration.md", "docs/sandbox.md", "docs/sandbox-run.md", "docs/sandbox-limits.md",
	"docs/hooks.md", "docs/agents.md", "docs/organisation.md", "docs/architecture.md",
	"docs/command-specs.md", "docs/why.md", "docs/testing.md", "CHANGELOG.md", "CONTRIBUTING.md",
	"SECURITY.md"}

const (
	medianWords  = 16  // of a sentence
	longestWords = 35  // of a sentence
	highestGrade = 9.0 // of a page, by Flesch and Kincaid
)

var (
	listItem  = regexp.MustCompile(`^(?:[-*]|\d+\.) +`)
	linkText  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	end       = regexp.MustCompile(`[.!?]["”)*]*\s+`)
	hasLetter = regexp.MustCompile(`[\p{L}\p{N}]`)
	vowels    = regexp.MustCompile(`[aeiouy]+`)
	// The phrases of docs/style.md that make a sentence hard to read.
	hardPhrase = regexp.MustCompile(`(?i)\b(of which|of whom|(is|are) none|that which|no other than|` +
		`where there is none)\b`)
)

// sentences are those of a page, as words. Code blocks, tables and headings have none; code in a
// sentence is one word.
func sentences(page string) (list [][]string) {
	page = fence.ReplaceAllString(page, "\n\n")
	page = span.ReplaceAllString(page, "code")
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
		for _, sentence := range strings.Split(end.ReplaceAllString(paragraph, ".\x00"), "\x00") {
			words := slices.DeleteFunc(strings.Fields(sentence), func(w string) bool {
				return !hasLetter.MatchString(w)
			})
			if len(words) > 0 {
				list = append(list, words)
			}
		}
	}
	return list
}

// syllables is about how many syllables an English word has.
func syllables(word string) int {
	word = strings.ToLower(strings.TrimRight(word, ".,:;!?*”\")"))
	n := len(vowels.FindAllString(word, -1))
	if strings.HasSuffix(word, "e") && !strings.HasSuffix(word, "le") {
		n--
	}
	return max(n, 1)
}

// TestWords holds pages to the rules of docs/style.md that can be counted.
func TestWords(t *testing.T) {
	for _, name := range plainPages {
		page, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		list := sentences(string(page))
		var lengths []int
		words, parts := 0, 0
		for _, s := range list {
			text := strings.Join(s, " ")
			if len(s) > longestWords {
				t.Errorf("%s: %d words, and %d are the most: %s", name, len(s), longestWords, text)
			}
			if hard := hardPhrase.FindString(text); hard != "" {
				t.Errorf("%s: say %q in another way: %s", name, hard, text)
			}
			lengths = append(lengths, len(s))
			words += len(s)
			for _, w := range s {
				parts += syllables(w)
			}
		}
		if len(list) < 10 {
			t.Fatalf("%s has %d sentences only", name, len(list))
		}
		slices.Sort(lengths)
		if median := lengths[len(lengths)/2]; median > medianWords {
			t.Errorf("%s: half of the sentences have %d words or more, want %d at most", name, median,
				medianWords)
		}
		grade := 0.39*float64(words)/float64(len(list)) + 11.8*float64(parts)/float64(words) - 15.59
		t.Logf("%s: %d sentences, median %d, longest %d, grade %.1f", name, len(list),
			lengths[len(lengths)/2], lengths[len(lengths)-1], grade)
		if grade > highestGrade {
			t.Errorf("%s: grade %.1f, want %.1f at most", name, grade, highestGrade)
		}
	}
}

// TestReadmeLength: README can be read in a few minutes.
func TestReadmeLength(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(page), "\n"); n > 130 {
		t.Errorf("README.md has %d lines, want 130 at most", n)
	}
}
