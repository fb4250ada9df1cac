package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// OwnAttr is an attribute that means something special, else nil.
func (m *machine) OwnAttr(v *core.Value, name string) *core.Value {
	switch v.Kind {
	case core.KindRef:
		return m.moduleAttr(v, name)
	case core.KindTop:
		if describes(name) {
			return core.Data
		}
	case core.KindObj:
		return m.objectAttr(v, name)
	case core.KindClass:
		switch {
		case m.Member(v.Class, name, 0) != nil:
		case describes(name):
			return core.Data
		case strings.HasPrefix(name, "__"):
			return core.Hidden(name)
		}
	case core.KindFunc:
		switch {
		case name == "__qualname__" || name == "__module__":
			return core.Data
		case m.LeadsAway(v, name):
			return core.Hidden(name)
		case strings.HasPrefix(name, "__"):
			return core.Data
		}
	}
	return nil
}

// describes reports whether an attribute of a class or function is text about it.
func describes(name string) bool {
	switch name {
	case "__name__", "__qualname__", "__module__", "__doc__":
		return true
	}
	return false
}

// moduleAttr is an attribute of a module that the code has not set.
func (m *machine) moduleAttr(v *core.Value, name string) *core.Value {
	if l := m.modules[v.Name]; l != nil {
		return m.part(l, name)
	}
	if m.Assigned[m.Qualify(v.Name, name)] != nil {
		return nil
	}
	switch name {
	case "__dict__":
		return core.Obj(typeNamespace, v)
	case "__name__", "__doc__", "__file__", "__version__":
		return core.Data
	case "__import__", "__enter__", "__exit__":
	default:
		if strings.HasPrefix(name, "__") && !m.Builtin(name) {
			return core.Hidden(name)
		}
	}
	return m.reexported(v.Name, name)
}

// objectAttr is an attribute of an object of a type that only Python has.
func (m *machine) objectAttr(v *core.Value, name string) *core.Value {
	if v.Class != nil {
		return nil
	}
	switch v.Type {
	case typeTempDir, typeTempFile:
		if name == "name" {
			return v.Base
		}
	case typeNamespace:
		return &core.Value{Kind: core.KindBound, Base: v, Name: name}
	case typePath:
		return m.pathAttr(v, name)
	}
	return nil
}

// LeadsAway reports whether an attribute of plain data leads to classes, modules or code.
func (m *machine) LeadsAway(v *core.Value, name string) bool {
	switch name {
	case "__name__", "__doc__", "__len__", "__file__", "__version__", "__str__", "__repr__",
		"__contains__", "__getitem__", "__add__":
		return false
	case "__enter__", "__exit__":
		return v.Kind != core.KindObj
	case "f_globals", "f_builtins", "f_locals", "f_back", "f_code", "gi_frame", "gi_yieldfrom",
		"cr_frame", "cr_await", "ag_frame", "ag_await", "tb_frame", "func_globals", "func_code",
		"im_func", "im_self", "im_class", "mro":
		return true
	}
	return strings.HasPrefix(name, "__")
}

// OwnIndex is an element that means something special, else nil.
func (m *machine) OwnIndex(v, key *core.Value) *core.Value {
	name, ok := key.Text()
	switch {
	case v.Kind == core.KindRef && v.Name == "sys.modules":
		if ok {
			return core.Ref(name)
		}
		return core.Hidden(v.Name)
	case v.Kind == core.KindRef && v.Name == "__builtins__" && ok:
		return core.Ref(name)
	case v.Is(typeNamespace):
		switch {
		case !ok:
			return core.Hidden("a namespace")
		case v.Base != nil:
			return m.Attr(v.Base, name)
		}
		return m.Resolve(name)
	case v.Kind == core.KindObj && m.Known(v.Type.Name):
		return core.Data
	}
	return nil
}

// OwnSettable reports whether setting an attribute does nothing but that.
func (m *machine) OwnSettable(v *core.Value, name string) bool {
	return v.Kind == core.KindRef && v.Name == "sys" && name == "path" || v.Is(typeNamespace)
}

// SetOwn sets what means something special, and reports whether nothing is left to be set.
func (m *machine) SetOwn(v *core.Value, name string, known bool, val *core.Value) bool {
	if name == "__annotations__" {
		m.Renames() // decorators make code of what stands in it
	}
	if strings.HasPrefix(name, "__") && val.Kind == core.KindFunc {
		val.Fn.Implicit = true
	}
	if v.Kind == core.KindRef && v.Name == "sys" && name == "path" || v.Is(typeSearch) {
		m.searched = true
	}
	if l := m.modules[v.Name]; v.Kind == core.KindRef && l != nil && known && l.Scope != nil {
		l.Scope.Vars[name] = core.Join(l.Scope.Vars[name], val)
		return true
	}
	if !v.Is(typeNamespace) {
		return false
	}
	if !known && !m.Plain(val) {
		m.Renames()
	}
	if known {
		m.setName(v, name, val)
	}
	return known
}

// setName sets a name of a namespace: of a module, or of the code.
func (m *machine) setName(v *core.Value, name string, val *core.Value) {
	if v.Base != nil && v.Base.Kind == core.KindRef {
		if !m.Settable(v.Base, name) {
			m.Renames()
		}
		m.Assigned[m.Qualify(v.Base.Name, name)] = val
		return
	}
	top := m.Scope
	for top.Parent != nil {
		top = top.Parent
	}
	m.Scope.Vars[name], top.Vars[name] = val, core.Join(top.Vars[name], val)
}
