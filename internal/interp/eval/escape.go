package eval

import "strings"

// escape handles arguments that a callee may call or keep: functions of the code run with unknown
// arguments, and so do known functions that do something. with is what they are called with.
func (m *machine) escape(args []arg, with *Value) {
	for _, a := range args {
		m.escapeValue(a.val, with, 0)
	}
}

func (m *machine) escapeValue(v *Value, with *Value, depth int) {
	if v == nil || depth > 4 {
		return
	}
	switch v.kind {
	case kFunc:
		m.runUnknown(v.fn, with)
	case kAlt, kList, kDict:
		for _, e := range v.list {
			m.escapeValue(e, with, depth+1)
		}
	case kOpaque:
		if v.name != "" {
			m.callHidden(calledSite(v), v, anyArgs(with))
		}
	case kBound:
		if !v.base.plain() {
			m.callMethod(calledSite(v), v.base, v.name, anyArgs(with))
		}
	case kRef:
		if m.known(v.name) && !m.builtin(v.name) {
			return
		}
		e, ok := m.entry(v.name)
		switch {
		case !strings.Contains(v.name, ".") && !m.builtin(v.name) && len(m.stars) == 0: // nothing, or what is defined later
		case ok && (e.attribute() || !e.acts() && m.over[v.name] == nil):
		default:
			m.callRef(calledSite(v), v.name, anyArgs(with))
		}
	case kObj:
		if v.typ.Called {
			m.call(calledSite(v), v, anyArgs(with))
		}
	}
}

// anyArgs are arguments of which nothing is known but what each may be.
func anyArgs(with *Value) []arg {
	return []arg{{val: &Value{kind: kList, list: []*Value{with}, more: true, like: true}, spread: true}}
}

// handed is what a function may be called with that is passed with other arguments: parts of these.
func (m *machine) handed(args []arg) *Value {
	with := data
	for _, a := range args {
		switch {
		case a.val.kind == kFunc || m.plain(a.val):
		case holdsCode(a.val, 0):
			return opaque
		default:
			with = join(with, a.val.element())
		}
	}
	return with
}

// holdsCode reports whether a value is, or has in it, a module, a function or what may be one.
func holdsCode(v *Value, depth int) bool {
	switch v.kind {
	case kRef, kOpaque:
		return true
	case kList, kDict, kAlt:
		if v.wild || depth > 4 {
			return true
		}
		for _, e := range v.list {
			if holdsCode(e, depth+1) {
				return true
			}
		}
	}
	return false
}
