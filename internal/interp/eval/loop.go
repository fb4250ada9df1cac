package eval

// each runs a body for the elements of a value: one by one where they are known.
func (m *machine) each(over *Value, body func(*Value)) {
	if over.kind == kList && !over.more && !over.wild && len(over.list) <= maxUnroll {
		n := len(over.list)
		for _, e := range append([]*Value(nil), over.list...) {
			body(e)
		}
		if len(over.list) != n || over.more { // it was changed on the way
			m.loop(func() { body(over.element()) })
		}
		return
	}
	m.loop(func() { body(over.element()) })
}
