package filetools

import (
	"slices"
	"strings"
	"testing"
)

func TestBraces(t *testing.T) {
	for _, tt := range []struct{ pattern, want string }{
		{"*.go", "*.go"},
		{"*.{ts,tsx}", "*.ts *.tsx"},
		{"{a,b}/{c,d}", "a/c a/d b/c b/d"},
		{"{a,{b,c}d}e", "ae bde cde"},
		{"{a}", "a"},
		{"a{,b}", "a ab"},
		{"{a,b", "{a,b"},
		{"{a,{b,c}", "{a,b {a,c"},
		{`\{a,b}`, `\{a,b}`},
		{`{a\,b,c}`, `a\,b c`},
		{"a}b{c,d}", "a}bc a}bd"},
	} {
		got, ok := braces(tt.pattern, maxBraces)
		if strings.Join(got, " ") != tt.want || !ok {
			t.Errorf("%s: got %q %v, want %s", tt.pattern, got, ok, tt.want)
		}
	}
	if got, ok := braces(strings.Repeat("{a,b}", 12), maxBraces); ok || len(got) != maxBraces {
		t.Errorf("too many: %d, %v", len(got), ok)
	}
}

func FuzzBraces(f *testing.F) {
	for _, p := range []string{"*.{ts,tsx}", "{a,{b,c}d}e", `{a\,b,c}`, "{{,}", "a}b{"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		if len(p) > maxPattern {
			return
		}
		list, ok := braces(p, maxBraces)
		if len(list) > maxBraces || ok && len(list) == 0 {
			t.Fatalf("%q: %d alternatives, %v", p, len(list), ok)
		}
		if !strings.Contains(p, "{") && !slices.Equal(list, []string{p}) {
			t.Fatalf("%q: %q", p, list)
		}
	})
}
