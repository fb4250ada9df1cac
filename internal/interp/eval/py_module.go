package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
)

// reexported is a module that another one has imported for itself, as shutil.os and random._os.
func (m *python) reexported(module, name string) *Value {
	if !m.known(module) {
		return nil
	}
	bare := strings.TrimLeft(name, "_")
	switch bare {
	case "os", "posix", "nt", "sys", "subprocess", "shutil", "builtins", "io", "pathlib", "socket", "importlib", "ctypes", "pickle", "marshal", "tempfile",
		"pty", "code", "runpy", "urllib", "signal", "gc", "inspect":
	default:
		return nil
	}
	if entries, ok := m.in.Table.Module(module); ok {
		if _, own := lineOf(entries, name); own {
			return nil
		}
	}
	if m.known(module + "." + name) {
		return nil
	}
	return ref(bare)
}

// starHas reports whether importing everything from a module hides a builtin: os.open hides open.
func (m *python) starHas(module, name string) bool {
	entries, ok := m.in.Table.Module(module)
	if !ok {
		return !m.builtin(name)
	}
	_, has := lineOf(entries, name)
	return has
}

// addPart reports what from M import N loads beside M: a module M.N, which N is where the table of
// M does not have it.
func (m *python) addPart(module, name string) {
	q := m.qualify(module, name)
	if _, ok := m.entry(q); ok || strings.HasPrefix(name, "__") && name != "__main__" || m.over[q] != nil {
		return
	}
	if !strings.Contains(q, ".") && m.builtin(q) {
		return
	}
	m.importModule(module + "." + name)
}

// importModule reports a module that is imported.
func (m *python) importModule(name string) { m.addImport(name, m.searched || m.foreign(name)) }

// load is a module that a call loads.
func (m *python) load(c *interp.Call, name string) *Value {
	m.importModule(name)
	if c.Names[0] == "__import__" {
		name, _, _ = strings.Cut(name, ".")
	}
	return ref(name)
}
