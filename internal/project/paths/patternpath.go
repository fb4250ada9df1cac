package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// lastPiece returns what follows the last of some characters in the last component.
func lastPiece(s, chars string) string {
	s = s[strings.LastIndexAny(s, `/\`)+1:]
	return s[strings.LastIndexAny(s, chars)+1:]
}

// endsDifferently reports whether a path that is a pattern certainly does not match a glob, because
// the two end differently: **/*.tmp and **/.env.
func endsDifferently(list []reading, pattern string) bool {
	end := lastPiece(pattern, "*?")
	if end == "" {
		return false
	}
	for i := range list {
		have := list[i].end
		n := min(len(have), len(end))
		if n == 0 || foldsAlike(have[len(have)-n:], end[len(end)-n:]) {
			return false
		}
	}
	return true
}

// mayHoldDir reports whether a path that is a pattern for a whole tree may, but need not, match a
// glob for what lies below a directory, such as src/**/*.go and **/.config/x/**. The directory may
// lie in the tree, and no part of the path is known to be it.
func mayHoldDir(list []reading, pattern string) bool {
	need := needed(pattern)
	if need == "" || !strings.HasSuffix(pattern, "/**") {
		return false
	}
	for i := range list {
		rd := &list[i]
		if !rd.known || rd.written.at < 0 || rd.target.at < 0 ||
			!strings.Contains(rd.written.text[rd.written.at:]+"/", "**/") ||
			containsFolded(rd.written.folded, need) || containsFolded(rd.target.folded, need) {
			return false
		}
	}
	return true
}

// lacksDir reports whether a path whose last name alone is a pattern certainly does not match a
// glob for a directory and what lies below it, such as src/*.go and **/.config/x/**. The path names
// no such directory, and its last name ends differently.
func lacksDir(list []reading, pattern string) bool {
	if !strings.HasPrefix(pattern, "**/") {
		return false
	}
	dir, below := strings.CutSuffix(pattern[len("**/"):], "/**")
	need := needed(pattern)
	if !below || need == "" || strings.ContainsAny(dir, "*?") {
		return false
	}
	name := dir[strings.LastIndexByte(dir, '/')+1:]
	for i := range list {
		rd := &list[i]
		n := min(len(rd.end), len(name))
		if n == 0 || !rd.known || !rd.written.dirLacks(need) || !rd.target.dirLacks(need) ||
			foldsAlike(rd.end[len(rd.end)-n:], name[len(name)-n:]) {
			return false
		}
	}
	return true
}

// dirLacks reports whether only the last name is a pattern, and the directories before it do not
// hold a text.
func (t *pathText) dirLacks(need string) bool {
	return t.at > 0 && strings.IndexByte(t.text[t.at:], '/') < 0 &&
		!containsFolded(t.folded[:t.foldedAt], need)
}

// foldsAlike reports whether folded may be s folded. It compares ASCII, and takes any other
// character for any.
func foldsAlike(folded, s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || folded[i] >= 0x80 {
			return true
		}
	}
	for i := range len(s) {
		if subpath.Lower(s[i]) != folded[i] {
			return false
		}
	}
	return true
}
