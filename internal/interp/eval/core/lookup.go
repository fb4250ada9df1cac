package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Entry finds what the tables say of a qualified name.
func (m *Machine) Entry(name string) (tables.Entry, bool) {
	name = m.lang.Canonical(name)
	for i := len(name); i > 0; {
		i = strings.LastIndexByte(name[:i], '.')
		if i < 0 {
			break
		}
		if entries, ok := m.Entries(name[:i]); ok {
			return tables.Find(entries, name[i+1:])
		}
	}
	if strings.Contains(name, ".") {
		return tables.Entry{}, false
	}
	if m.Traits.Module != "" {
		if entries, ok := m.Entries(name); ok && !m.Builtin(name) {
			return tables.Find(entries, m.Traits.Module)
		}
	}
	entries, _ := m.Entries("builtins")
	if tables.Has(entries, name) {
		return tables.Find(entries, name)
	}
	return tables.Entry{}, false
}

// Builtin reports whether a name is one that is there without an import.
func (m *Machine) Builtin(name string) bool {
	entries, _ := m.Entries("builtins")
	return tables.Has(entries, name)
}

// Known reports whether a name is that of a module of the tables, or of a part of one.
func (m *Machine) Known(name string) bool {
	if _, ok := m.Entries(name); ok {
		return true
	}
	if m.names == nil {
		m.names = m.input.Table.Modules()
	}
	for _, mod := range m.names {
		if rest, ok := strings.CutPrefix(mod, name); ok && rest != "" && rest[0] == '.' {
			return true
		}
	}
	return false
}

// OfData reports whether plain data has a method of that name. What has others is no data: too
// little is known of it.
func (m *Machine) OfData(method string) bool {
	entries, _ := m.Entries("data")
	return tables.Has(entries, method)
}

// Entries are what the tables say of the parts of a module or the methods of a type.
func (m *Machine) Entries(name string) (string, bool) { return m.input.Table.Module(name) }
