package eval

import (
	"slices"
	"strings"
)

// Which variables of the environment the code takes the values of, whatever it does with them: they
// can reach a person by a print as by the message of an error. Where a value is only tested or
// compared, what was taken for that is forgotten (settle).

// take notes that the value of a variable is taken; "" where its name is not known.
func (m *machine) take(name string) {
	if !slices.Contains(m.facts.Variables, name) {
		m.facts.Variables = append(m.facts.Variables, name)
	}
}

// settle forgets what was taken since there were n variables.
func (m *machine) settle(n int) { m.facts.Variables = m.facts.Variables[:n] }

// expanded notes the variables in a text that is expanded: $NAME and ${NAME}.
func (m *machine) expanded(v *Value) {
	text, ok := v.text()
	if !ok {
		m.take("")
		return
	}
	for _, part := range strings.Split(text, "$")[1:] {
		part = strings.TrimPrefix(part, "{")
		end := strings.IndexFunc(part, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') })
		if end < 0 {
			end = len(part)
		}
		if end > 0 {
			m.take(part[:end])
		}
	}
}

// reaches reports whether a template can reach the environment through what it is given: a field
// such as {0.environ} of a module, or of an object that is not known.
func reaches(template string, args []arg) bool {
	fields := false
	for _, part := range strings.Split(template, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		name, _, _ = strings.Cut(name, ":")
		fields = fields || strings.ContainsAny(name, ".[")
	}
	for _, a := range args {
		if holdsEnviron(a.val, 0) || fields && (a.val.kind == kRef || a.val.kind == kFunc || a.val.kind == kClass) {
			return true
		}
	}
	return false
}

// formatted notes that a value becomes a part of a text, the whole environment maybe.
func (m *machine) formatted(v *Value) bool {
	if !holdsEnviron(v, 0) {
		return false
	}
	m.take("")
	return true
}
