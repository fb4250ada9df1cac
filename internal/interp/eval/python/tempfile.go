package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// temporary is what the functions of tempfile make: something fresh, unless a directory for it is
// named.
func (m *machine) temporary(s core.Site, name string, args []core.Arg) *core.Value {
	e, _ := m.Entry(name)
	b := core.Bind(&e, nil, args)
	_, placed := b.Get("dir")
	if leaves(b, "prefix") || leaves(b, "suffix") || !placed && m.TempElsewhere {
		return m.CallOther(s, name, args)
	}
	v := m.Apply(s, name, &e, nil, args)
	place := core.Str(core.Fresh)
	if b := core.Bind(&e, nil, args); b.Lost {
		place = core.Data
	} else if dir, given := b.Get("dir"); given && !(dir.Kind == core.KindNum && dir.Name == "None") {
		place = core.Sibling(core.Matching(dir, "*"))
	}
	switch name {
	case "tempfile.mkstemp":
		return core.ListOf(core.Data, place)
	case "tempfile.mkdtemp", "tempfile.mktemp":
		return place
	}
	return core.Obj(v.Type, place)
}

// leaves reports whether a part of a name may lead out of the directory: prefix='../x'.
func leaves(b *core.Bound, param string) bool {
	v, given := b.Get(param)
	if !given || v.Kind == core.KindNum {
		return false
	}
	t, known := v.Text()
	return !known || strings.Contains(t, "/")
}

// splitExt is os.path.splitext: what stands before the last dot of the last name, and the rest.
func splitExt(v *core.Value) *core.Value {
	if v.Kind != core.KindStr || v.Word.Kind != fact.Literal {
		return core.ListOf(core.Data, core.Data)
	}
	t := v.Word.Text
	i, slash := strings.LastIndexByte(t, '.'), strings.LastIndexByte(t, '/')
	switch {
	case v.Word.Glob && i > slash && !strings.ContainsAny(t[i:], core.PatternChars):
		return core.ListOf(core.Pattern(t[:i]), core.Str(t[i:]))
	case v.Word.Glob:
		return core.ListOf(v, core.Data)
	case i > slash+1:
		return core.ListOf(core.Str(t[:i]), core.Str(t[i:]))
	}
	return core.ListOf(v, core.Str(""))
}
