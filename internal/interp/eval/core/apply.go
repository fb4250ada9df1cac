package core

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Apply does what an entry says.
func (m *Machine) Apply(s Site, name string, e *tables.Entry, self *Value, args []Arg) *Value {
	b := Bind(e, self, args)
	if !m.takes(b, args) {
		return m.CallOther(s, name, args)
	}
	c := m.NewCall(s, name, args)
	if self != nil && self.Kind == KindObj && self.Base != nil && self.Type.Path {
		for _, w := range self.Base.Words() {
			c.Args = append(c.Args, interp.Arg{Name: "self", Word: w})
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
		changed(args)
	}
	if !e.Shows() {
		m.escapeOthers(b, args)
	}
	if always || plain {
		return out
	}
	return m.resultOf(e, args)
}

// changed says that a call may have changed the lists and dictionaries that it was handed, with
// what else it was handed.
func changed(args []Arg) {
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

// escapeOthers lets the functions among the arguments be called whose calls have not been followed.
func (m *Machine) escapeOthers(b *Bound, args []Arg) {
	with := m.Handed(args)
	for _, a := range args {
		if !slices.Contains(b.called, a.Val) {
			m.EscapeValue(a.Val, with, 0)
		}
	}
}

// resultOf is the result of a call that was handed more than data.
func (m *Machine) resultOf(e *tables.Entry, args []Arg) *Value {
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
	if v.Kind == KindRef && !m.Plain(v) || v.Kind == KindTop {
		m.Escaped = true
	}
}

// effect adds an effect on a path for each value that the path may have.
func (m *Machine) effect(c *interp.Call, b *Bound, kind fact.EffectKind, param string, tree bool) {
	v, given := b.Get(param)
	if !given {
		return
	}
	if v.Is(typeFile) && param == "self" {
		v = v.Base
	}
	if v.Kind == KindList && param != "self" {
		for _, el := range v.List {
			m.EffectOn(c, b, kind, el, tree)
		}
		if v.More {
			m.EffectOn(c, b, kind, Data, tree)
		}
		return
	}
	m.EffectOn(c, b, kind, v, tree)
}

// EffectOn adds an effect on each path that a value may be.
func (m *Machine) EffectOn(c *interp.Call, b *Bound, kind fact.EffectKind, v *Value, tree bool) {
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
		tree = true
	}
	add := func(e interp.Effect) { c.Effects = append(c.Effects, e) }
	if list := listedIn(v); list != nil && kind == fact.Read {
		for _, w := range list.Words() {
			e := interp.Effect{Kind: kind, HasWord: true, Recursive: tree, Named: true, From: shown(w)}
			e.Word.Kind = fact.Partial
			add(e)
		}
	}
	for _, w := range v.Words() {
		if isFresh(&w) {
			continue
		}
		w = shown(w)
		if kind == fact.Read && w.Glob {
			if listedDots(w.Text) { // the names without a dot stand for them, but in a home
				add(interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: tree, Listed: true})
				continue
			}
			if strings.Contains(w.Text, "**") { // what is there counts, and no name that it may have
				add(interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: tree, Listed: true})
				w = unmatched(w)
			}
		}
		add(interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: tree})
		m.MarkPath(c, w, kind == fact.Delete)
	}
}

// MarkPath marks the arguments that are a path.
func (m *Machine) MarkPath(c *interp.Call, w fact.Word, gone bool) {
	found := false
	for i := range c.Args {
		a := &c.Args[i]
		if a.Word.Text == w.Text && a.Word.Kind == w.Kind && a.Word.Suffix == w.Suffix {
			a.IsPath, a.Gone, found = true, a.Gone || gone, true
		}
	}
	if !found {
		c.Args = append(c.Args, interp.Arg{Name: "path", Word: w, IsPath: true, Gone: gone})
	}
}

// returns makes an object of a type that the tables know. of names the parameter that it is made
// from.
func (m *Machine) returns(b *Bound, typ, of string) *Value {
	switch {
	case typ == "data":
		return Data
	case typ == "content":
		return m.contentOf(b, of)
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
	detail := marker + " runs code that fencepost cannot see"
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: detail})
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
		file := m.File
		m.File = 0 // it stands in no file
		out = m.lang.Completion(root)
		m.File = file
		m.nested--
	})
	return out
}
