package core

import "github.com/fencepost/fencepost/internal/interp/eval/syntax"

// calls follows a function that a callee is handed, with the arguments that it is handed for it:
// those of a parameter that takes the rest, or the elements of a list. keywords names the parameter
// with a dictionary of more of them.
func (m *Machine) calls(b *Bound, fn, args, keywords string) {
	f, given := b.Get(fn)
	if !given || m.Plain(f) {
		return
	}
	var list []Arg
	if args != "" {
		list = passed(b, args)
	}
	if keywords != "" {
		if v, ok := b.Get(keywords); ok && v.Kind != KindData {
			list = append(list, Arg{Val: v, Spread: true})
		}
	}
	for _, a := range b.extra { // submit(f, path=p)
		if b.index(args) >= 0 && b.params[b.index(args)].Rest {
			list = append(list, a)
		}
	}
	b.called = append(b.called, f)
	m.Later(f, list)
	m.Call(calledSite(f), f, list)
}

// passed are the arguments that a parameter stands for.
func passed(b *Bound, param string) []Arg {
	v, given := b.Get(param)
	switch {
	case !given:
		return nil
	case v.Kind == KindList || v.Kind == KindDict:
		return []Arg{{Val: v, Spread: true}}
	}
	return []Arg{{Val: v.Element(), Spread: true}}
}

// maps follows a function that a callee calls with each element of what it is handed.
func (m *Machine) maps(b *Bound, fn, over string) {
	f, given := b.Get(fn)
	if !given || m.Plain(f) {
		return
	}
	v, given := b.Get(over)
	if !given {
		return
	}
	if i := b.index(over); b.params[i].Rest && len(v.List) == 1 && !v.More {
		v = v.List[0]
	} else if b.params[i].Rest {
		v = &Value{Kind: KindData} // one element of each: which one is not followed
	}
	b.called = append(b.called, f)
	m.MapOver(calledSite(f), f, v)
}

// calledSite is where a function is called that stands in no call of the code.
func calledSite(f *Value) Site {
	name := f.Name + f.typeName()
	if name == "" {
		name = "function"
	}
	return Site{Node: &syntax.Node{Line: 1, Src: name, End: len(name)}}
}
