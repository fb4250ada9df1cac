package syntax

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// TestZshMask shows what is hidden from the parser library: each such character is a dot.
func TestZshMask(t *testing.T) {
	for _, tt := range [][2]string{
		{`echo "${x:-'a'}" 'b'`, `echo "${x:-.a.}" 'b'`},
		{`echo "${x:-it's}" b 'c}'`, `echo "${x:-it.s}" b 'c}'`},
		{`echo "${x:-${y:-'$(a 'b')'}}"`, `echo "${x:-${y:-.$(a 'b').}}"`},
		{`echo "$(echo "${x:-'a'}" # it's` + "\n)" + `" 'b'`, `echo "$(echo "${x:-.a.}" # it's` + "\n)" +
			`" 'b'`},
		{`echo "$(case x in x) echo "${x:-'a'}";; esac)" 'b'`,
			`echo "$(case x in x) echo "${x:-.a.}";; esac)" 'b'`},
		{`echo $((${x:-'1'})) 'b'`, `echo $((${x:-.1.})) 'b'`},
		{"cat <<E 'a'\n${x:-'b'} it's\nE\necho 'c'", "cat <<E 'a'\n${x:-.b.} it's\nE\necho 'c'"},
		{`echo ${x:-{a,b}}`, `echo ${x:-.a,b.}`},
		{`echo ${x:s/o/$(a)/} ${(l:$(b):)x}`, `echo ${x:s/o/..a./} ${(l:..b.:)x}`},
		{`echo (a|$(b)) *(N)`, `echo .a.$(b). *(N)`},
		{`[[ x == (a|$(b)) && (c || d) ]]`, `[[ x == .a.$(b). && (c || d) ]]`},

		{`echo ${x:-'a'} "${x#'a'}" "'"`, ""},
		{`echo "${x:-{a}}" {a,b} (a|b)`, ""},
		{`echo "${x:-'a'`, ""},
		{`echo ${x:-a}}; (a; b | c)`, ""},
		{"cat <<'E'\n${x:-'b'}\nE", ""},
	} {
		out, ok := zshMasked(tt[0])
		if got := dotted(out); ok != (tt[1] != "") || got != tt[1] {
			t.Errorf("%q\ngot  %q\nwant %q", tt[0], got, tt[1])
		}
		if unmasked(out) != tt[0] && ok {
			t.Errorf("%q comes back as %q", tt[0], unmasked(out))
		}
		for n := range tt[0] { // no part of it is too short for the scan
			zshMasked(tt[0][:n])
			Read(tt[0][n:], dialect.Zsh)
		}
	}
}

func dotted(text string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(masks, c) {
			return '.'
		}
		return c
	}, text)
}

// TestZshMaskBounds: what nests deep is given up, and ends soon.
func TestZshMaskBounds(t *testing.T) {
	for _, text := range []string{strings.Repeat(`"${x:-'`, 3000), strings.Repeat("$((", 3000),
		strings.Repeat("$(( (", 3000) + "${x:-'a'}",
		strings.Repeat("${x:-", 3000), strings.Repeat("(a|$(", 3000), strings.Repeat("${(l:$(", 2000),
		strings.Repeat("((", 5000)} {
		if _, ok := zshMasked(text); ok {
			t.Errorf("%.40q… is read", text)
		}
	}
}
