package agent

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// The lines of a patch in the format of apply_patch that name a file.
const (
	patchBegin  = "*** Begin Patch"
	patchAdd    = "*** Add File:"
	patchUpdate = "*** Update File:"
	patchDelete = "*** Delete File:"
	patchMove   = "*** Move to:"
)

// Patch adds the files that a patch in the format of apply_patch changes. A text in which none is
// found, or one that looks like naming a file in a way that is not known, cannot be trusted.
//
// Parsers of the format differ in the blanks that they drop before a marker, in whether a marker
// may stand inside a hunk, and in what ends a line. What any of them could take for one names a
// file here.
func Patch(c *fact.Call, text string) {
	before := len(c.Touches)
	if !strings.Contains(text, patchBegin) {
		Suspect(c, "The patch does not begin with \""+patchBegin+"\".")
	}
	text = strings.ReplaceAll(text, "\r", "\n")
	last := ""
	for rest := text; rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		unknown := strings.HasPrefix(line, "***") // a line of a file has a blank or a sign before it
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, patchAdd):
			Acts(c, "Write", fact.Write, line[len(patchAdd):])
		case strings.HasPrefix(line, patchUpdate):
			last = strings.TrimSpace(line[len(patchUpdate):])
			Acts(c, "", fact.Write, line[len(patchUpdate):])
		case strings.HasPrefix(line, patchDelete):
			Acts(c, "", fact.Delete, line[len(patchDelete):])
		case strings.HasPrefix(line, patchMove):
			if last != "" {
				Acts(c, "", fact.Delete, last)
			}
			Acts(c, "Write", fact.Write, line[len(patchMove):])
		case unknown && !plainMarker(line):
			Suspect(c, "The patch holds a line that is not known: "+shown(line, maxNamed))
		}
	}
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

// plainMarker reports whether a line that begins with three stars names no file.
func plainMarker(line string) bool {
	switch line {
	case patchBegin, "*** End Patch", "*** End of File":
		return true
	}
	return strings.HasPrefix(line, "*** Environment ID:") || strings.Trim(line, "*") == ""
}
