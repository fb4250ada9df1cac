package core

// Plain reports whether a value is data, or a function of the tables that only computes: handing it
// on is harmless.
func (m *Machine) Plain(v *Value) bool { return m.isPlain(v, 0) }

func (m *Machine) isPlain(v *Value, depth int) bool {
	if v == nil {
		return true
	}
	if depth > 20 {
		return false
	}
	switch v.Kind {
	case KindRef:
		e, ok := m.Entry(v.Name)
		inert := ok && (!e.Acts() || e.Attribute() && v.Name != m.Traits.Modules)
		return inert && m.Assigned[v.Name] == nil
	case KindObj:
		if v.Type.Inert {
			return true
		}
	case KindBound:
		return m.isPlain(v.Base, depth+1)
	case KindList, KindDict, KindAlt:
		if v.Wild {
			return false
		}
		for _, e := range v.List {
			if !m.isPlain(e, depth+1) {
				return false
			}
		}
		return true
	}
	return v.isPlain(depth)
}
