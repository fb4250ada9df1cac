package eval

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// attribute reports whether the entry is a value and no function.
func (e *Entry) attribute() bool { return len(e.Params) == 1 && e.Params[0].Name == "-" }

// acts reports whether a call of the entry may do more than compute.
func (e *Entry) acts() bool {
	for _, c := range e.Clauses {
		switch c.Verb {
		case "pure", "data", "self", "environment", "shows", "settable":
		default:
			return true
		}
	}
	return false
}

// shows reports whether a call of the entry calls nothing that it is handed.
func (e *Entry) shows() bool {
	for _, c := range e.Clauses {
		if c.Verb == "shows" {
			return true
		}
	}
	return false
}

// bound are the arguments of a call by parameter.
type bound struct {
	params []Param
	vals   []*Value
	rest   *Value // of the parameter that takes the rest
	lost   bool   // arguments were passed that are not known one by one
	extra  []arg  // keywords that are no parameter
	excess bool   // more was passed than there are parameters
	self   *Value
	called []*Value // functions among the arguments whose call has been followed
}

func bind(e *Entry, self *Value, args []arg) *bound {
	b := &bound{params: e.Params, vals: make([]*Value, len(e.Params)), self: self}
	at := 0
	for _, a := range args {
		if a.spread {
			b.lost = true
			if b.rest == nil {
				b.rest = &Value{kind: kList}
			}
			b.rest.more, b.rest.wild = true, b.rest.wild || !a.val.plain()
			continue
		}
		if a.name != "" {
			if i := b.index(a.name); i >= 0 {
				b.vals[i] = a.val
			} else {
				b.extra = append(b.extra, a)
			}
			continue
		}
		if b.lost && at < len(b.params) && !b.params[at].Rest {
			for i := at; i < len(b.vals); i++ { // its place is not known
				if !b.params[i].Rest {
					b.vals[i] = join(join(b.vals[i], data), a.val)
				}
			}
			continue
		}
		if at < len(b.params) && b.params[at].Rest {
			if b.rest == nil {
				b.rest = &Value{kind: kList}
			}
			b.rest.list = append(b.rest.list, a.val)
			continue
		}
		if at < len(b.params) {
			b.vals[at] = a.val
			at++
			continue
		}
		b.excess = true
	}
	return b
}

func (b *bound) index(name string) int {
	for i := range b.params {
		if b.params[i].Name == name {
			return i
		}
	}
	return -1
}

// get returns the value of a parameter. given is false where it was left out and has no default.
func (b *bound) get(name string) (v *Value, given bool) {
	if name == "self" {
		if b.self == nil {
			return data, true
		}
		return b.self, true
	}
	if strings.HasPrefix(name, "/") || name == "." {
		return str(name), true // a path of the tables themselves
	}
	i := b.index(name)
	if i < 0 {
		for _, a := range b.extra {
			if a.name == name {
				return a.val, true
			}
		}
		return data, false
	}
	switch {
	case b.params[i].Rest && b.rest != nil:
		return b.rest, true
	case b.params[i].Rest:
		return &Value{kind: kList}, true
	case b.vals[i] != nil:
		return b.vals[i], true
	case b.lost:
		return data, true
	case b.params[i].Default != "":
		return str(b.params[i].Default), true
	}
	return data, false
}

// option returns an entry of an options object or a keyword argument, or nil.
func (b *bound) option(name string) *Value {
	for _, a := range b.extra {
		if a.name == name {
			return a.val
		}
	}
	for _, v := range b.vals {
		if o := v.get(name); o != nil {
			return o
		}
	}
	if i := b.index(name); i >= 0 && b.vals[i] != nil {
		return b.vals[i]
	}
	return nil
}

// apply does what an entry says.
func (m *machine) apply(s site, name string, e *Entry, self *Value, args []arg) *Value {
	b := bind(e, self, args)
	if !m.takes(b, args) {
		return m.callOther(s, name, args)
	}
	c := m.newCall(s, name, args)
	if self != nil && self.kind == kObj && self.base != nil {
		for _, w := range self.base.words() {
			if self.typ.Path {
				c.Args = append(c.Args, interp.Arg{Name: "self", Word: w})
			}
		}
	}
	plain := self == nil || self.kind == kObj || m.plain(self)
	for _, a := range args {
		plain = plain && m.plain(a.val)
	}
	out := data
	always := false // the result is what the clauses say, whatever the arguments
	for i := range e.Clauses {
		if v := m.clause(c, b, &e.Clauses[i]); v != nil {
			out, always = v, true
		}
	}
	m.report(c)
	if m.lang.changesArguments(name) {
		for i, a := range args {
			if a.val.kind == kList {
				a.val.disorder()
				for _, o := range append(args[:i:i], args[i+1:]...) {
					a.val.disorder(o.val, o.val.element())
				}
			}
			if a.val.kind == kDict {
				a.val.blur(opaque)
			}
		}
	}
	if !e.shows() {
		with := m.handed(args)
		for _, a := range args {
			if !slices.Contains(b.called, a.val) {
				m.escapeValue(a.val, with, 0)
			}
		}
	}
	if always || plain {
		return out
	}
	for _, cl := range e.Clauses {
		switch cl.Verb {
		case "data", "environment", "shows":
			return data
		}
	}
	for _, a := range args {
		m.keep(a.val)
	}
	return opaque
}

// keep notes that something that is no data was handed to a function that may hand it on.
func (m *machine) keep(v *Value) {
	if v.kind == kRef && !m.plain(v) || v.kind == kOpaque {
		m.tainted = true
	}
}

// effect adds an effect on a path for each value that the path may have.
func (m *machine) effect(c *interp.Call, b *bound, kind fact.EffectKind, param string, recursive bool) {
	v, given := b.get(param)
	if !given {
		return
	}
	if v.is(typeFile) && param == "self" {
		v = v.base
	}
	if v.kind == kList && param != "self" {
		for _, el := range v.list {
			m.effectOn(c, b, kind, el, recursive)
		}
		if v.more {
			m.effectOn(c, b, kind, data, recursive)
		}
		return
	}
	m.effectOn(c, b, kind, v, recursive)
}

func (m *machine) effectOn(c *interp.Call, b *bound, kind fact.EffectKind, v *Value, recursive bool) {
	if v.kind == kNum && kind != fact.Delete {
		return // a file descriptor
	}
	if v.is(typeFile) && v.base != nil {
		v = v.base
	}
	if v.is(typeStream) {
		return
	}
	if o := b.option("recursive"); o != nil && o.truth() != fact.No {
		recursive = true
	}
	for _, w := range v.words() {
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
		m.markPath(c, w, kind == fact.Delete)
	}
}

// markPath marks the arguments that are a path.
func (m *machine) markPath(c *interp.Call, w fact.Word, gone bool) {
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
func (m *machine) clause(c *interp.Call, b *bound, cl *Clause) *Value {
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
		return data
	case "chdir":
		v, _ := b.get(arg(0))
		m.chdir(v)
	case "network":
		m.network(c, b, arg(0))
	case "exec":
		plainEffect(fact.Exec, "runs code that is not in the call")
	case "runs-file":
		v, _ := b.get(arg(0))
		for _, w := range v.words() {
			c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Word: w, HasWord: true, Detail: "runs " + w.Show()})
			m.markPath(c, w, false)
		}
	case "process":
		plainEffect(fact.Process, "")
	case "system":
		plainEffect(fact.System, "")
	case "privilege":
		plainEffect(fact.Privilege, "")
	case "unseen":
		m.unseen(c, arg(0))
		return opaque
	case "code":
		v, given := b.get(arg(0))
		if !given {
			return nil
		}
		for _, other := range b.vals {
			if other != nil && other != v && !m.plain(other) && !(other.kind == kObj && other.typ.Code) {
				m.unseen(c, c.Names[0]) // what its names mean is not known
			}
		}
		return m.inner(c, v)
	case "shell", "run", "argv", "exec-list", "spawn":
		return m.spawn(c, b, cl)
	case "import":
		v, _ := b.get(arg(0))
		return m.imported(c, v)
	case "calls":
		m.calls(b, arg(0), arg(1), arg(2))
	case "maps":
		m.maps(b, arg(0), arg(1))
	case "edits-if":
		m.effect(c, b, fact.Read, arg(0), false)
		if o := b.option(arg(1)); o != nil && o.truth() != fact.No || b.lost {
			m.effect(c, b, fact.Write, arg(0), false)
			m.backup(c, b, arg(0))
		}
	case "sql":
		m.sql(c, b, arg(0))
	case "text":
		return str(arg(0))
	case "returns":
		return m.returns(b, arg(0), arg(1))
	case "self":
		return b.self
	}
	return nil
}

// returns makes an object of a type that the tables know. of names the parameter that it is made
// from.
func (m *machine) returns(b *bound, typ, of string) *Value {
	switch {
	case typ == "data":
		return data
	case typ == "opaque":
		return opaque
	case of == "":
		return obj(m.typed(typ), b.self.baseOrNil())
	}
	v, given := b.get(of)
	if !given {
		v = data
	}
	if v.kind == kObj && v.base != nil {
		v = v.base
	}
	return obj(m.typed(typ), v)
}

func (v *Value) baseOrNil() *Value {
	if v == nil || v.kind != kObj {
		return nil
	}
	return v.base
}

// unseen marks a call whose target cannot be known.
func (m *machine) unseen(c *interp.Call, marker string) {
	c.Unseen = marker
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: marker + " runs what cannot be known"})
}

// inner interprets code of the same language that is the value of an expression.
func (m *machine) inner(c *interp.Call, v *Value) *Value {
	if v.kind == kObj && v.typ.Code && v.base != nil {
		v = v.base
	}
	if v.kind == kFunc {
		m.runUnknown(v.fn, data)
		return data
	}
	out := data
	v.alts(func(a *Value) {
		text, ok := a.text()
		if !ok || m.nested >= maxNested {
			m.unseen(c, c.Names[0])
			out = opaque
			return
		}
		root, problem := m.in.Parse(text)
		if problem != "" || root == nil {
			m.unseen(c, c.Names[0])
			out = opaque
			return
		}
		m.nested++
		out = m.lang.completion(root)
		m.nested--
	})
	return out
}
