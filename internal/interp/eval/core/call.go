package core

import (
	"slices"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Calls calls values.
type Calls struct {
	input   *Input
	lang    *Language
	tables  *Tables
	world   *World
	report  *Report
	limits  *Limits
	state   *State
	heap    *Heap
	objects *Objects
}

// Call calls whatever the value may be.
func (cs *Calls) Call(s Site, callee *Value, args []Arg) *Value {
	if cs.limits.depth++; cs.limits.depth > maxDepth || !cs.limits.Step(1) {
		cs.limits.depth--
		cs.report.Problem("the code does more than the limit of this program")
		return Top
	}
	defer func() { cs.limits.depth-- }()
	if len(args) > maxArgs {
		args = append(args[:maxArgs:maxArgs], Arg{Val: Top, Spread: true})
	}
	args = flatten(args)
	cs.objects.environ.noteArguments(s, callee, args)
	if callee.Kind == KindRef && cs.lang.Library.ChangesArguments(callee.Name) {
		for _, a := range args {
			if a.Val.File > 0 {
				cs.report.NoteSteering()
			}
		}
	}
	switch callee.Kind {
	case KindAlt:
		var out *Value
		for _, a := range callee.List {
			out = Join(out, cs.Call(s, a, args))
		}
		return out
	case KindFunc:
		cs.report.noteOwnCall(s, callee.Fn.File, args)
		if callee.Fn.Async {
			cs.state.Defer(callee, args)
		}
		return cs.Invoke(callee.Fn, args)
	case KindClass:
		return cs.construct(s, callee, args)
	case KindRef:
		return cs.callRef(s, callee.Name, args)
	case KindBound:
		return cs.callMethod(s, callee.Base, callee.Name, args)
	case KindTop:
		if callee.File > 0 && cs.report.File == 0 && callee.Name == "" {
			return cs.callOfFile(s, callee, args)
		}
		if callee.Name != "" {
			return cs.callReflected(s, callee, args)
		}
		return cs.CallUnknown(s, "", args)
	case KindObj:
		if callee.Type == TypePartial {
			return cs.Call(s, callee.Base, append(slices.Clone(callee.Args), args...))
		}
		return cs.callMethod(s, callee, cs.lang.Traits.Call, args)
	}
	return cs.callData(s, callee, args)
}

// callData calls what is plain data as far as is known. It may make something of what it is handed,
// as what namedtuple returns does.
func (cs *Calls) callData(s Site, callee *Value, args []Arg) *Value {
	if (callee.Kind == KindList || callee.Kind == KindDict) && !cs.heap.Plain(callee) {
		return cs.CallUnknown(s, "", args) // one of its elements, by a protocol of the language
	}
	cs.report.Note(s, "", args)
	cs.Escape(args, Data)
	for _, a := range args {
		if !cs.heap.Plain(a.Val) && a.Val.Kind != KindFunc {
			cs.heap.retain(a.Val)
			return Top
		}
	}
	return cs.heap.MaybeEscaped(Data)
}

// CallUnknown reports a call of something that is not known: it may do anything.
func (cs *Calls) CallUnknown(s Site, name string, args []Arg) *Value {
	cs.report.Add(cs.report.UnknownCall(s, name, args))
	cs.Escape(args, Top)
	return Top
}

// CallOther reports a call of a known function in a way of which the tables do not speak. It is
// reported a second time without its name: a rule that allows the function does not mean that.
func (cs *Calls) CallOther(s Site, name string, args []Arg) *Value {
	cs.report.Add(cs.report.UnknownCall(s, name, args))
	c := cs.report.NewCall(Site{Node: s.Node}, "", nil)
	Unseen(c, name)
	cs.report.Add(c)
	cs.Escape(args, Top)
	return Top
}

// callReflected reports a call of what reflection with an unknown name led to.
func (cs *Calls) callReflected(s Site, callee *Value, args []Arg) *Value {
	c := cs.report.NewCall(s, callee.Name, args)
	Unseen(c, callee.Name)
	cs.report.Add(c)
	cs.Escape(args, Top)
	return callee
}

// callRef calls a function by its qualified name.
func (cs *Calls) callRef(s Site, name string, args []Arg) *Value {
	if v := cs.heap.Assigned[name]; v != nil {
		if v.Kind == KindRef && v.Name == name {
			return cs.CallUnknown(s, name, args)
		}
		return Join(cs.Call(s, v, args), cs.applyRef(s, name, args))
	}
	return cs.applyRef(s, name, args)
}

func (cs *Calls) applyRef(s Site, name string, args []Arg) *Value {
	if v := cs.lang.Library.Function(Invocation{Site: s, Name: name, Args: args}); v != nil {
		return v
	}
	e, ok := cs.tables.Entry(name)
	if !ok || e.Attribute() {
		return cs.CallUnknown(s, name, args)
	}
	return cs.Apply(s, name, &e, nil, args)
}

// callMethod calls a method of an object.
func (cs *Calls) callMethod(s Site, recv *Value, method string, args []Arg) *Value {
	if v := cs.lang.Library.Method(Invocation{s, recv, method, args}); v != nil {
		return v
	}
	switch recv.Kind {
	case KindAlt:
		var out *Value
		for _, a := range recv.List {
			out = Join(out, cs.Call(s, cs.objects.Attr(a, method), args))
		}
		return out
	case KindObj:
		if recv.Class != nil {
			return cs.CallUnknown(s, "", args)
		}
		if entries, ok := cs.tables.Entries(recv.Type.Name); ok {
			if e, ok := tables.Find(entries, method); ok {
				return cs.Apply(s, recv.Type.Name+"."+method, &e, recv, args)
			}
		}
		if cs.heap.Plain(recv) && cs.tables.OfData(method) {
			return cs.dataMethod(s, recv, method, args)
		}
		return cs.CallUnknown(s, recv.Type.Name+"."+method, args)
	case KindData, KindStr, KindNum, KindList, KindDict:
		return cs.dataMethod(s, recv, method, args)
	case KindBound:
		if cs.heap.Plain(recv) {
			return cs.dataMethod(s, Data, method, args)
		}
	}
	return cs.CallUnknown(s, "", args)
}

// dataMethod calls a method of plain data. It touches nothing, but may call functions that it is
// handed and store what it is handed.
func (cs *Calls) dataMethod(s Site, recv *Value, method string, args []Arg) *Value {
	if !cs.tables.OfData(method) {
		cs.CallUnknown(s, "", args)
		return Top
	}
	cs.report.Note(s, "", args)
	plain := cs.heap.Plain(recv) && !cs.heap.Escaped && cs.heap.allPlain(args)
	if recv.File > 0 {
		cs.report.NoteSteering()
	}
	cs.lang.Library.Mutate(recv, method, args)
	cs.Escape(args, recv.Element())
	if plain {
		return contentOf(recv.contentBase())
	}
	for _, a := range args {
		if !cs.heap.Plain(a.Val) && a.Val.Kind != KindFunc {
			cs.heap.Escaped = true
		}
	}
	if cs.heap.Plain(recv) && !cs.heap.Escaped {
		return Data // functions alone were passed, and they were run
	}
	if cs.heap.Escaped {
		return Top
	}
	return recv.Element()
}

// callOfFile reports a call of what a file defines. Nothing else is known of it.
func (cs *Calls) callOfFile(s Site, callee *Value, args []Arg) *Value {
	c := cs.report.UnknownCall(s, "", args)
	markCode(c, args)
	c.File, c.Into = callee.File, true
	cs.report.Add(c)
	cs.Escape(args, Top)
	return callee
}

// Imported is a module that is loaded by a call.
func (cs *Calls) Imported(c *interp.Call, v *Value) *Value {
	var out *Value
	v.Alts(func(a *Value) {
		name, ok := a.Text()
		if !ok {
			Unseen(c, c.Names[0])
			cs.report.Facts.Imports = append(cs.report.Facts.Imports,
				interp.Import{Unknown: true, File: cs.report.File})
			out = Top
			return
		}
		out = Join(out, cs.lang.Names.Load(c, name))
	})
	return out
}

// Map calls a function with each element of a value.
func (cs *Calls) Map(s Site, f, over *Value) *Value {
	out := &Value{Kind: KindList}
	if over.Kind == KindList && !over.More && !over.Wild && len(over.List) <= maxUnroll {
		for _, e := range over.List {
			out.List = append(out.List, cs.Call(s, f, []Arg{{Val: e}}))
		}
		return out
	}
	out.List, out.More, out.Like = []*Value{cs.Call(s, f, []Arg{{Val: over.Element()}})}, true, true
	return out
}
