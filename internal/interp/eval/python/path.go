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
	parts := []core.Arg{{Val: core.Str(core.DirName(t))}, {Val: v}}
	return core.Obj(recv.Type, core.JoinPath(parts, false))
}

// found is what glob, rglob and iterdir of a path find. Names that begin with a dot are among it.
func (m *machine) found(c core.Invocation) *core.Value {
	full := typePath.Name + "." + c.Name
	entries, _ := m.Entries(typePath.Name)
	e, ok := tables.Find(entries, c.Name)
	if !ok {
		return m.CallUnknown(c.Site, full, c.Args)
	}
	m.Apply(c.Site, full, &e, c.Recv, c.Args)
	dir := c.Recv.Base
	if c.Name == "iterdir" {
		return core.Obj(typePaths, core.Join(core.Matching(dir, "*"), core.Matching(dir, ".[!.]*")))
	}
	if len(c.Args) == 0 || c.Args[0].Spread {
		return core.Obj(typePaths, core.Data)
	}
	p, ok := c.Args[0].Val.Text()
	switch {
	case !ok || p == "" || strings.Contains(p, "..") || strings.HasPrefix(p, "/"):
		return core.Obj(typePaths, core.Matching(dir, "**"))
	case c.Name == "rglob":
		return core.Obj(typePaths, core.Matching(dir, "**/"+p))
	}
	return core.Obj(typePaths, withDots(dir, p))
}

// withDots is what a pattern finds in a directory, of the names that begin with a dot, too.
func withDots(dir *core.Value, p string) *core.Value {
	out := core.Matching(dir, p)
	i := strings.LastIndexByte(p, '/') + 1
	last := p[i:]
	if strings.HasPrefix(last, "*") && !strings.HasPrefix(last, "**") {
		out = core.Join(out, core.Matching(dir, p[:i]+".[!.]"+last))
		switch rest := strings.TrimLeft(last, "*"); { // the star stands for nothing, or for the dot alone
		case strings.HasPrefix(rest, "."):
			out = core.Join(out, core.Matching(dir, p[:i]+rest))
		case rest != "":
			out = core.Join(out, core.Matching(dir, p[:i]+"."+rest))
		}
	} else if n := strings.IndexByte(last, ']') + 1; n > 0 && last[0] == '[' {
		out = core.Join(out, core.Matching(dir, p[:i]+"."+last[n:])) // one of its characters
	}
	return out
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

// osPath calls a function of os.path.
func (m *machine) osPath(c core.Invocation, name string) (*core.Value, bool) {
	if name == "join" {
		m.NoteCall(c)
		return core.JoinPath(c.Args, true), true
	}
	first := c.At(0)
	if first == nil {
		return nil, false
	}
	p := core.PathText(first)
	switch name {
	case "normpath", "normcase":
		p = core.CleanPath(p)
	case "abspath", "realpath":
		p = m.Absolute(p, name == "realpath")
	case "expanduser", "expandvars":
		if name == "expandvars" {
			m.Expanded(p)
		}
		p = m.ExpandUser(p)
	case "dirname", "basename":
		p = partOf(p, name == "dirname")
	case "splitext":
		p = splitExt(p)
	default:
		return nil, false
	}
	m.NoteCall(c)
	return p, true
}

// partOf is the directory or the last name of a path.
func partOf(p *core.Value, dir bool) *core.Value {
	t, ok := p.Text()
	switch {
	case !ok:
		return core.PartOfPattern(p, dir)
	case !dir:
		return core.Str(t[strings.LastIndexByte(t, '/')+1:])
	case !strings.Contains(t, "/"):
		return core.Str("")
	}
	return core.Str(core.DirName(t))
}

// pathlib makes a path.
func (m *machine) pathlib(c core.Invocation) (*core.Value, bool) {
	var path *core.Value
	switch c.Name {
	case "pathlib.Path.cwd":
		path = m.Here()
	case "pathlib.Path.home":
		if path = core.Data; m.Home() != "" {
			path = core.Str(m.Home())
		}
	case "pathlib.Path", "pathlib.PurePath", "pathlib.PurePosixPath":
		if path = core.Str("."); len(c.Args) > 0 {
			path = core.JoinPath(c.Args, true)
		}
	default:
		return nil, false
	}
	m.NoteCall(c)
	return core.Obj(typePath, path), true
}

// pathMethod calls a method of a path that is computed.
func (m *machine) pathMethod(c core.Invocation) (*core.Value, bool) {
	full := typePath.Name + "." + c.Name
	switch c.Name {
	case "joinpath", "__truediv__":
		m.Note(c.Site, full, nil, c.Args)
		parts := append([]core.Arg{{Val: c.Recv.Base}}, c.Args...)
		return core.Obj(c.Recv.Type, core.JoinPath(parts, true)), true
	case "with_name", "with_suffix", "with_stem", "relative_to":
		m.Note(c.Site, full, nil, c.Args)
		if c.Name == "relative_to" {
			return core.Obj(c.Recv.Type, core.Data), true
		}
		return m.renamed(c.Recv, c.Name, c.Args), true
	case "glob", "rglob", "iterdir":
		return m.found(c), true
	case "expanduser":
		m.Note(c.Site, full, nil, c.Args)
		return core.Obj(c.Recv.Type, m.ExpandUser(c.Recv.Base)), true
	case "resolve", "absolute", "__enter__":
		m.Note(c.Site, full, nil, c.Args)
		if c.Name == "__enter__" {
			return c.Recv, true
		}
		return core.Obj(c.Recv.Type, m.Absolute(c.Recv.Base, true)), true
	case "as_posix", "__str__", "__fspath__":
		m.Note(c.Site, full, nil, c.Args)
		return c.Recv.Base, true
	}
	return nil, false
}
