package lang

import (
	"regexp"
	"strings"
)

// What a line of ed may be that touches no file but the one that is edited: addresses, and a command
// that shows, changes or writes lines, or ends. Any other is not known: ! runs, e, E, f, r and w take
// names and commands, and g and v whole lists.
const (
	edAddress = `(?:[0-9]+|[.$%]|[+-][0-9]*|'[a-z]|/(?:[^/\\]|\\.)*/)`
	edRange   = `^(?:` + edAddress + `*(?:[,;]` + edAddress + `*)?)`
	edSubst   = `s/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*(?:/[gpnlI0-9]*)?`
	edLine    = edRange + `(?:[dpnljuHhP=]?|[mt]` + edAddress + `|k[a-z]|w|wq|q|Q|` + edSubst +
		`|[gv]/(?:[^/\\]|\\.)*/(?:[dpnlj]|` + edSubst + `)?)$`
	edText = edRange + `[aic]$`
	edRuns = edRange + `[ \t]*!`
)

// edActions are those of the commands that ed reads. Lines of text stand behind a, i and c, up to a
// dot; where ed does not take such a command they would be commands.
func edActions(text string, _ Options) Actions {
	line, begin := regexp.MustCompile(edLine), regexp.MustCompile(edText)
	runs := regexp.MustCompile(edRuns)
	inText := false
	for s := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case runs.MatchString(s):
			var a actions
			_, command, _ := strings.Cut(s, "!")
			a.shell(command)
			return Actions{List: a.acts}
		case inText:
			inText = s != "."
		case begin.MatchString(s):
			inText = true
		case !line.MatchString(s):
			return Actions{}
		}
	}
	return Actions{Complete: true}
}
