package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// temporary is what the functions of tempfile make: something fresh, unless a directory for it is
// named.
func (m *python) temporary(s site, name string, args []arg) *Value {
	e, _ := m.entry(name)
	b := bind(&e, nil, args)
	_, placed := b.get("dir")
	if leaves(b, "prefix") || leaves(b, "suffix") || !placed && m.tempElsewhere {
		return m.callOther(s, name, args)
	}
	v := m.apply(s, name, &e, nil, args)
	place := str(fresh)
	if b := bind(&e, nil, args); b.lost {
		place = data
	} else if dir, given := b.get("dir"); given && !(dir.kind == kNum && dir.name == "None") {
		place = sibling(matching(dir, "*"))
	}
	switch name {
	case "tempfile.mkstemp":
		return listOf([]*Value{data, place})
	case "tempfile.mkdtemp", "tempfile.mktemp":
		return place
	}
	return obj(v.typ, place)
}

// leaves reports whether a part of a name may lead out of the directory: prefix='../x'.
func leaves(b *bound, param string) bool {
	v, given := b.get(param)
	if !given || v.kind == kNum {
		return false
	}
	t, known := v.text()
	return !known || strings.Contains(t, "/")
}

// splitExt is os.path.splitext: what stands before the last dot of the last name, and the rest.
func splitExt(v *Value) *Value {
	if v.kind != kStr || v.word.Kind != fact.Literal {
		return listOf([]*Value{data, data})
	}
	t := v.word.Text
	i, slash := strings.LastIndexByte(t, '.'), strings.LastIndexByte(t, '/')
	switch {
	case v.word.Glob && i > slash && !strings.ContainsAny(t[i:], active):
		return listOf([]*Value{pattern(t[:i]), str(t[i:])})
	case v.word.Glob:
		return listOf([]*Value{v, data})
	case i > slash+1:
		return listOf([]*Value{str(t[:i]), str(t[i:])})
	}
	return listOf([]*Value{v, str("")})
}
