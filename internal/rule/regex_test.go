package rule

import (
	"strings"
	"testing"
)

func TestRegexpSyntax(t *testing.T) {
	for _, pattern := range []string{"a)", "^rm (", "*x", "[a", "(?<=", "a{2,1}", `x\`, "(?=a", "a**",
		"(?P<n>x)"} {
		if _, err := NewRegexp(pattern); err == nil {
			t.Errorf("NewRegexp(%q) accepts what JavaScript refuses", pattern)
		}
		r := Regexp{Src: pattern}
		if r.Match("x", true) || !r.Match("x", false) {
			t.Errorf("%q: a broken pattern must match for a rule that restricts, and only there", pattern)
		}
	}
	for _, pattern := range []string{"", "a", "^tar (?!.*--no-same-owner).*-x", `(a)\1`, "a{1001}",
		`(?<n>x)\k<n>`, "a{", "a{,5}"} {
		re, err := NewRegexp(pattern)
		if err != nil {
			t.Errorf("NewRegexp(%q): %v", pattern, err)
			continue
		}
		if _, err := re.compiled(); err != nil {
			t.Errorf("%q: checked, but does not compile: %v", pattern, err)
		}
	}
}

func TestRegexpMatch(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"^rm", "rm x", true},
		{"^rm", "xrm", false},
		{"push --force(?!-with-lease)", "git push --force x", true},
		{"push --force(?!-with-lease)", "git push --force-with-lease", false},
		{"^tsc(?=.* --noEmit)", "tsc -p . --noEmit", true},
		{"^tsc(?=.* --noEmit)", "tsc -p .", false},
		{"(?<=git )push", "git push", true},
		{"(?<=git )push", "hg push", false},
		{`\bexit$`, "exit\n", false}, // $ is the very end, as in JavaScript without the flag m
		{`[\d]`, "٣", false},         // \d is ASCII
		{`^\w+$`, "é", false},        // \w is ASCII
		{`(a)\1`, "aa", true},
		{`\bfoo(?!x)`, "éfoo", true}, // the words of \b are of ASCII, too
		{`\bfoo\B(?!x)`, "fooé", false},
		{`[\b](?!x)`, "\b", true},
		{`^(?!.*x)a$`, "a\n", false},
		{`(?!é)\W`, "é", false},
	}
	for _, test := range tests {
		re, err := NewRegexp(test.pattern)
		if err != nil {
			t.Errorf("%q: %v", test.pattern, err)
			continue
		}
		for _, allowing := range []bool{false, true} {
			if got := re.Match(test.text, allowing); got != test.want {
				t.Errorf("%q on %q = %v, want %v", test.pattern, test.text, got, test.want)
			}
		}
	}
}

func TestRegexpTimeout(t *testing.T) {
	re, err := NewRegexp("^frob (?!x)(a+)+$")
	if err != nil {
		t.Fatal(err)
	}
	text := "frob " + strings.Repeat("a", 60) + "!"
	if !re.Match(text, false) || re.Match(text, true) {
		t.Error("a search without end must match for a rule that restricts, and only there")
	}
}

func TestRegexpStrip(t *testing.T) {
	tests := []struct{ pattern, text, want string }{
		{`-n \S+`, "kubectl -n prod delete", "kubectl  delete"},
		{`-n \S+`, "kubectl delete", "kubectl delete"},
		{`-n (?!x)\S+`, "kubectl -n prod -n x", "kubectl  -n x"},
		{`(`, "a", "a"},
		{`a`, "$1a", "$1"},
	}
	for _, test := range tests {
		re := Regexp{Src: test.pattern}
		if got, _ := re.Strip(test.text); got != test.want {
			t.Errorf("%q from %q: got %q, want %q", test.pattern, test.text, got, test.want)
		}
	}
}
