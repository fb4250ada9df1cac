package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// textMethod computes a method of a text. It reports whether it could.
func (m *machine) textMethod(recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	if recv.Kind != core.KindStr || core.Spreads(args) {
		return nil, false
	}
	switch method {
	case "join":
		if len(args) == 1 {
			return core.JoinList(recv, args[0].Val)
		}
	case "encode", "decode":
		if len(args) == 0 {
			return recv, true
		}
		if enc, ok := core.TextAt(args, 0); ok {
			return core.DecodeAs(recv, enc), true
		}
	case "strip":
		if len(args) == 0 && recv.Word.Kind != fact.Literal {
			return recv, true
		}
	}
	s, ok := recv.Text()
	switch {
	case !ok:
		return nil, false
	case !core.PlainText(s) && countsCharacters(method):
		return core.Data, true
	}
	return m.wholeText(s, method, args)
}

// wholeText computes a method of a text of which all is known.
func (m *machine) wholeText(s, method string, args []core.Arg) (*core.Value, bool) {
	switch method {
	case "format":
		if core.Reaches(s, args) {
			m.Take("")
		}
		return m.format(s, args), true
	case "lower", "casefold":
		return core.Str(strings.ToLower(s)), true
	case "upper":
		return core.Str(strings.ToUpper(s)), true
	case "strip", "lstrip", "rstrip":
		return core.Str(stripped(s, method, args)), true
	case "replace":
		if len(args) > 2 {
			return core.Data, true // a count
		}
		return core.Replaced(s, args, -1)
	case "split":
		switch sep, ok := core.TextAt(args, 0); {
		case ok && sep != "" && len(args) == 1:
			return core.StrList(strings.Split(s, sep)), true
		case len(args) == 0:
			return core.StrList(strings.Fields(s)), true
		}
	case "splitlines":
		return core.StrList(strings.Split(strings.TrimSuffix(s, "\n"), "\n")), true
	}
	return nil, false
}

// stripped is a text without blanks, or the characters that are named, at its ends.
func stripped(s, method string, args []core.Arg) string {
	set, ok := core.TextAt(args, 0)
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
