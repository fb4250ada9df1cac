package eval

// setDeno is Deno.env.set.
func (m *javascript) setDeno(args []arg) {
	if len(args) != 2 || spreads(args) {
		m.setVariable("", false, nil)
		return
	}
	name, known := args[0].val.text()
	m.setVariable(name, known, args[1].val)
}

// showsArguments reports whether a function may show or send the values of what it is handed.
func (m *javascript) showsArguments(name string) bool {
	switch name {
	case "Object.keys", "Object.assign":
		return false
	}
	return true
}
