package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// clientCommands judges the commands of the client itself among the statements for psql and mysql:
// they run programs and write files on this machine. The statements are for the server to run, and
// are asked about.
func (r *resolver) clientCommands() {
	flag, line := "-c", r.psqlLine
	if r.c.Name != "psql" {
		flag, line = "-e", r.mysqlLine
	}
	given := false
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		switch {
		case o.Flag == flag && o.Word.Known():
			given = true
			line(o.Word.Text)
		case o.Flag == "-o" && r.c.Name == "psql" && strings.HasPrefix(o.Word.Text, "|") && o.Word.Known():
			r.scriptText(o.Word.Text[1:])
			o.Role, o.IsPath = fact.RoleShell, false
		}
	}
	if given || r.c.Stdin.Kind != fact.StdinText || !r.c.Stdin.Text.Known() {
		return
	}
	for text := range strings.SplitSeq(r.c.Stdin.Text.Text, "\n") {
		line(text)
	}
}

// psqlLine takes the backslash commands of a line (PostgreSQL manual, psql, Meta-Commands). It does
// not tell those inside of strings from others, since it only ever adds effects.
func (r *resolver) psqlLine(line string) {
	for {
		at := strings.IndexByte(line, '\\')
		if at < 0 || at+1 == len(line) {
			return
		}
		line = line[at+1:]
		end := 0
		for end < len(line) && (isWordByte(line[end]) || line[end] == '!' && end == 0) {
			end++
			if line[0] == '!' {
				break
			}
		}
		r.backslash(line[:end], strings.TrimSpace(line[end:]))
		if line[:end] == "!" {
			return // up to the end of the line
		}
	}
}

func (r *resolver) backslash(name, rest string) {
	arg, _, _ := strings.Cut(rest, `\`)
	arg = strings.TrimSpace(arg)
	switch name {
	case "!":
		r.scriptText(rest)
		return
	case "o", "out", "w", "write", "g", "gx", "s", "lo_export":
		if program, ok := strings.CutPrefix(arg, "|"); ok {
			r.scriptText(program)
		} else if words := strings.Fields(arg); len(words) > 0 && !strings.HasPrefix(words[0], "(") {
			r.writesFile(strings.Trim(words[len(words)-1], `'"`))
		}
	case "copy":
		r.copyCommand(rest)
	}
	for i := strings.IndexByte(arg, '`'); i >= 0; i = strings.IndexByte(arg, '`') {
		text, after, _ := strings.Cut(arg[i+1:], "`")
		r.scriptText(text)
		arg = after
	}
}

// copyCommand takes \copy TABLE to FILE and \copy TABLE to program 'TEXT'.
func (r *resolver) copyCommand(rest string) {
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
		rest = strings.Trim(rest[:quotedEnd(rest, 0, '\'')], "'")
	} else {
		rest, _, _ = strings.Cut(rest, " ")
	}
	switch {
	case program:
		r.scriptText(rest)
	case write && !strings.EqualFold(rest, "stdout") && !strings.EqualFold(rest, "pstdout"):
		r.writesFile(rest)
	}
}

// mysqlLine takes the commands of the mysql client (MySQL manual, mysql Client Commands).
func (r *resolver) mysqlLine(line string) {
	for stmt := range strings.SplitSeq(line, ";") {
		stmt = strings.TrimSpace(stmt)
		if i := strings.Index(stmt, `\!`); i >= 0 {
			r.scriptText(stmt[i+2:])
		}
		word, rest, _ := strings.Cut(stmt, " ")
		switch strings.ToLower(word) {
		case "system", "pager", `\p`:
			r.scriptText(rest)
		case "tee", `\t`:
			r.writesFile(strings.TrimSpace(rest))
		}
	}
}
