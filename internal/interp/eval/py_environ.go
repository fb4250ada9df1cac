package eval

// environMethod is a method of the environment.
func (m *python) environMethod(s site, recv *Value, method string, args []arg) (*Value, bool) {
	switch method {
	case "update", "setdefault", "__setitem__", "__ior__", "pop", "clear", "popitem":
		m.environChanged(method, args)
	}
	switch method {
	case "get", "pop", "setdefault", "__getitem__":
		if len(args) > 0 && !args[0].spread {
			m.note(s, recv.typ.Name+"."+method, nil, args)
			if t, ok := args[0].val.text(); ok {
				return m.variable(t, args[1:]), true
			}
			return m.anyVariable(), true
		}
	case "copy":
		m.note(s, recv.typ.Name+"."+method, nil, args)
		return recv, true
	case "keys", "__iter__":
		m.lists(s.node, recv)
	case "items", "values", "__str__", "__repr__":
		m.wholeEnviron(s)
		return &Value{kind: kList, list: []*Value{listOf([]*Value{data, data})}, more: true, like: true}, true
	}
	return nil, false
}

// environChanged applies the methods that change the environment.
func (m *python) environChanged(method string, args []arg) {
	if (method == "setdefault" || method == "__setitem__") && len(args) == 2 && !spreads(args) {
		name, known := args[0].val.text()
		m.setVariable(name, known, args[1].val)
		return
	}
	for _, a := range args {
		switch {
		case a.name != "" && !a.spread:
			m.setVariable(a.name, true, a.val)
		case a.val.kind == kDict && !a.val.more:
			for i, k := range a.val.keys {
				m.setVariable(k, true, a.val.list[i])
			}
		case method == "pop" && a.val.kind == kStr:
			name, known := a.val.text()
			m.setVariable(name, known, str(""))
		case method == "update" || method == "__ior__" || method == "__setitem__":
			m.setVariable("", false, nil)
		}
	}
	if method == "clear" || method == "popitem" {
		m.homeless = true
	}
}

// showsArguments reports whether a function may show or send the values of what it is handed.
func (m *python) showsArguments(name string) bool {
	switch name {
	case "len", "isinstance", "type", "bool", "dict", "id", "hasattr", "sorted", "list", "set", "tuple", "iter", "any", "all", "copy.copy", "copy.deepcopy",
		"os.execve", "os.execvpe", "os.execle", "os.execlpe", "os.spawnve", "os.spawnvpe", "os.spawnle", "os.spawnlpe", "os.posix_spawn", "os.posix_spawnp":
		return false
	}
	return true
}
