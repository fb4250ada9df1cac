package eval

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
)

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
