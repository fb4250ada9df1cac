package eval

import "strings"

// reexported is a module that another one has imported for itself, as shutil.os and random._os.
func (m *machine) reexported(module, name string) *Value {
	if m.js || !m.known(module) {
		return nil
	}
	bare := strings.TrimLeft(name, "_")
	switch bare {
	case "os", "posix", "nt", "sys", "subprocess", "shutil", "builtins", "io", "pathlib", "socket", "importlib", "ctypes", "pickle", "marshal", "tempfile",
		"pty", "code", "runpy", "urllib", "signal", "gc", "inspect":
	default:
		return nil
	}
	if entries, ok := m.in.Table.Module(module); ok {
		if _, own := lineOf(entries, name); own {
			return nil
		}
	}
	if m.known(module + "." + name) {
		return nil
	}
	return ref(bare)
}

// starHas reports whether importing everything from a module hides a builtin: os.open hides open.
func (m *machine) starHas(module, name string) bool {
	entries, ok := m.in.Table.Module(module)
	if !ok {
		return !m.builtin(name)
	}
	_, has := lineOf(entries, name)
	return has
}

// setAttr sets an attribute or an element.
func (m *machine) setAttr(v *Value, name string, known bool, val *Value) {
	v.alts(func(a *Value) {
		if a.kind == kRef && a.name == "sys" && name == "path" || a.kind == kObj && a.name == "sys.path" {
			m.searched = true
		}
		if a.kind != kDict && a.kind != kList {
			m.stashed(val)
			if !known && !m.plain(val) && (a.kind == kRef || a.kind == kObj && a.name == "namespace") {
				m.renames()
			}
		}
		switch {
		case a.kind == kRef && known:
			switch a.name {
			case "globalThis", "global", "window", "self":
				m.rebindGlobal(name, val)
			}
			m.over[m.qualify(a.name, name)] = val
			return
		case a.kind == kObj && a.name == "namespace" && known:
			if a.base != nil && a.base.kind == kRef {
				m.over[m.qualify(a.base.name, name)] = val
			} else {
				top := m.scope
				for top.parent != nil {
					top = top.parent
				}
				m.scope.vars[name], top.vars[name] = val, join(top.vars[name], val)
			}
			return
		case a.kind == kDict && known && m.maybe == 0:
			a.put(name, val)
		case a.kind == kDict && known:
			a.put(name, join(a.get(name), val))
		case a.kind == kList:
			if a.name == "arguments" {
				m.rebindParameters(val)
			}
			a.disorder(val)
			if val.kind == kList {
				a.disorder(val.element()) // of a slice
			}
		case a.kind == kDict:
			a.blur(val)
		case a.kind == kClass && known && a.cls != nil:
			a.cls.vars[name] = val
		}
		switch {
		case known:
			m.attrs[name] = join(m.attrs[name], val)
		case !m.plain(val):
			m.tainted = true
		}
	})
}

// rebindParameters sets what a parameter may be after an element of arguments was set (JavaScript, not in strict mode).
func (m *machine) rebindParameters(val *Value) {
	for s := m.scope; s != nil; s = s.parent {
		if _, own := s.vars["arguments"]; !own {
			continue
		}
		for k, v := range s.vars {
			if k != "arguments" {
				s.vars[k] = join(v, val)
			}
		}
		return
	}
}

// rebindGlobal sets a variable of the outermost scope by way of the global object.
func (m *machine) rebindGlobal(name string, val *Value) {
	top := m.scope
	for top.parent != nil {
		top = top.parent
	}
	if v, ok := top.vars[name]; ok {
		top.vars[name] = join(v, val)
	}
}
