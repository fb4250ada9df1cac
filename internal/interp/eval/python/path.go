package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// renamed is with_name, with_suffix and with_stem of a path: another file of the same directory.
func (m *machine) renamed(recv *core.Value, method string, args []core.Arg) *core.Value {
	t, ok := core.TextOf(recv.Base)
	if !ok || len(args) != 1 || args[0].Spread {
		var out *core.Value
		core.Sibling(recv.Base).Alts(func(a *core.Value) { out = core.Join(out, core.Obj(recv.Type, a)) })
		return out
	}
	name := t[strings.LastIndexByte(t, '/')+1:]
	stem, suffix := name, ""
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		stem, suffix = name[:i], name[i:]
	}
	v := args[0].Val
	switch method {
	case "with_suffix":
		v = core.Concat(core.Str(stem), core.OrData(v))
	case "with_stem":
		v = core.Concat(core.OrData(v), core.Str(suffix))
	}
	return core.Obj(recv.Type, core.JoinPath([]core.Arg{{Val: core.Str(core.DirName(t))}, {Val: v}}, false))
}

// found is what glob, rglob and iterdir of a path find. Names that begin with a dot are among it.
func (m *machine) found(s core.Site, recv *core.Value, method string, args []core.Arg) *core.Value {
	full := "pathlib.Path." + method
	entries, _ := m.Entries("pathlib.Path")
	e, ok := tables.Find(entries, method)
	if !ok {
		return m.CallUnknown(s, full, args)
	}
	m.Apply(s, full, &e, recv, args)
	if method == "iterdir" {
		return core.Obj(typePaths, core.Join(core.Matching(recv.Base, "*"), core.Matching(recv.Base, ".[!.]*")))
	}
	if len(args) == 0 || args[0].Spread {
		return core.Obj(typePaths, core.Data)
	}
	p, ok := args[0].Val.Text()
	if !ok || p == "" || strings.Contains(p, "..") || strings.HasPrefix(p, "/") {
		return core.Obj(typePaths, core.Matching(recv.Base, "**"))
	}
	out := core.Matching(recv.Base, p)
	if i := strings.LastIndexByte(p, '/') + 1; strings.HasPrefix(p[i:], "*") && !strings.HasPrefix(p[i:], "**") {
		out = core.Join(out, core.Matching(recv.Base, p[:i]+".[!.]"+p[i:]))
		if strings.HasPrefix(p[i:], "*.") { // the star stands for nothing
			out = core.Join(out, core.Matching(recv.Base, p[:i]+p[i+1:]))
		}
	} else if n := strings.IndexByte(p[i:], ']') + 1; n > 0 && p[i] == '[' { // the dot is one of its characters
		out = core.Join(out, core.Matching(recv.Base, p[:i]+"."+p[i+n:]))
	}
	if method == "rglob" {
		out = core.Matching(recv.Base, "**/"+p)
	}
	return core.Obj(typePaths, out)
}

// pathAttr are the attributes of a path that are computed from it.
func (m *machine) pathAttr(v *core.Value, name string) *core.Value {
	text, ok := v.Base.Text()
	switch name {
	case "parent":
		if ok {
			return core.Obj(v.Type, core.Str(core.DirName(text)))
		}
		if v.Base.Kind == core.KindStr && v.Base.Word.Glob {
			if dir := core.DirName(v.Base.Word.Text); !strings.ContainsAny(dir, core.PatternChars) {
				return core.Obj(v.Type, core.Str(dir))
			}
		}
		return core.Obj(v.Type, core.Data)
	case "name":
		if ok {
			return core.Str(text[strings.LastIndexByte(text, '/')+1:])
		}
		return core.PartOfPattern(v.Base, false)
	case "stem", "suffix", "suffixes", "parts", "anchor", "drive", "root":
		return core.Data
	case "parents":
		return &core.Value{Kind: core.KindList, More: true, Wild: true}
	}
	return nil
}
