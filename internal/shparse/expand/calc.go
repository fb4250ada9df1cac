package expand

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func Truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func BinaryArithm(op syntax.BinAritOperator, a, b int) (int, bool) {
	switch op {
	case syntax.Add, syntax.AddAssgn:
		return a + b, true
	case syntax.Sub, syntax.SubAssgn:
		return a - b, true
	case syntax.Mul, syntax.MulAssgn:
		return a * b, true
	case syntax.Quo, syntax.QuoAssgn:
		if b != 0 {
			return a / b, true
		}
	case syntax.Rem, syntax.RemAssgn:
		if b != 0 {
			return a % b, true
		}
	case syntax.Pow:
		return power(a, b)
	case syntax.And, syntax.AndAssgn:
		return a & b, true
	case syntax.Or, syntax.OrAssgn:
		return a | b, true
	case syntax.Xor, syntax.XorAssgn:
		return a ^ b, true
	case syntax.Shl, syntax.ShlAssgn:
		return a << (uint(b) & 63), true
	case syntax.Shr, syntax.ShrAssgn:
		return a >> (uint(b) & 63), true
	case syntax.Lss:
		return Truth(a < b), true
	case syntax.Gtr:
		return Truth(a > b), true
	case syntax.Leq:
		return Truth(a <= b), true
	case syntax.Geq:
		return Truth(a >= b), true
	case syntax.Eql:
		return Truth(a == b), true
	case syntax.Neq:
		return Truth(a != b), true
	case syntax.Comma:
		return b, true
	}
	return 0, false
}

func power(a, b int) (int, bool) {
	if b < 0 || b > 64 {
		return 0, false
	}
	n := 1
	for range b {
		n *= a
	}
	return n, true
}

func Assigns(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn,
		syntax.RemAssgn, syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn,
		syntax.ShrAssgn:
		return true
	}
	return false
}

// Octal is the base of a number without a sign of its base: 8 after a zero.
func Octal(text string) int {
	if text[0] == '0' {
		return 8
	}
	return 10
}

// Based is a number with its base in front: 0x1f, or 2#101 up to 36#z, from where on capital
// letters are digits of their own.
func Based(text string) (int, bool) {
	if rest, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		n, err := strconv.ParseInt(rest, 16, 64)
		return int(n), err == nil && rest[0] != '-' && rest[0] != '+'
	}
	base, digits, ok := strings.Cut(text, "#")
	b := Atoi(base)
	if !ok || b < 2 || b > 36 || digits == "" || digits[0] == '-' || digits[0] == '+' ||
		base[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, b, 64)
	return int(n), err == nil
}

// Atom reports whether text is one number or name, which means the same wherever it stands.
func Atom(text string) bool {
	text = strings.TrimPrefix(text, "-")
	for i := 0; i < len(text); i++ {
		if text[i] != '_' && text[i] != '#' && !LetterOrDigit(text[i]) {
			return false
		}
	}
	return text != ""
}
