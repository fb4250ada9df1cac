package eval

import (
	"github.com/fencepost/fencepost/internal/fact"
)

// The environment is an object whose single variables are data. As a whole it may hold secrets:
// where all of it is handed to something that could show or send it, that is a call of its own.

func isEnviron(v *Value) bool {
	return v.kind == kObj && (v.name == "os.environ" || v.name == "process.env")
}

// lists notes that the code goes through the names of the environment: with them it can take every
// variable (for (k in process.env) …).
func (m *machine) lists(n *Node, v *Value) {
	if m.listed == nil && holdsEnviron(v, 0) {
		m.listed = n
	}
}

// anyVariable is a variable of which the name is not known. One of all names is one of all values.
func (m *machine) anyVariable() *Value {
	if m.listed != nil {
		m.wholeEnviron(site{node: m.listed})
	}
	m.take("")
	return m.maybeTainted(data)
}

// shown looks at the value of a statement that does nothing but have one, as `node -p process.env`.
func (m *machine) shown(n *Node, v *Value) {
	if n.Type != "assignment_expression" && n.Type != "augmented_assignment_expression" && holdsEnviron(v, 0) {
		m.wholeEnviron(site{node: n})
	}
}

// variable is an environment variable, or one of the defaults.
func (m *machine) variable(name string, defaults []arg) *Value {
	if name == "HOME" && m.home() != "" {
		return m.stored(name, str(m.home()))
	}
	m.take(name)
	v := m.stored(name, data)
	for _, d := range defaults {
		v = join(v, d.val)
	}
	return v
}

// holdsEnviron reports whether a value is the environment or a list or dictionary with all of it.
// What a key env holds is meant for a program that is started, which is judged itself.
func holdsEnviron(v *Value, depth int) bool {
	if v == nil || depth > 4 {
		return false
	}
	switch v.kind {
	case kObj:
		return isEnviron(v)
	case kRef:
		return v.name == "process" // its properties are shown, too: console.log(process)
	case kList, kAlt:
		for _, e := range v.list {
			if holdsEnviron(e, depth+1) {
				return true
			}
		}
	case kDict:
		for i, e := range v.list {
			if v.keys[i] != "env" && holdsEnviron(e, depth+1) {
				return true
			}
		}
	}
	return false
}

// environs reports the environment among the arguments of a call.
func (m *machine) environs(s site, callee *Value, args []arg) {
	if callee.kind == kFunc || callee.kind == kClass {
		return // where the code itself hands it on is looked at
	}
	if callee.kind == kRef && !showsArguments(callee.name) {
		for _, a := range args {
			m.lists(s.node, a.val)
		}
		return
	}
	for _, a := range args {
		if a.name != "env" && holdsEnviron(a.val, 0) {
			m.wholeEnviron(s)
			return
		}
	}
}

func (m *machine) wholeEnviron(s site) {
	name := "os.environ"
	if m.js {
		name = "process.env"
	}
	c := m.newCall(s, name, nil)
	c.Does = fact.CodeReads
	m.report(c)
}

// showsArguments reports whether a function may show or send the values of what it is handed.
func showsArguments(name string) bool {
	switch name {
	case "len", "isinstance", "type", "bool", "dict", "id", "hasattr", "sorted", "list", "set", "tuple", "iter", "any", "all", "copy.copy", "copy.deepcopy",
		"os.execve", "os.execvpe", "os.execle", "os.execlpe", "os.spawnve", "os.spawnvpe", "os.spawnle", "os.spawnlpe", "os.posix_spawn", "os.posix_spawnp",
		"Object.keys", "Object.assign":
		return false
	}
	return true
}

// environMethod is a method of the environment.
func (m *machine) environMethod(s site, recv *Value, method string, args []arg) (*Value, bool) {
	switch method {
	case "update", "setdefault", "__setitem__", "__ior__", "pop", "clear", "popitem":
		m.environChanged(method, args)
	}
	switch method {
	case "get", "pop", "setdefault", "__getitem__":
		if len(args) > 0 && !args[0].spread {
			m.note(s, recv.name+"."+method, nil, args)
			if t, ok := args[0].val.text(); ok {
				return m.variable(t, args[1:]), true
			}
			return m.anyVariable(), true
		}
	case "copy":
		m.note(s, recv.name+"."+method, nil, args)
		return recv, true
	case "keys", "__iter__":
		m.lists(s.node, recv)
	case "items", "values", "__str__", "__repr__", "toString":
		m.wholeEnviron(s)
		return &Value{kind: kList, list: []*Value{listOf([]*Value{data, data})}, more: true, like: true}, true
	}
	return nil, false
}

// setVariable notes that the code changes a variable of its environment: what it starts later gets
// it, and its home may be another one.
func (m *machine) setVariable(name string, known bool, val *Value) {
	if !known || name == "HOME" || name == "USERPROFILE" {
		m.homeless = true
	}
	if !known || name == "TMPDIR" || name == "TEMP" || name == "TMP" {
		m.tempElsewhere = true
	}
	if !known {
		m.environ = append(m.environ, fact.Assign{Name: "LD_PRELOAD", Value: fact.Unknown("")}) // or any other one
		return
	}
	for _, w := range val.words() {
		m.environ = append(m.environ, fact.Assign{Name: name, Value: w})
	}
}

// home is the home directory, or "" where it is not known.
func (m *machine) home() string {
	if m.homeless {
		return ""
	}
	return m.in.Home
}

// environChanged applies the methods that change the environment.
func (m *machine) environChanged(method string, args []arg) {
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
