package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// gnuplotActions are those of commands of gnuplot: set output writes a file, names in quotes are
// read where they are plotted, and a sign at the begin of a name or command runs a program (gnuplot
// manual, Commands).
func gnuplotActions(text string, _ Options) Actions {
	g := gnuplot{known: true}
	for _, command := range gnuplotCommands(text) {
		g.command(strings.TrimSpace(command))
	}
	return Actions{List: g.acts, Complete: g.known}
}

type gnuplot struct {
	actions
	known bool
}

// gnuplotCommands divides a text at line ends and semicolons outside of quotes.
func gnuplotCommands(text string) (list []string) {
	start := 0
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; ch {
		case '"', '`':
			i = token.QuotedEnd(text, i, ch) - 1
		case '\'': // without escapes
			_, end, _ := token.Doubled(text, i, ch)
			i = end - 1
		case '\\':
			i++ // the line goes on
		case '#':
			list = append(list, text[start:i])
			i = token.LineEnd(text, i)
			start = i
		case ';', '\n':
			list = append(list, text[start:i])
			start = i + 1
		}
	}
	return append(list, text[start:])
}

func (g *gnuplot) command(text string) {
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		g.shell(rest)
		return
	}
	end := token.WordEnd(text, 0)
	name := text[:end]
	words := strings.Fields(strings.TrimSpace(text[end:]))
	switch {
	case name == "set" && len(words) > 0 && Word("gnuplot", "files", words[0]):
		g.names(text, Write)
	case name == "set":
		g.known = g.known && len(words) > 0 && Word("gnuplot", "settings", words[0])
	case name == "save":
		g.names(text, Write)
	case Word("gnuplot", "plots", name):
		g.names(text, Read)
	case text != "" && !Word("gnuplot", "commands", name):
		g.known = false
	}
	if strings.ContainsAny(text, "`@") || strings.Contains(text, "system") {
		g.known = false
		g.acts = append(g.acts, search("gnuplot", text)...)
	}
}

// names takes the names in quotes. Behind < a name is a command whose output is read, behind | one
// that gets what is written.
func (g *gnuplot) names(text string, k Kind) {
	for i := 0; i < len(text); i++ {
		if text[i] != '"' && text[i] != '\'' {
			continue
		}
		name, end := token.String(text, i, text[i])
		if text[i] == '\'' {
			name, end, _ = token.Doubled(text, i, '\'')
		}
		switch command := strings.TrimLeft(name, " "); {
		case command == "" || command == "-": // the last name, standard input
		case command[0] == '<' || command[0] == '|':
			g.shell(strings.TrimSpace(command[1:]))
		default:
			g.act(k, name)
		}
		i = end - 1
	}
}
