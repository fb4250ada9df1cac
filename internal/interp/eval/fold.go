package eval

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
)

// foldString computes a string method of both languages. ok is false where it is not computed.
func (m *machine) foldString(recv *Value, method string, args []arg) (*Value, bool) {
	for _, a := range args {
		if a.spread {
			return nil, false
		}
	}
	if recv.kind != kStr {
		return nil, false
	}
	at := func(i int) (string, bool) {
		if i >= len(args) {
			return "", false
		}
		return args[i].val.text()
	}
	if method == "concat" && m.js {
		parts := []*Value{recv}
		for _, a := range args {
			parts = append(parts, a.val)
		}
		return concat(parts...), true
	}
	if method == "join" && !m.js && len(args) == 1 {
		return joinList(recv, args[0].val)
	}
	if method == "encode" || method == "decode" || method == "toString" || method == "valueOf" || method == "strip" && recv.word.Kind != 0 || method == "normalize" {
		if len(args) == 0 {
			return recv, true
		}
		if enc, ok := at(0); ok && method != "strip" {
			return decodeAs(recv, enc), true
		}
	}
	s, ok := recv.text()
	if !ok {
		return nil, false
	}
	if !plainText(s) && countsCharacters(method) {
		return data, true
	}
	switch method {
	case "format":
		if reaches(s, args) {
			m.take("")
		}
		return m.format(s, args), true
	case "lower", "toLowerCase", "casefold":
		return str(strings.ToLower(s)), true
	case "upper", "toUpperCase":
		return str(strings.ToUpper(s)), true
	case "strip", "trim":
		if set, ok := at(0); ok {
			return str(strings.Trim(s, set)), true
		}
		return str(strings.TrimSpace(s)), true
	case "lstrip", "rstrip":
		set, ok := at(0)
		if !ok {
			set = " \t\n\r"
		}
		if method == "lstrip" {
			return str(strings.TrimLeft(s, set)), true
		}
		return str(strings.TrimRight(s, set)), true
	case "replace", "replaceAll":
		old, ok1 := at(0)
		new, ok2 := at(1)
		if len(args) > 2 || m.js && strings.Contains(new, "$") {
			return data, true // a count, or a reference to what was found
		}
		if ok1 && ok2 && len(s) < 4096 && old != "" {
			if m.js && method == "replace" {
				return str(strings.Replace(s, old, new, 1)), true
			}
			return str(strings.ReplaceAll(s, old, new)), true
		}
	case "split":
		sep, ok := at(0)
		switch {
		case ok && sep != "" && len(args) == 1:
			return strList(strings.Split(s, sep)), true
		case ok && sep == "" && m.js:
			return strList(strings.Split(s, "")), true
		case len(args) == 0 && !m.js:
			return strList(strings.Fields(s)), true
		}
	case "splitlines":
		return strList(strings.Split(strings.TrimSuffix(s, "\n"), "\n")), true
	case "repeat":
		if len(args) == 1 && args[0].val.kind == kNum {
			if n, err := strconv.Atoi(args[0].val.name); err == nil && n >= 0 && n*len(s) < maxText {
				return str(strings.Repeat(s, n)), true
			}
		}
	case "slice":
		return slice(recv, args)
	case "substring":
		for _, a := range args {
			if strings.HasPrefix(a.val.name, "-") {
				return data, true // counts from the start, not from the end
			}
		}
		return slice(recv, args)
	case "charAt":
		if len(args) == 1 {
			return m.index(recv, args[0].val), true
		}
	}
	return nil, false
}

// plainText reports whether text holds nothing but printable ASCII, blanks and line feeds: of other
// characters languages differ in what one is, which ones are blank, and which have another case.
func plainText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// countsCharacters reports whether what a method gives depends on what a character is.
func countsCharacters(method string) bool {
	switch method {
	case "lower", "toLowerCase", "casefold", "upper", "toUpperCase", "strip", "trim", "lstrip", "rstrip", "splitlines", "slice", "substring", "charAt", "split":
		return true
	}
	return false
}

func strList(list []string) *Value {
	if len(list) > 4*maxUnroll {
		return data
	}
	out := &Value{kind: kList}
	for _, s := range list {
		out.list = append(out.list, str(s))
	}
	return out
}

// joinList joins a list with a separator.
func joinList(sep, list *Value) (*Value, bool) {
	if list.kind != kList || list.wild {
		return data, list.plain()
	}
	var parts []*Value
	for i, e := range list.list {
		if i > 0 {
			parts = append(parts, sep)
		}
		parts = append(parts, e)
	}
	if list.more {
		parts = append(parts, data)
	}
	return concat(parts...), true
}

func slice(recv *Value, args []arg) (*Value, bool) {
	s, ok := recv.text()
	ok = ok && plainText(s)
	from, to := 0, len(s)
	for i, a := range args {
		n, err := strconv.Atoi(a.val.name)
		if a.val.kind != kNum || err != nil {
			return data, true
		}
		if n < 0 {
			n += len(s)
		}
		if n = min(max(n, 0), len(s)); i == 0 {
			from = n
		} else {
			to = n
		}
	}
	if !ok || from > to {
		return data, true
	}
	return str(s[from:to]), true
}

// decodeAs is decode(encoding) and toString(encoding).
func decodeAs(v *Value, enc string) *Value {
	s, ok := v.text()
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(enc)) {
	case "utf8", "ascii", "latin1", "utf":
		return v
	case "rot13":
		if ok {
			return str(strings.Map(rot13, s))
		}
	case "hex":
		if ok {
			return str(hex.EncodeToString([]byte(s)))
		}
	case "base64":
		if ok {
			return str(base64.StdEncoding.EncodeToString([]byte(s)))
		}
	}
	return data
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

// fromBase64 decodes text in one of the alphabets; unknown text gives unknown data.
func fromBase64(v *Value) *Value {
	s, ok := v.text()
	if !ok {
		return data
	}
	s = strings.TrimRight(strings.Map(func(r rune) rune {
		switch r {
		case '\n', ' ', '\r':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, s), "=")
	b, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return data
	}
	return str(string(b))
}

func fromHex(v *Value) *Value {
	s, ok := v.text()
	if !ok {
		return data
	}
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		return data
	}
	return str(string(b))
}

func unquote(v *Value) *Value {
	s, ok := v.text()
	if !ok {
		return data
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			if i+2 >= len(s) {
				return data
			}
			c, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return data
			}
			b.WriteByte(byte(c))
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return str(b.String())
}

// joinPath is os.path.join and path.join: an absolute part starts anew in Python and in
// path.resolve.
func joinPath(args []arg, restart bool) *Value {
	return eachWay(args, 1, func(args []arg) *Value { return joined(args, restart) })
}

// maxWays bounds the combinations of alternatives that are worked out for one call.
const maxWays = 16

// eachWay calls f with each combination of what the arguments may be, as text or paths; too many
// are not known.
func eachWay(args []arg, ways int, f func([]arg) *Value) *Value {
	for i, a := range args {
		v := pathText(a.val)
		if v.kind != kAlt || a.spread {
			continue
		}
		one := append([]arg(nil), args...)
		if ways *= len(v.list); ways > maxWays {
			one[i].val = data
			return eachWay(one, 1, f)
		}
		var out *Value
		for _, e := range v.list {
			one[i].val = e
			out = join(out, eachWay(one, ways, f))
		}
		return out
	}
	return f(args)
}

func joined(args []arg, restart bool) *Value {
	out := str("")
	for i, a := range args {
		if a.spread {
			return concat(out, str("/"), data)
		}
		v := a.val
		if v.kind == kObj && v.base != nil {
			v = v.base
		}
		w, ok := v.asWord()
		switch {
		case !ok:
			return data
		case restart && strings.HasPrefix(w.Text, "/"), i == 0:
			out = &Value{kind: kStr, word: w}
		case restart && w.Kind != 0 && w.Text == "":
			return partial("", w.Suffix) // it may be absolute
		default:
			if t, known := out.text(); !known || t != "" && !strings.HasSuffix(t, "/") {
				out = concat(out, str("/"))
			}
			out = concat(out, &Value{kind: kStr, word: w})
		}
	}
	return out
}

// format is str.format and, with its arguments as a list, the operator %.
func (m *machine) format(s string, args []arg) *Value {
	var parts []*Value
	auto := 0
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			parts = append(parts, str(s))
			break
		}
		parts = append(parts, str(s[:i]))
		if i+1 < len(s) && s[i+1] == s[i] {
			parts = append(parts, str(s[i:i+1]))
			s = s[i+2:]
			continue
		}
		end := strings.IndexByte(s[i:], '}')
		if s[i] == '}' || end < 0 {
			return data
		}
		field := s[i+1 : i+end]
		s = s[i+end+1:]
		name, spec, has := strings.Cut(field, ":")
		name, _, converted := strings.Cut(name, "!")
		v := data
		if name == "" {
			name = itoa(auto)
			auto++
		}
		if n, err := strconv.Atoi(name); err == nil {
			if n < len(args) && args[n].name == "" && !args[n].spread {
				v = args[n].val
			}
		} else {
			for _, a := range args {
				if a.name == name {
					v = a.val
				}
			}
		}
		if has && spec != "" && spec != "s" && spec != "d" || v.kind == kAlt || converted {
			v = data
		}
		parts = append(parts, v)
	}
	return concat(parts...)
}

// percent is the operator % on a string.
func percent(s string, right *Value) *Value {
	args := []*Value{right}
	if right.kind == kList {
		if right.more {
			args = nil
		} else {
			args = right.list
		}
	}
	var parts []*Value
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+1 >= len(s) {
			parts = append(parts, str(s))
			break
		}
		parts = append(parts, str(s[:i]))
		verb := s[i+1]
		s = s[i+2:]
		switch verb {
		case '%':
			parts = append(parts, str("%"))
		case 's', 'd', 'i':
			v := data
			if len(args) > 0 {
				v, args = args[0], args[1:]
			}
			parts = append(parts, v)
		case '(':
			name, rest, ok := strings.Cut(s, ")")
			if !ok || rest == "" {
				return data
			}
			v := right.get(name)
			if v == nil || rest[0] != 's' && rest[0] != 'd' {
				v = data
			}
			parts, s = append(parts, v), rest[1:]
		default:
			return partial(prefixOf(parts), "")
		}
	}
	return concat(parts...)
}

func prefixOf(parts []*Value) string {
	v := concat(parts...)
	if v.kind == kStr {
		return v.word.Text
	}
	return ""
}

// cleanPath is normpath: without the .. of a path that is known.
func cleanPath(v *Value) *Value {
	if s, ok := v.text(); ok && s != "" {
		if strings.Contains(s, "..") {
			return v // what it means depends on links
		}
		return str(path.Clean(s))
	}
	return v
}
