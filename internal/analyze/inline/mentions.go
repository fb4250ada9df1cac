package inline

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/fact"
)

// mentions adds the places of installed programs that inline code names: what it does there is not
// looked at again.
func (a *Inline) mentions(dirs *fact.Dirs, text string) {
	if !dirs.Known || len(dirs.List) == 0 {
		return
	}
	for _, name := range [...]string{"node_modules", "site-packages", ".venv", ".cargo", ".yarn"} {
		if strings.Contains(text, name) && (strings.Contains(text, "write") ||
			strings.Contains(text, "open(") ||
			strings.Contains(text, "copy") || strings.Contains(text, "link") ||
			strings.Contains(text, "rename") ||
			strings.Contains(text, "move")) {
			a.Changes.Add(changes.Change{Path: path.Join(dirs.List[0], name), Command: len(a.Call.Facts.Commands) - 1})
		}
	}
}
