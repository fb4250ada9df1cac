package repotest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/plainwords"
)

// plainPages are held to the bounds below. docs/style.md is not among them: it quotes what it forbids.
var plainPages = []string{"README.md", "docs/README.md", "docs/start.md", "docs/using.md",
	"docs/configuration.md", "docs/sandbox.md", "docs/sandbox-run.md", "docs/sandbox-limits.md",
	"docs/hooks.md", "docs/agents.md", "docs/organisation.md", "docs/architecture.md",
	"docs/command-specs.md", "docs/why.md", "docs/testing.md", "CHANGELOG.md", "CONTRIBUTING.md",
	"SECURITY.md"}

const (
	medianWords  = 16  // of a sentence
	highestGrade = 9.0 // of a page, by Flesch and Kincaid
)

// TestWords holds pages to the rules of docs/style.md that can be counted.
func TestWords(t *testing.T) {
	for _, name := range plainPages {
		page, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		list := plainwords.Sentences(string(page))
		var lengths []int
		words, parts := 0, 0
		for _, s := range list {
			if problem := s.Problem(); problem != "" {
				t.Errorf("%s: %s", name, problem)
			}
			lengths = append(lengths, len(s))
			words += len(s)
			for _, w := range s {
				parts += plainwords.Syllables(w)
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
