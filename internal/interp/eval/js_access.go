package eval

import "strings"

// attr is a property that means something special, else nil.
func (m *javascript) ownAttr(v *Value, name string) *Value {
	switch v.kind {
	case kRef:
		return m.moduleAttr(v, name)
	case kObj:
		if v.typ == typeJSEnviron {
			return m.variable(name, nil)
		}
	case kDict:
		return m.property(v, name)
	case kFunc:
		switch name {
		case "constructor", "prototype":
			return hidden(name)
		case "name", "length":
			return data
		}
	case kBound:
		if calls(name) && !v.base.plain() {
			return &Value{kind: kBound, base: v, name: name}
		}
	case kStr:
		if name == "name" && v.word.Glob { // of an entry: readdirSync(d, {withFileTypes: true})
			return m.stored(name, v)
		}
	}
	return nil
}

// calls reports whether a method of functions is one that calls them.
func calls(name string) bool { return name == "call" || name == "apply" || name == "bind" }

// moduleAttr is a property of a module or a function.
func (m *javascript) moduleAttr(v *Value, name string) *Value {
	switch name {
	case "call", "apply", "bind", "then", "catch", "finally":
		if v.name != "Reflect" {
			return &Value{kind: kBound, base: v, name: name}
		}
	case "constructor", "__proto__":
		if name == "constructor" && v.name == "module" {
			return ref("Module")
		}
		if m.over[m.qualify(v.name, name)] == nil {
			return hidden(name)
		}
	}
	return nil
}

// property is a property of an object of the code, or nil where it has none of that name.
func (m *javascript) property(v *Value, name string) *Value {
	switch e := v.get(name); {
	case e != nil:
		return m.got(e, v)
	case v.base != nil:
		return m.attr(v.base, name) // of a module that was spread into it
	case v.wild:
		return opaque
	}
	return nil
}

// leadsAway reports whether a property of plain data leads to classes or code.
func (m *javascript) leadsAway(_ *Value, name string) bool {
	switch name {
	case "constructor", "__proto__", "prototype":
		return true
	}
	return strings.HasPrefix(name, "__define") || strings.HasPrefix(name, "__lookup")
}

// index is an element that means something special, else nil: what has a name is a property.
func (m *javascript) ownIndex(v, key *Value) *Value {
	name, ok := key.text()
	switch v.kind {
	case kRef:
		switch {
		case ok:
			return m.attr(v, name)
		case key.kind == kNum:
			return data
		}
		return hidden(v.name)
	case kDict:
		if ok && v.get(name) == nil && m.leadsAway(v, name) {
			return hidden(name)
		}
		return nil
	}
	switch {
	case ok:
		return m.attr(v, name)
	case v.kind == kFunc && key.kind != kNum:
		return opaque
	}
	return nil
}

// settable reports whether setting a property does nothing but that.
func (m *javascript) ownSettable(v *Value, name string) bool {
	switch v.kind {
	case kRef:
		if isGlobal(v.name) {
			return true // a variable
		}
		return strings.HasSuffix(v.name, ".prototype") && !m.ofData(name) // a method of the code for what is plain data
	case kOpaque:
		return v.name == "prototype"
	}
	return false
}

// setAttr sets what means something special, and reports whether nothing is left to be set.
func (m *javascript) setOwn(v *Value, name string, known bool, val *Value) bool {
	switch {
	case v.kind == kRef && known && isGlobal(v.name):
		m.rebindGlobal(name, val)
	case v.kind == kList && v.name == "arguments":
		m.rebindParameters(val)
	}
	return false
}
