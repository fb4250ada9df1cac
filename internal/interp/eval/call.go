package eval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// arg is one argument of a call.
type arg struct {
	name   string
	val    *Value
	spread bool // *args, **kwargs or ...rest
}

// site is a call in the code: what is reported of it.
type site struct {
	node    *Node
	written string // the callee as written, "" where it is no plain chain of names
}

// call calls whatever the value may be.
func (m *machine) call(s site, callee *Value, args []arg) *Value {
	if m.depth++; m.depth > maxDepth || !m.step(1) {
		m.depth--
		m.problem("the code does more than the limit of this program")
		return opaque
	}
	defer func() { m.depth-- }()
	if len(args) > maxArgs {
		args = append(args[:maxArgs:maxArgs], arg{val: opaque, spread: true})
	}
	args = flatten(args)
	m.environs(s, callee, args)
	switch callee.kind {
	case kAlt:
		var out *Value
		for _, a := range callee.list {
			out = join(out, m.call(s, a, args))
		}
		return out
	case kFunc:
		m.note(s, "", nil, args)
		if suspends(callee.fn) {
			m.later(callee, args)
		}
		return m.invoke(callee.fn, args, false)
	case kClass:
		return m.construct(s, callee, args)
	case kRef:
		return m.callRef(s, callee.name, args)
	case kBound:
		return m.callMethod(s, callee.base, callee.name, args)
	case kOpaque:
		if callee.name != "" {
			return m.callHidden(s, callee, args)
		}
		return m.callUnknown(s, "", args)
	case kObj:
		if callee.typ == typePartial {
			return m.call(s, callee.base, append(slices.Clone(callee.args), args...))
		}
		return m.callMethod(s, callee, m.traits.call, args)
	}
	if (callee.kind == kList || callee.kind == kDict) && !m.plain(callee) {
		return m.callUnknown(s, "", args) // one of its elements, by a protocol of the language
	}
	m.note(s, "", nil, args)
	m.escape(args, data)
	for _, a := range args {
		if !m.plain(a.val) && a.val.kind != kFunc { // it may make something of it, as what namedtuple returns does
			m.keep(a.val)
			return opaque
		}
	}
	return m.maybeTainted(data)
}

func argsOf(list []*Value) []arg {
	out := make([]arg, len(list))
	for i, v := range list {
		out[i] = arg{val: v}
	}
	return out
}

// flatten replaces spread arguments whose elements are known.
func flatten(args []arg) []arg {
	known := true
	for _, a := range args {
		known = known && !a.spread
	}
	if known {
		return args
	}
	var out []arg
	for _, a := range args {
		switch {
		case a.spread && a.val.kind == kList && !a.val.more:
			out = append(out, argsOf(a.val.list)...)
		case a.spread && a.val.kind == kDict && !a.val.more:
			for i, k := range a.val.keys {
				out = append(out, arg{name: k, val: a.val.list[i]})
			}
		default:
			out = append(out, a)
		}
	}
	return out
}

// callUnknown reports a call of something that is not known: it may do anything.
func (m *machine) callUnknown(s site, name string, args []arg) *Value {
	m.report(m.unknownCall(s, name, args))
	m.escape(args, opaque)
	return opaque
}

func (m *machine) unknownCall(s site, name string, args []arg) *interp.Call {
	c := m.newCall(s, name, args)
	for i := range c.Args {
		c.Args[i].IsPath = c.Args[i].Name == "" || c.Args[i].IsPath
	}
	what := name
	if what == "" {
		what = s.written
	}
	if what == "" {
		what = "a function that is not known"
	}
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: "calls " + what})
	return c
}

// callOther reports a call of a known function in a way of which the tables do not speak. It is
// reported a second time without its name: a rule that allows the function does not mean that.
func (m *machine) callOther(s site, name string, args []arg) *Value {
	m.report(m.unknownCall(s, name, args))
	c := m.newCall(site{node: s.node}, "", nil)
	m.unseen(c, name)
	m.report(c)
	m.escape(args, opaque)
	return opaque
}

// callHidden reports a call of what reflection with an unknown name led to.
func (m *machine) callHidden(s site, callee *Value, args []arg) *Value {
	c := m.newCall(s, callee.name, args)
	m.unseen(c, callee.name)
	m.report(c)
	m.escape(args, opaque)
	return callee
}

// note reports a call that does nothing by itself.
func (m *machine) note(s site, name string, extra []string, args []arg) {
	if name == "" && s.written == "" {
		return
	}
	c := m.newCall(s, name, args)
	c.Names = append(c.Names, extra...)
	m.report(c)
}

// newCall begins the report of a call.
func (m *machine) newCall(s site, name string, args []arg) *interp.Call {
	c := &interp.Call{Names: []string{name}, Line: s.node.Line, Dir: m.dir}
	if s.written != "" && s.written != name {
		c.Names = append(c.Names, s.written)
	}
	c.Names = append(c.Names, m.lang.aliases(name)...)
	c.Text = cut(s.node.text())
	for _, a := range args {
		for _, w := range argWords(a.val, a.spread) {
			c.Args = append(c.Args, interp.Arg{Name: a.name, Word: w})
		}
	}
	return c
}

// report adds a call unless the same was reported for the same place.
func (m *machine) report(c *interp.Call) {
	if m.returning > 0 {
		return
	}
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
	if len(m.facts.Calls) >= maxCalls {
		m.problem("the code calls more than the limit of this program")
		return
	}
	m.seen[key] = true
	m.facts.Calls = append(m.facts.Calls, *c)
}

// entry finds what the tables say of a qualified name.
func (m *machine) entry(name string) (Entry, bool) {
	name = m.lang.canonical(name)
	for i := len(name); i > 0; {
		i = strings.LastIndexByte(name[:i], '.')
		if i < 0 {
			break
		}
		if entries, ok := m.in.Table.Module(name[:i]); ok {
			return find(entries, name[i+1:])
		}
	}
	if strings.Contains(name, ".") {
		return Entry{}, false
	}
	if m.traits.module != "" {
		if entries, ok := m.in.Table.Module(name); ok && !m.builtin(name) {
			return find(entries, m.traits.module)
		}
	}
	entries, _ := m.in.Table.Module("builtins")
	if line, ok := lineOf(entries, name); ok && line != "" {
		return find(entries, name)
	}
	return Entry{}, false
}

// builtin reports whether a name is one that is there without an import.
func (m *machine) builtin(name string) bool {
	entries, _ := m.in.Table.Module("builtins")
	_, ok := lineOf(entries, name)
	return ok
}

// known reports whether a name is that of a module of the tables, or of a part of one.
func (m *machine) known(name string) bool {
	if _, ok := m.in.Table.Module(name); ok {
		return true
	}
	for _, mod := range m.in.Table.Modules() {
		if strings.HasPrefix(mod, name+".") {
			return true
		}
	}
	return false
}

// callRef calls a function by its qualified name.
func (m *machine) callRef(s site, name string, args []arg) *Value {
	if v := m.over[name]; v != nil {
		if v.kind == kRef && v.name == name {
			return m.callUnknown(s, name, args)
		}
		return join(m.call(s, v, args), m.applyRef(s, name, args))
	}
	return m.applyRef(s, name, args)
}

func (m *machine) applyRef(s site, name string, args []arg) *Value {
	if v, done := m.lang.function(s, name, args); done {
		return v
	}
	e, ok := m.entry(name)
	if !ok || e.attribute() {
		return m.callUnknown(s, name, args)
	}
	return m.apply(s, name, &e, nil, args)
}

// callMethod calls a method of an object.
func (m *machine) callMethod(s site, recv *Value, method string, args []arg) *Value {
	if v, done := m.lang.method(s, recv, method, args); done {
		return v
	}
	switch recv.kind {
	case kAlt:
		var out *Value
		for _, a := range recv.list {
			out = join(out, m.call(s, m.attr(a, method), args))
		}
		return out
	case kObj:
		if recv.cls != nil {
			return m.callUnknown(s, "", args)
		}
		if entries, ok := m.in.Table.Module(recv.typ.Name); ok {
			if e, ok := find(entries, method); ok {
				return m.apply(s, recv.typ.Name+"."+method, &e, recv, args)
			}
		}
		if m.plain(recv) && m.ofData(method) {
			return m.dataMethod(s, recv, method, args)
		}
		return m.callUnknown(s, recv.typ.Name+"."+method, args)
	case kData, kStr, kNum, kList, kDict:
		return m.dataMethod(s, recv, method, args)
	case kBound:
		if m.plain(recv) {
			return m.dataMethod(s, data, method, args)
		}
	}
	return m.callUnknown(s, "", args)
}

// dataMethod calls a method of plain data. It touches nothing, but may call functions that it is
// handed and store what it is handed.
func (m *machine) dataMethod(s site, recv *Value, method string, args []arg) *Value {
	if !m.ofData(method) {
		m.callUnknown(s, "", args)
		return opaque
	}
	m.note(s, "", nil, args)
	plain := m.plain(recv) && !m.tainted
	for _, a := range args {
		plain = plain && m.plain(a.val)
	}
	m.lang.mutate(recv, method, args)
	m.escape(args, recv.element())
	if plain {
		return data
	}
	for _, a := range args {
		if !m.plain(a.val) && a.val.kind != kFunc {
			m.tainted = true
		}
	}
	if m.plain(recv) && !m.tainted {
		return data // functions alone were passed, and they were run
	}
	if m.tainted {
		return opaque
	}
	return recv.element()
}

// ofData reports whether plain data has a method of that name. What has others is no data: too
// little is known of it.
func (m *machine) ofData(method string) bool {
	entries, _ := m.in.Table.Module("data")
	_, ok := lineOf(entries, method)
	return ok
}

// runUnknown runs a function with arguments that are not known.
func (m *machine) runUnknown(fn *function, with *Value) {
	if fn.runs >= maxRuns {
		return
	}
	m.maybe++
	args := []arg{{val: with, spread: true}}
	m.later(&Value{kind: kFunc, fn: fn}, args)
	m.invoke(fn, args, true)
	m.maybe--
}

// invoke runs a function of the code.
func (m *machine) invoke(fn *function, args []arg, direct bool) *Value {
	if fn.active > 1 || m.frames >= maxFrames || fn.runs > maxRuns && direct {
		return opaque
	}
	if fn.runs > maxRuns {
		args = []arg{{val: opaque, spread: true}}
		if fn.runs > 2*maxRuns {
			return opaque
		}
	}
	fn.runs++
	fn.active++
	m.frames++
	frameBefore := m.frame
	m.frame = &frame{this: fn.self, owner: fn.owner}
	leave := m.push(&scope{vars: map[string]*Value{}, parent: fn.scope})
	m.lang.body(fn, args)
	leave()
	ret := m.frame.ret
	if m.frame.yielded != nil && fn.active == 1 {
		m.later(&Value{kind: kFunc, fn: fn}, args)
	}
	if y := m.frame.yielded; y != nil && fn.enters {
		ret = y
	} else if y != nil {
		ret = &Value{kind: kList, list: []*Value{y}, more: true, like: true}
	}
	m.frame = frameBefore
	m.frames--
	fn.active--
	if fn.implicit && ret != nil {
		m.stashed(ret)
	}
	if ret == nil {
		return m.traits.nothing
	}
	return ret
}

func itoa(n int) string { return strconv.Itoa(n) }
