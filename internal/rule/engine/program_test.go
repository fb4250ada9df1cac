package engine

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/regex"
)

func programAgrees(t *testing.T, p rule.Program, src string, texts []string) {
	t.Helper()
	re, err := judge(src)
	if err != nil {
		t.Fatal(err)
	}
	_, slow := re.(*backtracking)
	for _, text := range texts {
		if slow && !ascii(text) && strings.Contains(strings.ToLower(src), `\b`) {
			continue // its letters at a \b are not JavaScript's
		}
		matches, err := re.Match(text)
		if err != nil {
			continue // only the program came to an end
		}
		if got, err := p.Match(text); err != nil || got != matches {
			t.Errorf("%q in %q: the program says %v, %v", src, text, got, err)
		}
		if !utf8.ValidString(text) {
			continue // of bytes that are no characters one engine makes some
		}
		want, err := re.Remove(text)
		if err != nil {
			continue
		}
		if got, err := p.Remove(text); err != nil || got != want {
			t.Errorf("%q out of %q: the program leaves %q, %v; the engine %q", src, text, got, err, want)
		}
		if matches {
			for i := range text {
				if !p.MayBegin(text[:i]) {
					t.Errorf("%q: %q matches, but may not begin with %q", src, text, text[:i])
				}
			}
		}
	}
}

// judge returns package regexp for what RE2 reads as JavaScript does, else the engine that reads it
// as the text says.
func judge(src string) (rule.Searcher, error) { return compile(src) }

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// TestProgram is about what the expressions of TestAutomaton do not ask: which of several matches
// that begin at one place is removed, and the same in letters of either case.
func TestProgram(t *testing.T) {
	for _, src := range []string{`a|ab`, `ab|a`, `(?:a|ab)(?:c|bcd)`, `a*?`, `a+?b`, `a*`, `x*|b`,
		`(?:a*)*b`, `(?:a|b)*?c`, ` -n \S+`, `--(?:region|profile)[= ]\S+`, `\b`, `(?:^|\s)-c \S+`, `$`,
		`(?:a|b)*a(?:a|b){12}`, `(?:|a)+`, `[^\x00-\x7f]+`, `.`,
		`(?=a)b`, `(?!a)b`, `a(?!b)`, `^(?!.*x)a+`, `(?:(?!bc).)*c`, `(?=a(?!b(?=c)))a.`, `x(?=$)`, `x(?!$)`,
		`(?:a|(?=b)b)+c`, `^(?:(?!-)\w)+`, `a(?=b|$)|ab`, `(?!)`, `(?=)a`, `(?:(?=a)|b)c?`, `\b(?=\w)`,
		`(?=(?:a|ab)c)abc`, `foo(?=bar)foo|foobar`, `(?:(?!ab)\w)*(?=ab)`} {
		p := regex.Program(src)
		if p == "" {
			t.Errorf("%q has no program", src)
			continue
		}
		programAgrees(t, p, src, append(texts(src), "kubectl -n prod -n  x get", "aws --region eu s3 ls"))
	}
}

// TestProgramBounds: a search that would need more memory than is right says so.
func TestProgramBounds(t *testing.T) {
	p := regex.Program(`(?:a|b)*a(?:a|b){200}c`)
	if _, err := p.Match(strings.Repeat("ab", 1<<20)); err == nil {
		t.Error("a search without bounds")
	}
	re := rule.Regexp{Src: "x", Prog: p}
	if long := strings.Repeat("ab", 1<<20); re.Match(long, true) || !re.Match(long, false) {
		t.Error("what could not be searched matches for a rule that restricts, and only there")
	}
	if _, ok := re.Strip(strings.Repeat("ab", 1<<20)); ok {
		t.Error("what could not be searched cannot be stripped")
	}
	for _, src := range []string{`(a)\1`, `(`, `(?<=a)b`, `(?=a)*b`, `(?=(a)\1)b`} {
		if p := regex.Program(src); p != "" {
			t.Errorf("%q has a program", src)
		}
	}
}

func FuzzProgram(f *testing.F) {
	for _, src := range expressions {
		f.Add(src, "a b.env/é\xff")
	}
	f.Add(`^(?:(?!-)\w|a(?=b(?!c)))+`, "ab-abc")
	f.Fuzz(func(t *testing.T, src, text string) {
		if len(src) > 60 || len(text) > 60 || !utf8.ValidString(src) {
			t.Skip()
		}
		if p := regex.Program(src); p != "" {
			programAgrees(t, p, src, []string{text})
		}
	})
}
