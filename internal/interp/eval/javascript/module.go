package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// Load is a module that JavaScript loads: one of the runtime, a JSON file, or a file that runs.
func (m *machine) Load(c *interp.Call, name string) *core.Value {
	name, builtin := strings.CutPrefix(name, "node:")
	path := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/")
	known := path || name == "fs/promises" || builtin && m.Known(name)
	at := ""
	if path {
		if at = m.placed(name); m.modules[at] != nil {
			return m.loadProject(m.modules[at])
		}
	}
	if !path && strings.HasSuffix(name, "/package.json") && !strings.Contains(name, "..") {
		m.AddLoad(name, "", false) // what an installed package says of itself
		return core.Data
	}
	m.AddLoad(name, at, !known && m.Foreign(name))
	if at != "" && m.Base() != "" {
		name = at
	}
	switch {
	case path && strings.HasSuffix(name, ".json"):
		m.jsonFile(c, name)
		return core.Data
	case path:
		m.fileRun(c, name)
		return core.Top
	case name == "fs/promises":
		return core.Ref("fs.promises")
	case strings.HasPrefix(name, "data:") || strings.Contains(name, "://"):
		m.Unseen(c, "import")
		return core.Top
	case name == "bun":
		return core.Ref("Bun")
	}
	return core.Ref(name)
}

// jsonFile reports that a JSON file is read.
func (m *machine) jsonFile(c *interp.Call, name string) {
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Read, Word: fact.Lit(name), HasWord: true})
	m.MarkPath(c, fact.Lit(name), false)
}

// fileRun reports that a file of code runs.
func (m *machine) fileRun(c *interp.Call, name string) {
	run := interp.Effect{Kind: fact.Exec, Word: fact.Lit(name), HasWord: true}
	run.Detail = "runs " + name
	c.Effects = append(c.Effects, run)
	m.MarkPath(c, fact.Lit(name), false)
}
