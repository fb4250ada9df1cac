package core

// Heap is what the code has stored outside of its variables.
type Heap struct {
	Assigned   map[string]*Value // qualified names that the code has assigned to
	Attributes map[string]*Value // attributes and keys that were set on objects, by name
	Stars      []string          // modules from which everything was imported
	Escaped    bool              // a module or function was stored where it is not followed
	Frozen     bool              // a key that is set may keep the value that it had
	thrown     *Value            // what was thrown that is no plain data
	lang       *Language
	tables     *Tables
	state      *State
}

// Plain reports whether a value is data, or a function of the tables that only computes: handing it
// on is harmless.
func (hp *Heap) Plain(v *Value) bool { return hp.isPlain(v, 0) }

func (hp *Heap) isPlain(v *Value, depth int) bool {
	if v == nil {
		return true
	}
	if depth > 20 {
		return false
	}
	switch v.Kind {
	case KindRef:
		e, ok := hp.tables.Entry(v.Name)
		inert := ok && (!e.Acts() || e.Attribute() && v.Name != hp.lang.Traits.Modules)
		return inert && hp.Assigned[v.Name] == nil
	case KindObj:
		if v.Type.Inert {
			return true
		}
	case KindBound:
		return hp.isPlain(v.Base, depth+1)
	case KindList, KindDict, KindAlt:
		if v.Wild {
			return false
		}
		for _, e := range v.List {
			if !hp.isPlain(e, depth+1) {
				return false
			}
		}
		return true
	}
	return v.isPlain(depth)
}

// Stored adds what the code has set under that name on any object.
func (hp *Heap) Stored(name string, v *Value) *Value {
	if s := hp.Attributes[name]; s != nil {
		if v.Kind == KindBound && hp.Plain(v) && !hp.tables.OfData(name) {
			return s // data has nothing by that name of its own
		}
		return Join(v, s)
	}
	return v
}

// MaybeEscaped is unknown data, or Top where a module or function may have come there unseen.
func (hp *Heap) MaybeEscaped(v *Value) *Value {
	if hp.Escaped && v.Plain() && v.Kind == KindData {
		return Top
	}
	return v
}

// retain notes that a function which may hand it on got something that is no data.
func (hp *Heap) retain(v *Value) {
	if v.Kind == KindRef && !hp.Plain(v) || v.Kind == KindTop {
		hp.Escaped = true
	}
}

// Caught is what a handler of exceptions gets.
func (hp *Heap) Caught() *Value { return Join(Data, hp.thrown) }

// Throw notes what is thrown.
func (hp *Heap) Throw(v *Value) {
	if !hp.Plain(v) {
		hp.thrown = Join(hp.thrown, v)
	}
}

// allPlain reports whether arguments are data, or functions that only compute.
func (hp *Heap) allPlain(args []Arg) bool {
	for _, a := range args {
		if !hp.Plain(a.Val) {
			return false
		}
	}
	return true
}

// JoinArguments is what a callee may call a function with that it gets with other arguments: parts
// of these.
func (hp *Heap) JoinArguments(args []Arg) *Value {
	with := Data
	for _, a := range args {
		switch {
		case a.Val.Kind == KindFunc || hp.Plain(a.Val):
		case holdsCode(a.Val, 0):
			return Top
		default:
			with = Join(with, a.Val.Element())
		}
	}
	return with
}

// AddBase adds a base to a class: of one that only computes, its name.
func (hp *Heap) AddBase(c *Class, b *Value) {
	if hp.Computes(b) {
		c.Lib = append(c.Lib, b.Name)
	} else {
		c.Bases = append(c.Bases, b)
	}
}

// Computes reports whether a base class is one of the tables that only computes: what is inherited
// from it does nothing.
func (hp *Heap) Computes(b *Value) bool {
	return b.Kind == KindRef && hp.Plain(b)
}

// AppendTo adds elements to a list where their places are known, and reports whether they are.
func (hp *Heap) AppendTo(list *Value, added []*Value) bool {
	if !hp.state.certain() || list.More || len(list.List)+len(added) > maxUnroll {
		return false
	}
	list.List = append(list.List, added...)
	return true
}

// AddTo says that the arguments may be among the elements of a list.
func (hp *Heap) AddTo(list *Value, args []Arg) {
	added := make([]*Value, len(args))
	for i, a := range args {
		if added[i] = a.Val; a.Spread {
			added[i] = a.Val.Element()
		}
	}
	list.WeakAdd(added...)
}

// AppendArgs adds arguments to the end of a list.
func (hp *Heap) AppendArgs(list *Value, args []Arg) {
	if Spreads(args) || !hp.AppendTo(list, ArgValues(args)) {
		n := list.placedCount()
		hp.AddTo(list, args)
		list.Placed = n
	}
}

// SetKey sets a key of a dictionary that is the first argument, to the second.
func (hp *Heap) SetKey(d *Value, args []Arg) {
	if len(args) > 1 && !Spreads(args) {
		if k, ok := args[0].Val.Text(); ok {
			hp.Update(d, k, Join(d.Get(k), args[1].Val))
			return
		}
	}
	d.WeakUpdate(Elements(args))
	for _, a := range args {
		d.WeakUpdate(a.Val)
	}
}

// Update sets a key, or lets it have either value where it is not certain that this happens.
func (hp *Heap) Update(d *Value, key string, v *Value) {
	if !hp.state.certain() {
		v = Join(d.Get(key), v)
	}
	d.Put(key, v)
}
