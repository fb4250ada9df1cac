package eval

import "strings"

// renamed is with_name, with_suffix and with_stem of a path: another file of the same directory.
func (m *python) renamed(recv *Value, method string, args []arg) *Value {
	t, ok := textOf(recv.base)
	if !ok || len(args) != 1 || args[0].spread {
		var out *Value
		sibling(recv.base).alts(func(a *Value) { out = join(out, obj(recv.typ, a)) })
		return out
	}
	name := t[strings.LastIndexByte(t, '/')+1:]
	stem, suffix := name, ""
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		stem, suffix = name[:i], name[i:]
	}
	v := args[0].val
	switch method {
	case "with_suffix":
		v = concat(str(stem), orData(v))
	case "with_stem":
		v = concat(orData(v), str(suffix))
	}
	return obj(recv.typ, joinPath([]arg{{val: str(dirName(t))}, {val: v}}, false))
}

// found is what glob, rglob and iterdir of a path find. Names that begin with a dot are among it.
func (m *python) found(s site, recv *Value, method string, args []arg) *Value {
	full := "pathlib.Path." + method
	entries, _ := m.in.Table.Module("pathlib.Path")
	e, ok := find(entries, method)
	if !ok {
		return m.callUnknown(s, full, args)
	}
	m.apply(s, full, &e, recv, args)
	if method == "iterdir" {
		return obj(typePaths, join(matching(recv.base, "*"), matching(recv.base, ".[!.]*")))
	}
	if len(args) == 0 || args[0].spread {
		return obj(typePaths, data)
	}
	p, ok := args[0].val.text()
	if !ok || p == "" || strings.Contains(p, "..") || strings.HasPrefix(p, "/") {
		return obj(typePaths, matching(recv.base, "**"))
	}
	out := matching(recv.base, p)
	if i := strings.LastIndexByte(p, '/') + 1; strings.HasPrefix(p[i:], "*") && !strings.HasPrefix(p[i:], "**") {
		out = join(out, matching(recv.base, p[:i]+".[!.]"+p[i:]))
		if strings.HasPrefix(p[i:], "*.") { // the star stands for nothing
			out = join(out, matching(recv.base, p[:i]+p[i+1:]))
		}
	} else if n := strings.IndexByte(p[i:], ']') + 1; n > 0 && p[i] == '[' { // the dot is one of its characters
		out = join(out, matching(recv.base, p[:i]+"."+p[i+n:]))
	}
	if method == "rglob" {
		out = matching(recv.base, "**/"+p)
	}
	return obj(typePaths, out)
}

// pathAttr are the attributes of a path that are computed from it.
func (m *python) pathAttr(v *Value, name string) *Value {
	text, ok := v.base.text()
	switch name {
	case "parent":
		if ok {
			return obj(v.typ, str(dirName(text)))
		}
		if v.base.kind == kStr && v.base.word.Glob {
			if dir := dirName(v.base.word.Text); !strings.ContainsAny(dir, active) {
				return obj(v.typ, str(dir))
			}
		}
		return obj(v.typ, data)
	case "name":
		if ok {
			return str(text[strings.LastIndexByte(text, '/')+1:])
		}
		return partOfPattern(v.base, false)
	case "stem", "suffix", "suffixes", "parts", "anchor", "drive", "root":
		return data
	case "parents":
		return &Value{kind: kList, more: true, wild: true}
	}
	return nil
}
