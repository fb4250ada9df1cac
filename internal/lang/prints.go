package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// prints reports whether code does nothing but print literals without interpolation, numbers and
// plain names.
func prints(code string) bool {
	for stmt := range strings.SplitSeq(strings.TrimSpace(code), ";") {
		if stmt = strings.TrimSpace(stmt); stmt != "" && !printStatement(stmt) {
			return false
		}
	}
	return true
}

func printStatement(stmt string) bool {
	end := 0
	for end < len(stmt) && (token.Word(stmt[end]) || stmt[end] == '.') {
		end++
	}
	return is("any", "prints", stmt[:end]) && plainValues(stmt[end:])
}

// plainValues reports whether text is made of literals, numbers, names in upper case and operators.
func plainValues(s string) bool {
	for i := 0; i < len(s); {
		switch ch := s[i]; {
		case ch == '"' || ch == '\'':
			end := token.QuotedEnd(s, i, ch)
			if ch == '"' && interpolates(s[i:end]) {
				return false
			}
			i = end
		case token.Word(ch):
			end := i
			for end < len(s) && token.Word(s[end]) {
				end++
			}
			if !plainName(s[i:end]) {
				return false
			}
			i = end
		case ch == '$':
			n := lineVariable(s[i:])
			if n == 0 {
				return false
			}
			i += n
		case strings.IndexByte(" \t\n+-*/%().,=&!?:", ch) >= 0:
			i++
		default:
			return false // a comparison is also a redirection, a pipe also a program
		}
	}
	return true
}

func plainName(w string) bool {
	if strings.Trim(w, "0123456789") == "" {
		return true
	}
	switch w {
	case "ENV", "STDIN", "ARGV", "DATA":
		return false
	}
	return strings.ToUpper(w) == w
}

// interpolates reports whether a string in double quotes holds more than variables of the line that
// is read.
func interpolates(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '@', '#', '`':
			return s[i] != '#' || i+1 < len(s) && s[i+1] == '{'
		case '$':
			n := lineVariable(s[i:])
			if n == 0 {
				return true
			}
			i += n - 1
		}
	}
	return false
}

// lineVariable returns the length of a variable of Perl that stands for a part of the line that is
// read, for its number or for the version: $_ $1 $. $F[0] $]; 0 for any other.
func lineVariable(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch ch := s[1]; {
	case ch == '_' || ch == '.' || ch == ']' || ch == '&' || ch >= '0' && ch <= '9':
		if len(s) > 2 &&
			(token.Word(s[2]) && ch == '_' || s[2] == '{' || s[2] == '[' || s[2] == '-') {
			return 0
		}
		return 2
	case strings.HasPrefix(s, "$F["):
		end := strings.IndexByte(s, ']')
		if end > 0 && strings.Trim(s[3:end], "-0123456789") == "" {
			return end + 1
		}
	}
	return 0
}
