package eval

import (
	"github.com/fencepost/fencepost/internal/fact"
)

// The environment is an object whose single variables are data. As a whole it may hold secrets:
// where all of it is handed to something that could show or send it, that is a call of its own.

func isEnviron(v *Value) bool {
	return v.kind == kObj && v.typ.Environ
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
	if holdsEnviron(v, 0) {
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
	if callee.kind == kRef && !m.lang.showsArguments(callee.name) {
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
	c := m.newCall(s, m.traits.environ, nil)
	c.Does = fact.CodeReads
	m.report(c)
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
