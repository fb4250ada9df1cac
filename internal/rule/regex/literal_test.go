package regex

import (
	"slices"
	"strings"
	"testing"
)

func TestRequired(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"", ""},
		{"rm", "rm"},
		{"^rm -rf$", "rm -rf"},
		{"^rm .*-r", "rm "},
		{"a|b", ""},
		{"(a|b) --force", " --force"},
		{"^(?:--force|--hard)$", "force|hard"},
		{"drop|truncate --all", "drop|truncate --all"},
		{"(?:drop|a*) x", " x"},
		{"drop|a*", ""},
		{"(?:ab|cdef)(?:ghi|jkl)", "ghi|jkl"},
		{"(?:a0|b1|c2|d3|e4|f5|g6|h7|i8|j9|k0|l1|m2|n3|o4|p5|q6)x", "x"},
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
		if got := strings.Join(Required(test.pattern), "|"); got != test.want {
			t.Errorf("Required(%q) = %q, want %q", test.pattern, got, test.want)
		}
	}
}

// FuzzRequiredLiteral checks the promise against the engine: a text without the literal does not
// match.
func FuzzRequired(f *testing.F) {
	f.Add("git push\\b.*( --force(?!-with-lease)| -f\\b)", "git push --force")
	f.Add("(?:a(?=b)|c){2}x?", "acx")
	f.Add("[]a]b", "]b")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 100 || len(text) > 100 {
			return
		}
		need := Required(pattern)
		e, err := Compile(pattern)
		if err != nil || need == nil {
			return
		}
		in := func(literal string) bool { return strings.Contains(text, literal) }
		if is, err := e.Match(text); err == nil && is && !slices.ContainsFunc(need, in) {
			t.Errorf("%q matches %q without one of %q", pattern, text, need)
		}
	})
}
