package lang

import "strings"

// lessActions are those of the commands with which a pager begins: +G, '+!TEXT', '+|aTEXT'. Other
// commands than movements may do anything.
func lessActions(text string, _ Options) Actions {
	var a actions
	switch at := strings.IndexAny(text, "!|"); {
	case at < 0:
	case text[at] == '!':
		a.shell(text[at+1:])
	case at+2 < len(text): // a mark stands between
		a.shell(text[at+2:])
	}
	if strings.Trim(text, "+0123456789GF") != "" {
		a.act(Exec, "runs a command of the pager")
		return Actions{List: a.acts}
	}
	return Actions{Complete: true}
}
