package eval

import (
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
		out = join(out, m.lang.load(c, name))
	})
	return out
}

// addImport reports a module once.
func (m *machine) addImport(name string, foreign bool) {
	for _, i := range m.facts.Imports {
		if i.Name == name && !i.Unknown {
			return
		}
	}
	m.facts.Imports = append(m.facts.Imports, interp.Import{Name: name, Foreign: foreign, Dir: m.dir})
}

// foreign reports whether the tables do not know a module, so that importing it runs what nobody
// has looked at. A path is reported by the call.
func (m *machine) foreign(name string) bool {
	entries, _ := m.in.Table.Module("no-module") // what stands in the tables as a type or a global object is no module
	if _, typ := lineOf(entries, name); typ {
		return true
	}
	return !m.known(name)
}
