package regex

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestBeginnings: what a text has to begin with, of which only the beginning is known.
func TestBeginnings(t *testing.T) {
	for _, c := range []struct {
		src, text string
		want      bool
	}{
		{`^-[px]*p[px]*$`, "A=", false},
		{`^-[px]*p[px]*$`, "-x", true},
		{`^-[px]*p[px]*$`, "", true},
		{`-p`, "A=", true},
		{`^-p|A`, "A=", true},
		{`^(-p|A)`, "A=", true},
		{`^-?A`, "A=", true},
		{`^HIST(?:FILE|SIZE)$`, "HOME", false},
		{`^HIST(?:FILE|SIZE)$`, "HIST", true},
		{`^HIST[|(]x`, "HO", false},
		{`^a\|b`, "b", false},
		{`^ab*`, "ac", true},
		{`^ab*`, "b", false},
		{`^ab{2}`, "ac", false},
		{`^.a`, "b", true},
		{`^(?:-X=?|--method=)?DELETE$`, "repos/", false},
		{`^(?:-X=?|--method=)?DELETE$`, "--me", true},
		{`^(?:-X=?|--method=)?DELETE$`, "DELETE", true},
		{`^(?:-X=?|--method=)?DELETE$`, "DELETED", false},
		{`^--?(?:exec|C)(?:=|$)`, "a", false},
		{`^--?(?:exec|C)(?:=|$)`, "-C", true},
		{`^--?(?:exec|C)(?:=|$)`, "-C=x", true},
		{`^a\bb`, "ab", false},
		{`^-I|^--require`, "spec/", false},
		{`^-I|^--require`, "--re", true},
		{`^-I|require`, "spec/", true},
		{`^é`, "é", true},
		{`(?:^|/)\.env`, "a", true},
		{`^é`, "\xc3", true},
		{`^a(?!x)b`, "ac", false},
		{`^a(?=b)b`, "a", true},
		{`^(a)\1`, "b", true}, // nothing is known of what looks back
	} {
		if got := BeginningsOf(c.src).May(c.text); got != c.want {
			t.Errorf("%s, %q: got %v", c.src, c.text, got)
		}
	}
}

// expressions exercise what has to be followed: conditions on places, choices, and what looks ahead.
var expressions = []string{
	``, `a`, `^`, `$`, `^$`, `^a$`, `a|b`, `a*b`, `(?:ab)+c`, `a{2,3}`, `[^a-c]`, `^.$`, `^[^x]+$`,
	`\bfoo\b`, `\Bfoo`, `foo\B`, `^\b`, `\b$`, `\B$`, `^x\b-`, `^\S+ \S+$`, `^\w+@\w+`, `[é-ü]`, `^[^é]$`,
	`^.x$`, `(?:^|/)\.env(?:\.|$)`, `^(?:-c|--config)(?:=|$)`, `^a\n?$`, `^(a+)+$`, `^é\b`, `\bé`, `a^`,
	`^(?:$|b)`, `^\D\W\S`, `^a(?!b)`, `^(?!.*x)a+`, `^(?:(?!bc).)*c`, `^(?=a(?!b(?=c)))a.`, `^x(?=$)`,
	`^(?:a|(?=b)b)+c`, `^(?:(?!-)\w)+`, `^a(?=b|$)|ab`, `^\b(?=\w)`, `^foo(?=bar)foo|foobar`,
}

// texts returns what an expression is tried on: characters of its own in all orders, with some that
// trouble a matcher.
func texts(src string) []string {
	out := []string{"", "a", "b", "ab", "foo", "foo-", " foo ", "é", "aé", "éa", "\xff", "a\xff",
		"\xe9x", "�", "😀", "\n", "a\n", "\na", "x\u2028y", "\x1f", "\x00"}
	chars := []rune(src + "ab /-=._\n0Zé")
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteRune(chars[random.IntN(len(chars))])
		}
		out = append(out, b.String())
	}
	return out
}

// mayBegin fails the test where a text matches, and a beginning of it may not begin a match.
func mayBegin(t *testing.T, src string, texts []string) {
	t.Helper()
	e, err := Compile(src)
	if err != nil {
		return
	}
	begins := BeginningsOf(src)
	for _, text := range texts {
		if is, err := e.Match(text); err != nil || !is {
			continue
		}
		for i := range len(text) + 1 {
			if !begins.May(text[:i]) {
				t.Errorf("%q: %q matches, but may not begin with %q", src, text, text[:i])
			}
		}
	}
}

func TestWhatMatchesMayBegin(t *testing.T) {
	for _, src := range expressions {
		mayBegin(t, src, texts(src))
	}
}

func FuzzWhatMatchesMayBegin(f *testing.F) {
	for _, src := range expressions {
		f.Add(src, "a b.env/é\xff")
	}
	f.Fuzz(func(t *testing.T, src, text string) {
		if len(src) > 60 || len(text) > 60 || !utf8.ValidString(src) {
			t.Skip()
		}
		mayBegin(t, src, []string{text})
	})
}
