package eval

// calls follows a function that a callee is handed, with the arguments that it is handed for it:
// those of a parameter that takes the rest, or the elements of a list. keywords names the parameter
// with a dictionary of more of them.
func (m *machine) calls(b *bound, fn, args, keywords string) {
	f, given := b.get(fn)
	if !given || m.plain(f) {
		return
	}
	var list []arg
	if args != "" {
		list = passed(b, args)
	}
	if keywords != "" {
		if v, ok := b.get(keywords); ok && v.kind != kData {
			list = append(list, arg{val: v, spread: true})
		}
	}
	for _, a := range b.extra { // submit(f, path=p)
		if b.index(args) >= 0 && b.params[b.index(args)].Rest {
			list = append(list, a)
		}
	}
	b.called = append(b.called, f)
	m.later(f, list)
	m.call(calledSite(f), f, list)
}

// passed are the arguments that a parameter stands for.
func passed(b *bound, param string) []arg {
	v, given := b.get(param)
	switch {
	case !given:
		return nil
	case v.kind == kList || v.kind == kDict:
		return []arg{{val: v, spread: true}}
	}
	return []arg{{val: v.element(), spread: true}}
}

// maps follows a function that a callee calls with each element of what it is handed.
func (m *machine) maps(b *bound, fn, over string) {
	f, given := b.get(fn)
	if !given || m.plain(f) {
		return
	}
	v, given := b.get(over)
	if !given {
		return
	}
	if i := b.index(over); b.params[i].Rest && len(v.list) == 1 && !v.more {
		v = v.list[0]
	} else if b.params[i].Rest {
		v = &Value{kind: kData} // one element of each: which one is not followed
	}
	b.called = append(b.called, f)
	m.mapOver(calledSite(f), f, v)
}

// calledSite is where a function is called that stands in no call of the code.
func calledSite(f *Value) site {
	name := f.name + f.typeName()
	if name == "" {
		name = "function"
	}
	return site{node: &Node{Line: 1, Src: name, End: len(name)}}
}
