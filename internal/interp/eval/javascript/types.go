package javascript

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// The types of objects that only JavaScript has.
var (
	typeEnviron  = &core.Type{Name: "process.env", Inert: true, Environ: true, Element: core.AnyData}
	typeFileURL  = &core.Type{Name: "jsurl", Text: true, Inert: true}
	typeBunFile  = &core.Type{Name: "Bun.file", Text: true}
	typeMade     = &core.Type{Name: "made"}     // of new Function: what its body is worth
	typeResolver = &core.Type{Name: "resolver"} // a function that resolves a promise
	typeResolved = &core.Type{Name: "resolved"} // one that comes too late
)

// OwnType is a type by its name in the tables.
func (m *machine) OwnType(name string) *core.Type {
	switch name {
	case "process.env":
		return typeEnviron
	case "Bun.file":
		return typeBunFile
	}
	return nil
}
