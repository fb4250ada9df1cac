package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// environMethod is a method of the environment.
func (m *machine) environMethod(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "update", "setdefault", "__setitem__", "__ior__", "pop", "clear", "popitem":
		m.environChanged(c.Name, c.Args)
	}
	switch c.Name {
	case "get", "pop", "setdefault", "__getitem__":
		if len(c.Args) > 0 && !c.Args[0].Spread {
			m.Note(c.Site, c.Recv.Type.Name+"."+c.Name, nil, c.Args)
			if t, ok := c.Args[0].Val.Text(); ok {
				return m.Variable(t, c.Args[1:]), true
			}
			return m.AnyVariable(), true
		}
	case "copy":
		m.Note(c.Site, c.Recv.Type.Name+"."+c.Name, nil, c.Args)
		return c.Recv, true
	case "keys", "__iter__":
		m.Lists(c.Node, c.Recv)
	case "items", "values", "__str__", "__repr__":
		m.WholeEnviron(c.Site)
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
	case "len", "isinstance", "type", "bool", "dict", "id", "hasattr", "sorted", "list", "set",
		"tuple", "iter", "any", "all", "copy.copy", "copy.deepcopy", "os.execve", "os.execvpe",
		"os.execle", "os.execlpe", "os.spawnve", "os.spawnvpe", "os.spawnle", "os.spawnlpe",
		"os.posix_spawn", "os.posix_spawnp":
		return false
	}
	return true
}
