package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// aliases are further names by which rules may know a callee.
func (m *javascript) aliases(name string) []string {
	if rest, ok := strings.CutPrefix(name, "fs.promises."); ok {
		return []string{"fs." + rest, "fs." + rest + "Sync"}
	}
	return nil
}

// canonical is a name as the tables spell it: fs.rm for fs.promises.rm and fs.rmSync.
func (m *javascript) canonical(name string) string {
	rest, ok := strings.CutPrefix(name, "fs.")
	if !ok {
		return name
	}
	rest = strings.TrimPrefix(rest, "promises.")
	return "fs." + strings.TrimSuffix(rest, "Sync")
}

// qualify joins a module and a name, and gives names that have several spellings one.
func (m *javascript) qualify(base, name string) string {
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

// global is a name that the code does not declare: a global of the runtime, or one of its modules.
func (m *javascript) global(name string) *Value {
	switch name {
	case "__dirname":
		return str(".")
	case "__filename":
		return str("./[eval]")
	case "globalThis", "global", "window", "self", "module":
		return ref(name)
	case "exports":
		return &Value{kind: kDict}
	case "NaN", "Infinity":
		return num(name)
	}
	if e, ok := m.entry(name); ok && e.attribute() {
		return m.attributeValue(name, &e, nil)
	}
	return ref(name)
}

// constant is an attribute whose value the run of the program decides.
func (m *javascript) constant(name string) *Value {
	switch name {
	case "process.argv", "Bun.argv", "Deno.args":
		return m.argv()
	case "process.execPath":
		return &Value{kind: kRef, name: name, word: fact.Lit("node")}
	}
	return nil
}
