package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// scan is a position in code, and what was found before it.
type scan struct {
	token.Scanner
	actions
}

func newScan(src string, i int) scan { return scan{Scanner: token.Scanner{Src: src, I: i}} }

// plainASCII reports whether a byte is printable ASCII or white space: names and operators have no
// others.
func plainASCII(ch byte) bool { return ch >= ' ' && ch < 0x7f || token.Blank(ch) }

// upper reports whether a name is written like a constant.
func upper(w string) bool {
	return w != "" && strings.ToUpper(w) == w && !token.Digit(w[0])
}

// number returns the length of a number at the begin of s.
func number(s string) int {
	n := 0
	digits := func(set string) {
		for n < len(s) && strings.IndexByte(set, s[n]) >= 0 {
			n++
		}
	}
	if len(s) > 2 && s[0] == '0' && (s[1]|0x20 == 'x' || s[1]|0x20 == 'b') {
		n = 2
		digits("0123456789abcdefABCDEF_")
		return n
	}
	const decimal = "0123456789_"
	digits(decimal)
	if n+1 < len(s) && s[n] == '.' && token.Digit(s[n+1]) {
		n++
		digits(decimal)
	}
	if n+1 < len(s) && s[n]|0x20 == 'e' &&
		(token.Digit(s[n+1]) || n+2 < len(s) && (s[n+1] == '-' || s[n+1] == '+') &&
			token.Digit(s[n+2])) {
		n += 2
		digits(decimal)
	}
	return n
}

// fileName reports whether a literal can be the name of a file as it stands.
func fileName(s string) bool {
	return s != "" && !strings.ContainsAny(s, "\x00\n") && !strings.Contains(s, "://")
}
