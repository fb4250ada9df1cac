package core

import (
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// construct makes an instance of a class of the code.
func (m *Machine) construct(s Site, c *Value, args []Arg) *Value {
	m.noteOf(s, c.Class.File, args)
	if m.cut && c.Class.File > 0 {
		return &Value{Kind: KindTop, File: c.Class.File}
	}
	inst := &Value{Kind: KindObj, Type: TypeInstance, Class: c.Class}
	m.makeFields(c.Class, inst, 0)
	if f := m.Member(c.Class, m.Traits.Constructor, 0); f != nil && f.Kind == KindFunc {
		fn := *f.Fn
		fn.Self = inst
		ret := m.Invoke(&fn, args)
		f.Fn.Runs++
		return m.Made(inst, ret)
	}
	for _, b := range c.Class.Bases {
		if b.Kind != KindClass {
			m.Call(s, b, args) // what the constructor of the base does
		}
	}
	return inst
}

// makeFields runs what makes the fields of an instance, those of bases first.
func (m *Machine) makeFields(c *Class, inst *Value, depth int) {
	if depth > 8 {
		return
	}
	for _, b := range c.Bases {
		if b.Kind == KindClass {
			m.makeFields(b.Class, inst, depth+1)
		}
	}
	for _, f := range c.Fields {
		fn := *f
		fn.Self = inst
		m.Invoke(&fn, nil)
		f.Runs++
	}
}

// Made is an instance, or what the constructor returns in its place.
func (m *Machine) Made(inst, ret *Value) *Value {
	if !m.Traits.Replaces || ret.Kind == KindNum || ret.Kind == KindStr {
		return inst
	}
	return Join(inst, ret)
}

// Stashed handles what is stored in a class or as an attribute, where the language itself may call
// it, as A()[x] calls A.__getitem__, or code that is not followed: what does something is taken to
// be called, with anything. The functions of the code run in any case.
func (m *Machine) Stashed(v *Value) {
	v.Alts(func(a *Value) {
		switch a.Kind {
		case KindRef, KindBound, KindObj, KindList, KindDict:
			if !m.Plain(a) {
				m.EscapeValue(a, Top, 0)
			}
		}
	})
}

// Renames reports that a name which is not known may now mean something else.
func (m *Machine) Renames() {
	c := &interp.Call{Names: []string{"setattr"}, Line: 1, File: m.File, Dir: m.dir}
	m.Unseen(c, "setattr")
	m.Report(c)
}

// Computes reports whether a base class is one of the tables that only computes: what is inherited
// from it does nothing.
func (m *Machine) Computes(b *Value) bool {
	return b.Kind == KindRef && m.Plain(b)
}

// Inherited is what a method inherits: the bases of its class, for the same instance.
func (m *Machine) Inherited() *Value {
	c := m.Frame.Owner
	if c == nil {
		return Top
	}
	return &Value{Kind: KindObj, Type: TypeInstance, Class: &Class{Bases: c.Bases}}
}

// Member finds a method or attribute of a class.
func (m *Machine) Member(c *Class, name string, depth int) *Value {
	if c == nil || depth > 8 {
		return nil
	}
	if v := c.Vars[name]; v != nil {
		return v
	}
	for _, b := range c.Bases {
		if b.Kind == KindClass {
			if v := m.Member(b.Class, name, depth+1); v != nil {
				return v
			}
		}
	}
	return nil
}

// AddBase adds a base to a class: of one that only computes, its name.
func (m *Machine) AddBase(c *Class, b *Value) {
	if m.Computes(b) {
		c.Lib = append(c.Lib, b.Name)
	} else {
		c.Bases = append(c.Bases, b)
	}
}

// ofClass is a method that is taken from a class: a class method gets the class.
func ofClass(f *Value, c *Class) *Value {
	if f.Kind != KindFunc || f.Fn.Binds != BindsClass {
		return f
	}
	fn := *f.Fn
	fn.Self = &Value{Kind: KindClass, Class: c}
	f.Fn.Runs++
	return &Value{Kind: KindFunc, Fn: &fn}
}

// libraryAttr is an attribute of an instance that the code does not define: a class may make any of
// them up, and what comes from a library has the methods that the tables list.
func (m *Machine) libraryAttr(c *Class, name string) *Value {
	if m.cut && c.File > 0 {
		return &Value{Kind: KindTop, File: c.File} // set by what was not followed
	}
	for _, hook := range m.Traits.Getters {
		if m.Member(c, hook, 0) != nil {
			return Top
		}
	}
	if len(c.Bases) > 0 {
		return Top
	}
	for _, lib := range c.Lib {
		if entries, ok := m.Entries(lib); ok {
			if _, ok := tables.Find(entries, name); ok {
				return m.objAttr(Obj(m.typed(lib), nil), name)
			}
		}
	}
	if len(c.Lib) > 0 {
		return &Value{Kind: KindBound, Base: Data, Name: name}
	}
	return Data
}

// Got is the value of an attribute: what its getter returns, if it has one.
func (m *Machine) Got(v, self *Value) *Value {
	if v.Kind != KindFunc || !v.Fn.Getter {
		return v
	}
	fn := *v.Fn
	fn.Self = self
	v.Fn.Runs++
	return m.Invoke(&fn, nil)
}
