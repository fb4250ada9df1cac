package rule

import "testing"

func TestMayBegin(t *testing.T) {
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
	} {
		if got := (&Regexp{Src: c.src}).mayBegin(c.text); got != c.want {
			t.Errorf("%s, %q: got %v", c.src, c.text, got)
		}
	}
}

// TestDFAMayBegin: 0 fails, 1 has matched; ^a with two classes, the end and a, and one for the rest.
func TestDFAMayBegin(t *testing.T) {
	d := make([]byte, DFARanges+2)
	d[0], d['a'+1] = 2, 1
	d = append(d, 0, 0, 0x80, 0) // the range of all other characters
	d[DFARanges+1] = 1
	d = append(d, DFAFailed, DFAMatched)
	for text, want := range map[string]bool{"": true, "a": true, "ab": true, "b": false, "é": false} {
		if got := DFA(d).mayBegin(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
