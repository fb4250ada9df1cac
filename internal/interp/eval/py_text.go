package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// textMethod computes a method of a text. It reports whether it could.
func (m *python) textMethod(recv *Value, method string, args []arg) (*Value, bool) {
	if recv.kind != kStr || spreads(args) {
		return nil, false
	}
	switch method {
	case "join":
		if len(args) == 1 {
			return joinList(recv, args[0].val)
		}
	case "encode", "decode":
		if len(args) == 0 {
			return recv, true
		}
		if enc, ok := textAt(args, 0); ok {
			return decodeAs(recv, enc), true
		}
	case "strip":
		if len(args) == 0 && recv.word.Kind != fact.Literal {
			return recv, true
		}
	}
	s, ok := recv.text()
	switch {
	case !ok:
		return nil, false
	case !plainText(s) && countsCharacters(method):
		return data, true
	}
	return m.wholeText(s, method, args)
}

// wholeText computes a method of a text of which all is known.
func (m *python) wholeText(s, method string, args []arg) (*Value, bool) {
	switch method {
	case "format":
		if reaches(s, args) {
			m.take("")
		}
		return m.format(s, args), true
	case "lower", "casefold":
		return str(strings.ToLower(s)), true
	case "upper":
		return str(strings.ToUpper(s)), true
	case "strip", "lstrip", "rstrip":
		return str(stripped(s, method, args)), true
	case "replace":
		if len(args) > 2 {
			return data, true // a count
		}
		return replaced(s, args, -1)
	case "split":
		switch sep, ok := textAt(args, 0); {
		case ok && sep != "" && len(args) == 1:
			return strList(strings.Split(s, sep)), true
		case len(args) == 0:
			return strList(strings.Fields(s)), true
		}
	case "splitlines":
		return strList(strings.Split(strings.TrimSuffix(s, "\n"), "\n")), true
	}
	return nil, false
}

// stripped is a text without blanks, or the characters that are named, at its ends.
func stripped(s, method string, args []arg) string {
	set, ok := textAt(args, 0)
	switch {
	case !ok && method == "strip":
		return strings.TrimSpace(s)
	case !ok:
		set = " \t\n\r"
	}
	switch method {
	case "lstrip":
		return strings.TrimLeft(s, set)
	case "rstrip":
		return strings.TrimRight(s, set)
	}
	return strings.Trim(s, set)
}

// countsCharacters reports whether what a method gives depends on what a character is.
func countsCharacters(method string) bool {
	switch method {
	case "lower", "casefold", "upper", "strip", "lstrip", "rstrip", "splitlines", "split":
		return true
	}
	return false
}
