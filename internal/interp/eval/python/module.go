package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// reexported is a module that another one has imported for itself, as shutil.os and random._os.
func (m *machine) reexported(module, name string) *core.Value {
	bare := strings.TrimLeft(name, "_")
	switch bare {
	case "os", "posix", "nt", "sys", "subprocess", "shutil", "builtins", "io", "pathlib", "socket",
		"importlib", "ctypes", "pickle", "marshal", "tempfile", "pty", "code", "runpy", "urllib",
		"signal", "gc", "inspect":
	default:
		return nil
	}
	if !m.Known(module) {
		return nil
	}
	if entries, ok := m.Entries(module); ok {
		if tables.Has(entries, name) {
			return nil
		}
	}
	if m.Known(module + "." + name) {
		return nil
	}
	return core.Ref(bare)
}

// starHas reports whether importing everything from a module hides a builtin: os.open hides open.
func (m *machine) starHas(module, name string) bool {
	entries, ok := m.Entries(module)
	if !ok {
		return !m.Builtin(name)
	}
	return tables.Has(entries, name)
}

// addPart reports what from M import N loads beside M: a module M.N, which N is where the table of
// M does not have it.
func (m *machine) addPart(module, name string) {
	q := m.Qualify(module, name)
	if _, ok := m.Entry(q); ok || m.Assigned[q] != nil {
		return
	}
	if strings.HasPrefix(name, "__") && name != "__main__" {
		return
	}
	if !strings.Contains(q, ".") && m.Builtin(q) {
		return
	}
	m.importModule(module + "." + name)
}

// importModule reports a module that is imported.
func (m *machine) importModule(name string) {
	if !m.loadProject(name) {
		m.AddImport(name, m.searched || m.Foreign(name))
	}
}

// Load is a module that a call loads.
func (m *machine) Load(c *interp.Call, name string) *core.Value {
	m.importModule(name)
	if c.Names[0] == "__import__" {
		name, _, _ = strings.Cut(name, ".")
	}
	return core.Ref(name)
}
