package expand_test

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// bash runs a script and returns the lines that it prints.
func bash(t *testing.T, script string) []string {
	t.Helper()
	out, err := exec.Command(testkit.Installed(t, "bash"), "--norc", "-c", script).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// patterns and texts that they match or not.
var matches = [][2]string{{"*.go", "a.go"}, {"*.go", "a.c"}, {"a?c", "abc"}, {"a?c", "ac"},
	{"[a-c]x", "bx"}, {"[!a-c]x", "bx"}, {"[!a-c]x", "dx"}, {`\*`, "*"}, {`\*`, "a"},
	{"a*b*c", "axbyc"},
	{"a*b*c", "axbyd"}, {"", ""}, {"*", ""}, {"?", ""}, {"[]]", "]"}, {"[a", "[a"},
	{"[[:digit:]]", "7"},
	{"[[:digit:]]", "x"}, {"/*/b", "/a/b"}, {"**", "a/b"}, {"[a-]", "-"}}

// TestMatchesAsBashDoes compares patterns with [[ text == pattern ]]. What is not known is left
// out,
// but of these patterns most are.
func TestMatchesAsBashDoes(t *testing.T) {
	var script strings.Builder
	for _, m := range matches {
		fmt.Fprintf(&script, "p=%s; [[ '%s' == $p ]] && echo true || echo false\n", quote(m[0]), m[1])
	}
	lines, unknown := bash(t, script.String()), 0
	for i, m := range matches {
		got, ok := expand.Matches(m[0], m[1])
		if !ok {
			unknown++
		} else if strconv.FormatBool(got) != lines[i] {
			t.Errorf("%s matches %q: %v, and bash says %s", m[0], m[1], got, lines[i])
		}
	}
	if unknown > 3 {
		t.Errorf("%d of %d patterns are not known", unknown, len(matches))
	}
}

// TestMatches does so without a shell.
func TestMatches(t *testing.T) {
	for _, m := range []struct {
		pattern, text string
		want          bool
	}{{"*.go", "a.go", true}, {"a?c", "ac", false}, {`\*`, "a", false}, {"[!a-c]x", "dx", true}} {
		if got, ok := expand.Matches(m.pattern, m.text); !ok || got != m.want {
			t.Errorf("%s matches %q: %v, %v", m.pattern, m.text, got, ok)
		}
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// TestFields splits values as a shell does: a break stands for each end of a field.
func TestFields(t *testing.T) {
	for _, row := range []struct{ text, ifs, want string }{
		{" a  b ", " \t\n", "|a|b|"}, {"a:b::c", ":", "a|b||c"}, {"a : b", " :", "a|b"}, {"", " ", ""},
		{"abc", "", "abc"}, {":a", ":", "|a"},
	} {
		var b strings.Builder
		for _, p := range expand.SplitFields(row.text, row.ifs) {
			if p.Brk {
				b.WriteString("|")
			} else {
				b.WriteString(p.Text)
			}
		}
		if b.String() != row.want {
			t.Errorf("%q at %q: %s, want %s", row.text, row.ifs, b.String(), row.want)
		}
	}
}

// TestAnsiC reads $'…' as bash does.
func TestAnsiC(t *testing.T) {
	texts := []string{`a\tb`, `\x41`, `\101`, `\u00e9`, `\e[0m`, `\'`, `\\`, `\cA`, `a\qb`}
	lines := bash(t, "printf '%s\\n' $'"+strings.Join(texts, "' $'")+"'")
	for i, text := range texts {
		if got, ok := expand.AnsiC(text, dialect.Bash); ok && got != lines[i] {
			t.Errorf("$'%s' is %q, and bash says %q", text, got, lines[i])
		}
	}
}

// TestArithmetic computes as $(( )) does.
func TestArithmetic(t *testing.T) {
	for _, row := range []struct {
		op      syntax.BinAritOperator
		a, b, n int
		ok      bool
	}{
		{syntax.Add, 1, 2, 3, true}, {syntax.Quo, 7, 2, 3, true}, {syntax.Quo, 1, 0, 0, false},
		{syntax.Rem, -7, 2, -1, true}, {syntax.Pow, 2, 10, 1024, true}, {syntax.Shl, 1, 3, 8, true},
		{syntax.Lss, 1, 2, 1, true}, {syntax.Eql, 1, 2, 0, true}, {syntax.Xor, 6, 3, 5, true},
	} {
		if n, ok := expand.BinaryArithm(row.op, row.a, row.b); ok != row.ok || ok && n != row.n {
			t.Errorf("%d %s %d: %d, %v", row.a, row.op, row.b, n, ok)
		}
	}
	for text, want := range map[string]int{"16#ff": 255, "0x1F": 31, "2#101": 5} {
		if n, ok := expand.Based(text); !ok || n != want {
			t.Errorf("%s: %d, %v", text, n, ok)
		}
	}
}

// TestJoin makes one word of pieces: what is known of its ends stays known.
func TestJoin(t *testing.T) {
	for _, row := range []struct {
		pieces             []expand.Piece
		text, suffix, name string
		kind               fact.WordKind
	}{
		{[]expand.Piece{{Text: "a"}, {Text: "b", Quoted: true}}, "ab", "", "text", fact.Literal},
		{[]expand.Piece{{Text: "a/"}, {Unknown: true, Quoted: true}, {Text: ".c"}}, "a/", ".c", "ends",
			fact.Partial},
		{[]expand.Piece{{Unknown: true, Quoted: true}}, "", "", "nothing", fact.Partial},
	} {
		w := expand.JoinPieces(row.pieces)
		if w.Kind != row.kind || w.Text != row.text || w.Suffix != row.suffix {
			t.Errorf("%s: %v %q…%q", row.name, w.Kind, w.Text, w.Suffix)
		}
	}
}

// TestTrim takes ends of values away: ${x%pat}, ${x##pat}.
func TestTrim(t *testing.T) {
	for _, row := range []struct {
		text, pattern string
		op            syntax.ParExpOperator
		want          string
	}{
		{"a/b/c.go", "*/", syntax.RemLargePrefix, "c.go"}, {"a/b/c.go", "*/", syntax.RemSmallPrefix,
			"b/c.go"},
		{"a.tar.gz", ".*", syntax.RemSmallSuffix, "a.tar"}, {"a.tar.gz", ".*", syntax.RemLargeSuffix,
			"a"},
		{"a", "b", syntax.RemSmallSuffix, "a"},
	} {
		if got, ok := expand.Trimmed(row.text, row.pattern, row.op); !ok || got != row.want {
			t.Errorf("%s without %s: %q, %v", row.text, row.pattern, got, ok)
		}
	}
	if got, ok := expand.Replaced("a-b-c", "-", "+", true); !ok || got != "a+b+c" {
		t.Errorf("${x//-/+}: %q, %v", got, ok)
	}
}
