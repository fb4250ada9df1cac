package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// The types of objects that only Python has.
var (
	typePath      = &core.Type{Name: "pathlib.Path", Path: true, Text: true}
	typePaths     = &core.Type{Name: "paths", Listed: true, Indexed: true, Element: eachPath}
	typeEntries   = &core.Type{Name: "entries", Inert: true, Indexed: true, Element: eachEntry}
	typeWalk      = &core.Type{Name: "walk", Inert: true, Indexed: true, Element: eachLevel}
	typeClass     = &core.Type{Name: "type", Inert: true}
	typeNamespace = &core.Type{Name: "namespace", Code: true}
	typeSearch    = &core.Type{Name: "sys.path", Inert: true, Indexed: true, Element: core.AnyData}
	typeEnviron   = &core.Type{Name: "os.environ", Inert: true, Environ: true, Element: core.AnyData}
	typeTempDir   = &core.Type{Name: "tempdir"}
	typeTempFile  = &core.Type{Name: "tmpfile", Inert: true}
	typeCode      = &core.Type{Name: "pycode", Code: true}
	typeSQLite    = &core.Type{Name: "sqlite3.Connection", Element: core.AnyData}
	typeGetter    = &core.Type{Name: "attrgetter", Called: true}
	typeCaller    = &core.Type{Name: "methodcaller", Called: true}
)

// OwnType is a type by its name in the tables.
func (m *machine) OwnType(name string) *core.Type {
	switch name {
	case "pathlib.Path":
		return typePath
	case "paths":
		return typePaths
	case "entries":
		return typeEntries
	case "walk":
		return typeWalk
	case "sys.path":
		return typeSearch
	case "os.environ":
		return typeEnviron
	case "tempdir":
		return typeTempDir
	case "tmpfile":
		return typeTempFile
	case "pycode":
		return typeCode
	case "sqlite3.Connection":
		return typeSQLite
	}
	return nil
}

// eachPath is one of the paths that a pattern stands for.
func eachPath(v *core.Value) *core.Value {
	var out *core.Value
	v.Base.Alts(func(a *core.Value) { out = core.Join(out, core.Obj(typePath, a)) })
	return out
}

// eachEntry is one of the entries of a directory.
func eachEntry(v *core.Value) *core.Value {
	shown := core.Obj(core.TypeEntry, core.Matching(v.Base, "*"))
	return core.Join(shown, core.Obj(core.TypeEntry, core.Matching(v.Base, ".[!.]*")))
}

// eachLevel is what os.walk yields: a directory, the names of its directories, and of its files.
func eachLevel(v *core.Value) *core.Value {
	names := core.Obj(core.TypeNames, nil)
	return core.ListOf(core.Matching(v.Base, "**"), names, names)
}
