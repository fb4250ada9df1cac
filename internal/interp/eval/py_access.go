package eval

import "strings"

// attr is an attribute that means something special, else nil.
func (m *python) ownAttr(v *Value, name string) *Value {
	switch v.kind {
	case kRef:
		return m.moduleAttr(v, name)
	case kOpaque:
		if describes(name) {
			return data
		}
	case kObj:
		return m.objectAttr(v, name)
	case kClass:
		switch {
		case m.member(v.cls, name, 0) != nil:
		case describes(name):
			return data
		case strings.HasPrefix(name, "__"):
			return hidden(name)
		}
	case kFunc:
		switch {
		case name == "__qualname__" || name == "__module__":
			return data
		case m.leadsAway(v, name):
			return hidden(name)
		case strings.HasPrefix(name, "__"):
			return data
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
func (m *python) moduleAttr(v *Value, name string) *Value {
	if m.over[m.qualify(v.name, name)] != nil {
		return nil
	}
	switch name {
	case "__dict__":
		return obj(typeNamespace, v)
	case "__name__", "__doc__", "__file__", "__version__":
		return data
	case "__import__", "__enter__", "__exit__":
	default:
		if strings.HasPrefix(name, "__") && !m.builtin(name) {
			return hidden(name)
		}
	}
	return m.reexported(v.name, name)
}

// objectAttr is an attribute of an object of a type that only Python has.
func (m *python) objectAttr(v *Value, name string) *Value {
	if v.cls != nil {
		return nil
	}
	switch v.typ {
	case typeTempDir, typeTempFile:
		if name == "name" {
			return v.base
		}
	case typeNamespace:
		return &Value{kind: kBound, base: v, name: name}
	case typePath:
		return m.pathAttr(v, name)
	}
	return nil
}

// leadsAway reports whether an attribute of plain data leads to classes, modules or code.
func (m *python) leadsAway(v *Value, name string) bool {
	switch name {
	case "__name__", "__doc__", "__len__", "__file__", "__version__", "__str__", "__repr__", "__contains__",
		"__getitem__", "__add__":
		return false
	case "__enter__", "__exit__":
		return v.kind != kObj
	case "f_globals", "f_builtins", "f_locals", "f_back", "f_code", "gi_frame", "gi_yieldfrom", "cr_frame", "cr_await",
		"ag_frame", "ag_await", "tb_frame", "func_globals", "func_code", "im_func", "im_self", "im_class", "mro":
		return true
	}
	return strings.HasPrefix(name, "__")
}

// index is an element that means something special, else nil.
func (m *python) ownIndex(v, key *Value) *Value {
	name, ok := key.text()
	switch {
	case v.kind == kRef && v.name == "sys.modules":
		if ok {
			return ref(name)
		}
		return hidden(v.name)
	case v.kind == kRef && v.name == "__builtins__" && ok:
		return ref(name)
	case v.is(typeNamespace):
		switch {
		case !ok:
			return hidden("a namespace")
		case v.base != nil:
			return m.attr(v.base, name)
		}
		return m.name(name)
	case v.kind == kObj && m.known(v.typ.Name):
		return data
	}
	return nil
}

// settable reports whether setting an attribute does nothing but that.
func (m *python) ownSettable(v *Value, name string) bool {
	return v.kind == kRef && v.name == "sys" && name == "path" || v.is(typeNamespace)
}

// setAttr sets what means something special, and reports whether nothing is left to be set.
func (m *python) setOwn(v *Value, name string, known bool, val *Value) bool {
	if name == "__annotations__" {
		m.renames() // decorators make code of what stands in it
	}
	if strings.HasPrefix(name, "__") && val.kind == kFunc {
		val.fn.implicit = true
	}
	if v.kind == kRef && v.name == "sys" && name == "path" || v.is(typeSearch) {
		m.searched = true
	}
	if !v.is(typeNamespace) {
		return false
	}
	if !known && !m.plain(val) {
		m.renames()
	}
	if known {
		m.setName(v, name, val)
	}
	return known
}

// setName sets a name of a namespace: of a module, or of the code.
func (m *python) setName(v *Value, name string, val *Value) {
	if v.base != nil && v.base.kind == kRef {
		if !m.settable(v.base, name) {
			m.renames()
		}
		m.over[m.qualify(v.base.name, name)] = val
		return
	}
	top := m.scope
	for top.parent != nil {
		top = top.parent
	}
	m.scope.vars[name], top.vars[name] = val, join(top.vars[name], val)
}
