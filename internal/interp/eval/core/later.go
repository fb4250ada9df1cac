package core

// deferred is a call of a function of the code that happens when the code around it has gone on:
// the variables that it sees then are those of the end.
type deferred struct {
	fn   *Function
	args []Arg
}

// Later notes that a function may be called again with arguments, after all that follows.
func (m *Machine) Later(v *Value, args []Arg) {
	v.Alts(func(a *Value) {
		if a.Kind != KindFunc || len(m.deferred) >= maxCalls {
			return
		}
		for i := range m.deferred {
			d := &m.deferred[i]
			if d.fn.Node == a.Fn.Node && d.fn.Scope == a.Fn.Scope && sameArgs(d.args, args) {
				return
			}
		}
		m.deferred = append(m.deferred, deferred{a.Fn, args})
	})
}

func sameArgs(a, b []Arg) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Spread != b[i].Spread || !same(a[i].Val, b[i].Val, 0) {
			return false
		}
	}
	return true
}

// Record keeps the value that a variable has before it gets another, if a deferred call may run
// in between.
func (m *Machine) Record(s *Scope, name string) {
	old, ok := s.Vars[name]
	if !ok || len(m.deferred) == 0 {
		return
	}
	if s.history == nil {
		s.history = map[string]*Value{}
	}
	s.history[name] = Join(s.history[name], old)
}

// replay lets the variables that a deferred call sees be all that they have been.
func (m *Machine) replay(s *Scope) {
	for ; s != nil; s = s.Parent {
		for name, v := range s.history {
			s.Vars[name] = Join(s.Vars[name], v)
		}
	}
}
