package agent

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

// Patch adds the files that a patch in the format of apply_patch changes. A text in which none is
// found, or one that looks like naming a file in a way that is not known, cannot be trusted.
func Patch(c *fact.Call, text string) {
	before := len(c.Touches)
	if !strings.Contains(text, filelists.EditsBegin) {
		Suspect(c, "The patch does not begin with \""+filelists.EditsBegin+"\".")
	}
	last := ""
	filelists.EachEdit(text, func(kind filelists.EditKind, name string) {
		switch kind {
		case filelists.EditAdd:
			Acts(c, "Write", fact.Write, name)
		case filelists.EditUpdate:
			last = name
			Acts(c, "", fact.Write, name)
		case filelists.EditDelete:
			Acts(c, "", fact.Delete, name)
		case filelists.EditMove:
			if last != "" {
				Acts(c, "", fact.Delete, last)
			}
			Acts(c, "Write", fact.Write, name)
		default:
			Suspect(c, "Fencepost cannot read a line of the patch: "+oneLine(name, maxNamed))
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
