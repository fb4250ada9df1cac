package expand

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/shparse/domain"
)

func SequenceItem(i int, letter bool, width int) string {
	if letter {
		return string(rune(i))
	}
	s := strconv.Itoa(max(i, -i))
	neg := 0
	if i < 0 {
		neg = 1
	}
	if n := width - len(s) - neg; n > 0 {
		s = strings.Repeat("0", n) + s
	}
	if neg == 1 {
		s = "-" + s
	}
	return s
}

// Padded reports whether a number is written with leading zeros, which all items then get.
func Padded(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}

// PlainSequence reports whether both ends are numbers without leading zeros, or letters of one
// case.
func PlainSequence(a, b string) bool {
	if domain.IsNumber(a) && domain.IsNumber(b) {
		return true
	}
	lower := func(s string) bool { return len(s) == 1 && s[0] >= 'a' && s[0] <= 'z' }
	upper := func(s string) bool { return len(s) == 1 && s[0] >= 'A' && s[0] <= 'Z' }
	return lower(a) && lower(b) || upper(a) && upper(b)
}
