package eval

import "github.com/fencepost/fencepost/internal/interp"

// construct makes an instance of a class of the code.
func (m *machine) construct(s site, c *Value, args []arg) *Value {
	m.note(s, "", nil, args)
	inst := &Value{kind: kObj, typ: typeInstance, cls: c.cls}
	if f := m.member(c.cls, m.traits.constructor, 0); f != nil && f.kind == kFunc {
		fn := *f.fn
		fn.self = inst
		ret := m.invoke(&fn, args, true)
		f.fn.runs++
		return m.made(inst, ret)
	}
	for _, b := range c.cls.bases {
		if b.kind != kClass {
			m.call(s, b, args) // what the constructor of the base does
		}
	}
	return inst
}

// made is an instance, or what the constructor returns in its place.
func (m *machine) made(inst, ret *Value) *Value {
	if !m.traits.replaces || ret.kind == kNum || ret.kind == kStr {
		return inst
	}
	return join(inst, ret)
}

// stashed handles what is stored in a class or as an attribute, where the language itself may call
// it, as A()[x] calls A.__getitem__, or code that is not followed: what does something is taken to
// be called, with anything. The functions of the code run in any case.
func (m *machine) stashed(v *Value) {
	v.alts(func(a *Value) {
		switch a.kind {
		case kRef, kBound, kObj, kList, kDict:
			if !m.plain(a) {
				m.escapeValue(a, opaque, 0)
			}
		}
	})
}

// renames reports that a name which is not known may now mean something else.
func (m *machine) renames() {
	c := &interp.Call{Names: []string{"setattr"}, Line: 1, Dir: m.dir}
	m.unseen(c, "setattr")
	m.report(c)
}

// computes reports whether a base class is one of the tables that only computes: what is inherited
// from it does nothing.
func (m *machine) computes(b *Value) bool {
	return b.kind == kRef && m.plain(b)
}

// super is what a method inherits: the bases of its class, for the same instance.
func (m *machine) super() *Value {
	c := m.frame.owner
	if c == nil {
		return opaque
	}
	return &Value{kind: kObj, typ: typeInstance, cls: &class{bases: c.bases}}
}

// member finds a method or attribute of a class.
func (m *machine) member(c *class, name string, depth int) *Value {
	if c == nil || depth > 8 {
		return nil
	}
	if v := c.vars[name]; v != nil {
		return v
	}
	for _, b := range c.bases {
		if b.kind == kClass {
			if v := m.member(b.cls, name, depth+1); v != nil {
				return v
			}
		}
	}
	return nil
}

// addBase adds a base to a class: of one that only computes, its name.
func (m *machine) addBase(c *class, b *Value) {
	if m.computes(b) {
		c.lib = append(c.lib, b.name)
	} else {
		c.bases = append(c.bases, b)
	}
}

// ofClass is a method that is taken from a class: a class method gets the class.
func ofClass(f *Value, c *class) *Value {
	if f.kind != kFunc || f.fn.binds != "class" {
		return f
	}
	fn := *f.fn
	fn.self = &Value{kind: kClass, cls: c}
	f.fn.runs++
	return &Value{kind: kFunc, fn: &fn}
}

// inherited is an attribute of an instance that the code does not define: a class may make any of
// them up, and what comes from a library has the methods that the tables list.
func (m *machine) inherited(c *class, name string) *Value {
	for _, hook := range m.traits.getters {
		if m.member(c, hook, 0) != nil {
			return opaque
		}
	}
	if len(c.bases) > 0 {
		return opaque
	}
	for _, lib := range c.lib {
		if entries, ok := m.in.Table.Module(lib); ok {
			if _, ok := find(entries, name); ok {
				return m.objAttr(obj(m.typed(lib), nil), name)
			}
		}
	}
	if len(c.lib) > 0 {
		return &Value{kind: kBound, base: data, name: name}
	}
	return data
}
