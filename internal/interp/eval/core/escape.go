package core

import "strings"

// Escape handles arguments that a callee may call or keep: functions of the code run with unknown
// arguments, and so do known functions that do something. with is what they are called with.
func (m *Machine) Escape(args []Arg, with *Value) {
	for _, a := range args {
		m.EscapeValue(a.Val, with, 0)
	}
}

// EscapeValue is Escape for one value.
func (m *Machine) EscapeValue(v *Value, with *Value, depth int) {
	if v == nil || depth > 4 {
		return
	}
	switch v.Kind {
	case KindFunc:
		m.runUnknown(v.Fn, with)
	case KindAlt, KindList, KindDict:
		for _, e := range v.List {
			m.EscapeValue(e, with, depth+1)
		}
	case KindTop:
		if v.Name != "" {
			m.callHidden(calledSite(v), v, anyArgs(with))
		}
	case KindBound:
		if !v.Base.Plain() {
			m.callMethod(calledSite(v), v.Base, v.Name, anyArgs(with))
		}
	case KindRef:
		m.escapeRef(v, with)
	case KindObj:
		if v.Type.Called {
			m.Call(calledSite(v), v, anyArgs(with))
		}
	}
}

// escapeRef handles a name: what does something is called, what is defined later runs in any case.
func (m *Machine) escapeRef(v, with *Value) {
	builtin := m.Builtin(v.Name)
	if m.Known(v.Name) && !builtin {
		return
	}
	if !strings.Contains(v.Name, ".") && !builtin && len(m.Stars) == 0 {
		return // nothing, or what is defined later
	}
	e, ok := m.Entry(v.Name)
	if ok && (e.Attribute() || !e.Acts() && m.Assigned[v.Name] == nil) {
		return
	}
	m.callRef(calledSite(v), v.Name, anyArgs(with))
}

// anyArgs are arguments of which nothing is known but what each may be.
func anyArgs(with *Value) []Arg {
	return []Arg{{Val: SomeOf(with), Spread: true}}
}

// Handed is what a function may be called with that is passed with other arguments: parts of these.
func (m *Machine) Handed(args []Arg) *Value {
	with := Data
	for _, a := range args {
		switch {
		case a.Val.Kind == KindFunc || m.Plain(a.Val):
		case holdsCode(a.Val, 0):
			return Top
		default:
			with = Join(with, a.Val.Element())
		}
	}
	return with
}

// holdsCode reports whether a value is, or has in it, a module, a function or what may be one.
func holdsCode(v *Value, depth int) bool {
	switch v.Kind {
	case KindRef, KindTop:
		return true
	case KindList, KindDict, KindAlt:
		if v.Wild || depth > 4 {
			return true
		}
		for _, e := range v.List {
			if holdsCode(e, depth+1) {
				return true
			}
		}
	}
	return false
}
