package core

// Each runs a body for the elements of a value: one by one where they are known.
func (m *Machine) Each(over *Value, body func(*Value)) {
	if over.Kind == KindList && !over.More && !over.Wild && len(over.List) <= maxUnroll {
		n := len(over.List)
		for _, e := range append([]*Value(nil), over.List...) {
			body(e)
		}
		if len(over.List) != n || over.More { // it was changed on the way
			m.Loop(func() { body(over.Element()) })
		}
		return
	}
	m.Loop(func() { body(over.Element()) })
}
