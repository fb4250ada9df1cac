package core

import (
	"strconv"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Attr returns an attribute or property of a value.
func (m *Machine) Attr(v *Value, name string) *Value {
	if v.Kind == KindAlt {
		var out *Value
		for _, a := range v.List {
			out = Join(out, m.Attr(a, name))
		}
		return out
	}
	if out := m.lang.OwnAttr(v, name); out != nil {
		return out
	}
	switch v.Kind {
	case KindRef:
		return m.refAttr(v, name)
	case KindTop:
		return v
	case KindObj:
		return m.objAttr(v, name)
	case KindClass:
		if f := m.Member(v.Class, name, 0); f != nil {
			return m.Got(ofClass(f, v.Class), v)
		}
		return m.Stored(name, Top)
	case KindFunc:
		return &Value{Kind: KindBound, Base: v, Name: name}
	case KindBound:
		if v.Base.Plain() && !m.lang.LeadsAway(v, name) {
			return m.Stored(name, &Value{Kind: KindBound, Base: Data, Name: name})
		}
		return Top
	}
	if m.lang.LeadsAway(v, name) {
		return Hidden(name)
	}
	return m.Stored(name, &Value{Kind: KindBound, Base: v, Name: name})
}

// Hidden is what reflection leads to: calling it runs what cannot be known.
func Hidden(marker string) *Value { return &Value{Kind: KindTop, Name: marker} }

// Stored adds what the code has set under that name on any object.
func (m *Machine) Stored(name string, v *Value) *Value {
	if s := m.Attributes[name]; s != nil {
		if v.Kind == KindBound && m.Plain(v) && !m.OfData(name) {
			return s // data has nothing by that name of its own
		}
		return Join(v, s)
	}
	return v
}

func (m *Machine) refAttr(v *Value, name string) *Value {
	q := m.lang.Qualify(v.Name, name)
	if o := m.Assigned[q]; o != nil {
		return Join(Ref(q), o)
	}
	if e, ok := m.Entry(q); ok && e.Attribute() {
		return m.AttributeValue(q, &e, v)
	}
	return Ref(q)
}

// AttributeValue is the value of an attribute that the tables know.
func (m *Machine) AttributeValue(q string, e *tables.Entry, self *Value) *Value {
	if v := m.lang.Constant(q); v != nil {
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
			return Obj(m.typed(c.Args[0]), self.baseOrNil())
		}
	}
	return Ref(q)
}

func (m *Machine) objAttr(v *Value, name string) *Value {
	if v.Class != nil {
		if f := m.Member(v.Class, name, 0); f != nil {
			if f.Kind == KindFunc && f.Fn.Getter {
				return m.Stored(name, m.Got(f, v))
			}
			if f.Kind == KindFunc && f.Fn.Binds != BindsInstance {
				return m.Stored(name, ofClass(f, v.Class))
			}
			if f.Kind == KindFunc {
				fn := *f.Fn
				fn.Self = v
				f.Fn.Runs++
				return m.Stored(name, &Value{Kind: KindFunc, Fn: &fn})
			}
			return m.Stored(name, f)
		}
		if s := m.Attributes[name]; s != nil {
			return s
		}
		return m.libraryAttr(v.Class, name)
	}
	if m.lang.LeadsAway(v, name) {
		return Top
	}
	if entries, ok := m.Entries(v.Type.Name); ok {
		if e, ok := tables.Find(entries, name); ok && e.Attribute() {
			return m.AttributeValue(v.Type.Name+"."+name, &e, v)
		}
	}
	return m.Stored(name, &Value{Kind: KindBound, Base: v, Name: name})
}

// Index returns an element of a value.
func (m *Machine) Index(v, key *Value) *Value {
	switch v.Kind {
	case KindAlt:
		var out *Value
		for _, a := range v.List {
			out = Join(out, m.Index(a, key))
		}
		return out
	case KindObj:
		return m.ObjIndex(v, key)
	case KindTop:
		return v
	}
	if out := m.lang.OwnIndex(v, key); out != nil {
		return out
	}
	switch v.Kind {
	case KindRef:
		return Top
	case KindList:
		return m.listIndex(v, key)
	case KindDict:
		if name, ok := key.Text(); ok {
			if e := v.Get(name); e != nil {
				return m.Stored(name, e)
			}
		}
		return m.MaybeEscaped(v.Element())
	case KindStr:
		if c := character(v, key); c != nil {
			return c
		}
	}
	if name, ok := key.Text(); ok {
		return m.MaybeEscaped(m.Stored(name, Data))
	}
	return m.MaybeEscaped(content(v.contentBase()))
}

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

// MaybeEscaped is unknown data, or Top where a module or function may have come there unseen.
func (m *Machine) MaybeEscaped(v *Value) *Value {
	if m.Escaped && v.Plain() && v.Kind == KindData {
		return Top
	}
	return v
}

func (m *Machine) listIndex(v, key *Value) *Value {
	if i, ok := placeOf(v, key); ok {
		return v.List[i]
	}
	if key.Kind == KindNum && !v.More {
		return m.MaybeEscaped(Join(v.Element(), Data)) // beyond its end
	}
	return m.MaybeEscaped(v.Element())
}

// first is the first element of a list that has one, as far as it is known.
func (v *Value) first() *Value {
	if v.placed() == 0 {
		return v.Element()
	}
	return v.List[0]
}

// placeOf is the place in a list that a key means.
func placeOf(v, key *Value) (int, bool) {
	if key.Kind != KindNum {
		return 0, false
	}
	i, err := strconv.Atoi(key.Name)
	if err != nil || v.More && (i < 0 || i >= v.placed()) {
		return 0, false
	}
	if i < 0 {
		i += len(v.List)
	}
	return i, i >= 0 && i < len(v.List)
}

// ObjIndex returns an element of an object.
func (m *Machine) ObjIndex(v, key *Value) *Value {
	if v.Type.Environ {
		if name, ok := key.Text(); ok {
			return m.Variable(name, nil)
		}
		return m.AnyVariable()
	}
	if v.Type.Indexed {
		return v.Element()
	}
	if v.Type.Library {
		return v
	}
	if out := m.lang.OwnIndex(v, key); out != nil {
		return out
	}
	return Top
}

// Resolve resolves a name of the code: a variable, a builtin, or a module that is taken to be
// imported.
func (m *Machine) Resolve(name string) *Value {
	if v := m.lookup(name); v != nil {
		return v
	}
	if o := m.Assigned[name]; o != nil {
		return Join(Ref(name), o)
	}
	return m.lang.Global(name)
}
