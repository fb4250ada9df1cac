package core

// Got is the value of an attribute: what its getter returns, if it has one.
func (m *Machine) Got(v, self *Value) *Value {
	if v.Kind != KindFunc || !v.Fn.Getter {
		return v
	}
	fn := *v.Fn
	fn.Self = self
	v.Fn.Runs++
	return m.Invoke(&fn, nil, true)
}

// Caught is what a handler of exceptions gets.
func (m *Machine) Caught() *Value { return Join(Data, m.thrown) }

// Throws notes what is thrown.
func (m *Machine) Throws(v *Value) {
	if !m.Plain(v) {
		m.thrown = Join(m.thrown, v)
	}
}
