package eval

// assign sets a variable where the rules of Python put it: in the function, unless that says that
// the name is global or nonlocal.
func (m *python) assign(name string, v *Value) {
	if m.scope.global[name] {
		for s := m.scope.parent; s != nil; s = s.parent {
			if _, ok := s.vars[name]; ok || s.parent == nil {
				s.vars[name] = join(s.vars[name], v)
				return
			}
		}
	}
	m.remember(m.scope, name)
	m.scope.vars[name] = v
}
