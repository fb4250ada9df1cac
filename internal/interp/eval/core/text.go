package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

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

// ExpandUser replaces a leading tilde.
func (m *Machine) ExpandUser(v *Value) *Value {
	if v.Kind != KindStr {
		return v
	}
	w := v.Word
	if strings.Contains(w.Text, "$") {
		return Data
	}
	if w.Text != "~" && !strings.HasPrefix(w.Text, "~/") {
		if strings.HasPrefix(w.Text, "~") {
			return Data
		}
		return v
	}
	if m.Home() == "" {
		return Data
	}
	w.Text = m.Home() + w.Text[1:]
	return &Value{Kind: KindStr, Word: w}
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

// TextAt is the known text of an argument.
func TextAt(args []Arg, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	return args[i].Val.Text()
}

// Replaced is a text in which the first argument is replaced with the second, n times at most.
func Replaced(s string, args []Arg, n int) (*Value, bool) {
	old, ok1 := TextAt(args, 0)
	with, ok2 := TextAt(args, 1)
	if !ok1 || !ok2 || len(s) >= 4096 || old == "" {
		return nil, false
	}
	return Str(strings.Replace(s, old, with, n)), true
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

// Marked splits text at the mark of what is not known of the code itself.
func Marked(s string) *Value {
	before, _, ok := strings.Cut(s, interp.Unknown)
	if !ok {
		return Str(s)
	}
	j := strings.LastIndex(s, interp.Unknown) + len(interp.Unknown)
	return Partial(before, s[j:])
}
