package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// psqlActions are those of the commands of the client among statements: they run programs and write
// files on this machine. The statements are for the server to run.
func psqlActions(text string, o Options) Actions {
	var a actions
	if !o.Input {
		a.psqlLine(text)
		return Actions{List: a.acts}
	}
	for line := range strings.SplitSeq(text, "\n") {
		a.psqlLine(line)
	}
	return Actions{List: a.acts}
}

// psqlLine takes the backslash commands of a line (PostgreSQL manual, psql, Meta-Commands). It does
// not tell those inside of strings from others, since it only ever adds effects.
func (a *actions) psqlLine(line string) {
	for {
		at := strings.IndexByte(line, '\\')
		if at < 0 || at+1 == len(line) {
			return
		}
		line = line[at+1:]
		end := 0
		for end < len(line) && (token.Word(line[end]) || line[end] == '!' && end == 0) {
			end++
			if line[0] == '!' {
				break
			}
		}
		a.backslash(line[:end], strings.TrimSpace(line[end:]))
		if line[:end] == "!" {
			return // up to the end of the line
		}
	}
}

func (a *actions) backslash(name, rest string) {
	arg, _, _ := strings.Cut(rest, `\`)
	arg = strings.TrimSpace(arg)
	switch name {
	case "!":
		a.shell(rest)
		return
	case "o", "out", "w", "write", "g", "gx", "s", "lo_export":
		if program, ok := strings.CutPrefix(arg, "|"); ok {
			a.shell(program)
		} else if words := strings.Fields(arg); len(words) > 0 &&
			!strings.HasPrefix(words[0], "(") {
			a.act(Write, strings.Trim(words[len(words)-1], `'"`))
		}
	case "copy":
		a.copyCommand(rest)
	}
	for i := strings.IndexByte(arg, '`'); i >= 0; i = strings.IndexByte(arg, '`') {
		text, after, _ := strings.Cut(arg[i+1:], "`")
		a.shell(text)
		arg = after
	}
}

// copyCommand takes \copy TABLE to FILE and \copy TABLE to program 'TEXT'.
func (a *actions) copyCommand(rest string) {
	lower := strings.ToLower(rest)
	at := strings.LastIndex(lower, " to ")
	from := strings.LastIndex(lower, " from ")
	write := at > from
	if at = max(at, from); at < 0 {
		return
	}
	_, rest, _ = strings.Cut(rest[at+1:], " ")
	rest = strings.TrimSpace(rest)
	program := false
	if strings.HasPrefix(strings.ToLower(rest), "program ") {
		program, rest = true, strings.TrimSpace(rest[len("program "):])
	}
	if rest == "" {
		return
	}
	if rest[0] == '\'' {
		rest = strings.Trim(rest[:token.QuotedEnd(rest, 0, '\'')], "'")
	} else {
		rest, _, _ = strings.Cut(rest, " ")
	}
	switch {
	case program:
		a.shell(rest)
	case write && !strings.EqualFold(rest, "stdout") && !strings.EqualFold(rest, "pstdout"):
		a.act(Write, rest)
	}
}
