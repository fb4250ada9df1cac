package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// sqliteActions are those of statements and dot-commands of SQLite's shell. They are complete where
// the text only looks. A word is one dot-command or else statements.
func sqliteActions(text string, o Options) Actions {
	var a actions
	var reads bool
	switch {
	case o.Input:
		reads = a.sqlInput(text)
	case strings.HasPrefix(text, "."):
		reads = a.dotCommand(text)
	default:
		reads = a.sqlText(text)
	}
	return Actions{List: a.acts, Complete: reads}
}

// sqlInput takes what stands on standard input: lines that begin with a dot, between statements. A
// line inside a string that begins with one is taken for a command, too.
func (a *actions) sqlInput(text string) bool {
	reads, from := true, 0
	for i := 0; i < len(text); {
		end := token.LineEnd(text, i)
		if text[i] == '.' {
			reads = a.sqlText(text[from:i]) && a.dotCommand(text[i:end]) && reads
			from = end
		}
		i = end + 1
	}
	return a.sqlText(text[from:]) && reads
}

// sqlText adds what statements do to files and programs, and reports whether they only look.
func (a *actions) sqlText(text string) bool {
	s := sqlScan{Scanner: token.Scanner{Src: text}, reads: true}
	s.run()
	for _, f := range s.writes {
		a.act(Write, f)
	}
	for _, command := range s.shell {
		a.shell(command)
	}
	return s.reads
}

// sqlScan reads statements of SQLite as far as it takes to tell those that only look.
type sqlScan struct {
	token.Scanner
	reads  bool
	writes []string // "" where the name is not a literal
	shell  []string

	verb string // the first word of the statement
	name string // the last name, if nothing stands behind it
	call string // a function whose arguments begin
	into bool   // the next string names a file that is written
}

func (s *sqlScan) run() {
	for s.I < len(s.Src) {
		s.token()
	}
}

func (s *sqlScan) token() {
	switch ch := s.Src[s.I]; {
	case ch == ' ' || ch == '\t' || ch == '\n':
		s.I++
	case strings.HasPrefix(s.Src[s.I:], "--"):
		s.I = token.LineEnd(s.Src, s.I)
	case strings.HasPrefix(s.Src[s.I:], "/*"):
		if n := strings.Index(s.Src[s.I:], "*/"); n >= 0 {
			s.I += n + 2
		} else {
			s.I = len(s.Src)
		}
	case ch == '\'':
		s.text(s.quoted('\''))
	case ch == '"' || ch == '`':
		s.name = strings.ToLower(s.quoted(ch))
	case ch == '[':
		s.name = strings.ToLower(s.quoted(']'))
	case token.Word(ch) || ch >= 0x80:
		start := s.I
		for s.I < len(s.Src) &&
			(token.Word(s.Src[s.I]) || s.Src[s.I] >= 0x80 || s.Src[s.I] == '$') {
			s.I++
		}
		s.word(strings.ToLower(s.Src[start:s.I]))
	default:
		s.sign(ch)
		s.I++
	}
}

// quoted takes what stands between quotes; a doubled quote stands for one.
func (s *sqlScan) quoted(quote byte) string {
	text, end, closed := token.Doubled(s.Src, s.I, quote)
	s.I, s.reads = end, s.reads && closed
	return text
}

// text takes a string.
func (s *sqlScan) text(value string) {
	if s.into || s.call == "writefile" {
		s.writes = append(s.writes, value)
		s.into = false
	}
	s.name, s.call = "", ""
}

// word takes a name or a keyword that is not quoted.
func (s *sqlScan) word(w string) {
	s.name, s.call = w, ""
	if s.verb == "" {
		s.verb = w
		s.reads = s.reads && is("sqlite", "looks", w)
		s.into = s.into || w == "attach"
		return
	}
	switch w {
	case "insert", "update", "delete":
		s.reads = s.reads && s.verb == "explain"
	case "into":
		s.reads = s.reads && s.verb == "explain"
		s.into = s.into || s.verb == "vacuum"
	}
}

// sign takes anything else. A parenthesis behind a name calls it.
func (s *sqlScan) sign(ch byte) {
	name := s.name
	s.name, s.call = "", ""
	switch {
	case ch == ';':
		s.verb, s.into = "", false
	case s.verb == "pragma" && ch == '=':
		s.reads = false
	case s.verb == "pragma" && ch == '(':
		s.reads = s.reads && is("sqlite", "pragmas", name)
	case ch == '(':
		s.call = name
		s.reads = s.reads && !is("sqlite", "acts", name)
	}
}

// dotCommand adds what a dot-command does. Names can be abbreviated; an abbreviation counts for all
// that it may stand for.
func (a *actions) dotCommand(line string) bool {
	name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	if is("sqlite", "commands", name) {
		return true
	}
	may := func(full string) bool { return len(name) > 1 && strings.HasPrefix(full, name) }
	if may(".shell") || may(".system") {
		a.shell(token.Unquoted(rest))
	}
	if at := strings.IndexByte(rest, '|'); at >= 0 && (may(".import") || may(".read")) {
		program := rest[at+1:]
		if at > 0 && (rest[at-1] == '"' || rest[at-1] == '\'') {
			program, _, _ = strings.Cut(program, rest[at-1:at])
		}
		a.shell(program)
	}
	words := strings.Fields(rest)
	for _, full := range [...]string{".output", ".once", ".backup", ".save", ".log", ".clone",
		".open", ".archive", ".testcase", ".trace"} {
		if may(full) && len(words) > 0 {
			a.dotFile(full, rest, words)
			break
		}
	}
	return false
}

// dotFile takes the file that a dot-command writes: its last word, or a program behind a bar.
func (a *actions) dotFile(name, rest string, words []string) {
	if bar := token.Unquoted(rest); strings.HasPrefix(bar, "|") &&
		(name == ".output" || name == ".once") {
		a.shell(bar[1:])
		return
	}
	switch f := strings.Trim(words[len(words)-1], `"'`); f {
	case "", "stdout", "stderr", "off", "on":
	default:
		a.act(Write, f)
	}
}
