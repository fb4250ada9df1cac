package filelists

import (
	"os"
	"strings"
)

// EditKind is what a line of a patch in the format of apply_patch does with the file that it names.
type EditKind uint8

const (
	EditAdd EditKind = iota
	EditUpdate
	EditDelete
	EditMove   // to this name; the file that was updated last goes
	EditMarker // a line that names no file
	EditOther  // a line that looks like one that does, and is not known
)

// The first line of a patch in the format of apply_patch.
const EditsBegin = "*** Begin Patch"

// EachEdit calls f for each line of a patch in the format of apply_patch that names a file, or may.
//
// Parsers of the format differ in the blanks that they drop before a marker, in whether a marker
// may stand inside a hunk, and in what ends a line. What any of them could take for one names a
// file here.
func EachEdit(text string, f func(kind EditKind, name string)) {
	text = strings.ReplaceAll(text, "\r", "\n")
	for rest := text; rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		unknown := strings.HasPrefix(line, "***") // a line of a file has a blank or a sign before it
		line = strings.TrimSpace(line)
		kind, name := editOf(line)
		switch {
		case kind < EditMarker:
			f(kind, strings.TrimSpace(name))
		case unknown && kind == EditOther:
			f(kind, line)
		}
	}
}

func editOf(line string) (kind EditKind, name string) {
	for kind, head := range [...]string{EditAdd: "*** Add File:", EditUpdate: "*** Update File:",
		EditDelete: "*** Delete File:", EditMove: "*** Move to:"} {
		if name, ok := strings.CutPrefix(line, head); ok {
			return EditKind(kind), name
		}
	}
	switch line {
	case EditsBegin, "*** End Patch", "*** End of File":
		return EditMarker, ""
	}
	if strings.HasPrefix(line, "*** Environment ID:") || strings.Trim(line, "*") == "" {
		return EditMarker, ""
	}
	return EditOther, ""
}

// Edits lists the names in a patch in the format of apply_patch. They may be absolute, or climb.
func Edits(text string, b *Budget) (l List) {
	last, strange := "", false
	add := func(name string, kind Kind) {
		if l.Why == "" {
			l.add(b, name, kind)
		}
	}
	EachEdit(text, func(kind EditKind, name string) {
		switch kind {
		case EditOther:
			strange = true
		case EditDelete:
			add(name, Gone)
		case EditMove:
			if last != "" {
				add(last, Gone)
			}
			add(name, File)
		case EditUpdate:
			last = name
			add(name, Edit)
		default:
			add(name, File)
		}
	})
	if l.Why == "" && strange {
		l.Why = "fencepost cannot read a line of the patch"
	}
	if l.Why == "" && (len(l.Entries) == 0 || !strings.Contains(text, EditsBegin)) {
		l.Why = "the patch names no file in a format that is read"
	}
	return l
}

// EditsFile lists the names in such a patch by its path.
func EditsFile(path string, b *Budget) List {
	return ofFile(path, func(_ *os.File, size int64) List {
		if size > MaxText {
			return List{Why: "the patch is larger than this program reads"}
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return List{Why: whyGone}
		}
		return Edits(string(data), b)
	})
}
