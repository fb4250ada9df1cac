package eval

import "strings"

// deferred is a call of a function of the code that happens when the code around it has gone on:
// the variables that it sees then are those of the end.
type deferred struct {
	fn   *function
	args []arg
}

// later notes that a function may be called again with arguments, after all that follows.
func (m *machine) later(v *Value, args []arg) {
	v.alts(func(a *Value) {
		if a.kind != kFunc || len(m.deferred) >= maxCalls {
			return
		}
		for i := range m.deferred {
			if m.deferred[i].fn.node == a.fn.node && sameArgs(m.deferred[i].args, args) {
				return
			}
		}
		m.deferred = append(m.deferred, deferred{a.fn, args})
	})
}

func sameArgs(a, b []arg) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].name != b[i].name || a[i].spread != b[i].spread || !same(a[i].val, b[i].val, 0) {
			return false
		}
	}
	return true
}

// suspends reports whether a function is one whose body runs in parts, or not where it is called.
func suspends(fn *function) bool { return strings.HasPrefix(fn.node.text(), "async") }

// remember keeps the value that a variable has before it gets another, if a deferred call may run
// in between.
func (m *machine) remember(s *scope, name string) {
	old, ok := s.vars[name]
	if !ok || len(m.deferred) == 0 {
		return
	}
	if s.past == nil {
		s.past = map[string]*Value{}
	}
	s.past[name] = join(s.past[name], old)
}

// recall lets the variables that a deferred call sees be all that they have been.
func (m *machine) recall(s *scope) {
	for ; s != nil; s = s.parent {
		for name, v := range s.past {
			s.vars[name] = join(s.vars[name], v)
		}
	}
}
