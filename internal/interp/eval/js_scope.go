package eval

// assign sets a variable where it is declared, else a global one.
func (m *javascript) assign(name string, v *Value) {
	for s := m.scope; s != nil; s = s.parent {
		if _, ok := s.vars[name]; ok {
			m.remember(s, name)
			s.vars[name] = v
			return
		}
		if s.parent == nil {
			s.vars[name] = v
			return
		}
	}
}

// declare sets a variable of the innermost scope, or for var of the function.
func (m *javascript) declare(name string, v *Value, hoist bool) {
	s := m.scope
	for hoist && s.block && s.parent != nil {
		s = s.parent
	}
	m.remember(s, name)
	s.vars[name] = v
}

// rebindParameters sets what a parameter may be after an element of arguments was set (JavaScript,
// not in strict mode).
func (m *javascript) rebindParameters(val *Value) {
	for s := m.scope; s != nil; s = s.parent {
		if _, own := s.vars["arguments"]; !own {
			continue
		}
		for k, v := range s.vars {
			if k != "arguments" {
				s.vars[k] = join(v, val)
			}
		}
		return
	}
}

// rebindGlobal sets a variable of the outermost scope by way of the global object.
func (m *javascript) rebindGlobal(name string, val *Value) {
	top := m.scope
	for top.parent != nil {
		top = top.parent
	}
	if v, ok := top.vars[name]; ok {
		top.vars[name] = join(v, val)
	}
}
