package lang

import "strings"

// exActions are those of commands of ex, as vi has them: w FILE writes, !COMMAND runs. Commands
// that are not known are not seen.
func exActions(text string, _ Options) Actions {
	x := ex{searcher{lang: "ex"}}
	line := func(c rune) bool { return c == '|' || c == '\n' }
	for _, cmd := range strings.FieldsFunc(text, line) {
		x.command(strings.TrimLeft(cmd, ": \t%.,$0123456789'<>"))
	}
	return Actions{List: x.acts}
}

type ex struct{ searcher }

func (x *ex) command(cmd string) {
	if rest, ok := strings.CutPrefix(cmd, "!"); ok {
		x.shell(rest)
		return
	}
	name, rest, _ := strings.Cut(cmd, " ")
	name, rest = strings.TrimSuffix(name, "!"), strings.TrimSpace(rest)
	switch {
	case is("ex", "writes", name):
		rest = strings.TrimLeft(rest, "> ")
		if command, ok := strings.CutPrefix(rest, "!"); ok {
			x.shell(command)
		} else if rest != "" {
			x.act(Write, rest)
		}
	case is("ex", "reads", name):
		x.behindMark(rest)
	case is("ex", "evaluates", name):
		x.acts = append(x.acts, search("", rest)...)
		x.behindMark(rest)
	}
}

// behindMark adds the command of r !COMMAND.
func (x *ex) behindMark(rest string) {
	if command, ok := strings.CutPrefix(rest, "!"); ok {
		x.shell(command)
	}
}
