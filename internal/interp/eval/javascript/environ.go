package javascript

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// setDeno is Deno.env.set.
func (m *machine) setDeno(args []core.Arg) {
	if len(args) != 2 || core.Spreads(args) {
		m.SetVariable("", false, nil)
		return
	}
	name, known := args[0].Val.Text()
	m.SetVariable(name, known, args[1].Val)
}

// ShowsArguments reports whether a function may show or send the values of what it is handed.
func (m *machine) ShowsArguments(name string) bool {
	switch name {
	case "Object.keys", "Object.assign":
		return false
	}
	return true
}
