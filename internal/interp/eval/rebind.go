package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
)

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

// setProperty sets an attribute. Of modules and of the objects of libraries it may be a setting
// that makes them act: a table says which ones do not.
func (m *machine) setProperty(v *Value, name string, val *Value) {
	v.alts(func(a *Value) {
		if !m.settable(a, name) {
			c := &interp.Call{Names: []string{"setattr"}, Line: 1, Dir: m.dir, Text: cut(strings.TrimPrefix(a.name+"."+name, "."))}
			m.unseen(c, "setting "+c.Text)
			m.report(c)
		}
	})
	m.setAttr(v, name, true, val)
}

func (m *machine) settable(v *Value, name string) bool {
	switch v.kind {
	case kRef:
		switch {
		case m.js && (v.name == "globalThis" || v.name == "global" || v.name == "window" || v.name == "self"):
			return true // a variable
		case v.name == "sys" && name == "path":
			return true // see setAttr
		}
		if m.js && strings.HasSuffix(v.name, ".prototype") && !m.ofData(name) {
			return true // a method of the code for what is plain data
		}
		e, ok := m.entry(m.qualify(v.name, name))
		return ok && e.settable()
	case kObj:
		if v.cls != nil || isEnviron(v) || v.name == "namespace" {
			return true
		}
		entries, _ := m.in.Table.Module(v.name)
		e, ok := find(entries, name)
		return ok && e.settable()
	case kOpaque:
		return v.name == "" || v.name == "prototype" // what it came from has been asked about
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
		if a.kind == kOpaque && a.name != "" && a.name != "prototype" {
			m.renames() // reflection led there
		}
		if name == "__annotations__" {
			m.renames() // decorators make code of what stands in it
		}
		if strings.HasPrefix(name, "__") && val.kind == kFunc {
			val.fn.implicit = true
		}
		if a.kind == kRef && a.name == "sys" && name == "path" || a.kind == kObj && a.name == "sys.path" {
			m.searched = true
		}
		if a.kind != kDict && a.kind != kList {
			m.stashed(val)
			if !known && (a.kind == kRef || !m.plain(val) && a.kind == kObj && a.name == "namespace") {
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
				if !m.settable(a.base, name) {
					m.renames()
				}
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

// rebindParameters sets what a parameter may be after an element of arguments was set (JavaScript,
// not in strict mode).
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
