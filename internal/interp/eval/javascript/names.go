package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Aliases are further names by which rules may know a callee.
func (m *machine) Aliases(name string) []string {
	if rest, ok := strings.CutPrefix(name, "fs.promises."); ok {
		return []string{"fs." + rest, "fs." + rest + "Sync"}
	}
	return nil
}

// Canonical is a name as the tables spell it: fs.rm for fs.promises.rm and fs.rmSync.
func (m *machine) Canonical(name string) string {
	rest, ok := strings.CutPrefix(name, "fs.")
	if !ok {
		return name
	}
	rest = strings.TrimPrefix(rest, "promises.")
	return "fs." + strings.TrimSuffix(rest, "Sync")
}

// Qualify joins a module and a name, and gives names that have several spellings one.
func (m *machine) Qualify(base, name string) string {
	if isGlobal(base) {
		return name
	}
	switch base {
	case "fs/promises":
		return "fs.promises." + name
	case "process.mainModule", "require.main", "module":
		if name == "require" {
			return "require"
		}
	case "module.constructor":
		return "Module." + name
	}
	if name == "default" {
		return base
	}
	return base + "." + name
}

// isGlobal reports whether a name is one of the global object.
func isGlobal(name string) bool {
	switch name {
	case "globalThis", "global", "window", "self":
		return true
	}
	return false
}

// Global is a name that the code does not declare: a global of the runtime, or one of its modules.
func (m *machine) Global(name string) *core.Value {
	switch name {
	case "__dirname":
		return core.Str(".")
	case "__filename":
		return core.Str("./[eval]")
	case "globalThis", "global", "window", "self", "module":
		return core.Ref(name)
	case "exports":
		return &core.Value{Kind: core.KindDict}
	case "NaN", "Infinity":
		return core.Num(name)
	}
	if e, ok := m.Entry(name); ok && e.Attribute() {
		return m.AttributeValue(name, &e, nil)
	}
	return core.Ref(name)
}

// Constant is an attribute whose value the run of the program decides.
func (m *machine) Constant(name string) *core.Value {
	switch name {
	case "process.argv", "Bun.argv", "Deno.args":
		return m.Argv()
	case "process.execPath":
		return &core.Value{Kind: core.KindRef, Name: name, Word: fact.Lit("node")}
	}
	return nil
}

// written is a callee as written, if it is a chain of names.
func written(n *syntax.Node) string {
	if n == nil {
		return ""
	}
	switch n.Type {
	case "identifier", "this", "import":
		return n.Text()
	case "member_expression":
		if o := written(n.Child("object")); o != "" {
			return o + "." + n.Child("property").Text()
		}
	case "subscript_expression":
		return written(n.Child("object"))
	case "parenthesized_expression", "non_null_expression", "await_expression":
		if len(n.Kids) == 1 {
			return written(n.Kids[0])
		}
	}
	return ""
}
