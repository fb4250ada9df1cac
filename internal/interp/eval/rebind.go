package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
)

// setProperty sets an attribute. Of modules and of the objects of libraries it may be a setting
// that makes them act: a table says which ones do not.
func (m *machine) setProperty(v *Value, name string, val *Value) {
	v.alts(func(a *Value) {
		if !m.settable(a, name) {
			c := &interp.Call{Names: []string{"setattr"}, Line: 1, Dir: m.dir, Text: cut(strings.TrimPrefix(a.name+a.typeName()+"."+name, "."))}
			m.unseen(c, "setting "+c.Text)
			m.report(c)
		}
	})
	m.setAttr(v, name, true, val)
}

func (m *machine) settable(v *Value, name string) bool {
	if m.lang.ownSettable(v, name) {
		return true
	}
	switch v.kind {
	case kRef:
		e, ok := m.entry(m.lang.qualify(v.name, name))
		return ok && e.settable()
	case kObj:
		if v.cls != nil || isEnviron(v) {
			return true
		}
		entries, _ := m.in.Table.Module(v.typ.Name)
		e, ok := find(entries, name)
		return ok && e.settable()
	case kOpaque:
		return v.name == "" // what it came from has been asked about
	case kBound:
		return m.plain(v.base) || v.base.kind == kFunc || v.base.kind == kObj && v.base.cls != nil
	}
	return true
}

func (e *Entry) settable() bool {
	for _, c := range e.Clauses {
		if c.Verb == "settable" {
			return true
		}
	}
	return false
}

// setAttr sets an attribute or an element.
func (m *machine) setAttr(v *Value, name string, known bool, val *Value) {
	if isEnviron(v) {
		m.setVariable(name, known, val)
	}
	v.alts(func(a *Value) {
		if a.kind == kOpaque && !m.settable(a, name) {
			m.renames() // reflection led there
		}
		if a.kind != kDict && a.kind != kList {
			m.stashed(val)
		}
		if m.lang.setOwn(a, name, known, val) {
			return
		}
		if a.kind == kRef && !known {
			m.renames()
		}
		if a.kind == kRef && known {
			m.over[m.lang.qualify(a.name, name)] = val
			return
		}
		m.store(a, name, known, val)
	})
}

// store sets an attribute or element of what the code has made, or may have made.
func (m *machine) store(v *Value, name string, known bool, val *Value) {
	switch {
	case v.kind == kDict && known && m.maybe == 0:
		v.put(name, val)
	case v.kind == kDict && known:
		v.put(name, join(v.get(name), val))
	case v.kind == kDict:
		v.blur(val)
	case v.kind == kList:
		v.disorder(val)
		if val.kind == kList {
			v.disorder(val.element()) // of a slice
		}
	case v.kind == kClass && known && v.cls != nil:
		v.cls.vars[name] = val
	}
	switch {
	case known:
		m.attrs[name] = join(m.attrs[name], val)
	case !m.plain(val):
		m.tainted = true
	}
}
