package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// siblingPath is with_name, with_suffix and with_stem of a path: another file of the same directory.
func siblingPath(recv *core.Value, method string, args []core.Arg) *core.Value {
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

// globPath is what glob, rglob and iterdir of a path find. Names that begin with a dot are among it.
func (lb *library) globPath(c core.Invocation) *core.Value {
	full := typePath.Name + "." + c.Name
	entries, _ := lb.ev.Tables.Entries(typePath.Name)
	e, ok := tables.Find(entries, c.Name)
	if !ok {
		return lb.ev.Calls.CallUnknown(c.Site, full, c.Args)
	}
	lb.ev.Calls.Apply(c.Site, full, &e, c.Recv, c.Args)
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

// osPath calls a function of os.path.
func (lb *library) osPath(c core.Invocation) *core.Value {
	first := c.At(0)
	if first == nil {
		return nil
	}
	p := core.PathText(first)
	switch name := strings.TrimPrefix(c.Name, "os.path."); name {
	case "normpath", "normcase":
		p = core.CleanPath(p)
	case "abspath", "realpath":
		p = lb.ev.World.Absolute(p, name == "realpath")
	case "expanduser", "expandvars":
		if name == "expandvars" {
			lb.ev.Environ.NoteExpansion(p)
		}
		p = lb.ev.World.ExpandUser(p)
	case "dirname", "basename":
		p = partOf(p, name == "dirname")
	case "splitext":
		p = splitExt(p)
	}
	lb.ev.Report.NoteCall(c)
	return p
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

// newPath makes a path.
func (lb *library) newPath(c core.Invocation) *core.Value {
	path := core.Str(".")
	switch {
	case c.Name == "pathlib.Path.cwd":
		path = lb.ev.World.WorkingDir()
	case c.Name == "pathlib.Path.home":
		path = lb.ev.World.HomeDir()
	case len(c.Args) > 0:
		path = core.JoinPath(c.Args, true)
	}
	return core.Obj(typePath, path)
}

// pathMethod calls a method of a path that is computed.
func (lb *library) pathMethod(c core.Invocation) *core.Value {
	full := typePath.Name + "." + c.Name
	switch c.Name {
	case "joinpath", "__truediv__":
		lb.ev.Report.Note(c.Site, full, c.Args)
		parts := append([]core.Arg{{Val: c.Recv.Base}}, c.Args...)
		return core.Obj(c.Recv.Type, core.JoinPath(parts, true))
	case "with_name", "with_suffix", "with_stem", "relative_to":
		lb.ev.Report.Note(c.Site, full, c.Args)
		if c.Name == "relative_to" {
			return core.Obj(c.Recv.Type, core.Data)
		}
		return siblingPath(c.Recv, c.Name, c.Args)
	case "glob", "rglob", "iterdir":
		return lb.globPath(c)
	case "expanduser":
		lb.ev.Report.Note(c.Site, full, c.Args)
		return core.Obj(c.Recv.Type, lb.ev.World.ExpandUser(c.Recv.Base))
	case "resolve", "absolute", "__enter__":
		lb.ev.Report.Note(c.Site, full, c.Args)
		if c.Name == "__enter__" {
			return c.Recv
		}
		return core.Obj(c.Recv.Type, lb.ev.World.Absolute(c.Recv.Base, true))
	case "as_posix", "__str__", "__fspath__":
		lb.ev.Report.Note(c.Site, full, c.Args)
		return c.Recv.Base
	}
	return nil
}

// temporary is what the functions of tempfile make: something fresh, unless a directory for it is
// named.
func (lb *library) temporary(c core.Invocation) *core.Value {
	name, args := c.Name, c.Args
	e, _ := lb.ev.Tables.Entry(name)
	b := core.Bind(&e, nil, args)
	_, placed := b.Get("dir")
	if leavesDirectory(b, "prefix") || leavesDirectory(b, "suffix") ||
		!placed && lb.ev.World.TempElsewhere {
		return lb.ev.Calls.CallOther(c.Site, name, args)
	}
	v := lb.ev.Calls.Apply(c.Site, name, &e, nil, args)
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

// leavesDirectory reports whether a part of a name may lead out of the directory: prefix='../x'.
func leavesDirectory(b *core.Bound, param string) bool {
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
