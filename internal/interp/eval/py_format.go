package eval

import (
	"strconv"
	"strings"
)

// format is str.format and, with its arguments as a list, the operator %.
func (m *python) format(s string, args []arg) *Value {
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
