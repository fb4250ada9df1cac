package subpath

import (
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Folds is whether the platform's usual file system ignores case.
const Folds = runtime.GOOS == "darwin" || runtime.GOOS == "windows"

// Fold maps names that a file system may take for the same to one string: case is folded, Unicode
// is decomposed (NFD), and the code points that HFS+ ignores are dropped. ASCII, the usual case,
// costs at most one allocation.
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return foldUnicode(s)
		}
	}
	return strings.ToLower(s)
}

// Lower is an ASCII letter in lower case, and every other byte.
func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func foldUnicode(s string) string {
	s = norm.NFD.String(s)
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == utf8.RuneError && n == 1:
			b = append(b, s[i])
		case ignored(c):
		default:
			if long := expansion(c); long != "" {
				b = append(b, long...)
			} else {
				b = utf8.AppendRune(b, simpleFold(c))
			}
		}
		i += n
	}
	return string(b)
}

// simpleFold returns the same rune for all runes that differ only in case.
func simpleFold(c rune) rune {
	least := c
	for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if least < utf8.RuneSelf {
		return rune(Lower(byte(least)))
	}
	return least
}

// expansion is the full case folding of runes that fold to several (CaseFolding.txt, status F), as
// far as they are not taken apart by decomposition and spell ASCII names.
func expansion(c rune) string {
	switch c {
	case 'ß', 'ẞ':
		return "ss"
	case 'ﬀ':
		return "ff"
	case 'ﬁ':
		return "fi"
	case 'ﬂ':
		return "fl"
	case 'ﬃ':
		return "ffi"
	case 'ﬄ':
		return "ffl"
	case 'ﬅ', 'ﬆ':
		return "st"
	}
	return ""
}

// ignored reports whether HFS+ leaves the code point out when it compares names.
func ignored(c rune) bool {
	return c >= 0x200c && c <= 0x200f || c >= 0x202a && c <= 0x202e || c >= 0x206a && c <= 0x206f ||
		c == 0xfeff
}
