package core

import (
	"strconv"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Objects gets and sets the attributes and elements of values.
type Objects struct {
	lang    *Language
	tables  *Tables
	world   *World
	report  *Report
	limits  *Limits
	state   *State
	heap    *Heap
	environ *Environ
	calls   caller
}

// caller calls functions for Objects: getters, and what may be called where it is stored.
type caller interface {
	Invoke(fn *Function, args []Arg) *Value
	EscapeValue(v, with *Value, depth int)
}

// Attr returns an attribute or property of a value.
func (ob *Objects) Attr(v *Value, name string) *Value {
	if v.Kind == KindAlt {
		var out *Value
		for _, a := range v.List {
			out = Join(out, ob.Attr(a, name))
		}
		return out
	}
	if out := ob.lang.Attributes.OwnAttr(v, name); out != nil {
		return out
	}
	switch v.Kind {
	case KindRef:
		return ob.refAttr(v, name)
	case KindTop:
		return v
	case KindObj:
		return ob.objAttr(v, name)
	case KindClass:
		if f := ob.Member(v.Class, name, 0); f != nil {
			return ob.GetterValue(ofClass(f, v.Class), v)
		}
		return ob.heap.Stored(name, Top)
	case KindFunc:
		return &Value{Kind: KindBound, Base: v, Name: name}
	case KindBound:
		if v.Base.Plain() && !ob.lang.Attributes.LeadsAway(v, name) {
			return ob.heap.Stored(name, &Value{Kind: KindBound, Base: Data, Name: name})
		}
		return Top
	}
	if ob.lang.Attributes.LeadsAway(v, name) {
		return Reflected(name)
	}
	return ob.heap.Stored(name, &Value{Kind: KindBound, Base: v, Name: name})
}

func (ob *Objects) refAttr(v *Value, name string) *Value {
	q := ob.lang.Names.Qualify(v.Name, name)
	if o := ob.heap.Assigned[q]; o != nil {
		return Join(Ref(q), o)
	}
	if e, ok := ob.tables.Entry(q); ok && e.Attribute() {
		return ob.AttributeValue(q, &e, v)
	}
	return Ref(q)
}

// AttributeValue is the value of an attribute that the tables know.
func (ob *Objects) AttributeValue(q string, e *tables.Entry, self *Value) *Value {
	if v := ob.lang.Names.Constant(q); v != nil {
		return v
	}
	for _, c := range e.Clauses {
		switch c.Verb {
		case "data", "pure", "environment", "shows":
			return Data
		case "self":
			return self
		case "text":
			return Str(c.Args[0])
		case "returns":
			switch c.Args[0] {
			case "opaque":
				return Top
			case "data":
				return Data
			case "module":
				return Ref(c.Args[1])
			}
			return Obj(ob.tables.typed(c.Args[0]), self.objectBase())
		}
	}
	return Ref(q)
}

func (ob *Objects) objAttr(v *Value, name string) *Value {
	if v.Class != nil {
		if f := ob.Member(v.Class, name, 0); f != nil {
			if f.Kind == KindFunc && f.Fn.Getter {
				return ob.heap.Stored(name, ob.GetterValue(f, v))
			}
			if f.Kind == KindFunc && f.Fn.Binds != BindsInstance {
				return ob.heap.Stored(name, ofClass(f, v.Class))
			}
			if f.Kind == KindFunc {
				return ob.heap.Stored(name, &Value{Kind: KindFunc, Fn: f.Fn.Bind(v)})
			}
			return ob.heap.Stored(name, f)
		}
		if s := ob.heap.Attributes[name]; s != nil {
			return s
		}
		return ob.libraryAttr(v.Class, name)
	}
	if ob.lang.Attributes.LeadsAway(v, name) {
		return Top
	}
	if entries, ok := ob.tables.Entries(v.Type.Name); ok {
		if e, ok := tables.Find(entries, name); ok && e.Attribute() {
			return ob.AttributeValue(v.Type.Name+"."+name, &e, v)
		}
	}
	return ob.heap.Stored(name, &Value{Kind: KindBound, Base: v, Name: name})
}

// Index returns an element of a value.
func (ob *Objects) Index(v, key *Value) *Value {
	switch v.Kind {
	case KindAlt:
		var out *Value
		for _, a := range v.List {
			out = Join(out, ob.Index(a, key))
		}
		return out
	case KindObj:
		return ob.ObjIndex(v, key)
	case KindTop:
		return v
	}
	if out := ob.lang.Attributes.OwnIndex(v, key); out != nil {
		return out
	}
	switch v.Kind {
	case KindRef:
		return Top
	case KindList:
		return ob.listIndex(v, key)
	case KindDict:
		if name, ok := key.Text(); ok {
			if e := v.Get(name); e != nil {
				return ob.heap.Stored(name, e)
			}
		}
		return ob.heap.MaybeEscaped(v.Element())
	case KindStr:
		if c := character(v, key); c != nil {
			return c
		}
	}
	if name, ok := key.Text(); ok {
		return ob.heap.MaybeEscaped(ob.heap.Stored(name, Data))
	}
	return ob.heap.MaybeEscaped(contentOf(v.contentBase()))
}

func (ob *Objects) listIndex(v, key *Value) *Value {
	if i, ok := placeOf(v, key); ok {
		return v.List[i]
	}
	if key.Kind == KindNum && !v.More {
		return ob.heap.MaybeEscaped(Join(v.Element(), Data)) // beyond its end
	}
	return ob.heap.MaybeEscaped(v.Element())
}

// ObjIndex returns an element of an object.
func (ob *Objects) ObjIndex(v, key *Value) *Value {
	if v.Type.Environ {
		if name, ok := key.Text(); ok {
			return ob.environ.Variable(name, nil)
		}
		return ob.environ.AnyVariable()
	}
	if v.Type.Indexed {
		return v.Element()
	}
	if v.Type.Library {
		return v
	}
	if out := ob.lang.Attributes.OwnIndex(v, key); out != nil {
		return out
	}
	return Top
}

// Resolve resolves a name of the code: a variable, a builtin, or a module that counts as
// imported.
func (ob *Objects) Resolve(name string) *Value {
	if v := ob.state.lookup(name); v != nil {
		return v
	}
	if o := ob.heap.Assigned[name]; o != nil {
		return Join(Ref(name), o)
	}
	return ob.lang.Names.Global(name)
}

// Reflected is what reflection leads to: calling it runs what cannot be known.
func Reflected(marker string) *Value { return &Value{Kind: KindTop, Name: marker} }

// character is one character of a text, or nil where it is not known.
func character(v, key *Value) *Value {
	text, ok := v.Text()
	i, err := strconv.Atoi(key.Name)
	if !ok || err != nil || key.Kind != KindNum || !PlainText(text) {
		return nil
	}
	if i < 0 {
		i += len(text)
	}
	if i < 0 || i >= len(text) {
		return nil
	}
	return Str(text[i : i+1])
}

// placeOf is the place in a list that a key means.
func placeOf(v, key *Value) (int, bool) {
	if key.Kind != KindNum {
		return 0, false
	}
	i, err := strconv.Atoi(key.Name)
	if err != nil || v.More && (i < 0 || i >= v.placedCount()) {
		return 0, false
	}
	if i < 0 {
		i += len(v.List)
	}
	return i, i >= 0 && i < len(v.List)
}

// Member finds a method or attribute of a class.
func (ob *Objects) Member(c *Class, name string, depth int) *Value {
	if c == nil || depth > 8 {
		return nil
	}
	if v := c.Vars[name]; v != nil {
		return v
	}
	for _, b := range c.Bases {
		if b.Kind == KindClass {
			if v := ob.Member(b.Class, name, depth+1); v != nil {
				return v
			}
		}
	}
	return nil
}

// libraryAttr is an attribute of an instance that the code does not define: a class may make any of
// them up, and what comes from a library has the methods that the tables list.
func (ob *Objects) libraryAttr(c *Class, name string) *Value {
	if ob.limits.filesCut && c.File > 0 {
		return &Value{Kind: KindTop, File: c.File} // set by what was not followed
	}
	for _, hook := range ob.lang.Traits.Getters {
		if ob.Member(c, hook, 0) != nil {
			return Top
		}
	}
	if len(c.Bases) > 0 {
		return Top
	}
	for _, lib := range c.Lib {
		if entries, ok := ob.tables.Entries(lib); ok {
			if _, ok := tables.Find(entries, name); ok {
				return ob.objAttr(Obj(ob.tables.typed(lib), nil), name)
			}
		}
	}
	if len(c.Lib) > 0 {
		return &Value{Kind: KindBound, Base: Data, Name: name}
	}
	return Data
}

// GetterValue is the value of an attribute: what its getter returns, if it has one.
func (ob *Objects) GetterValue(v, self *Value) *Value {
	if v.Kind != KindFunc || !v.Fn.Getter {
		return v
	}
	return ob.calls.Invoke(v.Fn.Bind(self), nil)
}

// Inherited is what a method inherits: the bases of its class, for the same instance.
func (ob *Objects) Inherited() *Value {
	c := ob.state.Frame.Owner
	if c == nil {
		return Top
	}
	return &Value{Kind: KindObj, Type: TypeInstance, Class: &Class{Bases: c.Bases}}
}

// Stash handles what is stored in a class or as an attribute. The language may call it there, as
// A()[x] calls A.__getitem__, and so may code that is not followed: so what does something counts as
// called, with anything. The functions of the code run in any case.
func (ob *Objects) Stash(v *Value) {
	v.Alts(func(a *Value) {
		switch a.Kind {
		case KindRef, KindBound, KindObj, KindList, KindDict:
			if !ob.heap.Plain(a) {
				ob.calls.EscapeValue(a, Top, 0)
			}
		}
	})
}
