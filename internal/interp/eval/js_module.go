package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// load is a module that JavaScript loads: one of the runtime, a JSON file, or a file that runs.
func (m *javascript) load(c *interp.Call, name string) *Value {
	name, builtin := strings.CutPrefix(name, "node:")
	path := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/")
	known := path || name == "fs/promises" || builtin && m.known(name)
	m.addImport(name, !known && m.foreign(name))
	switch {
	case path && strings.HasSuffix(name, ".json"):
		m.jsonFile(c, name)
		return data
	case path:
		m.fileRun(c, name)
		return opaque
	case name == "fs/promises":
		return ref("fs.promises")
	case strings.HasPrefix(name, "data:") || strings.Contains(name, "://"):
		m.unseen(c, "import")
		return opaque
	case name == "bun":
		return ref("Bun")
	}
	return ref(name)
}

// jsonFile reports that a JSON file is read.
func (m *javascript) jsonFile(c *interp.Call, name string) {
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Read, Word: fact.Lit(name), HasWord: true})
	m.markPath(c, fact.Lit(name), false)
}

// fileRun reports that a file of code runs.
func (m *javascript) fileRun(c *interp.Call, name string) {
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Word: fact.Lit(name), HasWord: true, Detail: "runs " + name})
	m.markPath(c, fact.Lit(name), false)
}
