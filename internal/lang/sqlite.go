package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// sqliteActions are those of statements and dot-commands of SQLite's shell. They are complete where
// the text only looks. What touches more than the database is not read: it is code that nobody knows.
// A word is one dot-command or else statements.
func sqliteActions(text string, o Options) Actions {
	var s sqlScan
	switch {
	case o.Input:
		s.input(text)
	case strings.HasPrefix(text, "."):
		s.dotCommand(text)
	default:
		s.statements(text)
	}
	a := Actions{Complete: !s.writes && !s.acts}
	if s.acts {
		a.List = []Action{{Kind: Code, Text: text, Lang: "sqlite"}}
	}
	return a
}

// sqlScan reads statements of SQLite as far as it takes to tell those that only look.
type sqlScan struct {
	token.Scanner
	writes bool // it changes the database
	acts   bool // it touches other files, or runs something

	verb string // the first word of the statement
	name string // the last name, if nothing stands behind it
}

// input takes what stands on standard input: lines that begin with a dot, between statements. A
// line inside a string that begins with one is taken for a command, too.
func (s *sqlScan) input(text string) {
	from := 0
	for i := 0; i < len(text); {
		end := token.LineEnd(text, i)
		if text[i] == '.' {
			s.statements(text[from:i])
			s.dotCommand(text[i:end])
			from = end
		}
		i = end + 1
	}
	s.statements(text[from:])
}

// dotCommand takes a dot-command.
func (s *sqlScan) dotCommand(line string) {
	name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	s.acts = s.acts || !Word("sqlite", "commands", name)
}

func (s *sqlScan) statements(text string) {
	s.Scanner, s.verb, s.name = token.Scanner{Src: text}, "", ""
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
		s.quoted('\'')
		s.name = ""
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
	s.I, s.writes = end, s.writes || !closed
	return text
}

// word takes a name or a keyword that is not quoted.
func (s *sqlScan) word(w string) {
	s.name = w
	switch {
	case s.verb == "":
		s.verb = w
		s.writes = s.writes || !Word("sqlite", "looks", w)
		s.acts = s.acts || w == "attach"
	case w == "insert" || w == "update" || w == "delete" || w == "into":
		s.writes = s.writes || s.verb != "explain"
		s.acts = s.acts || w == "into" && s.verb == "vacuum"
	}
}

// sign takes anything else. A parenthesis behind a name calls it.
func (s *sqlScan) sign(ch byte) {
	name := s.name
	s.name = ""
	switch {
	case ch == ';':
		s.verb = ""
	case s.verb == "pragma" && ch == '=':
		s.writes = true
	case s.verb == "pragma" && ch == '(':
		s.writes = s.writes || !Word("sqlite", "pragmas", name)
	case ch == '(':
		s.acts = s.acts || Word("sqlite", "acts", name)
	}
}
