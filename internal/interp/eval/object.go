package eval

import "github.com/fencepost/fencepost/internal/interp"

// construct makes an instance of a class of the code.
func (m *machine) construct(s site, c *Value, args []arg) *Value {
	m.note(s, "", nil, args)
	inst := &Value{kind: kObj, name: "instance", cls: c.cls}
	init := "__init__"
	if m.js {
		init = "constructor"
	}
	if f := m.member(c.cls, init, 0); f != nil && f.kind == kFunc {
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

// made is an instance, or what the constructor returns in its place (JavaScript).
func (m *machine) made(inst, ret *Value) *Value {
	if !m.js || ret.kind == kNum || ret.kind == kStr {
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
	return b.kind == kRef && (b.name == "object" || m.plain(b))
}

// super is what a method inherits: the bases of its class, for the same instance.
func (m *machine) super() *Value {
	c := m.frame.owner
	if c == nil {
		return opaque
	}
	return &Value{kind: kObj, name: "instance", cls: &class{bases: c.bases}}
}

// superCall runs the constructors of the bases (JavaScript).
func (m *machine) superCall(s site, args []arg) *Value {
	c := m.frame.owner
	if c == nil {
		return m.callUnknown(s, "", args)
	}
	m.escape(args, data)
	for _, b := range c.bases {
		switch {
		case b.kind != kClass:
			m.call(s, b, args)
		default:
			if f := m.member(b.cls, "constructor", 0); f != nil && f.kind == kFunc {
				fn := *f.fn
				fn.self = m.frame.this
				f.fn.runs++
				m.invoke(&fn, args, true)
			}
		}
	}
	return data
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
