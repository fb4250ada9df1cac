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
func (m *machine) addImport(name string) {
	for _, i := range m.facts.Imports {
		if i.Name == name && !i.Unknown {
			return
		}
	}
	m.facts.Imports = append(m.facts.Imports, interp.Import{Name: name, Foreign: m.foreign(name) || m.searched && !m.js, Dir: m.dir})
}

// foreign reports whether the tables do not know a module. A relative path of JavaScript is reported by the call.
func (m *machine) foreign(name string) bool {
	if m.js {
		return !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "/") && !m.known(strings.ReplaceAll(name, "fs/promises", "fs"))
	}
	top, _, _ := strings.Cut(name, ".")
	return !m.known(top)
}
