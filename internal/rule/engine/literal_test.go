package engine

import (
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/regex"
)

func TestRequiredLiteral(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"", ""},
		{"rm", "rm"},
		{"^rm -rf$", "rm -rf"},
		{"^rm .*-r", "rm "},
		{"a|b", ""},
		{"(a|b) --force", " --force"},
		{"(?:git push)+", "git push"},
		{"(?:git push)*x", "x"},
		{"(?:git push)?x", "x"},
		{"(?:git push){2,3}", "git push"},
		{"(?:git push){0,3}", ""},
		{"x(?:git push){0}y", "x"},
		{"[r]m", "rm"},
		{"[rR]m", "m"},
		{`\bpush\b`, "push"},
		{`a\.b`, "a.b"},
		{`(?<name>push)`, "push"},
		// Lookaround says nothing about what is consumed.
		{"push --force(?!-with-lease)", "push --force"},
		{"(?=.*--force)push", "push"},
		{"push(?=.* --force)", "push"},
		{"(?<=git )push", "push"},
		{"(?<!git )push", "push"},
		{"ab(?!x)?cdef", "cdef"},
		{"(?!long literal here)x", "x"},
		{"(?:(?!long literal here).)*x", "x"},
		{`(?!\)long)xy`, "xy"},
		{"(?![)]long)xy", "xy"},
		{"(?!a(b)(?=c))xy", "xy"},
		{"(?!a)", ""},
		{"[(?=]push", "push"},
		{`\(?=push`, "=push"},
		// Nothing is known of what RE2 and JavaScript read differently, or what RE2 cannot read.
		{"(?i)push", ""},
		{"(?i:push)x", ""},
		{`\Qpush\E`, ""},
		{`\Apush`, ""},
		{"[[:alpha:]]push", ""},
		{"[a[:alpha:]]push", ""},
		{"[]push]x", ""},
		{"[^]push]x", ""},
		{`\x{41}push`, ""},
		{`(push)\1`, ""},
		{"(push", ""},
		{"(?!push", ""},
	}
	for _, test := range tests {
		if got := regex.RequiredLiteral(test.pattern); got != test.want {
			t.Errorf("regex.RequiredLiteral(%q) = %q, want %q", test.pattern, got, test.want)
		}
	}
}

// FuzzRequiredLiteral checks the promise against the engine: a text without the literal does not
// match.
func FuzzRequiredLiteral(f *testing.F) {
	f.Add("git push\\b.*( --force(?!-with-lease)| -f\\b)", "git push --force")
	f.Add("(?:a(?=b)|c){2}x?", "acx")
	f.Add("[]a]b", "]b")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 100 || len(text) > 100 {
			return
		}
		with, err := New(pattern)
		if err != nil || with.Need == "" {
			return
		}
		without := rule.Regexp{Src: pattern}
		if without.Match(text, true) && !with.Match(text, true) {
			t.Errorf("%q matches %q without %q", pattern, text, with.Need)
		}
	})
}
