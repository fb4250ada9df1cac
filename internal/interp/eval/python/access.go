package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// attributes are what attributes and elements mean.
type attributes struct {
	ev      *core.Evaluator
	modules *modules
}

// OwnAttr is an attribute that means something special, else nil.
func (at *attributes) OwnAttr(v *core.Value, name string) *core.Value {
	switch v.Kind {
	case core.KindRef:
		return at.moduleAttr(v, name)
	case core.KindTop:
		if isDescription(name) {
			return core.Data
		}
	case core.KindObj:
		return at.objectAttr(v, name)
	case core.KindClass:
		switch {
		case at.ev.Objects.Member(v.Class, name, 0) != nil:
		case isDescription(name):
			return core.Data
		case strings.HasPrefix(name, "__"):
			return core.Reflected(name)
		}
	case core.KindFunc:
		switch {
		case name == "__qualname__" || name == "__module__":
			return core.Data
		case at.LeadsAway(v, name):
			return core.Reflected(name)
		case strings.HasPrefix(name, "__"):
			return core.Data
		}
	}
	return nil
}

// isDescription reports whether an attribute of a class or function is text about it.
func isDescription(name string) bool {
	switch name {
	case "__name__", "__qualname__", "__module__", "__doc__":
		return true
	}
	return false
}

// moduleAttr is an attribute of a module that the code has not set.
func (at *attributes) moduleAttr(v *core.Value, name string) *core.Value {
	if l := at.modules.files[v.Name]; l != nil {
		return at.modules.member(l, name)
	}
	if at.ev.Heap.Assigned[at.modules.Qualify(v.Name, name)] != nil {
		return nil
	}
	switch name {
	case "__dict__":
		return core.Obj(typeNamespace, v)
	case "__name__", "__doc__", "__file__", "__version__":
		return core.Data
	case "__import__", "__enter__", "__exit__":
	default:
		if strings.HasPrefix(name, "__") && !at.ev.Tables.Builtin(name) {
			return core.Reflected(name)
		}
	}
	return at.modules.reexported(v.Name, name)
}

// objectAttr is an attribute of an object of a type that only Python has.
func (at *attributes) objectAttr(v *core.Value, name string) *core.Value {
	if v.Class != nil {
		return nil
	}
	switch v.Type {
	case typeTempDir, typeTempFile:
		if name == "name" {
			return v.Base
		}
	case typeNamespace:
		return &core.Value{Kind: core.KindBound, Base: v, Name: name}
	case typePath:
		return pathAttr(v, name)
	}
	return nil
}

// LeadsAway reports whether an attribute of plain data leads to classes, modules or code.
func (at *attributes) LeadsAway(v *core.Value, name string) bool {
	switch name {
	case "__name__", "__doc__", "__len__", "__file__", "__version__", "__str__", "__repr__",
		"__contains__", "__getitem__", "__add__":
		return false
	case "__enter__", "__exit__":
		return v.Kind != core.KindObj
	case "f_globals", "f_builtins", "f_locals", "f_back", "f_code", "gi_frame", "gi_yieldfrom",
		"cr_frame", "cr_await", "ag_frame", "ag_await", "tb_frame", "func_globals", "func_code",
		"im_func", "im_self", "im_class", "mro":
		return true
	}
	return strings.HasPrefix(name, "__")
}

// OwnIndex is an element that means something special, else nil.
func (at *attributes) OwnIndex(v, key *core.Value) *core.Value {
	name, ok := key.Text()
	switch {
	case v.Kind == core.KindRef && v.Name == "sys.modules":
		if ok {
			return core.Ref(name)
		}
		return core.Reflected(v.Name)
	case v.Kind == core.KindRef && v.Name == "__builtins__" && ok:
		return core.Ref(name)
	case v.Is(typeNamespace):
		switch {
		case !ok:
			return core.Reflected("a namespace")
		case v.Base != nil:
			return at.ev.Objects.Attr(v.Base, name)
		}
		return at.ev.Objects.Resolve(name)
	case v.Kind == core.KindObj && at.ev.Tables.Known(v.Type.Name):
		return core.Data
	}
	return nil
}

// OwnSettable reports whether setting an attribute does nothing but that.
func (at *attributes) OwnSettable(v *core.Value, name string) bool {
	return v.Kind == core.KindRef && v.Name == "sys" && name == "path" || v.Is(typeNamespace)
}

// SetOwn sets what means something special, and reports whether nothing is left to be set.
func (at *attributes) SetOwn(v *core.Value, name string, known bool, val *core.Value) bool {
	if name == "__annotations__" {
		at.ev.Report.UnknownRename() // decorators make code of what stands in it
	}
	if strings.HasPrefix(name, "__") && val.Kind == core.KindFunc {
		val.Fn.Implicit = true
	}
	if v.Kind == core.KindRef && v.Name == "sys" && name == "path" || v.Is(typeSearch) {
		at.modules.pathChanged = true
	}
	if l := at.modules.files[v.Name]; v.Kind == core.KindRef && l != nil && known && l.Scope != nil {
		l.Scope.Vars[name] = core.Join(l.Scope.Vars[name], val)
		return true
	}
	if !v.Is(typeNamespace) {
		return false
	}
	if !known && !at.ev.Heap.Plain(val) {
		at.ev.Report.UnknownRename()
	}
	if known {
		at.setName(v, name, val)
	}
	return known
}

// setName sets a name of a namespace: of a module, or of the code.
func (at *attributes) setName(v *core.Value, name string, val *core.Value) {
	if v.Base != nil && v.Base.Kind == core.KindRef {
		if !at.ev.Objects.Settable(v.Base, name) {
			at.ev.Report.UnknownRename()
		}
		at.ev.Heap.Assigned[at.modules.Qualify(v.Base.Name, name)] = val
		return
	}
	top := at.ev.State.Scope
	for top.Parent != nil {
		top = top.Parent
	}
	at.ev.State.Scope.Vars[name], top.Vars[name] = val, core.Join(top.Vars[name], val)
}

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

// types are those that the tables know.
var types = []*core.Type{typePath, typePaths, typeEntries, typeWalk, typeSearch, typeEnviron,
	typeTempDir, typeTempFile, typeCode, typeSQLite}

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

// PlainBase reports whether a class of the tables calls no method of a class that is made from it
// but those with two underscores.
func (at *attributes) PlainBase(name string) bool {
	switch module, _, _ := strings.Cut(name, "."); module {
	case "enum", "typing", "typing_extensions", "abc", "collections", "pydantic",
		"pydantic_settings", "dataclasses":
		return true
	}
	switch name {
	case "object", "dict", "list", "str", "int", "tuple", "set", "float", "bytes", "frozenset":
		return true
	}
	return !strings.Contains(name, ".") && (strings.HasSuffix(name, "Error") ||
		strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Warning"))
}

// pathAttr are the attributes of a path that are computed from it.
func pathAttr(v *core.Value, name string) *core.Value {
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
