package expand

import (
	"strconv"
	"strings"
)

func LetterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// IsFileByte reports whether a byte means nothing but itself at the end of a word.
func IsFileByte(c byte) bool { return LetterOrDigit(c) || strings.IndexByte("_./-", c) >= 0 }

// Atoi is -1 for anything but digits.
func Atoi(s string) int {
	if s == "" || strings.Trim(s, "0123456789") != "" || len(s) > 6 {
		return -1
	}
	n, _ := strconv.Atoi(s)
	return n
}

// UnquotedAny reports whether one of some characters stands in a literal without a backslash before
// it, quotedAny whether one stands there with one.
func UnquotedAny(s, chars string) bool { return anyOf(s, chars, false) }

func QuotedAny(s, chars string) bool { return anyOf(s, chars, true) }

func anyOf(s, chars string, quoted bool) bool {
	if !strings.ContainsAny(s, chars) {
		return false
	}
	for i := 0; i < len(s); i++ {
		was := s[i] == '\\' && i+1 < len(s)
		if was {
			i++
		}
		if was == quoted && strings.IndexByte(chars, s[i]) >= 0 {
			return true
		}
	}
	return false
}
