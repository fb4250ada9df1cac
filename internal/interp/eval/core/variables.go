package core

import (
	"slices"
	"strings"
)

// Which variables of the environment the code takes the values of, whatever it does with them: they
// can reach a person by a print as by the message of an error. Where a value is only tested or
// compared, what was taken for that is forgotten (settle).

// Take notes that the value of a variable is taken; "" where its name is not known.
func (m *Machine) Take(name string) {
	if !slices.Contains(m.Facts.Variables, name) {
		m.Facts.Variables = append(m.Facts.Variables, name)
	}
}

// Settle forgets what was taken since there were n variables.
func (m *Machine) Settle(n int) { m.Facts.Variables = m.Facts.Variables[:n] }

// Expanded notes the variables in a text that is expanded: $NAME and ${NAME}.
func (m *Machine) Expanded(v *Value) {
	text, ok := v.Text()
	if !ok {
		m.Take("")
		return
	}
	for _, part := range strings.Split(text, "$")[1:] {
		part = strings.TrimPrefix(part, "{")
		end := strings.IndexFunc(part, func(r rune) bool { return !inName(r) })
		if end < 0 {
			end = len(part)
		}
		if end > 0 {
			m.Take(part[:end])
		}
	}
}

// Reaches reports whether a template can reach the environment through what it is given: a field
// such as {0.environ} of a module, or of an object that is not known.
func Reaches(template string, args []Arg) bool {
	fields := false
	for _, part := range strings.Split(template, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		name, _, _ = strings.Cut(name, ":")
		fields = fields || strings.ContainsAny(name, ".[")
	}
	for _, a := range args {
		if HoldsEnviron(a.Val, 0) {
			return true
		}
		switch a.Val.Kind {
		case KindRef, KindFunc, KindClass:
			if fields {
				return true
			}
		}
	}
	return false
}

// Formatted notes that a value becomes a part of a text, the whole environment maybe.
func (m *Machine) Formatted(v *Value) bool {
	if !HoldsEnviron(v, 0) {
		return false
	}
	m.Take("")
	return true
}

// inName reports whether a character may stand in the name of a variable.
func inName(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}
