package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Escape handles arguments that a callee may call or keep: functions of the code run with unknown
// arguments, and so do known functions that do something. with is what they are called with.
func (cs *Calls) Escape(args []Arg, with *Value) {
	for _, a := range args {
		cs.EscapeValue(a.Val, with, 0)
	}
}

// EscapeValue is Escape for one value.
func (cs *Calls) EscapeValue(v *Value, with *Value, depth int) {
	if v == nil || depth > 4 {
		return
	}
	switch v.Kind {
	case KindFunc:
		cs.invokeUnknown(v.Fn, with)
	case KindAlt, KindList, KindDict:
		for _, e := range v.List {
			cs.EscapeValue(e, with, depth+1)
		}
	case KindTop:
		if v.Name != "" {
			cs.callReflected(calledSite(v), v, anyArgs(with))
		}
	case KindBound:
		if !v.Base.Plain() {
			cs.callMethod(calledSite(v), v.Base, v.Name, anyArgs(with))
		}
	case KindRef:
		cs.escapeRef(v, with)
	case KindObj:
		if v.Type.Called {
			cs.Call(calledSite(v), v, anyArgs(with))
		}
	}
}

// escapeRef handles a name: what does something is called, what is defined later runs in any case.
func (cs *Calls) escapeRef(v, with *Value) {
	builtin := cs.tables.Builtin(v.Name)
	if cs.tables.Known(v.Name) && !builtin {
		return
	}
	if !strings.Contains(v.Name, ".") && !builtin && len(cs.heap.Stars) == 0 {
		return // nothing, or what is defined later
	}
	e, ok := cs.tables.Entry(v.Name)
	if ok && (e.Attribute() || !e.Acts() && cs.heap.Assigned[v.Name] == nil) {
		return
	}
	cs.callRef(calledSite(v), v.Name, anyArgs(with))
}

// calledSite is where a function is called that stands in no call of the code.
func calledSite(f *Value) Site {
	name := f.Name + f.typeName()
	if name == "" {
		name = "function"
	}
	return Site{Node: &syntax.Node{Line: 1, Src: name, End: len(name)}}
}
