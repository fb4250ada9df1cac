package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// SetProperty sets an attribute. Of modules and of the objects of libraries it may be a setting
// that makes them act: a table says which ones do not.
func (ob *Objects) SetProperty(v *Value, name string, val *Value) {
	v.Alts(func(a *Value) {
		if !ob.Settable(a, name) {
			what := shorten(strings.TrimPrefix(a.Name+a.typeName()+"."+name, "."))
			ob.report.unseen("setattr", what, "setting "+what)
		}
	})
	ob.SetAttr(v, name, true, val)
}

// SetElement sets an element: one whose key is known as an attribute.
func (ob *Objects) SetElement(v, key, val *Value) {
	if name, known := key.Text(); known {
		ob.SetProperty(v, name, val)
	} else {
		ob.SetAttr(v, name, false, val)
	}
}

// SetAttr sets an attribute or an element.
func (ob *Objects) SetAttr(v *Value, name string, known bool, val *Value) {
	if v.Kind != KindDict && v.Kind != KindList || v.File > 0 {
		ob.report.NoteSteering()
	}
	if IsEnviron(v) {
		ob.world.SetVariable(name, known, val)
	}
	v.Alts(func(a *Value) {
		if a.Kind == KindTop && !ob.Settable(a, name) {
			ob.report.UnknownRename() // reflection led there
		}
		if a.Kind != KindDict && a.Kind != KindList {
			ob.Stash(val)
		}
		if ob.lang.Attributes.SetOwn(a, name, known, val) {
			return
		}
		if a.Kind == KindRef && !known {
			ob.report.UnknownRename()
		}
		if a.Kind == KindRef && known {
			ob.heap.Assigned[ob.lang.Names.Qualify(a.Name, name)] = val
			return
		}
		ob.store(a, name, known, val)
	})
}

// store sets an attribute or element of what the code has made, or may have made.
func (ob *Objects) store(v *Value, name string, known bool, val *Value) {
	switch {
	case v.Kind == KindDict && known && ob.state.uncertain == 0 && !ob.heap.Frozen:
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
	case v.Kind == KindObj && v.Class == nil && known && len(v.Args) < maxArgs:
		v.Args = append(v.Args, Arg{Name: name, Val: val}) // see keptOf
	case v.Kind == KindClass && known && v.Class != nil:
		v.Class.Vars[name] = val
	}
	switch {
	case known:
		ob.heap.Attributes[name] = Join(ob.heap.Attributes[name], val)
	case !ob.heap.Plain(val):
		ob.heap.Escaped = true
	}
}

// Settable reports whether setting an attribute does nothing but that.
func (ob *Objects) Settable(v *Value, name string) bool {
	if ob.lang.Attributes.OwnSettable(v, name) {
		return true
	}
	switch v.Kind {
	case KindRef:
		e, ok := ob.tables.Entry(ob.lang.Names.Qualify(v.Name, name))
		return ok && e.Settable()
	case KindObj:
		if v.Class != nil || IsEnviron(v) {
			return true
		}
		entries, _ := ob.tables.Entries(v.Type.Name)
		e, ok := tables.Find(entries, name)
		return ok && e.Settable()
	case KindTop:
		return v.Name == "" // what it came from has been asked about
	case KindBound:
		return ob.heap.Plain(v.Base) || v.Base.Kind == KindFunc ||
			v.Base.Kind == KindObj && v.Base.Class != nil
	}
	return true
}
