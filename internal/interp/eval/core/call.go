package core

import (
	"slices"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Arg is one argument of a call.
type Arg struct {
	Name   string
	Val    *Value
	Spread bool // *args, **kwargs or ...rest
}

// Site is a call in the code: what is reported of it.
type Site struct {
	Node    *syntax.Node
	Written string // the callee as written, "" where it is no plain chain of names
}

// Call calls whatever the value may be.
func (m *Machine) Call(s Site, callee *Value, args []Arg) *Value {
	if m.depth++; m.depth > maxDepth || !m.Step(1) {
		m.depth--
		m.problem("the code does more than the limit of this program")
		return Top
	}
	defer func() { m.depth-- }()
	if len(args) > maxArgs {
		args = append(args[:maxArgs:maxArgs], Arg{Val: Top, Spread: true})
	}
	args = flatten(args)
	m.environs(s, callee, args)
	if callee.Kind == KindRef && m.lang.ChangesArguments(callee.Name) {
		for _, a := range args {
			if a.Val.File > 0 {
				m.Steers()
			}
		}
	}
	switch callee.Kind {
	case KindAlt:
		var out *Value
		for _, a := range callee.List {
			out = Join(out, m.Call(s, a, args))
		}
		return out
	case KindFunc:
		m.noteOf(s, callee.Fn.File, args)
		if callee.Fn.Suspends {
			m.Later(callee, args)
		}
		return m.Invoke(callee.Fn, args)
	case KindClass:
		return m.construct(s, callee, args)
	case KindRef:
		return m.callRef(s, callee.Name, args)
	case KindBound:
		return m.callMethod(s, callee.Base, callee.Name, args)
	case KindTop:
		if callee.File > 0 && m.File == 0 && callee.Name == "" {
			return m.callOfFile(s, callee, args)
		}
		if callee.Name != "" {
			return m.callHidden(s, callee, args)
		}
		return m.CallUnknown(s, "", args)
	case KindObj:
		if callee.Type == TypePartial {
			return m.Call(s, callee.Base, append(slices.Clone(callee.Args), args...))
		}
		return m.callMethod(s, callee, m.Traits.Call, args)
	}
	return m.callData(s, callee, args)
}

// callData calls what is plain data as far as is known. It may make something of what it is handed,
// as what namedtuple returns does.
func (m *Machine) callData(s Site, callee *Value, args []Arg) *Value {
	if (callee.Kind == KindList || callee.Kind == KindDict) && !m.Plain(callee) {
		return m.CallUnknown(s, "", args) // one of its elements, by a protocol of the language
	}
	m.Note(s, "", nil, args)
	m.Escape(args, Data)
	for _, a := range args {
		if !m.Plain(a.Val) && a.Val.Kind != KindFunc {
			m.keep(a.Val)
			return Top
		}
	}
	return m.MaybeEscaped(Data)
}

func argsOf(list []*Value) []Arg {
	out := make([]Arg, len(list))
	for i, v := range list {
		out[i] = Arg{Val: v}
	}
	return out
}

// flatten replaces spread arguments whose elements are known.
func flatten(args []Arg) []Arg {
	known := true
	for _, a := range args {
		known = known && !a.Spread
	}
	if known {
		return args
	}
	var out []Arg
	for _, a := range args {
		switch {
		case a.Spread && a.Val.Kind == KindList && !a.Val.More:
			out = append(out, argsOf(a.Val.List)...)
		case a.Spread && a.Val.Kind == KindDict && !a.Val.More:
			for i, k := range a.Val.Keys {
				out = append(out, Arg{Name: k, Val: a.Val.List[i]})
			}
		default:
			out = append(out, a)
		}
	}
	return out
}

// CallUnknown reports a call of something that is not known: it may do anything.
func (m *Machine) CallUnknown(s Site, name string, args []Arg) *Value {
	m.Report(m.UnknownCall(s, name, args))
	m.Escape(args, Top)
	return Top
}

// UnknownCall begins the report of a call that may do anything.
func (m *Machine) UnknownCall(s Site, name string, args []Arg) *interp.Call {
	c := m.NewCall(s, name, args)
	for i := range c.Args {
		c.Args[i].IsPath = c.Args[i].Name == "" || c.Args[i].IsPath
	}
	what := name
	if what == "" {
		what = s.Written
	}
	if what == "" {
		what = "a function that fencepost cannot know"
	}
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: "calls " + what})
	return c
}

// CallOther reports a call of a known function in a way of which the tables do not speak. It is
// reported a second time without its name: a rule that allows the function does not mean that.
func (m *Machine) CallOther(s Site, name string, args []Arg) *Value {
	m.Report(m.UnknownCall(s, name, args))
	c := m.NewCall(Site{Node: s.Node}, "", nil)
	m.Unseen(c, name)
	m.Report(c)
	m.Escape(args, Top)
	return Top
}

// callHidden reports a call of what reflection with an unknown name led to.
func (m *Machine) callHidden(s Site, callee *Value, args []Arg) *Value {
	c := m.NewCall(s, callee.Name, args)
	m.Unseen(c, callee.Name)
	m.Report(c)
	m.Escape(args, Top)
	return callee
}

// Note reports a call that does nothing by itself.
func (m *Machine) Note(s Site, name string, extra []string, args []Arg) {
	if name == "" && s.Written == "" {
		return
	}
	c := m.NewCall(s, name, args)
	c.Names = append(c.Names, extra...)
	m.Report(c)
}

// noteOf is Note for a call of code that stands in a file.
func (m *Machine) noteOf(s Site, file int, args []Arg) {
	c := m.NewCall(s, "", args)
	m.handsCode(c, args)
	if c.Into = file > 0 && m.File == 0; c.Into || s.Written != "" {
		m.Report(c)
	}
}

// handsCode notes of a call that it is handed more than data, which is not among the words.
func (m *Machine) handsCode(c *interp.Call, args []Arg) {
	for _, a := range args {
		if holdsCode(a.Val, 0) {
			c.Args = append(c.Args, interp.Arg{Word: fact.Word{Kind: fact.Partial}})
		}
	}
}

// NewCall begins the report of a call.
func (m *Machine) NewCall(s Site, name string, args []Arg) *interp.Call {
	c := &interp.Call{Names: []string{name}, Line: s.Node.Line, File: m.File, Dir: m.dir}
	if s.Written != "" && s.Written != name {
		c.Names = append(c.Names, s.Written)
	}
	c.Names = append(c.Names, m.lang.Aliases(name)...)
	c.Text = cut(s.Node.Text())
	for _, a := range args {
		for _, w := range argWords(a.Val, a.Spread) {
			c.Args = append(c.Args, interp.Arg{Name: a.Name, Word: w})
		}
	}
	return c
}

// Report adds a call unless the same was reported for the same place.
func (m *Machine) Report(c *interp.Call) {
	for i := range c.Effects {
		if c.Effects[i].Kind == fact.Read {
			c.Does = max(c.Does, fact.CodeReads)
		} else {
			c.Does = fact.CodeActs
		}
	}
	if len(c.Spawns) > 0 || c.Unseen != "" {
		c.Does = fact.CodeActs
	}
	key := string(interp.EncodeFacts(&interp.Facts{Calls: []interp.Call{*c}}))
	if m.seen[key] {
		return
	}
	if len(m.Facts.Calls) >= maxCalls {
		m.problem("the code calls more than the limit of this program")
		return
	}
	m.seen[key] = true
	m.Facts.Calls = append(m.Facts.Calls, *c)
}

// callRef calls a function by its qualified name.
func (m *Machine) callRef(s Site, name string, args []Arg) *Value {
	if v := m.Assigned[name]; v != nil {
		if v.Kind == KindRef && v.Name == name {
			return m.CallUnknown(s, name, args)
		}
		return Join(m.Call(s, v, args), m.applyRef(s, name, args))
	}
	return m.applyRef(s, name, args)
}

func (m *Machine) applyRef(s Site, name string, args []Arg) *Value {
	if v, done := m.lang.Function(Invocation{Site: s, Name: name, Args: args}); done {
		return v
	}
	e, ok := m.Entry(name)
	if !ok || e.Attribute() {
		return m.CallUnknown(s, name, args)
	}
	return m.Apply(s, name, &e, nil, args)
}

// callMethod calls a method of an object.
func (m *Machine) callMethod(s Site, recv *Value, method string, args []Arg) *Value {
	if v, done := m.lang.Method(Invocation{s, recv, method, args}); done {
		return v
	}
	switch recv.Kind {
	case KindAlt:
		var out *Value
		for _, a := range recv.List {
			out = Join(out, m.Call(s, m.Attr(a, method), args))
		}
		return out
	case KindObj:
		if recv.Class != nil {
			return m.CallUnknown(s, "", args)
		}
		if entries, ok := m.Entries(recv.Type.Name); ok {
			if e, ok := tables.Find(entries, method); ok {
				return m.Apply(s, recv.Type.Name+"."+method, &e, recv, args)
			}
		}
		if m.Plain(recv) && m.OfData(method) {
			return m.dataMethod(s, recv, method, args)
		}
		return m.CallUnknown(s, recv.Type.Name+"."+method, args)
	case KindData, KindStr, KindNum, KindList, KindDict:
		return m.dataMethod(s, recv, method, args)
	case KindBound:
		if m.Plain(recv) {
			return m.dataMethod(s, Data, method, args)
		}
	}
	return m.CallUnknown(s, "", args)
}

// dataMethod calls a method of plain data. It touches nothing, but may call functions that it is
// handed and store what it is handed.
func (m *Machine) dataMethod(s Site, recv *Value, method string, args []Arg) *Value {
	if !m.OfData(method) {
		m.CallUnknown(s, "", args)
		return Top
	}
	m.Note(s, "", nil, args)
	plain := m.Plain(recv) && !m.Escaped
	for _, a := range args {
		plain = plain && m.Plain(a.Val)
	}
	if recv.File > 0 {
		m.Steers()
	}
	m.lang.Mutate(recv, method, args)
	m.Escape(args, recv.Element())
	if plain {
		return content(recv.contentBase())
	}
	for _, a := range args {
		if !m.Plain(a.Val) && a.Val.Kind != KindFunc {
			m.Escaped = true
		}
	}
	if m.Plain(recv) && !m.Escaped {
		return Data // functions alone were passed, and they were run
	}
	if m.Escaped {
		return Top
	}
	return recv.Element()
}

// runUnknown runs a function with arguments that are not known.
func (m *Machine) runUnknown(fn *Function, with *Value) {
	if fn.Runs >= maxRuns {
		return
	}
	m.maybe++
	args := []Arg{{Val: with, Spread: true}}
	m.Later(&Value{Kind: KindFunc, Fn: fn}, args)
	m.Invoke(fn, args)
	m.maybe--
}

// anyLike is any argument: where all are data, any data.
func (m *Machine) anyLike(args []Arg) *Value {
	for _, a := range args {
		if !m.Plain(a.Val) {
			return Top
		}
	}
	return Data
}

// Invoke runs a function of the code.
func (m *Machine) Invoke(fn *Function, args []Arg) *Value {
	if m.frames >= maxFrames {
		m.problem("the code does more than the limit of this program")
		return Top
	}
	if fn.active > 2 || fn.Runs > 2*maxRuns {
		return Top // it has run with anything
	}
	switch {
	case fn.Runs > maxRuns:
		args = []Arg{{Val: Top, Spread: true}}
	case fn.active == 2: // it stands for all deeper calls
		with := m.anyLike(args)
		if fn.deeper == Top || fn.deeper == with {
			return Top
		}
		fn.deeper = with
		args = []Arg{{Val: with, Spread: true}}
	}
	fn.Runs++
	fn.active++
	m.frames++
	frameBefore, fileBefore := m.Frame, m.File
	m.File = fn.File
	m.Frame = &frame{This: fn.Self, Owner: fn.Owner}
	leave := m.Push(&Scope{Vars: map[string]*Value{}, Parent: fn.Scope})
	m.lang.Body(fn, args)
	leave()
	ret := m.Frame.Ret
	if m.Frame.Yielded != nil && fn.active == 1 {
		m.Later(&Value{Kind: KindFunc, Fn: fn}, args)
	}
	if y := m.Frame.Yielded; y != nil && fn.Enters {
		ret = y
	} else if y != nil {
		ret = SomeOf(y)
	}
	m.Frame, m.File = frameBefore, fileBefore
	m.frames--
	fn.active--
	if fn.Implicit && ret != nil {
		m.Stashed(ret)
	}
	if m.cut && fn.File > 0 {
		return &Value{Kind: KindTop, File: fn.File} // not all of it was followed
	}
	if ret == nil {
		return m.Traits.Nothing
	}
	return ret
}
