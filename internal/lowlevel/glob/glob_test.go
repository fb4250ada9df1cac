package glob

import (
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"a", "a", true}, {"a", "A", false}, {"a", "ab", false},
		{"*", "", true}, {"*", "a/b", true}, {"**", "a", true}, {"?", "a", true}, {"?", "", false},
		{"??", "é", true}, // two bytes
		{"a*", "a", true}, {"a*", "ba", false}, {"*a", "ba", true}, {"*a", "ab", false},
		{"a*b*c", "aXbYc", true}, {"a*b*c", "acb", false}, {"a*b*c", "abbcbc", true},
		{"*a?", "aab", true}, {"*.example.com", "x.example.com", true},
		{"*.example.com", "example.com", false}, {"*.example.com", "x.example.com.evil", false},
		{"*", "*", true}, {"?", "*", true}, {"[a]", "a", false}, {"[a]", "[a]", true},
		{`\*`, "*", false},
		{strings.Repeat("a*", 40) + "b", strings.Repeat("a", 5000), false}, // in no time
	} {
		if got := Match(tt.pattern, tt.name); got != tt.want {
			t.Errorf("%.20q %.20q: %v", tt.pattern, tt.name, got)
		}
	}
}
