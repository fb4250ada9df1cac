package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// attributes are what properties and elements mean.
type attributes struct {
	ev      *core.Evaluator
	modules *modules
}

// OwnAttr is a property that means something special, else nil.
func (at *attributes) OwnAttr(v *core.Value, name string) *core.Value {
	switch v.Kind {
	case core.KindRef:
		return at.moduleAttr(v, name)
	case core.KindObj:
		if v.Type == typeEnviron {
			return at.ev.Environ.Variable(name, nil)
		}
	case core.KindDict:
		return at.property(v, name)
	case core.KindFunc:
		switch name {
		case "constructor", "prototype":
			return core.Reflected(name)
		case "name", "length":
			return core.Data
		}
	case core.KindBound:
		if callsFunction(name) && !v.Base.Plain() {
			return &core.Value{Kind: core.KindBound, Base: v, Name: name}
		}
	case core.KindStr:
		if name == "name" && v.Word.Glob { // of an entry: readdirSync(d, {withFileTypes: true})
			return at.ev.Heap.Stored(name, v)
		}
	}
	return nil
}

// callsFunction reports whether a method of functions is one that calls them.
func callsFunction(name string) bool { return name == "call" || name == "apply" || name == "bind" }

// moduleAttr is a property of a module or a function.
func (at *attributes) moduleAttr(v *core.Value, name string) *core.Value {
	switch name {
	case "call", "apply", "bind", "then", "catch", "finally":
		if v.Name != "Reflect" {
			return &core.Value{Kind: core.KindBound, Base: v, Name: name}
		}
	case "constructor", "__proto__":
		if name == "constructor" && v.Name == "module" {
			return core.Ref("Module")
		}
		if at.ev.Heap.Assigned[at.modules.Qualify(v.Name, name)] == nil {
			return core.Reflected(name)
		}
	}
	return nil
}

// property is a property of an object of the code, or nil where it has none of that name.
func (at *attributes) property(v *core.Value, name string) *core.Value {
	switch e := v.Get(name); {
	case e != nil:
		return at.ev.Objects.GetterValue(e, v)
	case v.Base != nil:
		return at.ev.Objects.Attr(v.Base, name) // of a module that was spread into it
	case v.Wild:
		return core.Top
	}
	return nil
}

// LeadsAway reports whether a property of plain data leads to classes or code.
func (at *attributes) LeadsAway(_ *core.Value, name string) bool {
	switch name {
	case "constructor", "__proto__", "prototype":
		return true
	}
	return strings.HasPrefix(name, "__define") || strings.HasPrefix(name, "__lookup")
}

// OwnIndex is an element that means something special, else nil: what has a name is a property.
func (at *attributes) OwnIndex(v, key *core.Value) *core.Value {
	name, ok := key.Text()
	switch v.Kind {
	case core.KindRef:
		switch {
		case ok:
			return at.ev.Objects.Attr(v, name)
		case key.Kind == core.KindNum:
			return core.Data
		}
		return core.Reflected(v.Name)
	case core.KindDict:
		if ok && v.Get(name) == nil && at.LeadsAway(v, name) {
			return core.Reflected(name)
		}
		return nil
	}
	switch {
	case ok:
		return at.ev.Objects.Attr(v, name)
	case v.Kind == core.KindFunc && key.Kind != core.KindNum:
		return core.Top
	}
	return nil
}

// OwnSettable reports whether setting a property does nothing but that.
func (at *attributes) OwnSettable(v *core.Value, name string) bool {
	switch v.Kind {
	case core.KindRef:
		if isGlobal(v.Name) {
			return true // a variable
		}
		// A method of the code for what is plain data.
		return strings.HasSuffix(v.Name, ".prototype") && !at.ev.Tables.OfData(name)
	case core.KindTop:
		return v.Name == "prototype"
	}
	return false
}

// SetOwn sets what means something special, and reports whether nothing is left to be set.
func (at *attributes) SetOwn(v *core.Value, name string, known bool, val *core.Value) bool {
	switch {
	case v.Kind == core.KindRef && known && isGlobal(v.Name):
		at.rebindGlobal(name, val)
	case v.Kind == core.KindList && v.Name == "arguments":
		at.rebindParameters(val)
	}
	return false
}

// The types of objects that only JavaScript has.
var (
	typeEnviron  = &core.Type{Name: "process.env", Inert: true, Environ: true, Element: core.AnyData}
	typeFileURL  = &core.Type{Name: "jsurl", Text: true, Inert: true}
	typeBunFile  = &core.Type{Name: "Bun.file", Text: true}
	typeMade     = &core.Type{Name: "made"}     // of new Function: what its body is worth
	typeResolver = &core.Type{Name: "resolver"} // a function that resolves a promise
	typeResolved = &core.Type{Name: "resolved"} // one that comes too late
)

// types are those that the tables know.
var types = []*core.Type{typeEnviron, typeBunFile}

// rebindGlobal sets a variable of the outermost scope by way of the global object.
func (at *attributes) rebindGlobal(name string, val *core.Value) {
	top := at.ev.State.Scope
	for top.Parent != nil {
		top = top.Parent
	}
	if v, ok := top.Vars[name]; ok {
		top.Vars[name] = core.Join(v, val)
	}
}

// rebindParameters sets what a parameter may be after an element of arguments was set (JavaScript,
// not in strict mode).
func (at *attributes) rebindParameters(val *core.Value) {
	for s := at.ev.State.Scope; s != nil; s = s.Parent {
		if _, own := s.Vars["arguments"]; !own {
			continue
		}
		for k, v := range s.Vars {
			if k != "arguments" {
				s.Vars[k] = core.Join(v, val)
			}
		}
		return
	}
}

// Overloads reports whether operators may mean anything for a value: an instance of a class of the
// code says what it is as a text or number.
func (at *attributes) Overloads(v *core.Value) bool { return v.Kind == core.KindObj && v.Class != nil }

// inherit is Object.setPrototypeOf and the key __proto__: what an object has not it has from
// another.
func (at *attributes) inherit(v, from *core.Value) {
	switch {
	case at.ev.Heap.Plain(from):
	case v.Kind == core.KindDict && from.Kind == core.KindRef && v.Base == nil:
		v.Base, v.More, v.Wild = from, true, true
	case v.Kind == core.KindDict:
		v.More, v.Wild = true, true
	default:
		at.ev.Heap.Escaped = true
	}
}
