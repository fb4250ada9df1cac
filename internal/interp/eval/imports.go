package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
)

// imported is a module that is loaded by a call.
func (m *machine) imported(c *interp.Call, v *Value) *Value {
	var out *Value
	v.alts(func(a *Value) {
		name, ok := a.text()
		if !ok {
			m.unseen(c, c.Names[0])
			m.facts.Imports = append(m.facts.Imports, interp.Import{Unknown: true})
			out = opaque
			return
		}
		if m.js {
			out = join(out, m.jsImport(c, name))
		} else {
			m.addImport(name)
			if c.Names[0] == "__import__" {
				name, _, _ = strings.Cut(name, ".")
			}
			out = join(out, ref(name))
		}
	})
	return out
}

// addImport reports a module once.
func (m *machine) addImport(name string) { m.addImportAs(name, m.foreign(name)) }

func (m *machine) addImportAs(name string, foreign bool) {
	for _, i := range m.facts.Imports {
		if i.Name == name && !i.Unknown {
			return
		}
	}
	m.facts.Imports = append(m.facts.Imports, interp.Import{Name: name, Foreign: foreign || m.searched && !m.js, Dir: m.dir})
}

// addPart reports what from M import N loads beside M: a module M.N, which N is where the table of
// M does not have it.
func (m *machine) addPart(module, name string) {
	q := m.qualify(module, name)
	if _, ok := m.entry(q); ok || strings.HasPrefix(name, "__") && name != "__main__" || m.over[q] != nil {
		return
	}
	if !strings.Contains(q, ".") && m.builtin(q) {
		return
	}
	m.addImport(module + "." + name)
}

// foreign reports whether the tables do not know a module, so that importing it runs what nobody
// has looked at. A relative path of JavaScript is reported by the call.
func (m *machine) foreign(name string) bool {
	if m.js && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/")) {
		return false
	}
	if name == "fs/promises" {
		return false
	}
	entries, _ := m.in.Table.Module("no-module") // what stands in the tables as a type or a global object is no module
	if _, typ := lineOf(entries, name); typ {
		return true
	}
	return !m.known(name)
}
