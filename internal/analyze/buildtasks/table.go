package buildtasks

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/gen/loads"
	"github.com/fencepost/fencepost/internal/lang"
)

// loading is how a file is read that a program loads.
type loading struct {
	lang   string
	text   bool // it is no code by its name
	source bool // other code asks for it
	build  bool // a build or a test loads it: what is not known of it passes
}

// entryOf is an entry of the table: its pattern, whether the words of a command have to name the
// file, and how it is read.
func entryOf(entry string) (pattern string, operand bool, l loading) {
	at := strings.LastIndexByte(entry, '=')
	l.lang = entry[at+1:]
	pattern, operand = strings.CutPrefix(entry[:at], "@")
	pattern, l.text = strings.CutPrefix(pattern, "!")
	pattern, l.source = strings.CutPrefix(pattern, "~")
	return pattern, operand, l
}

// fitsEnd reports whether a pattern of the table fits the end of a file's name.
func fitsEnd(pattern, name string) bool {
	of := path.Base(name)
	if strings.Contains(pattern, "/") {
		of = path.Base(path.Dir(name)) + "/" + of
	}
	fits, _ := path.Match(pattern, of)
	return fits
}

// isElsewhere reports whether a file is for another machine or for an editor, by a part of its name.
func isElsewhere(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if lang.Word("any", "elsewhere", part) || lang.Word("any", "elsewhere", strings.TrimSuffix(part, path.Ext(part))) {
			return true
		}
	}
	return false
}

// isCode reports whether a file is code by the end of its name, and no settings in code.
func isCode(name string) bool {
	base := path.Base(name)
	return base[0] != '.' && !strings.Contains(base, ".config.") &&
		inTable(name, func(pattern string, l loading) bool {
			finds, _, _, _ := loads.Reader(l.lang)
			return strings.HasPrefix(pattern, "*.") && (l.source || finds == nil)
		})
}

// isProse reports whether a file tells people something by the end of its name, and no program reads it
// under the whole name, as CMakeLists.txt.
func isProse(name string) bool {
	return lang.Word("any", "prose", strings.TrimPrefix(path.Ext(name), ".")) && !isSource(path.Base(name))
}

// isSource reports whether a name in a directory says that the directory is a project, or has code.
func isSource(base string) bool {
	return lang.Word("any", "projects", base) ||
		inTable(base, func(pattern string, _ loading) bool { return pattern != "*" })
}

// inTable reports whether an entry of the table of files that programs load fits a name, and counts.
func inTable(name string, counts func(string, loading) bool) bool {
	for kind := range strings.FieldsSeq(loads.All) {
		for entry := range strings.FieldsSeq(loads.Files(kind)) {
			if pattern, _, l := entryOf(entry); counts(pattern, l) && fitsEnd(pattern, name) {
				return true
			}
		}
	}
	return false
}
