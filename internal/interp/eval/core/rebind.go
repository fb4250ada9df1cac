package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// SetProperty sets an attribute. Of modules and of the objects of libraries it may be a setting
// that makes them act: a table says which ones do not.
func (m *Machine) SetProperty(v *Value, name string, val *Value) {
	v.Alts(func(a *Value) {
		if !m.Settable(a, name) {
			what := cut(strings.TrimPrefix(a.Name+a.typeName()+"."+name, "."))
			c := &interp.Call{Names: []string{"setattr"}, Line: 1, File: m.File, Dir: m.dir, Text: what}
			m.Unseen(c, "setting "+c.Text)
			m.Report(c)
		}
	})
	m.SetAttr(v, name, true, val)
}

// SetAttr sets an attribute or an element.
func (m *Machine) SetAttr(v *Value, name string, known bool, val *Value) {
	if v.Kind != KindDict && v.Kind != KindList || v.File > 0 {
		m.Steers()
	}
	if IsEnviron(v) {
		m.SetVariable(name, known, val)
	}
	v.Alts(func(a *Value) {
		if a.Kind == KindTop && !m.Settable(a, name) {
			m.Renames() // reflection led there
		}
		if a.Kind != KindDict && a.Kind != KindList {
			m.Stashed(val)
		}
		if m.lang.SetOwn(a, name, known, val) {
			return
		}
		if a.Kind == KindRef && !known {
			m.Renames()
		}
		if a.Kind == KindRef && known {
			m.Assigned[m.lang.Qualify(a.Name, name)] = val
			return
		}
		m.store(a, name, known, val)
	})
}

// store sets an attribute or element of what the code has made, or may have made.
func (m *Machine) store(v *Value, name string, known bool, val *Value) {
	switch {
	case v.Kind == KindDict && known && m.maybe == 0 && !m.Holds:
		v.Put(name, val)
	case v.Kind == KindDict && known:
		v.Put(name, Join(v.Get(name), val))
	case v.Kind == KindDict:
		v.WeakUpdate(val)
	case v.Kind == KindList:
		v.WeakAdd(val)
		if val.Kind == KindList {
			v.WeakAdd(val.Element()) // of a slice
		}
	case v.Kind == KindClass && known && v.Class != nil:
		v.Class.Vars[name] = val
	}
	switch {
	case known:
		m.Attributes[name] = Join(m.Attributes[name], val)
	case !m.Plain(val):
		m.Escaped = true
	}
}

// Settable reports whether setting an attribute does nothing but that.
func (m *Machine) Settable(v *Value, name string) bool {
	if m.lang.OwnSettable(v, name) {
		return true
	}
	switch v.Kind {
	case KindRef:
		e, ok := m.Entry(m.lang.Qualify(v.Name, name))
		return ok && e.Settable()
	case KindObj:
		if v.Class != nil || IsEnviron(v) {
			return true
		}
		entries, _ := m.Entries(v.Type.Name)
		e, ok := tables.Find(entries, name)
		return ok && e.Settable()
	case KindTop:
		return v.Name == "" // what it came from has been asked about
	case KindBound:
		return m.Plain(v.Base) || v.Base.Kind == KindFunc || v.Base.Kind == KindObj && v.Base.Class != nil
	}
	return true
}
