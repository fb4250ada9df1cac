package parse

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
)

func TestParts(t *testing.T) {
	const head = "meta: {title: t, description: d}\n"
	for _, c := range []struct{ parts, test, want, fault string }{
		{"{name: a, match: 'x|y'}", "^go (?&a)$", "^go (?:x|y)$", ""},
		{"{name: a, match: 'x'}, {name: b, match: '(?&a)y'}", "(?&b)(?&a)", "(?:(?:x)y)(?:x)", ""},
		{"{name: a, match: '(?!no)'}", "^go (?&a)", "^go (?:(?!no))", ""},
		{"{name: a, match: x}", "^(?&b)$", "", `names the part "b", which is not defined`},
		{"{name: a, match: x}", "^(?&a", "", `names the part "a"`},
		{"{name: b, match: '(?&a)'}, {name: a, match: x}", "^(?&a)$", "", `names the part "a"`},
		{"{name: a, match: x}, {name: a, match: y}", "(?&a)", "", `two parts have the name "a"`},
		{"{name: a b, match: x}", "x", "", "characters besides"},
		{"{name: a, match: '('}", "x", "", "does not compile"},
		{"{name: a, match: " + strings.Repeat("x", 3000) + "}", "(?&a)(?&a)(?&a)", "",
			"longer than 8192 bytes"},
	} {
		text := head + "parts: [" + c.parts + "]\ntools: {bash: {checks: [{test: '" + c.test + "'}]}}\n"
		doc, errors, _ := Parse("f", []byte(text), policy.Organisation)
		switch {
		case c.fault != "":
			if len(errors) == 0 || !strings.Contains(errors[0].Text, c.fault) {
				t.Errorf("%s: %v, want %q", c.test, errors, c.fault)
			}
		case len(errors) > 0:
			t.Errorf("%s: %v", c.test, errors)
		case doc.Tools.Bash.Checks[0].Test.Src != c.want:
			t.Errorf("%s: %s, want %s", c.test, doc.Tools.Bash.Checks[0].Test.Src, c.want)
		}
	}
	if _, errors, _ := Parse("f", []byte("parts: [{name: a, match: x}]\n"), policy.Config); len(errors) == 0 {
		t.Error("parts in a config")
	}
}
