package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// assign sets a variable where the rules of Python put it: in the function, unless that says that
// the name is global or nonlocal.
func (m *machine) assign(name string, v *core.Value) {
	if m.Scope.Global[name] {
		for s := m.Scope.Parent; s != nil; s = s.Parent {
			if _, ok := s.Vars[name]; ok || s.Parent == nil {
				s.Vars[name] = core.Join(s.Vars[name], v)
				return
			}
		}
	}
	m.Record(m.Scope, name)
	m.Scope.Vars[name] = v
}
