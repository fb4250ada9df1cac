package rule_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	_ "github.com/fencepost/fencepost/internal/rule/engine"
)

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
		if got := (&rule.Regexp{Src: c.src}).MayBegin(c.text); got != c.want {
			t.Errorf("%s, %q: got %v", c.src, c.text, got)
		}
	}
}
