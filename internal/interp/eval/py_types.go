package eval

// The types of objects that only Python has.
var (
	typePath      = &Type{Name: "pathlib.Path", Path: true, Text: true}
	typePaths     = &Type{Name: "paths", Listed: true, Indexed: true, Element: eachPath}
	typeEntries   = &Type{Name: "entries", Inert: true, Indexed: true, Element: eachEntry}
	typeWalk      = &Type{Name: "walk", Inert: true, Indexed: true, Element: eachLevel}
	typeClass     = &Type{Name: "type", Inert: true}
	typeNamespace = &Type{Name: "namespace", Code: true}
	typeSearch    = &Type{Name: "sys.path", Inert: true, Indexed: true, Element: anyData}
	typeEnviron   = &Type{Name: "os.environ", Inert: true, Environ: true, Element: anyData}
	typeTempDir   = &Type{Name: "tempdir"}
	typeTempFile  = &Type{Name: "tmpfile", Inert: true}
	typeCode      = &Type{Name: "pycode", Code: true}
	typeSQLite    = &Type{Name: "sqlite3.Connection", Element: anyData}
	typeGetter    = &Type{Name: "attrgetter", Called: true}
	typeCaller    = &Type{Name: "methodcaller", Called: true}
)

// typed is a type by its name in the tables.
func (m *python) ownType(name string) *Type {
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
func eachPath(v *Value) *Value {
	var out *Value
	v.base.alts(func(a *Value) { out = join(out, obj(typePath, a)) })
	return out
}

// eachEntry is one of the entries of a directory.
func eachEntry(v *Value) *Value {
	return join(obj(typeEntry, matching(v.base, "*")), obj(typeEntry, matching(v.base, ".[!.]*")))
}

// eachLevel is what os.walk yields: a directory, the names of its directories, and of its files.
func eachLevel(v *Value) *Value {
	names := obj(typeNames, nil)
	return listOf([]*Value{matching(v.base, "**"), names, names})
}
