package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Imported is a module that is loaded by a call.
func (m *Machine) Imported(c *interp.Call, v *Value) *Value {
	var out *Value
	v.Alts(func(a *Value) {
		name, ok := a.Text()
		if !ok {
			m.Unseen(c, c.Names[0])
			m.Facts.Imports = append(m.Facts.Imports, interp.Import{Unknown: true, File: m.File})
			out = Top
			return
		}
		out = Join(out, m.lang.Load(c, name))
	})
	return out
}

// AddImport reports a module once.
func (m *Machine) AddImport(name string, foreign bool) { m.AddLoad(name, "", foreign) }

// AddLoad is AddImport for a file that is loaded by its path.
func (m *Machine) AddLoad(name, path string, foreign bool) {
	for _, i := range m.Facts.Imports {
		if i.Name == name && i.File == m.File && i.Path == path && !i.Unknown {
			return
		}
	}
	m.Facts.Imports = append(m.Facts.Imports, interp.Import{Name: name, Foreign: foreign, Dir: m.dir,
		File: m.File, Path: path})
}

// Foreign reports whether the tables do not know a module, so that importing it runs what nobody
// has looked at. A path is reported by the call.
func (m *Machine) Foreign(name string) bool {
	entries, _ := m.Entries("no-module") // types and global objects of the tables
	if tables.Has(entries, name) {
		return true
	}
	return !m.Known(name) && !m.ofPackage(name)
}

// ofPackage reports whether a module is a part of a package of which the tables say nothing but
// that it is one.
func (m *Machine) ofPackage(name string) bool {
	top, rest, _ := strings.Cut(name, ".")
	entries, ok := m.Entries(top)
	return ok && entries == "" && rest != "" && !strings.Contains(rest, "__")
}
