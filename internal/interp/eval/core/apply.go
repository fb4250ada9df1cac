package core

import (
	"slices"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Apply does what an entry says.
func (cs *Calls) Apply(s Site, name string, e *tables.Entry, self *Value, args []Arg) *Value {
	b := Bind(e, self, args)
	if !cs.covers(b, args) {
		return cs.CallOther(s, name, args)
	}
	c := cs.report.NewCall(s, name, args)
	if self != nil && self.Kind == KindObj && self.Base != nil && self.Type.Path {
		for _, w := range self.Base.Words() {
			c.Args = append(c.Args, interp.Arg{Name: "self", Word: w})
		}
	}
	plain := (self == nil || self.Kind == KindObj || cs.heap.Plain(self)) && cs.heap.allPlain(args)
	keptOf(c, self)
	fx := effects{call: c, args: b, calls: cs}
	out := Data
	always := false // the result is what the clauses say, whatever the arguments
	for i := range e.Clauses {
		if v := fx.clause(&e.Clauses[i]); v != nil {
			out, always = v, true
		}
	}
	fx.keep(self, out)
	cs.report.Add(c)
	if cs.lang.Library.ChangesArguments(name) {
		changeArguments(args)
	}
	if !e.Shows() {
		cs.escapeOthers(b, args)
	}
	if always || plain {
		return out
	}
	return cs.resultOf(e, args)
}

// changeArguments notes that a call may have put any argument into the lists and dictionaries among
// its arguments.
func changeArguments(args []Arg) {
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
func (cs *Calls) escapeOthers(b *Bound, args []Arg) {
	with := cs.heap.JoinArguments(args)
	for _, a := range args {
		if !slices.Contains(b.called, a.Val) {
			cs.EscapeValue(a.Val, with, 0)
		}
	}
}

// resultOf is the result of a call that was handed more than data.
func (cs *Calls) resultOf(e *tables.Entry, args []Arg) *Value {
	for _, cl := range e.Clauses {
		switch cl.Verb {
		case "data", "environment", "shows":
			return Data
		}
	}
	for _, a := range args {
		cs.heap.retain(a.Val)
	}
	return Top
}

// covers reports whether the table speaks of all arguments of a call. An entry without a parameter
// for the rest knows exactly what it lists: os.remove(p, dir_fd=d) is another function than
// os.remove(p).
func (cs *Calls) covers(b *Bound, args []Arg) bool {
	for i := range b.params {
		if b.params[i].Rest {
			return cs.optionsKnown(b)
		}
	}
	if b.excess || len(b.extra) > 0 {
		return false
	}
	for _, a := range args {
		if a.Spread && cs.lang.Traits.Keywords && !isPositional(a.Val) {
			return false // nothing is known of **options
		}
	}
	return cs.optionsKnown(b)
}

// isPositional reports whether a spread value can only give arguments by their place.
func isPositional(v *Value) bool {
	switch v.Kind {
	case KindList, KindStr:
		return true
	case KindObj:
		return v.Type.Listed
	}
	return false
}

// optionsKnown reports whether the table speaks of each key of the options objects: the
// option flag of fs.readFile may be one that truncates the file.
func (cs *Calls) optionsKnown(b *Bound) bool {
	for i := range b.params {
		keys := b.params[i].Keys
		if keys == nil || b.vals[i] == nil {
			continue
		}
		known := true
		b.vals[i].Alts(func(v *Value) {
			switch v.Kind {
			case KindStr, KindNum, KindFunc:
			case KindDict:
				known = known && !v.More && !v.Wild && v.Base == nil
				for _, k := range v.Keys {
					known = known && slices.Contains(keys, k)
				}
			default:
				known = false
			}
		})
		if !known {
			return false
		}
	}
	return true
}
