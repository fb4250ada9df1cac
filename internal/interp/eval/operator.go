package eval

import "strings"

// chosen is a call of what operator.attrgetter or operator.methodcaller made: an attribute of the
// argument, or a call of a method of it.
func (m *machine) chosen(s site, f *Value, args []arg) *Value {
	name, _ := f.base.text()
	if len(args) != 1 || args[0].spread {
		return m.callUnknown(s, "operator."+f.name, args)
	}
	v := args[0].val
	for part := range strings.SplitSeq(name, ".") {
		v = m.attr(v, part)
	}
	if f.name == "attrgetter" {
		return v
	}
	list := make([]arg, len(f.list))
	for i := range f.list {
		list[i] = arg{name: f.keys[i], val: f.list[i]}
	}
	return m.call(s, v, list)
}

// keyed calls the function that min and max compare by with each of what is compared.
func (m *machine) keyed(s site, key *Value, args []arg) {
	var pos []*Value
	for _, a := range args {
		if a.name == "" && !a.spread {
			pos = append(pos, a.val)
		}
	}
	switch len(pos) {
	case 0:
		m.escapeValue(key, opaque, 0)
	case 1:
		m.mapOver(site{node: s.node}, key, pos[0])
	default:
		m.mapOver(site{node: s.node}, key, listOf(pos))
	}
}

// among is one of the arguments of min and max, or of the elements of the only one.
func (m *machine) among(args []arg) *Value {
	var out *Value
	n := 0
	for _, a := range args {
		if a.name == "" {
			n++
		}
	}
	for _, a := range args {
		switch {
		case a.name == "key":
		case n == 1 && a.name == "" || a.spread:
			out = join(out, a.val.element())
		default:
			out = join(out, a.val)
		}
	}
	if out == nil {
		return opaque
	}
	return out
}
