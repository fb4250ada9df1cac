package eval

// plain reports whether a value is data, or a function of the tables that only computes: handing it
// on is harmless.
func (m *machine) plain(v *Value) bool { return m.isPlain(v, 0) }

func (m *machine) isPlain(v *Value, depth int) bool {
	if v == nil {
		return true
	}
	if depth > 20 {
		return false
	}
	switch v.kind {
	case kRef:
		e, ok := m.entry(v.name)
		return ok && (!e.acts() || e.attribute() && v.name != "sys.modules") && m.over[v.name] == nil
	case kObj:
		if v.typ.Inert {
			return true
		}
	case kBound:
		return m.isPlain(v.base, depth+1)
	case kList, kDict, kAlt:
		if v.wild {
			return false
		}
		for _, e := range v.list {
			if !m.isPlain(e, depth+1) {
				return false
			}
		}
		return true
	}
	return v.isPlain(depth)
}
