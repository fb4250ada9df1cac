package eval

import (
	"strconv"
	"strings"
)

// textMethod computes a method of a text. It reports whether it could.
func (m *javascript) textMethod(recv *Value, method string, args []arg) (*Value, bool) {
	if recv.kind != kStr || spreads(args) {
		return nil, false
	}
	switch method {
	case "concat":
		parts := []*Value{recv}
		for _, a := range args {
			parts = append(parts, a.val)
		}
		return concat(parts...), true
	case "toString", "valueOf", "normalize":
		if len(args) == 0 {
			return recv, true
		}
		if enc, ok := textAt(args, 0); ok {
			return decodeAs(recv, enc), true
		}
	}
	s, ok := recv.text()
	switch {
	case !ok:
		return nil, false
	case !plainText(s) && countsCharactersJS(method):
		return data, true
	}
	return m.wholeText(recv, s, method, args)
}

// wholeText computes a method of a text of which all is known.
func (m *javascript) wholeText(recv *Value, s, method string, args []arg) (*Value, bool) {
	switch method {
	case "toLowerCase":
		return str(strings.ToLower(s)), true
	case "toUpperCase":
		return str(strings.ToUpper(s)), true
	case "trim":
		return str(strings.TrimSpace(s)), true
	case "replace", "replaceAll":
		if with, _ := textAt(args, 1); len(args) > 2 || strings.Contains(with, "$") {
			return data, true // a reference to what was found
		}
		if method == "replace" {
			return replaced(s, args, 1)
		}
		return replaced(s, args, -1)
	case "split":
		if sep, ok := textAt(args, 0); ok && (sep == "" || len(args) == 1) {
			return strList(strings.Split(s, sep)), true
		}
	case "repeat":
		if len(args) == 1 && args[0].val.kind == kNum {
			if n, err := strconv.Atoi(args[0].val.name); err == nil && n >= 0 && n*len(s) < maxText {
				return str(strings.Repeat(s, n)), true
			}
		}
	case "substring":
		for _, a := range args {
			if strings.HasPrefix(a.val.name, "-") {
				return data, true // counts from the start, not from the end
			}
		}
		return slice(recv, args)
	case "slice":
		return slice(recv, args)
	case "charAt":
		if len(args) == 1 {
			return m.index(recv, args[0].val), true
		}
	}
	return nil, false
}

// countsCharactersJS reports whether what a method gives depends on what a character is.
func countsCharactersJS(method string) bool {
	switch method {
	case "toLowerCase", "toUpperCase", "trim", "slice", "substring", "charAt", "split":
		return true
	}
	return false
}
