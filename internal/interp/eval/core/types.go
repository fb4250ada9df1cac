package core

// Type is what an object is. The tables know its methods by its name; the rest is what the
// evaluator has to know of it.
type Type struct {
	Name    string
	Path    bool // it is one path: its text is that path, and an argument of its methods
	Text    bool // its text is that of what it was made from
	Inert   bool // it does nothing by itself: handing it on is harmless
	Called  bool // code that keeps it may call it, and so what it was made from
	Code    bool // it was made from code, which it stands for
	Listed  bool // spread, it gives arguments by their place alone
	Indexed bool // a subscript gives what it is iterated for
	Environ bool // it is the environment
	Library bool // a part of it has the methods of the whole
	// Element is what it is iterated for; nil: anything.
	Element func(v *Value) *Value
}

// The types that any language may have.
var (
	typeFile = &Type{Name: "file", Path: true, Text: true, Inert: true, Indexed: true,
		Element: fileElement}
	typeStream   = &Type{Name: "iostream", Inert: true, Indexed: true, Element: AnyData}
	typeResponse = &Type{Name: "response", Inert: true}
	typeURL      = &Type{Name: "url", Text: true, Inert: true}
	TypeEntry    = &Type{Name: "dirent", Text: true, Inert: true, Indexed: true}
	TypeNames    = &Type{Name: "names", Inert: true, Listed: true, Element: anyName}
	typeGlobbed  = &Type{Name: "globbed", Inert: true, Listed: true, Element: anyMatch}
	typeDatabase = &Type{Name: "lib.sqlite", Library: true, Element: AnyData}
	typeFlags    = &Type{Name: "flags"}
	TypePartial  = &Type{Name: "partial", Called: true}
	TypeInstance = &Type{Name: "instance"}
)

// types are those that the tables know.
var types = []*Type{typeFile, typeStream, typeResponse, typeURL, TypeEntry, TypeNames, typeGlobbed,
	typeDatabase}

// AnyData is the Element of a type that yields plain data.
func AnyData(*Value) *Value { return Data }

func anyName(*Value) *Value    { return Join(Pattern("*"), Pattern(".[!.]*")) }
func anyMatch(v *Value) *Value { return asPattern(v.Base) }

// typeName is the name of the type of an object, else "".
func (v *Value) typeName() string {
	if v == nil || v.Type == nil {
		return ""
	}
	return v.Type.Name
}

// Is reports whether a value is an object of a type.
func (v *Value) Is(t *Type) bool { return v.Kind == KindObj && v.Type == t }
