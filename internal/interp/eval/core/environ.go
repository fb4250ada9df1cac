package core

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// The environment is an object whose single variables are data. As a whole it may hold secrets:
// where all of it is handed to something that could show or send it, that is a call of its own.

// IsEnviron reports whether a value is the environment.
func IsEnviron(v *Value) bool {
	return v.Kind == KindObj && v.Type.Environ
}

// Lists notes that the code goes through the names of the environment: with them it can take every
// variable (for (k in process.env) …).
func (m *Machine) Lists(n *syntax.Node, v *Value) {
	if m.listedAt == nil && HoldsEnviron(v, 0) {
		m.listedAt = n
	}
}

// AnyVariable is a variable of which the name is not known. One of all names is one of all values.
func (m *Machine) AnyVariable() *Value {
	if m.listedAt != nil {
		m.WholeEnviron(Site{Node: m.listedAt})
	}
	m.Take("")
	return m.MaybeEscaped(Data)
}

// Shown looks at the value of a statement that does nothing but have one, as `node -p process.env`.
func (m *Machine) Shown(n *syntax.Node, v *Value) {
	if HoldsEnviron(v, 0) {
		m.WholeEnviron(Site{Node: n})
	}
}

// Variable is an environment variable, or one of the defaults.
func (m *Machine) Variable(name string, defaults []Arg) *Value {
	if name == "HOME" && m.Home() != "" {
		return m.Stored(name, Str(m.Home()))
	}
	m.Take(name)
	v := m.Stored(name, Data)
	for _, d := range defaults {
		v = Join(v, d.Val)
	}
	return v
}

// Takes notes that a dictionary gets what another one holds beside the keys that are known. What it
// has more than these is like that: of the environment, nothing that is not there already.
func (v *Value) Takes(from *Value) {
	like := !v.More || v.Like
	switch {
	case IsEnviron(from):
		v.Put("*", from)
	case from.Kind == KindDict && !from.More:
		return
	default:
		like = like && from.Kind == KindDict && from.Like
	}
	v.More, v.Like = true, like
}

// HoldsEnviron reports whether a value is the environment or a list or dictionary with all of it.
// What a key env holds is meant for a program that is started, which is judged itself.
func HoldsEnviron(v *Value, depth int) bool {
	if v == nil || depth > 4 {
		return false
	}
	switch v.Kind {
	case KindObj:
		return IsEnviron(v)
	case KindRef:
		return v.Name == "process" // its properties are shown, too: console.log(process)
	case KindList, KindAlt:
		for _, e := range v.List {
			if HoldsEnviron(e, depth+1) {
				return true
			}
		}
	case KindDict:
		for i, e := range v.List {
			if v.Keys[i] != "env" && HoldsEnviron(e, depth+1) {
				return true
			}
		}
	}
	return false
}

// environs reports the environment among the arguments of a call.
func (m *Machine) environs(s Site, callee *Value, args []Arg) {
	if callee.Kind == KindFunc || callee.Kind == KindClass {
		return // where the code itself hands it on is looked at
	}
	if callee.Kind == KindRef && !m.lang.ShowsArguments(callee.Name) {
		for _, a := range args {
			m.Lists(s.Node, a.Val)
		}
		return
	}
	for _, a := range args {
		if a.Name != "env" && HoldsEnviron(a.Val, 0) {
			m.WholeEnviron(s)
			return
		}
	}
}

// WholeEnviron reports that all of the environment is handed on.
func (m *Machine) WholeEnviron(s Site) {
	c := m.NewCall(s, m.Traits.Environ, nil)
	c.Does = fact.CodeReads
	m.Report(c)
}

// SetVariable notes that the code changes a variable of its environment: what it starts later gets
// it, and its home may be another one.
func (m *Machine) SetVariable(name string, known bool, val *Value) {
	if !known || name == "HOME" || name == "USERPROFILE" {
		m.Homeless = true
	}
	if !known || name == "TMPDIR" || name == "TEMP" || name == "TMP" {
		m.TempElsewhere = true
	}
	if !known {
		any := fact.Assign{Name: "LD_PRELOAD", Value: fact.Unknown("")} // or another one
		m.environ = append(m.environ, any)
		return
	}
	for _, w := range val.Words() {
		m.environ = append(m.environ, fact.Assign{Name: name, Value: w})
	}
}

// Home is the home directory, or "" where it is not known.
func (m *Machine) Home() string {
	if m.Homeless {
		return ""
	}
	return m.input.Home
}
