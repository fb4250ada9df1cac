package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// OwnAttr is a property that means something special, else nil.
func (m *machine) OwnAttr(v *core.Value, name string) *core.Value {
	switch v.Kind {
	case core.KindRef:
		return m.moduleAttr(v, name)
	case core.KindObj:
		if v.Type == typeEnviron {
			return m.Variable(name, nil)
		}
	case core.KindDict:
		return m.property(v, name)
	case core.KindFunc:
		switch name {
		case "constructor", "prototype":
			return core.Hidden(name)
		case "name", "length":
			return core.Data
		}
	case core.KindBound:
		if calls(name) && !v.Base.Plain() {
			return &core.Value{Kind: core.KindBound, Base: v, Name: name}
		}
	case core.KindStr:
		if name == "name" && v.Word.Glob { // of an entry: readdirSync(d, {withFileTypes: true})
			return m.Stored(name, v)
		}
	}
	return nil
}

// calls reports whether a method of functions is one that calls them.
func calls(name string) bool { return name == "call" || name == "apply" || name == "bind" }

// moduleAttr is a property of a module or a function.
func (m *machine) moduleAttr(v *core.Value, name string) *core.Value {
	switch name {
	case "call", "apply", "bind", "then", "catch", "finally":
		if v.Name != "Reflect" {
			return &core.Value{Kind: core.KindBound, Base: v, Name: name}
		}
	case "constructor", "__proto__":
		if name == "constructor" && v.Name == "module" {
			return core.Ref("Module")
		}
		if m.Assigned[m.Qualify(v.Name, name)] == nil {
			return core.Hidden(name)
		}
	}
	return nil
}

// property is a property of an object of the code, or nil where it has none of that name.
func (m *machine) property(v *core.Value, name string) *core.Value {
	switch e := v.Get(name); {
	case e != nil:
		return m.Got(e, v)
	case v.Base != nil:
		return m.Attr(v.Base, name) // of a module that was spread into it
	case v.Wild:
		return core.Top
	}
	return nil
}

// LeadsAway reports whether a property of plain data leads to classes or code.
func (m *machine) LeadsAway(_ *core.Value, name string) bool {
	switch name {
	case "constructor", "__proto__", "prototype":
		return true
	}
	return strings.HasPrefix(name, "__define") || strings.HasPrefix(name, "__lookup")
}

// OwnIndex is an element that means something special, else nil: what has a name is a property.
func (m *machine) OwnIndex(v, key *core.Value) *core.Value {
	name, ok := key.Text()
	switch v.Kind {
	case core.KindRef:
		switch {
		case ok:
			return m.Attr(v, name)
		case key.Kind == core.KindNum:
			return core.Data
		}
		return core.Hidden(v.Name)
	case core.KindDict:
		if ok && v.Get(name) == nil && m.LeadsAway(v, name) {
			return core.Hidden(name)
		}
		return nil
	}
	switch {
	case ok:
		return m.Attr(v, name)
	case v.Kind == core.KindFunc && key.Kind != core.KindNum:
		return core.Top
	}
	return nil
}

// OwnSettable reports whether setting a property does nothing but that.
func (m *machine) OwnSettable(v *core.Value, name string) bool {
	switch v.Kind {
	case core.KindRef:
		if isGlobal(v.Name) {
			return true // a variable
		}
		// A method of the code for what is plain data.
		return strings.HasSuffix(v.Name, ".prototype") && !m.OfData(name)
	case core.KindTop:
		return v.Name == "prototype"
	}
	return false
}

// SetOwn sets what means something special, and reports whether nothing is left to be set.
func (m *machine) SetOwn(v *core.Value, name string, known bool, val *core.Value) bool {
	switch {
	case v.Kind == core.KindRef && known && isGlobal(v.Name):
		m.rebindGlobal(name, val)
	case v.Kind == core.KindList && v.Name == "arguments":
		m.rebindParameters(val)
	}
	return false
}
