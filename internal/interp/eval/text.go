package eval

import "strings"

func textOf(v *Value) (string, bool) {
	if v == nil {
		return "", false
	}
	return v.text()
}

// pathText is a path object's path, or the value itself.
func pathText(v *Value) *Value {
	if v.kind == kObj && v.base != nil {
		return v.base
	}
	return v
}

// expandUser replaces a leading tilde.
func (m *machine) expandUser(v *Value) *Value {
	if v.kind != kStr {
		return v
	}
	w := v.word
	if strings.Contains(w.Text, "$") {
		return data
	}
	if w.Text != "~" && !strings.HasPrefix(w.Text, "~/") {
		if strings.HasPrefix(w.Text, "~") {
			return data
		}
		return v
	}
	if m.home() == "" {
		return data
	}
	w.Text = m.home() + w.Text[1:]
	return &Value{kind: kStr, word: w}
}

func dirName(p string) string {
	i := strings.LastIndexByte(p, '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return p[:i]
}

// textAt is the known text of an argument.
func textAt(args []arg, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	return args[i].val.text()
}

// replaced is a text in which the first argument is replaced with the second, n times at most.
func replaced(s string, args []arg, n int) (*Value, bool) {
	old, ok1 := textAt(args, 0)
	with, ok2 := textAt(args, 1)
	if !ok1 || !ok2 || len(s) >= 4096 || old == "" {
		return nil, false
	}
	return str(strings.Replace(s, old, with, n)), true
}
