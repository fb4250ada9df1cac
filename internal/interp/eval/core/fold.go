package core

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// PlainText reports whether text holds nothing but printable ASCII, blanks and line feeds: of other
// characters languages differ in what one is, which ones are blank, and which have another case.
func PlainText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// Slice is the part of a text between two places; the second one may be left out.
func Slice(recv *Value, args []Arg) *Value {
	s, ok := recv.Text()
	ok = ok && PlainText(s)
	from, to := 0, len(s)
	for i, a := range args {
		n, err := strconv.Atoi(a.Val.Name)
		if a.Val.Kind != KindNum || err != nil {
			return Data
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
		return Data
	}
	return Str(s[from:to])
}

// DecodeAs is decode(encoding) and toString(encoding).
func DecodeAs(v *Value, enc string) *Value {
	s, ok := v.Text()
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(enc)) {
	case "utf8", "ascii", "latin1", "utf":
		return v
	case "rot13":
		if ok {
			return Str(strings.Map(rot13, s))
		}
	case "hex":
		if ok {
			return Str(hex.EncodeToString([]byte(s)))
		}
	case "base64":
		if ok {
			return Str(base64.StdEncoding.EncodeToString([]byte(s)))
		}
	}
	return Data
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

// FromBase64 decodes text in one of the alphabets; unknown text gives unknown data.
func FromBase64(v *Value) *Value {
	s, ok := v.Text()
	if !ok {
		return Data
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
		return Data
	}
	return Str(string(b))
}

// FromHex decodes hexadecimal text; unknown text gives unknown data.
func FromHex(v *Value) *Value {
	s, ok := v.Text()
	if !ok {
		return Data
	}
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		return Data
	}
	return Str(string(b))
}

// Unquote decodes the %XX of a URL.
func Unquote(v *Value) *Value {
	s, ok := v.Text()
	if !ok {
		return Data
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			if i+2 >= len(s) {
				return Data
			}
			c, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return Data
			}
			b.WriteByte(byte(c))
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return Str(b.String())
}

// JoinPath joins the parts of a path. With restart an absolute part starts anew, as in
// os.path.join.
func JoinPath(args []Arg, restart bool) *Value {
	return eachCombination(args, 1, func(args []Arg) *Value { return joinedPath(args, restart) })
}

// maxWays bounds the combinations of alternatives that are worked out for one call.
const maxWays = 16

// eachCombination calls f with each combination of what the arguments may be, and joins the results.
// Where there are too many, an argument counts as unknown data.
func eachCombination(args []Arg, ways int, f func([]Arg) *Value) *Value {
	for i, a := range args {
		v := PathText(a.Val)
		if v.Kind != KindAlt || a.Spread {
			continue
		}
		one := append([]Arg(nil), args...)
		if ways *= len(v.List); ways > maxWays {
			one[i].Val = Data
			return eachCombination(one, 1, f)
		}
		var out *Value
		for _, e := range v.List {
			one[i].Val = e
			out = Join(out, eachCombination(one, ways, f))
		}
		return out
	}
	return f(args)
}

func joinedPath(args []Arg, restart bool) *Value {
	if len(args) == 1 && args[0].Val.isContent() {
		return args[0].Val
	}
	out := Str("")
	for i, a := range args {
		if a.Spread {
			return Concat(out, Str("/"), Data)
		}
		v := a.Val
		if v.Kind == KindObj && v.Base != nil {
			v = v.Base
		}
		w, ok := v.AsWord()
		switch {
		case !ok:
			return Data
		case restart && strings.HasPrefix(w.Text, "/"), i == 0:
			out = &Value{Kind: KindStr, Word: w}
		case restart && w.Kind != 0 && w.Text == "":
			return Partial("", w.Suffix) // it may be absolute
		default:
			if t, known := out.Text(); !known || t != "" && !strings.HasSuffix(t, "/") {
				out = Concat(out, Str("/"))
			}
			out = Concat(out, &Value{Kind: KindStr, Word: w})
		}
	}
	return out
}

// CleanPath is normpath: without the .. of a path that is known.
func CleanPath(v *Value) *Value {
	if s, ok := v.Text(); ok && s != "" {
		if strings.Contains(s, "..") {
			return v // what it means depends on links
		}
		return Str(path.Clean(s))
	}
	return v
}

// TextOf is the text of a value that may be nil.
func TextOf(v *Value) (string, bool) {
	if v == nil {
		return "", false
	}
	return v.Text()
}

// PathText is a path object's path, or the value itself.
func PathText(v *Value) *Value {
	if v.Kind == KindObj && v.Base != nil {
		return v.Base
	}
	return v
}

// DirName is a path without its last name.
func DirName(p string) string {
	i := strings.LastIndexByte(p, '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return p[:i]
}

// Replaced is a text in which the first argument is replaced with the second, n times at most.
func Replaced(s string, args []Arg, n int) *Value {
	old, ok1 := TextAt(args, 0)
	with, ok2 := TextAt(args, 1)
	if !ok1 || !ok2 || len(s) >= 4096 || old == "" {
		return nil
	}
	return Str(strings.Replace(s, old, with, n))
}

// AsText is the value as f-strings and template literals write it.
func AsText(v *Value) *Value {
	switch v.Kind {
	case KindStr, KindNum, KindAlt:
		return v
	case KindRef:
		if w, _ := v.AsWord(); w.Kind == fact.Literal {
			return &Value{Kind: KindStr, Word: w}
		}
	case KindObj:
		if w, ok := v.AsWord(); ok {
			return &Value{Kind: KindStr, Word: w}
		}
	case KindData:
		if v.isContent() {
			return v
		}
	}
	return Partial("", "")
}

// SplitUnknown splits text at the mark of what is not known of the code itself.
func SplitUnknown(s string) *Value {
	before, _, ok := strings.Cut(s, interp.Unknown)
	if !ok {
		return Str(s)
	}
	j := strings.LastIndex(s, interp.Unknown) + len(interp.Unknown)
	return Partial(before, s[j:])
}
