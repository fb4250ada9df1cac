package eval

import (
	"strconv"
)

// attr returns an attribute or property of a value.
func (m *machine) attr(v *Value, name string) *Value {
	if v.kind == kAlt {
		var out *Value
		for _, a := range v.list {
			out = join(out, m.attr(a, name))
		}
		return out
	}
	if out := m.lang.ownAttr(v, name); out != nil {
		return out
	}
	switch v.kind {
	case kRef:
		return m.refAttr(v, name)
	case kOpaque:
		return v
	case kObj:
		return m.objAttr(v, name)
	case kClass:
		if f := m.member(v.cls, name, 0); f != nil {
			return m.got(ofClass(f, v.cls), v)
		}
		return m.stored(name, opaque)
	case kFunc:
		return &Value{kind: kBound, base: v, name: name}
	case kBound:
		if v.base.plain() && !m.lang.leadsAway(v, name) {
			return m.stored(name, &Value{kind: kBound, base: data, name: name})
		}
		return opaque
	}
	if m.lang.leadsAway(v, name) {
		return hidden(name)
	}
	return m.stored(name, &Value{kind: kBound, base: v, name: name})
}

// hidden is what reflection leads to: calling it runs what cannot be known.
func hidden(marker string) *Value { return &Value{kind: kOpaque, name: marker} }

// stored adds what the code has set under that name on any object.
func (m *machine) stored(name string, v *Value) *Value {
	if s := m.attrs[name]; s != nil {
		if v.kind == kBound && m.plain(v) && !m.ofData(name) {
			return s // data has nothing by that name of its own
		}
		return join(v, s)
	}
	return v
}

func (m *machine) refAttr(v *Value, name string) *Value {
	q := m.lang.qualify(v.name, name)
	if o := m.over[q]; o != nil {
		return join(ref(q), o)
	}
	if e, ok := m.entry(q); ok && e.attribute() {
		return m.attributeValue(q, &e, v)
	}
	return ref(q)
}

// attributeValue is the value of an attribute that the tables know.
func (m *machine) attributeValue(q string, e *Entry, self *Value) *Value {
	if v := m.lang.constant(q); v != nil {
		return v
	}
	for _, c := range e.Clauses {
		switch c.Verb {
		case "data", "pure", "environment", "shows":
			return data
		case "self":
			return self
		case "text":
			return str(c.Args[0])
		case "returns":
			switch c.Args[0] {
			case "opaque":
				return opaque
			case "data":
				return data
			case "module":
				return ref(c.Args[1])
			}
			return obj(m.typed(c.Args[0]), self.baseOrNil())
		}
	}
	return ref(q)
}

func (m *machine) objAttr(v *Value, name string) *Value {
	if v.cls != nil {
		if f := m.member(v.cls, name, 0); f != nil {
			if f.kind == kFunc && f.fn.getter {
				return m.stored(name, m.got(f, v))
			}
			if f.kind == kFunc && f.fn.binds != "" {
				return m.stored(name, ofClass(f, v.cls))
			}
			if f.kind == kFunc {
				fn := *f.fn
				fn.self = v
				f.fn.runs++
				return m.stored(name, &Value{kind: kFunc, fn: &fn})
			}
			return m.stored(name, f)
		}
		if s := m.attrs[name]; s != nil {
			return s
		}
		return m.inherited(v.cls, name)
	}
	if m.lang.leadsAway(v, name) {
		return opaque
	}
	if entries, ok := m.in.Table.Module(v.typ.Name); ok {
		if e, ok := find(entries, name); ok && e.attribute() {
			return m.attributeValue(v.typ.Name+"."+name, &e, v)
		}
	}
	return m.stored(name, &Value{kind: kBound, base: v, name: name})
}

// index returns an element of a value.
func (m *machine) index(v, key *Value) *Value {
	switch v.kind {
	case kAlt:
		var out *Value
		for _, a := range v.list {
			out = join(out, m.index(a, key))
		}
		return out
	case kObj:
		return m.objIndex(v, key)
	case kOpaque:
		return v
	}
	if out := m.lang.ownIndex(v, key); out != nil {
		return out
	}
	switch v.kind {
	case kRef:
		return opaque
	case kList:
		return m.listIndex(v, key)
	case kDict:
		if name, ok := key.text(); ok {
			if e := v.get(name); e != nil {
				return m.stored(name, e)
			}
		}
		return m.maybeTainted(v.element())
	case kStr:
		if c := character(v, key); c != nil {
			return c
		}
	}
	if name, ok := key.text(); ok {
		return m.maybeTainted(m.stored(name, data))
	}
	return m.maybeTainted(data)
}

// character is one character of a text, or nil where it is not known.
func character(v, key *Value) *Value {
	text, ok := v.text()
	i, err := strconv.Atoi(key.name)
	if !ok || err != nil || key.kind != kNum || !plainText(text) {
		return nil
	}
	if i < 0 {
		i += len(text)
	}
	if i < 0 || i >= len(text) {
		return nil
	}
	return str(text[i : i+1])
}

func (m *machine) maybeTainted(v *Value) *Value {
	if m.tainted && v.plain() && v.kind == kData {
		return opaque
	}
	return v
}

func (m *machine) listIndex(v, key *Value) *Value {
	if i, ok := placeOf(v, key); ok {
		return v.list[i]
	}
	if key.kind == kNum && !v.more {
		return m.maybeTainted(join(v.element(), data)) // beyond its end
	}
	return m.maybeTainted(v.element())
}

// placeOf is the place in a list that a key means.
func placeOf(v, key *Value) (int, bool) {
	if key.kind != kNum {
		return 0, false
	}
	i, err := strconv.Atoi(key.name)
	if err != nil || v.more && (i < 0 || v.like) {
		return 0, false
	}
	if i < 0 {
		i += len(v.list)
	}
	return i, i >= 0 && i < len(v.list)
}

func (m *machine) objIndex(v, key *Value) *Value {
	if v.typ.Environ {
		if name, ok := key.text(); ok {
			return m.variable(name, nil)
		}
		return m.anyVariable()
	}
	if v.typ.Indexed {
		return v.element()
	}
	if v.typ.Library {
		return v
	}
	if out := m.lang.ownIndex(v, key); out != nil {
		return out
	}
	return opaque
}

// name resolves a name of the code: a variable, a builtin, or a module that is taken to be
// imported.
func (m *machine) name(name string) *Value {
	if v := m.lookup(name); v != nil {
		return v
	}
	if o := m.over[name]; o != nil {
		return join(ref(name), o)
	}
	return m.lang.global(name)
}
