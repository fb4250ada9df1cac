package eval

import "strings"

// renamed is with_name, with_suffix and with_stem of a path: another file of the same directory.
func (m *machine) renamed(recv *Value, method string, args []arg) *Value {
	t, ok := textOf(recv.base)
	if !ok || len(args) != 1 || args[0].spread {
		var out *Value
		sibling(recv.base).alts(func(a *Value) { out = join(out, obj(recv.name, a)) })
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
	return obj(recv.name, joinPath([]arg{{val: str(dirName(t))}, {val: v}}, false))
}

// found is what glob, rglob and iterdir of a path find. Names that begin with a dot are among it.
func (m *machine) found(s site, recv *Value, method string, args []arg) *Value {
	full := "pathlib.Path." + method
	entries, _ := m.in.Table.Module("pathlib.Path")
	e, ok := find(entries, method)
	if !ok {
		return m.callUnknown(s, full, args)
	}
	m.apply(s, full, &e, recv, args)
	if method == "iterdir" {
		return obj("paths", join(matching(recv.base, "*"), matching(recv.base, ".[!.]*")))
	}
	if len(args) == 0 || args[0].spread {
		return obj("paths", data)
	}
	p, ok := args[0].val.text()
	if !ok || p == "" || strings.Contains(p, "..") || strings.HasPrefix(p, "/") {
		return obj("paths", matching(recv.base, "**"))
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
	return obj("paths", out)
}
