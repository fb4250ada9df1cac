package cmdoutput

import (
	"strings"
)

// sed computes substitutions of plain text for plain text, s/rm -i/rm/ or s|x|y|g, and of the ends
// of lines, s/^/x/, in one script. Everything else of sed is not computed: addresses, expressions,
// other commands and other options.
func sed(args []string, text string) (string, bool) {
	if len(args) > 0 && (args[0] == "-e" || args[0] == "-E" || args[0] == "-r") {
		args = args[1:]
	}
	// whether a last line is completed differs
	if len(args) != 1 || text == "" || text[len(text)-1] != '\n' {
		return "", false
	}
	script := args[0]
	for {
		s, rest, ok := cutSubstitution(script)
		if !ok {
			return "", false
		}
		if text = s.apply(text); len(text) > maxText {
			return "", false
		}
		if rest == "" {
			return text, true
		}
		script = rest
	}
}

// substitution is s/from/to/ with or without g.
type substitution struct {
	from, to string
	all      bool
}

// cutSubstitution takes the first command of a script of substitutions, and returns the commands
// behind it.
func cutSubstitution(script string) (s substitution, rest string, ok bool) {
	script = strings.TrimLeft(script, " ")
	if len(script) < 2 || script[0] != 's' || strings.IndexByte("/|,:;@#%=!_+~", script[1]) < 0 {
		return s, "", false
	}
	parts := strings.SplitN(script[2:], script[1:2], 3)
	edge := len(parts) == 3 && (parts[0] == "^" || parts[0] == "$")
	if len(parts) != 3 || parts[0] == "" || !edge && !plainInSed(parts[0]) ||
		!plainInSed(strings.ReplaceAll(parts[1], ".", "")) {
		return s, "", false
	}
	flags, rest, _ := strings.Cut(parts[2], ";")
	s = substitution{from: parts[0], to: parts[1], all: strings.TrimRight(flags, " ") == "g"}
	return s, rest, s.all || strings.TrimRight(flags, " ") == ""
}

// plainInSed reports whether text stands for itself on both sides of a substitution, as a basic and
// as an extended regular expression (POSIX XBD 9).
func plainInSed(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
			strings.IndexByte(" _-/,:;@#%=!'\"<>~", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// apply substitutes in each line.
func (s *substitution) apply(text string) string {
	n := 1
	if s.all {
		n = -1
	}
	lines := strings.SplitAfter(text, "\n")
	for i := range lines {
		if line, ok := strings.CutSuffix(lines[i], "\n"); ok && s.from == "^" {
			lines[i] = s.to + lines[i]
			continue
		} else if ok && s.from == "$" {
			lines[i] = line + s.to + "\n"
			continue
		}
		lines[i] = strings.Replace(lines[i], s.from, s.to, n)
	}
	return strings.Join(lines, "")
}
