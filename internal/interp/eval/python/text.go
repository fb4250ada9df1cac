package python

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// textMethod computes a method of a text. It reports whether it could.
func (lb *library) textMethod(recv *core.Value, method string, args []core.Arg) *core.Value {
	if recv.Kind != core.KindStr || core.Spreads(args) {
		return nil
	}
	switch method {
	case "join":
		if len(args) == 1 {
			return core.JoinList(recv, args[0].Val)
		}
	case "encode", "decode":
		if len(args) == 0 {
			return recv
		}
		if enc, ok := core.TextAt(args, 0); ok {
			return core.DecodeAs(recv, enc)
		}
	case "strip":
		if len(args) == 0 && recv.Word.Kind != fact.Literal {
			return recv
		}
	}
	s, ok := recv.Text()
	switch {
	case !ok:
		return nil
	case !core.PlainText(s) && countsCharacters(method):
		return core.Data
	}
	return lb.wholeText(s, method, args)
}

// wholeText computes a method of a text that is known to its end.
func (lb *library) wholeText(s, method string, args []core.Arg) *core.Value {
	switch method {
	case "format":
		if core.ReachesEnviron(s, args) {
			lb.ev.Environ.NoteRead("")
		}
		return format(s, args)
	case "lower", "casefold":
		return core.Str(strings.ToLower(s))
	case "upper":
		return core.Str(strings.ToUpper(s))
	case "strip", "lstrip", "rstrip":
		return core.Str(stripped(s, method, args))
	case "replace":
		if len(args) > 2 {
			return core.Data // a count
		}
		return core.Replaced(s, args, -1)
	case "split":
		switch sep, ok := core.TextAt(args, 0); {
		case ok && sep != "" && len(args) == 1:
			return core.StrList(strings.Split(s, sep))
		case len(args) == 0:
			return core.StrList(strings.Fields(s))
		}
	case "splitlines":
		return core.StrList(strings.Split(strings.TrimSuffix(s, "\n"), "\n"))
	}
	return nil
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
func (lb *library) textOf(c core.Invocation) *core.Value {
	first := c.At(0)
	switch {
	case first == nil:
		return core.Str("")
	case c.Name == "repr" && first.Kind != core.KindNum:
		return core.Data // with quotes and escapes
	}
	switch first.Kind {
	case core.KindStr, core.KindNum, core.KindObj:
		if w, ok := first.AsWord(); ok {
			return &core.Value{Kind: core.KindStr, Word: w}
		}
	case core.KindData:
		return first
	case core.KindList:
		if c.Name == "bytes" {
			return core.FromCodes(first)
		}
	}
	if !first.Plain() && c.Name == "bytes" {
		return nil
	}
	return core.Data
}

// chr is the character of a code.
func (lb *library) chr(c core.Invocation) *core.Value {
	if first := c.At(0); first != nil && first.Kind == core.KindNum {
		if n, err := strconv.ParseInt(first.Name, 0, 32); err == nil && utf8.ValidRune(rune(n)) {
			return core.Str(string(rune(n)))
		}
	}
	return core.Data
}

// codec decodes or encodes a text.
func (lb *library) codec(c core.Invocation) *core.Value {
	first, e := c.At(0), c.At(1)
	if first == nil || e == nil {
		return nil
	}
	lb.ev.Report.NoteCall(c)
	if enc, ok := e.Text(); ok && strings.HasPrefix(enc, "rot") {
		return core.DecodeAs(first, enc)
	}
	return core.Data
}

// shellSplit is shlex.split of a text without quotes.
func (lb *library) shellSplit(c core.Invocation) *core.Value {
	t, ok := core.TextOf(c.At(0))
	if !ok || strings.ContainsAny(t, `'"\\`) {
		return nil
	}
	lb.ev.Report.NoteCall(c)
	return core.StrList(strings.Fields(t))
}

// yamlLoad is yaml.load with a loader that makes nothing but data.
func (lb *library) yamlLoad(c core.Invocation) *core.Value {
	for _, a := range c.Args {
		if a.Val.Kind == core.KindRef && (a.Name == "Loader" || a.Name == "") &&
			strings.HasSuffix(a.Val.Name, "SafeLoader") {
			lb.ev.Report.NoteCall(c)
			return core.Data
		}
	}
	return nil
}

// format is str.format and, with its arguments as a list, the operator %.
func format(s string, args []core.Arg) *core.Value {
	var parts []*core.Value
	auto := 0
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			parts = append(parts, core.Str(s))
			break
		}
		parts = append(parts, core.Str(s[:i]))
		if i+1 < len(s) && s[i+1] == s[i] {
			parts = append(parts, core.Str(s[i:i+1]))
			s = s[i+2:]
			continue
		}
		end := strings.IndexByte(s[i:], '}')
		if s[i] == '}' || end < 0 {
			return core.Data
		}
		field := s[i+1 : i+end]
		s = s[i+end+1:]
		v, numbered := formatField(field, args, auto)
		if !numbered {
			auto++
		}
		parts = append(parts, v)
	}
	return core.Concat(parts...)
}

// formatField is what stands for one field of a template. It reports whether that says which
// argument it means.
func formatField(field string, args []core.Arg, next int) (v *core.Value, named bool) {
	name, spec, _ := strings.Cut(field, ":")
	name, _, converted := strings.Cut(name, "!")
	v, named = core.Data, name != ""
	n, err := strconv.Atoi(name)
	if !named {
		n, err = next, nil
	}
	switch {
	case err == nil:
		if n >= 0 && n < len(args) && args[n].Name == "" && !args[n].Spread {
			v = args[n].Val
		}
	default:
		for _, a := range args {
			if a.Name == name {
				v = a.Val
			}
		}
	}
	plain := spec == "" || spec == "s" || spec == "d"
	if !plain || converted || v.Kind == core.KindAlt {
		v = core.Data
	}
	return v, named
}

// percent is the operator % on a string.
func percent(s string, right *core.Value) *core.Value {
	args := []*core.Value{right}
	if right.Kind == core.KindList {
		if right.More {
			args = nil
		} else {
			args = right.List
		}
	}
	var parts []*core.Value
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+1 >= len(s) {
			parts = append(parts, core.Str(s))
			break
		}
		parts = append(parts, core.Str(s[:i]))
		verb := s[i+1]
		s = s[i+2:]
		switch verb {
		case '%':
			parts = append(parts, core.Str("%"))
		case 's', 'd', 'i':
			v := core.Data
			if len(args) > 0 {
				v, args = args[0], args[1:]
			}
			parts = append(parts, v)
		case '(':
			name, rest, ok := strings.Cut(s, ")")
			if !ok || rest == "" {
				return core.Data
			}
			v := right.Get(name)
			if v == nil || rest[0] != 's' && rest[0] != 'd' {
				v = core.Data
			}
			parts, s = append(parts, v), rest[1:]
		default:
			return core.Partial(prefixOf(parts), "")
		}
	}
	return core.Concat(parts...)
}

func prefixOf(parts []*core.Value) string {
	v := core.Concat(parts...)
	if v.Kind == core.KindStr {
		return v.Word.Text
	}
	return ""
}

// library is what functions and methods do that no entry of the tables can say.
type library struct {
	ev      *core.Evaluator
	modules *modules
}
