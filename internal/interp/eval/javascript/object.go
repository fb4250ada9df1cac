package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// assigned is what Object.assign returns: the first object with what the others have.
func (m *machine) assigned(args []core.Arg) *core.Value {
	if len(args) > 0 && !args[0].Spread {
		if to := args[0].Val; to.Kind != core.KindDict && to.Kind != core.KindData {
			return m.assignedTo(to, args[1:])
		}
	}
	out := &core.Value{Kind: core.KindDict}
	for _, a := range args {
		switch {
		case a.Spread || a.Val.Kind != core.KindDict && a.Val.Kind != core.KindRef:
			if !m.Plain(a.Val) {
				m.Escaped = true
				return core.Top
			}
			out.Takes(a.Val)
		case a.Val.Kind == core.KindRef:
			if out.Base != nil {
				m.Escaped = true
				return core.Top
			}
			out.Base, out.More, out.Wild = a.Val, true, true
		default:
			for i, k := range a.Val.Keys {
				out.Put(k, a.Val.List[i])
			}
			out.More, out.Wild = out.More || a.Val.More, out.Wild || a.Val.Wild
		}
	}
	if len(args) > 0 && args[0].Val.Kind == core.KindDict { // the first one is changed
		t := args[0].Val
		t.Keys, t.List, t.Base = out.Keys, out.List, out.Base
		t.More, t.Like, t.Wild = out.More, out.Like, out.Wild
		return t
	}
	return out
}

// promise runs the executor of a promise. Its value is what the executor resolves it with.
func (m *machine) promise(s core.Site, executor *core.Value) *core.Value {
	if executor == nil {
		return core.Data
	}
	done := &core.Value{Kind: core.KindObj, Type: typeResolver}
	m.Call(core.Site{Node: s.Node}, executor, []core.Arg{{Val: done}, {Val: done}})
	out := core.Data
	if len(done.List) > 0 {
		out = nil
		for _, v := range done.List {
			out = core.Join(out, v)
		}
	}
	done.Type = typeResolved
	return out
}

// resolve is a call of the function that resolves a promise. Once the promise has a value it is too
// late to follow it.
func (m *machine) resolve(f *core.Value, args []core.Arg) *core.Value {
	for _, a := range args {
		if f.Type == typeResolver && !a.Spread {
			f.List = append(f.List, a.Val)
		} else if !m.Plain(a.Val) {
			m.Escaped = true
		}
	}
	return core.Data
}

// assignedTo is Object.assign to what is no object literal: a module, a class, an instance.
func (m *machine) assignedTo(target *core.Value, from []core.Arg) *core.Value {
	for _, a := range from {
		if a.Val.Kind == core.KindDict && !a.Spread {
			for i, k := range a.Val.Keys {
				m.SetAttr(target, k, true, a.Val.List[i])
			}
		}
		if a.Spread || a.Val.Kind != core.KindDict && !m.Plain(a.Val) || a.Val.Wild {
			m.SetAttr(target, "", false, core.Top)
		}
	}
	return target
}

// withStmt is the statement with: the properties of the object are names in its body.
func (m *machine) withStmt(n *syntax.Node) {
	v := m.expr(n.Child("object"))
	if v.Kind == core.KindDict && v.Base == nil && !v.Wild {
		s := &core.Scope{Vars: map[string]*core.Value{}, Parent: m.Scope, Block: true}
		for i, k := range v.Keys {
			s.Vars[k] = m.Got(v.List[i], v)
		}
		leave := m.Push(s)
		m.stmt(n.Child("body"))
		leave()
		return
	}
	if !m.Plain(v) {
		c := m.NewCall(core.Site{Node: n}, "with", nil)
		m.Unseen(c, "with")
		m.Report(c)
	}
	m.Escaped = true
	m.stmt(n.Child("body"))
}

// isGetter reports whether a method of JavaScript is one.
func isGetter(n *syntax.Node) bool {
	t := strings.TrimSpace(strings.TrimPrefix(n.Text(), "static"))
	rest, ok := strings.CutPrefix(t, "get")
	return ok && rest != "" && strings.ContainsAny(rest[:1], " \t\n[#'\"/")
}

// define is Object.defineProperty.
func (m *machine) define(s core.Site, args []core.Arg) *core.Value {
	m.Note(s, "Object.defineProperty", nil, args)
	if len(args) < 3 || args[2].Spread || args[1].Spread || args[0].Spread {
		return core.Top
	}
	key, known := args[1].Val.Text()
	desc := args[2].Val
	val := desc.Get("value")
	if get := desc.Get("get"); get != nil {
		val = m.Call(core.Site{Node: s.Node}, get, nil)
	}
	if val == nil {
		val = core.Data
		if !m.Plain(desc) {
			val = core.Top
		}
	}
	m.EscapeValue(desc, core.Top, 0)
	if known {
		m.SetProperty(args[0].Val, key, val)
	} else {
		m.SetAttr(args[0].Val, key, known, val)
	}
	return args[0].Val
}

// descends is Object.setPrototypeOf and the key __proto__: what an object has not it has from
// another.
func (m *machine) descends(v, from *core.Value) {
	switch {
	case m.Plain(from):
	case v.Kind == core.KindDict && from.Kind == core.KindRef && v.Base == nil:
		v.Base, v.More, v.Wild = from, true, true
	case v.Kind == core.KindDict:
		v.More, v.Wild = true, true
	default:
		m.Escaped = true
	}
}

// superCall runs the constructors of the bases (JavaScript).
func (m *machine) superCall(s core.Site, args []core.Arg) *core.Value {
	c := m.Frame.Owner
	if c == nil {
		return m.CallUnknown(s, "", args)
	}
	m.Escape(args, core.Data)
	for _, b := range c.Bases {
		switch {
		case b.Kind != core.KindClass:
			m.Call(s, b, args)
		default:
			if f := m.Member(b.Class, "constructor", 0); f != nil && f.Kind == core.KindFunc {
				fn := *f.Fn
				fn.Self = m.Frame.This
				f.Fn.Runs++
				m.Invoke(&fn, args)
			}
		}
	}
	return core.Data
}

// implicit reports whether the language calls a method of that name by itself.
func implicit(key string) bool {
	switch key {
	case "toString", "valueOf", "toJSON", "then", "next", "return", "inspect":
		return true
	}
	return false
}
