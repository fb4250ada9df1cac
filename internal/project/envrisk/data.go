package envrisk

import (
	"strings"

	"github.com/fencepost/fencepost/gen/environment"
	"github.com/fencepost/fencepost/internal/fact"
)

// What most variables hold is data. An assignment of one of which neither the name nor the value
// says so keeps an allowing prefix rule from applying, because the rule was written for the command
// without it.

// looksLikeData reports whether the value of a variable of which the name says nothing, or that it
// is a place, names no code.
func (a *Assignment) looksLikeData(kind Kind, upper string) bool {
	text := a.Value.Text
	switch unknown := !a.Value.Known(); {
	case unknown && a.Value.Number:
		return true
	case unknown && a.Value.Origin.Kind == fact.WordsOrigin: // such as the name of a commit
		return !a.mayName(upper)
	case !a.Value.IsLiteral():
		return false
	case kind == Address:
		return onThisMachine(text, !a.mayName(upper))
	case a.ofTool(upper) && (kind == Place || hasCodeWord(upper)) && a.namesThere(text):
		return false
	case plainData(text), selects(text):
		return true
	case a.Value.Random() && namesOne(text) && !strings.Contains(text, ".."): // what mktemp has made
		return !a.mayName(upper)
	case a.mayName(upper):
		return false
	case kind == Place:
		return temporary(text) || inProject(text, a.Inside)
	}
	return namesOne(text) && inProject(text, a.Inside) && namesData(upper)
}

// namesData reports whether a name says that its value is a place of data.
func namesData(upper string) bool {
	for part := range strings.SplitSeq(upper, "_") {
		if environment.DataWords(part) {
			return true
		}
	}
	return false
}

// mayName reports whether a variable could name code for a program: it is one of those of a tool,
// or of the very program that gets it, or its name says so.
func (a *Assignment) mayName(upper string) bool { return a.ofTool(upper) || hasCodeWord(upper) }

// ofTool reports whether a variable is one of those of a tool, or of the very program that gets it.
func (a *Assignment) ofTool(upper string) bool {
	return environment.Families(upper) || ownOf(strings.ToUpper(a.Program), upper)
}

// hasCodeWord reports whether a name says that its value is run or loaded.
func hasCodeWord(upper string) bool {
	for part := range strings.SplitSeq(upper, "_") {
		if environment.CodeWords(part) {
			return true
		}
	}
	return false
}

// namesThere reports whether a value is one name, and a file or directory has it.
func (a *Assignment) namesThere(s string) bool {
	return namesOne(s) && a.Files != nil && a.Files.There(s)
}

// ownOf reports whether a variable is named after a program.
func ownOf(program, name string) bool {
	program = strings.ReplaceAll(program, "-", "_")
	return program != "" && strings.HasPrefix(name, program)
}

// namesOne reports whether a value is one name of a file or directory, and nothing else to a shell,
// a search path or a list of options.
func namesOne(s string) bool {
	return strings.IndexByte("-+@", s[0]) < 0 &&
		!strings.ContainsAny(s, "\\$`;|&<>(){}!*?~'\"=:, \t\n\r\x00")
}

// plainData reports whether a value is a number, a switch, some words, or an address of this
// machine: it names no file, holds no option and no text of a shell, so that a program that ran it
// or loaded it could find only what is installed.
func plainData(s string) bool {
	if strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return knownHost(s)
	}
	if strings.ContainsAny(s, "/\\$`;|&<>(){}!*?~'\"\n\r\x00") || hostWithPort(s) && !onThisMachine(s, false) {
		return false
	}
	for word := range strings.FieldsSeq(s) {
		if host, ok := strings.CutPrefix(word, "host="); ok && !onThisMachine(host, true) {
			return false // of the text with which PostgreSQL is connected to
		}
		switch word[0] {
		case '-', '+', '@': // a number with its sign
			return strings.Trim(word[1:], "0123456789.") == "" && word[0] != '@'
		}
	}
	return true
}

// hostWithPort reports whether a value looks like a host and a port. A port has four digits here:
// app.test.js:12 is a line.
func hostWithPort(s string) bool {
	host, port, _ := strings.Cut(s, ":")
	return strings.Contains(host, ".") && len(port) >= 4 && strings.Trim(port, "0123456789") == ""
}

// selects reports whether a value is options that choose among tests, count, or say more or less:
// -k auth, -run TestParse -v.
func selects(s string) bool {
	if strings.ContainsAny(s, "/\\$`;|&<>(){}!*?~'\"@\n\r\x00") {
		return false
	}
	for word := range strings.FieldsSeq(s) {
		name, _, _ := strings.Cut(word, "=")
		if word[0] == '-' && !environment.SelectingOptions(name) {
			return false
		}
	}
	return strings.HasPrefix(s, "-")
}

// plainWord reports whether a value is one word that names no file.
func plainWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && (i == 0 || strings.IndexByte("._-", c) < 0) {
			return false
		}
	}
	return true
}
