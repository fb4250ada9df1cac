package agent

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/tree"
)

// Patch adds the files that a patch in the format of apply_patch changes. A text in which none is
// found, or one that looks like naming a file in a way that is not known, cannot be trusted.
func Patch(c *fact.Call, text string) {
	before := len(c.Touches)
	if !strings.Contains(text, tree.EditsBegin) {
		Suspect(c, "The patch does not begin with \""+tree.EditsBegin+"\".")
	}
	last := ""
	tree.EachEdit(text, func(kind tree.EditKind, name string) {
		switch kind {
		case tree.EditAdd:
			Acts(c, "Write", fact.Write, name)
		case tree.EditUpdate:
			last = name
			Acts(c, "", fact.Write, name)
		case tree.EditDelete:
			Acts(c, "", fact.Delete, name)
		case tree.EditMove:
			if last != "" {
				Acts(c, "", fact.Delete, last)
			}
			Acts(c, "Write", fact.Write, name)
		default:
			Suspect(c, "Fencepost cannot read a line of the patch: "+shown(name, maxNamed))
		}
	})
	if len(c.Touches) == before {
		Suspect(c, "The patch names no file.")
	}
	for i := before; i < len(c.Touches); i++ {
		t := &c.Touches[i]
		if t.Path = strings.TrimSpace(t.Path); t.Path == "" {
			Suspect(c, "The patch names a file without a name.")
		}
	}
}
