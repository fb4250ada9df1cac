package lang

import "strings"

// mysqlActions are those of the commands of the client among statements, as in psqlActions.
func mysqlActions(text string, o Options) Actions {
	var a actions
	if !o.Input {
		a.mysqlLine(text)
		return Actions{List: a.acts}
	}
	for line := range strings.SplitSeq(text, "\n") {
		a.mysqlLine(line)
	}
	return Actions{List: a.acts}
}

// mysqlLine takes the commands of the mysql client (MySQL manual, mysql Client Commands).
func (a *actions) mysqlLine(line string) {
	for stmt := range strings.SplitSeq(line, ";") {
		stmt = strings.TrimSpace(stmt)
		if _, after, ok := strings.Cut(stmt, `\!`); ok {
			a.shell(after)
		}
		word, rest, _ := strings.Cut(stmt, " ")
		switch strings.ToLower(word) {
		case "system", "pager", `\p`:
			a.shell(rest)
		case "tee", `\t`:
			a.act(Write, strings.TrimSpace(rest))
		}
	}
}
