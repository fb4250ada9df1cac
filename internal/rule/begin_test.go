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
		{`^ab{2}`, "ac", true},
		{`^.a`, "b", true},
	} {
		if got := (&Regexp{Src: c.src}).mayBegin(c.text); got != c.want {
			t.Errorf("%s, %q: got %v", c.src, c.text, got)
		}
	}
}
