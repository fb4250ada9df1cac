package engine

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/rule/regex"
)

// expressions exercise what an automaton has to get right; package regexp is the judge.
var expressions = []string{
	``, `a`, `^`, `$`, `^$`, `^a$`, `a|b`, `ab|ac|ad`, `a*b`, `(?:ab)+c`, `a{2,3}`, `[a-c]x`, `[^a-c]`,
	`.`, `^.$`, `^..$`, `^[^x]+$`,
	`\bfoo\b`, `\Bfoo`, `foo\B`, `^\b`, `\b$`, `\B$`, `x\b-`, `\s+$`, `^\S+ \S+$`, `\d{3}`, `\w+@\w+`,
	`[\s\S]x`, `é`, `[é-ü]`, `[^é]$`, `^.x$`,
	`[\u{1F600}]`, `a[`, `(?:^|/)\.env(?:\.|$)`, `(?:^|\s)(?:rm\s+-[a-z]*r|mkfs)`,
	`^(?:-c|--config)(?:=|$)`, `[^\x00-\x7f]`, `a.b`, `\n`, `^a\n?$`,
	`(a+)+$`, `x*`, `[]]`, `\x1f`, `(?:a|ab)(?:c|bcd)(?:d*)`, `[^a]\b`, `é\b`, `\bé`, `$a`, `a^`,
	`(?:$|b)`, `\D\W\S`,
}

// texts returns what an expression is tried on: characters of its own in all orders, with some that
// trouble a matcher.
func texts(src string) []string {
	out := []string{"", "a", "b", "ab", "foo", "afoo", "foo-", " foo ", "é", "aé", "éa", "\xff",
		"a\xff", "\xe9x", "�", "😀", "\n", "a\n", "\na", "ac\nd", "x\u2028y", "\x1f", "\x00"}
	chars := []rune(src + "ab /-=._\n0Zé")
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteRune(chars[random.IntN(len(chars))])
		}
		out = append(out, b.String())
	}
	for i := range src { // and pieces of the expression, which are often near a match
		for _, end := range []int{i + 3, i + 8, len(src)} {
			if end <= len(src) {
				out = append(out, src[i:end])
			}
		}
	}
	return out
}

// agrees reports whether the automaton was made; it fails the test where the automaton or the program
// and package regexp differ.
func agrees(t *testing.T, src string, texts []string) bool {
	t.Helper()
	if p := regex.Program(src); p != "" {
		programAgrees(t, p, src, texts)
	}
	d := regex.Automaton(src)
	if d == "" {
		return false
	}
	re := regexp.MustCompile(src)
	for _, text := range texts {
		if got, want := d.Match(text), re.MatchString(text); got != want {
			t.Errorf("%q in %q: the automaton says %v, package regexp %v", src, text, got, want)
		}
	}
	return true
}

func TestAutomaton(t *testing.T) {
	made := 0
	for _, src := range expressions {
		if agrees(t, src, texts(src)) {
			made++
		}
	}
	if want := len(expressions) - 5; made < want { // some are not JavaScript's, or can never match
		t.Errorf("%d automata of %d expressions, want at least %d", made, len(expressions), want)
	}
}

// TestAutomatonBounds: what would be too large is left to the engine at run time.
func TestAutomatonBounds(t *testing.T) {
	for _, src := range []string{`(?:a|b)*a(?:a|b){12}`, `(?=a)b`, `(a)\1`, `$a`} {
		if d := regex.Automaton(src); d != "" {
			t.Errorf("%q has an automaton of %d bytes", src, len(d))
		}
	}
}

func FuzzAutomaton(f *testing.F) {
	for _, src := range expressions {
		f.Add(src, "a b.env/é\xff")
	}
	f.Fuzz(func(t *testing.T, src, text string) {
		if len(src) > 60 || !utf8.ValidString(src) {
			t.Skip()
		}
		agrees(t, src, append(texts(src)[:60], text))
	})
}
