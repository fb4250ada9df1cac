package eval

// got is the value of an attribute: what its getter returns, if it has one.
func (m *machine) got(v, self *Value) *Value {
	if v.kind != kFunc || !v.fn.getter {
		return v
	}
	fn := *v.fn
	fn.self = self
	v.fn.runs++
	return m.invoke(&fn, nil, true)
}

// caught is what a handler of exceptions gets.
func (m *machine) caught() *Value { return join(data, m.thrown) }

// throws notes what is thrown.
func (m *machine) throws(v *Value) {
	if !m.plain(v) {
		m.thrown = join(m.thrown, v)
	}
}
