package reads

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWays: where an expression matches a text, all words of one of its ways are in it.
func TestWays(t *testing.T) {
	t.Parallel()
	texts := []string{"foo bar", "fo", "a1", "ab]c", "x_y TOKEN=1", "ac", "bd", "acf", "bcf", "bcg",
		"z", "a-b", "foo{bar", "fooo", "3 d", "\\", "a|b"}
	for _, expression := range []string{"foo|bar", "fo{2}", "fo*", "fo?o", "(a|b)(c|d)", "(a|b)(c|d)(f|g)",
		"(foo)?bar", "(?:foo)* bar", `\bfoo\b`, `\x41`, `a[^]]+b`, `[\]]c`, "[[:alpha:]x]1", "[a]b",
		"TOKEN=|KEY", `a\|b`, "foo[{]bar", `\\`, "^z$", "a.b", "(foo", `\Qfoo\E`, `(x(a|_)y)`, `\d d`} {
		ways := waysOf(expression)
		re, err := regexp.Compile(expression)
		if err != nil {
			continue
		}
		for _, text := range texts {
			if !re.MatchString(text) {
				continue
			}
			if !slices.ContainsFunc(ways, func(way []string) bool {
				return !slices.ContainsFunc(way, func(word string) bool {
					return !strings.Contains(text, word)
				})
			}) {
				t.Errorf("%s matches %q, and the words say that it does not: %q", expression, text, ways)
			}
		}
	}
	for expression, want := range map[string]string{"eval(": "eval", "foo.*bar": "foo bar",
		"useState|useMemo": "useState / useMemo", `router\.(get\|post)`: "router get / post"} {
		var list []string
		for _, way := range waysOf(expression) {
			list = append(list, strings.Join(way, " "))
		}
		if got := strings.Join(list, " / "); got != want {
			t.Errorf("%s: got %q, want %q", expression, got, want)
		}
	}
}
