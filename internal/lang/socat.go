package lang

import "strings"

// socatActions are those of one address of socat, or of two with !! between them: OPEN reads and
// writes a file, EXEC runs a command (socat(1), ADDRESS TYPES).
func socatActions(text string, _ Options) Actions {
	var a actions
	for address := range strings.SplitSeq(text, "!!") {
		kind, rest, ok := strings.Cut(address, ":")
		if !ok {
			continue
		}
		rest, options, _ := strings.Cut(rest, ",")
		switch strings.ToUpper(kind) {
		case "EXEC", "SYSTEM", "SHELL":
			a.acts = append(a.acts, Action{Kind: Shell, Text: strings.Trim(rest, `"'`),
				Piped: true})
		case "FILE", "OPEN", "GOPEN":
			a.act(Read, rest)
			if makesFile(options) {
				a.act(Write, rest)
			}
		case "CREATE", "CREAT":
			a.act(Write, rest)
		}
	}
	return Actions{List: a.acts}
}

// makesFile reports whether options of an address make a file or write to it.
func makesFile(options string) bool {
	for _, o := range [...]string{"creat", "trunc", "append"} {
		if strings.Contains(options, o) {
			return true
		}
	}
	return false
}
