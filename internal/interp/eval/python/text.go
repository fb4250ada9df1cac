package python

import (
	"strconv"
	"strings"
	"unicode/utf8"

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

// textOf is what str and its like make of a value.
func (m *machine) textOf(c core.Invocation) (*core.Value, bool) {
	m.NoteCall(c)
	first := c.At(0)
	if first == nil {
		return core.Str(""), true
	}
	if c.Name == "repr" && first.Kind != core.KindNum {
		return core.Data, true // with quotes and escapes
	}
	switch first.Kind {
	case core.KindStr, core.KindNum, core.KindObj:
		if w, ok := first.AsWord(); ok {
			return &core.Value{Kind: core.KindStr, Word: w}, true
		}
	case core.KindData:
		return first, true
	case core.KindList:
		if c.Name == "bytes" {
			return core.FromCodes(first), true
		}
	}
	return core.Data, first.Plain() || c.Name != "bytes"
}

// chr is the character of a code.
func (m *machine) chr(c core.Invocation) *core.Value {
	m.NoteCall(c)
	if first := c.At(0); first != nil && first.Kind == core.KindNum {
		if n, err := strconv.ParseInt(first.Name, 0, 32); err == nil && utf8.ValidRune(rune(n)) {
			return core.Str(string(rune(n)))
		}
	}
	return core.Data
}

// decoded calls a function that decodes a text.
func (m *machine) decoded(c core.Invocation) (*core.Value, bool) {
	first := c.At(0)
	if first == nil {
		return nil, false
	}
	var out *core.Value
	switch c.Name {
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify":
		out = core.FromHex(first)
	case "base64.b64decode", "base64.urlsafe_b64decode", "base64.standard_b64decode",
		"base64.decodebytes", "binascii.a2b_base64":
		out = core.FromBase64(first)
	case "codecs.decode", "codecs.encode":
		e := c.At(1)
		if e == nil {
			return nil, false
		}
		out = core.Data
		if enc, ok := e.Text(); ok && strings.HasPrefix(enc, "rot") {
			out = core.DecodeAs(first, enc)
		}
	case "urllib.parse.unquote", "urllib.parse.unquote_plus":
		out = core.Unquote(first)
	default:
		return nil, false
	}
	m.NoteCall(c)
	return out, true
}

// parsed calls a function that takes a text apart.
func (m *machine) parsed(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "shlex.split":
		if t, ok := core.TextOf(c.At(0)); ok && !strings.ContainsAny(t, `'"\\`) {
			m.NoteCall(c)
			return core.StrList(strings.Fields(t)), true
		}
	case "yaml.load", "yaml.load_all":
		for _, a := range c.Args {
			if a.Val.Kind == core.KindRef && (a.Name == "Loader" || a.Name == "") &&
				strings.HasSuffix(a.Val.Name, "SafeLoader") {
				m.NoteCall(c)
				return core.Data, true
			}
		}
	}
	return nil, false
}
