package core

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Bound are the arguments of a call by parameter.
type Bound struct {
	params []tables.Param
	vals   []*Value
	rest   *Value // of the parameter that takes the rest
	Lost   bool   // arguments were passed that are not known one by one
	extra  []Arg  // keywords that are no parameter
	excess bool   // more was passed than there are parameters
	self   *Value
	called []*Value // functions among the arguments whose call has been followed
}

func Bind(e *tables.Entry, self *Value, args []Arg) *Bound {
	b := &Bound{params: e.Params, vals: make([]*Value, len(e.Params)), self: self}
	at := 0
	for _, a := range args {
		if a.Spread {
			b.Lost = true
			if b.rest == nil {
				b.rest = &Value{Kind: KindList}
			}
			b.rest.More, b.rest.Wild = true, b.rest.Wild || !a.Val.Plain()
			continue
		}
		if a.Name != "" {
			if i := b.index(a.Name); i >= 0 {
				b.vals[i] = a.Val
			} else {
				b.extra = append(b.extra, a)
			}
			continue
		}
		if b.Lost && at < len(b.params) && !b.params[at].Rest {
			for i := at; i < len(b.vals); i++ { // its place is not known
				if !b.params[i].Rest {
					b.vals[i] = Join(Join(b.vals[i], Data), a.Val)
				}
			}
			continue
		}
		if at < len(b.params) && b.params[at].Rest {
			if b.rest == nil {
				b.rest = &Value{Kind: KindList}
			}
			b.rest.List = append(b.rest.List, a.Val)
			continue
		}
		if at < len(b.params) {
			b.vals[at] = a.Val
			at++
			continue
		}
		b.excess = true
	}
	return b
}

func (b *Bound) index(name string) int {
	for i := range b.params {
		if b.params[i].Name == name {
			return i
		}
	}
	return -1
}

// Get returns the value of a parameter. given is false where it was left out and has no default.
func (b *Bound) Get(name string) (v *Value, given bool) {
	if name == "self" {
		if b.self == nil {
			return Data, true
		}
		return b.self, true
	}
	if strings.HasPrefix(name, "/") || name == "." {
		return Str(name), true // a path of the tables themselves
	}
	i := b.index(name)
	if i < 0 {
		for _, a := range b.extra {
			if a.Name == name {
				return a.Val, true
			}
		}
		return Data, false
	}
	switch {
	case b.params[i].Rest && b.rest != nil:
		return b.rest, true
	case b.params[i].Rest:
		return &Value{Kind: KindList}, true
	case b.vals[i] != nil:
		return b.vals[i], true
	case b.Lost:
		return Data, true
	case b.params[i].Default != "":
		return Str(b.params[i].Default), true
	}
	return Data, false
}

// option returns an entry of an options object or a keyword argument, or nil.
func (b *Bound) option(name string) *Value {
	for _, a := range b.extra {
		if a.Name == name {
			return a.Val
		}
	}
	for _, v := range b.vals {
		if o := v.Get(name); o != nil {
			return o
		}
	}
	if i := b.index(name); i >= 0 && b.vals[i] != nil {
		return b.vals[i]
	}
	return nil
}

// Apply does what an entry says.
func (m *Machine) Apply(s Site, name string, e *tables.Entry, self *Value, args []Arg) *Value {
	b := Bind(e, self, args)
	if !m.takes(b, args) {
		return m.CallOther(s, name, args)
	}
	c := m.NewCall(s, name, args)
	if self != nil && self.Kind == KindObj && self.Base != nil {
		for _, w := range self.Base.Words() {
			if self.Type.Path {
				c.Args = append(c.Args, interp.Arg{Name: "self", Word: w})
			}
		}
	}
	plain := self == nil || self.Kind == KindObj || m.Plain(self)
	for _, a := range args {
		plain = plain && m.Plain(a.Val)
	}
	out := Data
	always := false // the result is what the clauses say, whatever the arguments
	for i := range e.Clauses {
		if v := m.clause(c, b, &e.Clauses[i]); v != nil {
			out, always = v, true
		}
	}
	m.Report(c)
	if m.lang.ChangesArguments(name) {
		for i, a := range args {
			if a.Val.Kind == KindList {
				a.Val.WeakAdd()
				for _, o := range append(args[:i:i], args[i+1:]...) {
					a.Val.WeakAdd(o.Val, o.Val.Element())
				}
			}
			if a.Val.Kind == KindDict {
				a.Val.WeakUpdate(Top)
			}
		}
	}
	if !e.Shows() {
		with := m.Handed(args)
		for _, a := range args {
			if !slices.Contains(b.called, a.Val) {
				m.EscapeValue(a.Val, with, 0)
			}
		}
	}
	if always || plain {
		return out
	}
	for _, cl := range e.Clauses {
		switch cl.Verb {
		case "data", "environment", "shows":
			return Data
		}
	}
	for _, a := range args {
		m.keep(a.Val)
	}
	return Top
}

// keep notes that something that is no data was handed to a function that may hand it on.
func (m *Machine) keep(v *Value) {
	if v.Kind == KindRef && !m.Plain(v) || v.Kind == KindOpaque {
		m.Escaped = true
	}
}

// effect adds an effect on a path for each value that the path may have.
func (m *Machine) effect(c *interp.Call, b *Bound, kind fact.EffectKind, param string, recursive bool) {
	v, given := b.Get(param)
	if !given {
		return
	}
	if v.Is(typeFile) && param == "self" {
		v = v.Base
	}
	if v.Kind == KindList && param != "self" {
		for _, el := range v.List {
			m.EffectOn(c, b, kind, el, recursive)
		}
		if v.More {
			m.EffectOn(c, b, kind, Data, recursive)
		}
		return
	}
	m.EffectOn(c, b, kind, v, recursive)
}

func (m *Machine) EffectOn(c *interp.Call, b *Bound, kind fact.EffectKind, v *Value, recursive bool) {
	if v.Kind == KindNum && kind != fact.Delete {
		return // a file descriptor
	}
	if v.Is(typeFile) && v.Base != nil {
		v = v.Base
	}
	if v.Is(typeStream) {
		return
	}
	if o := b.option("recursive"); o != nil && o.truth() != fact.No {
		recursive = true
	}
	for _, w := range v.Words() {
		if isFresh(&w) {
			continue
		}
		w = shown(w)
		if kind == fact.Read && w.Glob {
			if listedDots(w.Text) { // the names without a dot stand for them, but in a home directory
				c.Effects = append(c.Effects, interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: recursive, Listed: true})
				continue
			}
			if strings.Contains(w.Text, "**") {
				w = unmatched(w)
			}
		}
		c.Effects = append(c.Effects, interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: recursive})
		m.MarkPath(c, w, kind == fact.Delete)
	}
}

// MarkPath marks the arguments that are a path.
func (m *Machine) MarkPath(c *interp.Call, w fact.Word, gone bool) {
	found := false
	for i := range c.Args {
		if a := &c.Args[i]; a.Word.Text == w.Text && a.Word.Kind == w.Kind && a.Word.Suffix == w.Suffix {
			a.IsPath, a.Gone, found = true, a.Gone || gone, true
		}
	}
	if !found {
		c.Args = append(c.Args, interp.Arg{Name: "path", Word: w, IsPath: true, Gone: gone})
	}
}

// clause does one thing that an entry says. It returns the result where the clause decides it.
func (m *Machine) clause(c *interp.Call, b *Bound, cl *tables.Clause) *Value {
	arg := func(i int) string {
		if i < len(cl.Args) {
			return cl.Args[i]
		}
		return ""
	}
	plainEffect := func(kind fact.EffectKind, detail string) {
		c.Effects = append(c.Effects, interp.Effect{Kind: kind, Detail: detail})
	}
	switch cl.Verb {
	case "pure", "data", "escape", "reflects", "constant", "shows", "settable":
	case "environment":
		c.Does = max(c.Does, fact.CodeReads)
	case "read":
		m.effect(c, b, fact.Read, arg(0), false)
	case "read-tree":
		m.effect(c, b, fact.Read, arg(0), true)
	case "append":
		m.effect(c, b, fact.Append, arg(0), false)
	case "write":
		if arg(0) == "" {
			c.Effects = append(c.Effects, interp.Effect{Kind: fact.Write, HasWord: true, Word: fact.Word{Kind: fact.Partial}})
			return nil
		}
		m.effect(c, b, fact.Write, arg(0), false)
	case "edit":
		m.effect(c, b, fact.Read, arg(0), false)
		m.effect(c, b, fact.Write, arg(0), false)
	case "delete":
		m.effect(c, b, fact.Delete, arg(0), false)
	case "delete-tree":
		m.effect(c, b, fact.Delete, arg(0), true)
	case "move":
		m.effect(c, b, fact.Read, arg(0), true)
		m.effect(c, b, fact.Delete, arg(0), false) // it is elsewhere then
	case "copy-into", "copy-tree", "move-tree", "unzip", "untar", "unpack":
		m.tree(c, b, cl.Verb, arg(0), arg(1))
	case "meta":
		m.effect(c, b, fact.Meta, arg(0), false)
	case "meta-tree":
		m.effect(c, b, fact.Meta, arg(0), true)
	case "create", "mkdir":
		n := len(c.Effects)
		m.effect(c, b, fact.Write, arg(0), false)
		for i := n; i < len(c.Effects); i++ {
			c.Effects[i].Create, c.Effects[i].Mkdir = true, cl.Verb == "mkdir"
		}
	case "opens":
		return m.opens(c, b, arg(0), arg(1))
	case "os-open":
		m.osOpen(c, b, arg(0), arg(1))
		return Data
	case "chdir":
		v, _ := b.Get(arg(0))
		m.chdir(v)
	case "network":
		m.network(c, b, arg(0))
	case "exec":
		plainEffect(fact.Exec, "runs code that is not in the call")
	case "runs-file":
		v, _ := b.Get(arg(0))
		for _, w := range v.Words() {
			c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Word: w, HasWord: true, Detail: "runs " + w.Show()})
			m.MarkPath(c, w, false)
		}
	case "process":
		plainEffect(fact.Process, "")
	case "system":
		plainEffect(fact.System, "")
	case "privilege":
		plainEffect(fact.Privilege, "")
	case "unseen":
		m.Unseen(c, arg(0))
		return Top
	case "code":
		v, given := b.Get(arg(0))
		if !given {
			return nil
		}
		for _, other := range b.vals {
			if other != nil && other != v && !m.Plain(other) && !(other.Kind == KindObj && other.Type.Code) {
				m.Unseen(c, c.Names[0]) // what its names mean is not known
			}
		}
		return m.Inner(c, v)
	case "shell", "run", "argv", "exec-list", "spawn":
		return m.spawn(c, b, cl)
	case "import":
		v, _ := b.Get(arg(0))
		return m.Imported(c, v)
	case "calls":
		m.calls(b, arg(0), arg(1), arg(2))
	case "maps":
		m.maps(b, arg(0), arg(1))
	case "edits-if":
		m.effect(c, b, fact.Read, arg(0), false)
		if o := b.option(arg(1)); o != nil && o.truth() != fact.No || b.Lost {
			m.effect(c, b, fact.Write, arg(0), false)
			m.backup(c, b, arg(0))
		}
	case "sql":
		m.sql(c, b, arg(0))
	case "text":
		return Str(arg(0))
	case "returns":
		return m.returns(b, arg(0), arg(1))
	case "self":
		return b.self
	}
	return nil
}

// returns makes an object of a type that the tables know. of names the parameter that it is made
// from.
func (m *Machine) returns(b *Bound, typ, of string) *Value {
	switch {
	case typ == "data":
		return Data
	case typ == "opaque":
		return Top
	case of == "":
		return Obj(m.typed(typ), b.self.baseOrNil())
	}
	v, given := b.Get(of)
	if !given {
		v = Data
	}
	if v.Kind == KindObj && v.Base != nil {
		v = v.Base
	}
	return Obj(m.typed(typ), v)
}

func (v *Value) baseOrNil() *Value {
	if v == nil || v.Kind != KindObj {
		return nil
	}
	return v.Base
}

// Unseen marks a call whose target cannot be known.
func (m *Machine) Unseen(c *interp.Call, marker string) {
	c.Unseen = marker
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: marker + " runs what cannot be known"})
}

// Inner interprets code of the same language that is the value of an expression.
func (m *Machine) Inner(c *interp.Call, v *Value) *Value {
	if v.Kind == KindObj && v.Type.Code && v.Base != nil {
		v = v.Base
	}
	if v.Kind == KindFunc {
		m.runUnknown(v.Fn, Data)
		return Data
	}
	out := Data
	v.Alts(func(a *Value) {
		text, ok := a.Text()
		if !ok || m.nested >= maxNested {
			m.Unseen(c, c.Names[0])
			out = Top
			return
		}
		root, problem := m.input.Parse(text)
		if problem != "" || root == nil {
			m.Unseen(c, c.Names[0])
			out = Top
			return
		}
		m.nested++
		out = m.lang.Completion(root)
		m.nested--
	})
	return out
}
