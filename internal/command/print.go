package command

import "strings"

// prints reports whether code does nothing but print literals without interpolation, numbers and plain names.
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
	for end < len(stmt) && (isWordByte(stmt[end]) || stmt[end] == '.') {
		end++
	}
	switch stmt[:end] {
	case "print", "say", "puts", "p", "pp", "echo", "printf", "println", "IO.puts":
		return plainValues(stmt[end:])
	}
	return false
}

// plainValues reports whether text is made of literals, numbers, names in upper case and operators.
func plainValues(s string) bool {
	for i := 0; i < len(s); {
		switch ch := s[i]; {
		case ch == '"' || ch == '\'':
			end := quotedEnd(s, i, ch)
			if ch == '"' && interpolates(s[i:end]) {
				return false
			}
			i = end
		case isWordByte(ch):
			end := i
			for end < len(s) && isWordByte(s[end]) {
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

// interpolates reports whether a string in double quotes holds more than variables of the line that is read.
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

// lineVariable returns the length of a variable of Perl that stands for a part of the line that is read, for its number
// or for the version: $_ $1 $. $F[0] $]; 0 for any other.
func lineVariable(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch ch := s[1]; {
	case ch == '_' || ch == '.' || ch == ']' || ch == '&' || ch >= '0' && ch <= '9':
		if len(s) > 2 && (isWordByte(s[2]) && ch == '_' || s[2] == '{' || s[2] == '[' || s[2] == '-') {
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

// filters reports whether Perl code does nothing but what its users write in place of sed: substitutions and
// transliterations without code, and prints, under conditions on the line.
func filters(code string) bool {
	rest := strings.TrimSpace(code)
	for rest != "" {
		n := filterStatement(rest)
		if n == 0 {
			return false
		}
		rest = strings.TrimSpace(rest[n:])
		if rest == "" {
			return true
		}
		if rest[0] != ';' {
			return false
		}
		rest = strings.TrimSpace(rest[1:])
	}
	return true
}

// filterStatement returns the length of the statement at the begin of s; 0 if it is none that only filters.
func filterStatement(s string) int {
	n := 0
	switch {
	case strings.HasPrefix(s, "tr") && len(s) > 2 && punctuation(s[2]):
		n = twoParts(s, 2)
	case (s[0] == 's' || s[0] == 'y') && len(s) > 1 && punctuation(s[1]):
		n = twoParts(s, 1)
	default:
		for n < len(s) && isWordByte(s[n]) {
			n++
		}
		switch s[:n] {
		case "print", "printf", "next", "last", "say":
		default:
			return 0
		}
		end := n
		for end < len(s) && s[end] != ';' && !strings.HasPrefix(s[end:], " if ") && !strings.HasPrefix(s[end:], " unless ") {
			if s[end] == '"' || s[end] == '\'' {
				end = quotedEnd(s, end, s[end])
			} else {
				end++
			}
		}
		if !plainValues(s[n:end]) {
			return 0
		}
		n = end
	}
	if n == 0 {
		return 0
	}
	return n + condition(s[n:])
}

// condition returns the length of a condition on the line: if /regex/, unless $. == 3; 0 for none or another.
func condition(s string) int {
	rest, ok := strings.CutPrefix(s, " if ")
	if !ok {
		if rest, ok = strings.CutPrefix(s, " unless "); !ok {
			return 0
		}
	}
	at := len(s) - len(rest)
	i := 0
	for i < len(rest) && rest[i] != ';' {
		switch ch := rest[i]; {
		case ch == '/':
			end := quotedEnd(rest, i, '/')
			if unsafeRegex(rest[i:end]) {
				return 0
			}
			for i = end; i < len(rest) && strings.IndexByte("gimsx", rest[i]) >= 0; i++ {
			}
		case ch == '$':
			n := lineVariable(rest[i:])
			if n == 0 {
				return 0
			}
			i += n
		case ch >= '0' && ch <= '9' || strings.IndexByte(" =<>!&|().", ch) >= 0:
			i++
		default:
			return 0
		}
	}
	return at + i
}

// twoParts takes s/a/b/flags from the delimiter at i. 0 where the replacement is code.
func twoParts(s string, i int) int {
	delim := s[i]
	mid := quotedEnd(s, i, delim)
	if mid >= len(s) || s[mid-1] != delim || strings.IndexByte("([{<", delim) >= 0 {
		return 0
	}
	end := quotedEnd(s, mid-1, delim)
	if s[end-1] != delim || unsafeRegex(s[i:mid]) || interpolates(s[mid:end]) {
		return 0
	}
	for end < len(s) && isWordByte(s[end]) {
		if strings.IndexByte("gimsxrdc", s[end]) < 0 {
			return 0 // e runs the replacement
		}
		end++
	}
	return end
}

// unsafeRegex reports whether a regular expression of Perl holds code or another variable.
func unsafeRegex(s string) bool {
	return strings.Contains(s, "(?{") || strings.Contains(s, "(??{") || strings.Contains(s, "@{") || strings.Contains(s, "${")
}

func punctuation(ch byte) bool { return ch > ' ' && ch < 0x7f && !isWordByte(ch) }
