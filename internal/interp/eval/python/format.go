package python

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// format is str.format and, with its arguments as a list, the operator %.
func (m *machine) format(s string, args []core.Arg) *core.Value {
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
