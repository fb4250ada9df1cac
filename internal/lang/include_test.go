package lang

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// TestIncludes holds what texts include: "name" beside the file, <name>, NAME of a macro, ? where
// it cannot be told.
func TestIncludes(t *testing.T) {
	for _, tt := range []struct {
		lang       fact.IncludeLang
		text, want string
	}{
		{fact.CIncludes, "#include \"a.h\"\n#include <b.h>\nint x;", `"a.h" <b.h>`},
		{fact.CIncludes, "  #  include_next<b.h>//x", `<b.h>`},
		{fact.CIncludes, "#import \"a\"\n#embed \"b\" limit(1)\nimport <c>;\nexport import \"d\";",
			`"a" "b" <c> "d"`},
		{fact.CIncludes, "/* x\n */ # /* y\n */ include /**/ \"a\"", `"a" "a"`},
		{fact.CIncludes, "#inc\\  \nlude \"a\"", `"a"`},
		{fact.CIncludes, "??=include \"a\"", `"a"`},
		{fact.CIncludes, "%:include \"a\"", `"a"`},
		{fact.CIncludes, "#include X\n#include Y()\n#include S(a)\n#include", "X Y S? ?"},
		{fact.CIncludes, "#line 3 \"a\"\n# 4 \"b\" 2\n# 1 \"<stdin>\"\n#line 7", `"a" "b"`},
		{fact.CIncludes, "x = \"#include <a>\"; // #include <b>\n#define X <c>\n#if __has_include(<d>)",
			""},
		{fact.CIncludes, ".include \"a\"\n\t.incbin \"b\",4\n.incbin F\n.incr", `"a" "b" F`},
		{fact.CIncludes, `asm(".incbin \"a\""); x.include = y;`, `"a" "a"`},
		{fact.CIncludes, `__asm__(".inc" "\x62\151n \"a\"");`, `"a"`},
		{fact.CIncludes, `asm("\".inc" "" "bin" "\x20\"a\"");`, `"a"`},
		{fact.RoffIncludes, ".so a", "?"}, {fact.RoffIncludes, "x\n.  do mso c", "?"},
		{fact.RoffIncludes, ".if n \\{.nx d", "?"}, {fact.RoffIncludes, ".als q s\\\no", "?"},
		{fact.RoffIncludes, ".TH so\nso e\n.SH so f. do so\n.source", ""},
	} {
		var got []string
		for _, n := range Includes(tt.lang, tt.text) {
			s := n.Name
			switch {
			case n.Lost && !n.Macro:
				s = "?"
			case n.Lost:
				s += "?"
			case n.Macro:
			case n.Beside:
				s = fmt.Sprintf("%q", s)
			default:
				s = "<" + s + ">"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, s, tt.want)
		}
	}
}

// TestDefined holds the values of macros.
func TestDefined(t *testing.T) {
	text := "#define X \"a\"\n# /**/ define X(y) z\n%:define XY 1\n#define\\\n X <b>"
	if got := strings.Join(Defined(text, "X"), "|"); got != `"a"|(y) z|<b>` {
		t.Errorf("got %s", got)
	}
}
