package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// environMethod is a method of the environment.
func (m *machine) environMethod(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	switch method {
	case "update", "setdefault", "__setitem__", "__ior__", "pop", "clear", "popitem":
		m.environChanged(method, args)
	}
	switch method {
	case "get", "pop", "setdefault", "__getitem__":
		if len(args) > 0 && !args[0].Spread {
			m.Note(s, recv.Type.Name+"."+method, nil, args)
			if t, ok := args[0].Val.Text(); ok {
				return m.Variable(t, args[1:]), true
			}
			return m.AnyVariable(), true
		}
	case "copy":
		m.Note(s, recv.Type.Name+"."+method, nil, args)
		return recv, true
	case "keys", "__iter__":
		m.Lists(s.Node, recv)
	case "items", "values", "__str__", "__repr__":
		m.WholeEnviron(s)
		return core.SomeOf(core.ListOf(core.Data, core.Data)), true
	}
	return nil, false
}

// environChanged applies the methods that change the environment.
func (m *machine) environChanged(method string, args []core.Arg) {
	if (method == "setdefault" || method == "__setitem__") && len(args) == 2 && !core.Spreads(args) {
		name, known := args[0].Val.Text()
		m.SetVariable(name, known, args[1].Val)
		return
	}
	for _, a := range args {
		switch {
		case a.Name != "" && !a.Spread:
			m.SetVariable(a.Name, true, a.Val)
		case a.Val.Kind == core.KindDict && !a.Val.More:
			for i, k := range a.Val.Keys {
				m.SetVariable(k, true, a.Val.List[i])
			}
		case method == "pop" && a.Val.Kind == core.KindStr:
			name, known := a.Val.Text()
			m.SetVariable(name, known, core.Str(""))
		case method == "update" || method == "__ior__" || method == "__setitem__":
			m.SetVariable("", false, nil)
		}
	}
	if method == "clear" || method == "popitem" {
		m.Homeless = true
	}
}

// ShowsArguments reports whether a function may show or send the values of what it is handed.
func (m *machine) ShowsArguments(name string) bool {
	switch name {
	case "len", "isinstance", "type", "bool", "dict", "id", "hasattr", "sorted", "list", "set", "tuple", "iter", "any", "all", "copy.copy", "copy.deepcopy",
		"os.execve", "os.execvpe", "os.execle", "os.execlpe", "os.spawnve", "os.spawnvpe", "os.spawnle", "os.spawnlpe", "os.posix_spawn", "os.posix_spawnp":
		return false
	}
	return true
}
