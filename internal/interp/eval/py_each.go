package eval

func (m *python) zip(s site, name string, args []arg) (*Value, bool) {
	m.note(s, name, nil, args)
	var row []*Value
	if name == "enumerate" {
		row = append(row, data)
		if len(args) > 1 {
			args = args[:1]
		}
	}
	for _, a := range args {
		row = append(row, a.val.element())
	}
	return &Value{kind: kList, list: []*Value{listOf(row)}, more: true, like: true}, true
}

// mapTogether calls a function with elements of several values.
func (m *python) mapTogether(s site, f *Value, over []arg) *Value {
	list := make([]arg, len(over))
	for i, a := range over {
		list[i] = arg{val: a.val.element(), spread: a.spread}
	}
	return &Value{kind: kList, list: []*Value{m.call(s, f, list)}, more: true, like: true}
}
