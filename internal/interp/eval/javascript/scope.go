package javascript

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// assign sets a variable where it is declared, else a global one.
func (m *machine) assign(name string, v *core.Value) {
	for s := m.Scope; s != nil; s = s.Parent {
		if _, ok := s.Vars[name]; ok {
			m.Record(s, name)
			s.Vars[name] = v
			return
		}
		if s.Parent == nil {
			s.Vars[name] = v
			return
		}
	}
}

// declare sets a variable of the innermost scope, or for var of the function.
func (m *machine) declare(name string, v *core.Value, hoist bool) {
	s := m.Scope
	for hoist && s.Block && s.Parent != nil {
		s = s.Parent
	}
	m.Record(s, name)
	s.Vars[name] = v
}

// rebindParameters sets what a parameter may be after an element of arguments was set (JavaScript,
// not in strict mode).
func (m *machine) rebindParameters(val *core.Value) {
	for s := m.Scope; s != nil; s = s.Parent {
		if _, own := s.Vars["arguments"]; !own {
			continue
		}
		for k, v := range s.Vars {
			if k != "arguments" {
				s.Vars[k] = core.Join(v, val)
			}
		}
		return
	}
}

// rebindGlobal sets a variable of the outermost scope by way of the global object.
func (m *machine) rebindGlobal(name string, val *core.Value) {
	top := m.Scope
	for top.Parent != nil {
		top = top.Parent
	}
	if v, ok := top.Vars[name]; ok {
		top.Vars[name] = core.Join(v, val)
	}
}

// let sets a variable of the innermost scope.
func (m *machine) let(name string, v *core.Value) { m.declare(name, v, false) }
