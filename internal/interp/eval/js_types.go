package eval

// The types of objects that only JavaScript has.
var (
	typeJSEnviron = &Type{Name: "process.env", Inert: true, Environ: true, Element: anyData}
	typeFileURL   = &Type{Name: "jsurl", Text: true, Inert: true}
	typeBunFile   = &Type{Name: "Bun.file", Text: true}
	typeMade      = &Type{Name: "made"}     // of new Function: what its body is worth
	typeResolver  = &Type{Name: "resolver"} // a function that resolves a promise
	typeResolved  = &Type{Name: "resolved"} // one that comes too late
)

// typed is a type by its name in the tables.
func (m *javascript) ownType(name string) *Type {
	switch name {
	case "process.env":
		return typeJSEnviron
	case "Bun.file":
		return typeBunFile
	}
	return nil
}
